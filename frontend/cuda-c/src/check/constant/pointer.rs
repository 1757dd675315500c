//! Pointers: arithmetic, comparisons and conversions ([expr.add] 4, [expr.rel] 3, [expr.eq] 2, [conv.ptr]).
//!
//! Idea: the typed tree changes a pointer's type without saying so where the address stays: an array is its first element,
//! an object its first base. So whatever gives a pointer is adjusted to the type of the expression: down to a first
//! element or a base, up to the class that a base is a part of. Where neither leads there, the bytes would be seen in
//! another way, and that is no constant.

use std::cmp::Ordering;

use optx_source::Span;

use super::{
    Machine, Outcome, Why, number, path,
    value::{Pointer, Root, Value},
};
use crate::{
    ast::BinaryOp,
    check::Const,
    typed::{TExpr, TKind},
    types::{Ty, TypeKind},
};

impl Machine<'_, '_, '_> {
    /// A pointer as one of a pointer type.
    pub(super) fn adjusted(&mut self, mut p: Box<Pointer>, ty: Ty, span: Span) -> Outcome<Value> {
        if let Some(to) = self.cx.types.pointee(ty)
            && to.bare() != Ty::VOID
        {
            *p = self.viewed(*p, to, span)?;
        }
        Ok(Value::Pointer(p))
    }

    /// What a pointer points to, as an object of a type.
    pub(super) fn viewed(&mut self, mut p: Pointer, to: Ty, span: Span) -> Outcome<Pointer> {
        // What does not live any more may still be pointed to.
        if let Root::Object(o) = p.root
            && self.slot(o).is_none()
        {
            return Ok(p);
        }
        if p.bytes.is_some() {
            return Ok(p);
        }
        loop {
            let now = self.pointed(&p, span)?;
            let types = &self.cx.types;
            // Of an array without a length, or of a class that is not complete, nothing is asked.
            if types.same_but_qualified(now, to) || !types.is_complete(to) {
                return Ok(p);
            }
            if p.past {
                return Err(Why::new(span, "sees what lies behind an object as another type"));
            }
            if let TypeKind::Array(..) = types.kind(now) {
                p.path.push(0);
                continue;
            }
            if let (true, Some(way)) = (types.is_record(to), path::base(types, now, 0, to)) {
                p.path.extend(way);
                return Ok(p);
            }
            if types.is_record(to) && types.is_record(now) && self.up(&mut p, to, None, span)? {
                return Ok(p);
            }
            if self.similar(now, to) {
                return Ok(p);
            }
            if self.casts {
                p.bytes = Some(0);
                return Ok(p);
            }
            let (a, b) = (self.cx.type_name(now.bare()), self.cx.type_name(to.bare()));
            return Err(Why::new(
                span,
                format!("takes an object of type `{a}` for one of type `{b}`"),
            ));
        }
    }

    /// Whether pointer types differ in qualifiers only, at any depth ([conv.qual]).
    fn similar(&self, mut a: Ty, mut b: Ty) -> bool {
        let types = &self.cx.types;
        while let (Some(x), Some(y)) = (types.pointee(a), types.pointee(b)) {
            (a, b) = (x, y);
        }
        a.bare() == b.bare()
    }

    /// From a base to the object that it is a part of, at this distance where one is given. Says whether there is one.
    fn up(&mut self, p: &mut Pointer, to: Ty, distance: Option<u64>, span: Span) -> Outcome<bool> {
        let root = self.root_type(p.root, span)?;
        let types = &self.cx.types;
        let from = path::offset(types, root, &p.path);
        for n in (0..p.path.len()).rev() {
            let Some(class) = path::end(types, root, &p.path[..n]) else { return Ok(false) };
            let is_base = types
                .get_record(class)
                .and_then(|(_, r)| r.fields.get(p.path[n] as usize))
                .is_some_and(|f| f.base);
            if !is_base {
                return Ok(false);
            }
            let at = path::offset(types, root, &p.path[..n]);
            let near = distance
                .is_none_or(|d| at.zip(from).is_some_and(|(a, f)| f.checked_sub(a) == Some(d)));
            if class.bare() == to.bare() && near {
                p.path.truncate(n);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `p + i`, `p - i`, `p - q`, and the steps to bases.
    pub(super) fn pointer_arithmetic(&mut self, e: &TExpr<'_>) -> Outcome<Value> {
        match e.kind {
            TKind::PtrAdd { ptr, index, minus, size } => {
                let v = self.value(ptr)?;
                let Const::Int(n) = self.number(index)? else {
                    return Err(Why::new(e.span, "has no value"));
                };
                let n = match self.cx.types.is_signed(index.ty) || n >= 0 {
                    true => n,
                    false => return Err(Why::new(e.span, "steps too far")),
                };
                let (from, to) = (self.cx.types.pointee(ptr.ty), self.cx.types.pointee(e.ty));
                if let (TKind::Cast(by), Some(to)) = (&index.kind, to)
                    && self.cx.types.member_pointee(by.ty).is_some()
                {
                    return self.member_at(v, n, to, e.span);
                }
                if let (Some(from), Some(to), Value::Pointer(p)) = (from, to, &v)
                    && from.bare() != to.bare()
                    && p.bytes.is_none()
                    && self.cx.types.is_record(from)
                    && self.cx.types.is_record(to)
                {
                    return self.related((**p).clone(), to, n as u64, minus, e.span);
                }
                self.moved(v, n, minus, size, e.span)
            }
            TKind::PtrDiff { a, b, .. } => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                self.difference(&a, &b, e.span)
            }
            _ => Err(Why::new(e.span, "has no value")),
        }
    }

    /// The member of an object that a pointer to members leads to: the one of its type at an offset, of the class or a base of it.
    fn member_at(&mut self, v: Value, offset: i64, to: Ty, span: Span) -> Outcome<Value> {
        let Value::Pointer(p) = v else { return Err(Why::new(span, "steps from a null pointer")) };
        let mut p = *p;
        let root = self.root_type(p.root, span)?;
        let types = &self.cx.types;
        let mut rest = u64::try_from(offset).ok();
        while let Some(at) = rest.take() {
            let Some((_, class)) =
                path::end(types, root, &p.path).and_then(|t| types.get_record(t))
            else {
                break;
            };
            let fits = |f: &crate::types::Field| match f.base {
                true => f.offset <= at && at - f.offset < types.size(f.ty).max(1),
                false => f.offset == at && f.ty.bare() == to.bare(),
            };
            let Some(i) = class.fields.iter().position(fits) else { break };
            p.path.push(i as u64);
            if !class.fields[i].base {
                return Ok(Value::Pointer(Box::new(p)));
            }
            rest = Some(at - class.fields[i].offset);
        }
        Err(Why::new(span, "names no member of an object"))
    }

    /// To a base at a distance, or from one.
    fn related(
        &mut self,
        mut p: Pointer,
        to: Ty,
        distance: u64,
        minus: bool,
        span: Span,
    ) -> Outcome<Value> {
        if minus {
            return match self.up(&mut p, to, Some(distance), span)? {
                true => Ok(Value::Pointer(Box::new(p))),
                false => {
                    Err(Why::new(span, "takes an object for the base of a class that it is not"))
                }
            };
        }
        let now = self.pointed(&p, span)?;
        match path::base(&self.cx.types, now, distance, to) {
            Some(way) if !p.past => {
                p.path.extend(way);
                Ok(Value::Pointer(Box::new(p)))
            }
            _ => Err(Why::new(span, "names no base of an object")),
        }
    }

    /// A pointer some elements further.
    pub(super) fn moved(
        &mut self,
        v: Value,
        n: i64,
        minus: bool,
        size: u64,
        span: Span,
    ) -> Outcome<Value> {
        let mut p = match v {
            Value::Pointer(p) => *p,
            v if n == 0 => return Ok(v),
            _ => return Err(Why::new(span, "steps from a null pointer")),
        };
        let by = if minus { -i128::from(n) } else { i128::from(n) };
        if let Some(at) = p.bytes {
            let at = i64::try_from(i128::from(at) + by.saturating_mul(i128::from(size)));
            p.bytes = Some(at.map_err(|_| Why::new(span, "steps too far"))?);
            return Ok(Value::Pointer(Box::new(p)));
        }
        let root = self.root_type(p.root, span)?;
        let types = &self.cx.types;
        let array = p.path.split_last().and_then(|(last, outer)| {
            let array = path::end(types, root, outer)?;
            types.element(array).map(|(_, len)| (array, *last, len))
        });
        let Some((array, at, len)) = array else {
            // An object by itself is an array of one.
            let at = i128::from(p.past) + by;
            if !(0..=1).contains(&at) {
                return Err(Why::new(span, "steps out of an object that is no array"));
            }
            p.past = at == 1;
            return Ok(Value::Pointer(Box::new(p)));
        };
        let at = i128::from(at) + by;
        if at < 0 || at > i128::from(len) {
            return Err(self.outside(at as i64 as u64, array, span));
        }
        if let Some(last) = p.path.last_mut() {
            *last = at as u64;
        }
        Ok(Value::Pointer(Box::new(p)))
    }

    fn difference(&mut self, a: &Value, b: &Value, span: Span) -> Outcome<Value> {
        let (p, q) = match (a, b) {
            (Value::Pointer(p), Value::Pointer(q)) => (p, q),
            (Value::Int(0), Value::Int(0)) => return Ok(Value::Int(0)),
            _ => return Err(Why::new(span, "subtracts a null pointer")),
        };
        let apart = || Why::new(span, "subtracts pointers into different objects");
        if p.root != q.root || p.bytes.is_some() || q.bytes.is_some() {
            return Err(apart());
        }
        if p.path == q.path {
            return Ok(Value::Int(i64::from(p.past) - i64::from(q.past)));
        }
        let root = self.root_type(p.root, span)?;
        match (p.path.split_last(), q.path.split_last()) {
            (Some((i, outer)), Some((j, same))) if outer == same => {
                let array = path::end(&self.cx.types, root, outer);
                match array.and_then(|t| self.cx.types.element(t)) {
                    Some(_) => Ok(Value::Int((*i as i64).wrapping_sub(*j as i64))),
                    None => Err(apart()),
                }
            }
            _ => Err(apart()),
        }
    }

    /// A comparison of numbers or pointers.
    pub(super) fn compare(
        &mut self,
        op: BinaryOp,
        a: &TExpr<'_>,
        b: &TExpr<'_>,
        span: Span,
    ) -> Outcome<Value> {
        let (x, y) = (self.value(a)?, self.value(b)?);
        let number = |v: &Value| match v {
            Value::Int(v) => Some(Const::Int(*v)),
            Value::Float(v) => Some(Const::Float(*v)),
            _ => None,
        };
        let holds = match (number(&x), number(&y)) {
            (Some(x), Some(y)) => number::compare(&self.cx.types, op, x, y, a.ty),
            _ => {
                let order = self.order(&x, &y, matches!(op, BinaryOp::Eq | BinaryOp::Ne), span)?;
                Some(number::holds(op, Some(order)))
            }
        };
        holds.map(|h| Value::Int(i64::from(h))).ok_or_else(|| Why::new(span, "has no value"))
    }

    /// How two pointers lie, or whether they are equal where only that is asked.
    fn order(&mut self, a: &Value, b: &Value, equality: bool, span: Span) -> Outcome<Ordering> {
        let (p, q) = match (a, b) {
            (Value::Pointer(p), Value::Pointer(q)) => (p, q),
            _ if equality => return Ok(Ordering::Less),
            _ => return Err(Why::new(span, "orders a null pointer")),
        };
        let literals =
            matches!((p.root, q.root), (Root::Literal(a, _), Root::Literal(b, _)) if a == b);
        if p.root != q.root && literals {
            return Err(Why::new(
                span,
                "compares string constants, which may be one object or two",
            ));
        }
        let (a, b) = (self.bytes(p, span)?, self.bytes(q, span)?);
        if p.root != q.root {
            if !equality {
                return Err(Why::new(span, "orders pointers to different objects"));
            }
            let meets = |x: (u64, u64), y: (u64, u64)| x.0 == x.1 && y.0 == 0;
            if meets(a, b) || meets(b, a) {
                return Err(Why::new(
                    span,
                    "compares the end of an object with the begin of another",
                ));
            }
            return Ok(Ordering::Less);
        }
        Ok(a.0.cmp(&b.0))
    }

    /// Where a pointer points in its object, and the object's size.
    fn bytes(&mut self, p: &Pointer, span: Span) -> Outcome<(u64, u64)> {
        self.pointed(p, span)?;
        let root = self.root_type(p.root, span)?;
        let types = &self.cx.types;
        let at = path::offset(types, root, &p.path);
        let end = path::end(types, root, &p.path).map_or(0, |t| types.size(t));
        let at = at.and_then(|a| a.checked_add(if p.past { end } else { 0 }));
        match at {
            Some(at) => Ok((at, types.size(root))),
            None => Err(Why::new(span, "compares pointers to no object")),
        }
    }

    /// A conversion of a pointer.
    pub(super) fn cast_pointer(&mut self, x: &TExpr<'_>, e: &TExpr<'_>) -> Outcome<Value> {
        let v = self.value(x)?;
        if e.ty.bare() == Ty::BOOL {
            return Ok(Value::Int(i64::from(matches!(v, Value::Pointer(_)))));
        }
        if !self.cx.types.is_pointer(e.ty) {
            return match x.ty.bare() == Ty::NULLPTR {
                true => Ok(v),
                false => Err(Why::new(e.span, "makes a number of a pointer")),
            };
        }
        let (from, to) = (self.cx.types.pointee(x.ty), self.cx.types.pointee(e.ty));
        let void = |t: Option<Ty>| t.is_some_and(|t| t.bare() == Ty::VOID);
        if matches!(v, Value::Pointer(_)) && void(from) && !void(to) && !self.casts {
            return Err(Why::new(e.span, "casts from a pointer to `void`"));
        }
        Ok(v)
    }
}
