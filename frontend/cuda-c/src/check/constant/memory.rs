//! The objects of an evaluation: making, reading, writing and ending them ([expr.const] 2.7, 2.16, [basic.life]).
//!
//! Idea: an object is a slot with a type and a value. A slot is used again when its object ends, one generation later, so
//! that pointers to what is gone are known for what they are. Objects that live outside of the evaluation are read only,
//! and only where the standard says so: `constexpr` objects and their parts, constants of integer type, the characters of
//! string constants.

use optx_source::Span;

use super::{
    Machine, Outcome, Why, path,
    value::{ObjectId, Pointer, Root, Value},
};
use crate::{
    check::Const,
    typed::GlobalId,
    types::{BitField, CONST, Ty, TypeKind, VOLATILE},
};

/// The place of an object.
pub(super) struct Slot {
    pub generation: u32,
    pub ty: Ty,
    pub value: Value,
    pub live: bool,
}

impl Machine<'_, '_, '_> {
    /// A new object that nothing was written to.
    pub(super) fn create(&mut self, ty: Ty) -> ObjectId {
        match self.free.pop() {
            Some(place) => {
                let slot = &mut self.heap[place as usize];
                let generation = slot.generation + 1;
                *slot = Slot { generation, ty, value: Value::Unset, live: true };
                ObjectId { place, generation }
            }
            None => {
                self.heap.push(Slot { generation: 0, ty, value: Value::Unset, live: true });
                ObjectId { place: self.heap.len() as u32 - 1, generation: 0 }
            }
        }
    }

    /// Ends an object.
    pub(super) fn kill(&mut self, o: ObjectId) {
        if let Some(slot) = self.slot(o) {
            (slot.live, slot.value) = (false, Value::Unset);
            self.free.push(o.place);
        }
    }

    /// The place of an object that lives.
    pub(super) fn slot(&mut self, o: ObjectId) -> Option<&mut Slot> {
        self.heap.get_mut(o.place as usize).filter(|s| s.live && s.generation == o.generation)
    }

    /// The type of what a pointer's way begins at.
    pub(super) fn root_type(&mut self, root: Root, span: Span) -> Outcome<Ty> {
        match root {
            Root::Object(o) => match self.slot(o) {
                Some(s) => Ok(s.ty),
                None => Err(Why::new(span, "uses an object that does not live any more")),
            },
            Root::Global(g) | Root::Literal(g, _) => {
                let ty = self.cx.output.globals.get(g).map_or(Ty::ERROR, |g| g.ty);
                Ok(self.stored(ty))
            }
            Root::Local(l) => {
                let ty = self.outer.locals.get(l).map_or(Ty::ERROR, |l| l.ty);
                Ok(self.stored(ty))
            }
        }
    }

    /// A type as objects of it are kept: references are pointers.
    pub(super) fn stored(&mut self, ty: Ty) -> Ty {
        match self.cx.types.kind(ty) {
            TypeKind::Reference(to, _) => self.cx.types.pointer(to),
            _ => ty,
        }
    }

    /// The type of the object that a pointer points to.
    pub(super) fn pointed(&mut self, p: &Pointer, span: Span) -> Outcome<Ty> {
        if p.bytes.is_some() {
            return Err(Why::new(span, "looks through a pointer that was cast to another type"));
        }
        let root = self.root_type(p.root, span)?;
        path::end(&self.cx.types, root, &p.path)
            .ok_or_else(|| Why::new(span, "points to no part of an object"))
    }

    /// The value of the object that a pointer points to.
    pub(super) fn read(&mut self, p: &Pointer, span: Span) -> Outcome<Value> {
        let root = self.root_type(p.root, span)?;
        self.pointed(p, span)?;
        if p.past {
            return Err(Why::new(span, "reads behind the end of an object"));
        }
        let found = match p.root {
            Root::Object(o) => match self.heap.get(o.place as usize) {
                Some(slot) => self.part(&slot.value, root, p, (span, true))?,
                None => return Err(Why::new(span, "reads an object that does not live any more")),
            },
            Root::Literal(g, _) => self.character(g, root, p, span)?,
            Root::Global(g) => self.read_global(g, root, p, span)?,
            Root::Local(l) => {
                if let (Some(c @ Const::Int(_)), true) =
                    (self.outer.values.get(&l), p.path.is_empty())
                    && self.is_readable(*c, root)
                {
                    return Ok(super::of_const(*c));
                }
                let Some(v) = self.outer.constants.get(&l) else {
                    let name = self.local_name(l);
                    return Err(Why::new(span, format!("reads `{name}`, {}", self.missing(root))));
                };
                let v = v.clone();
                self.part(&v, root, p, (span, false))?
            }
        };
        self.spend(found.weight(), span)?;
        Ok(found)
    }

    /// The part of an object's value that a pointer's way leads to; `own` objects began in the evaluation.
    fn part(
        &self,
        value: &Value,
        root: Ty,
        p: &Pointer,
        (span, own): (Span, bool),
    ) -> Outcome<Value> {
        let types = &self.cx.types;
        let (mut v, mut ty) = (value, root);
        for s in &p.path {
            match (types.kind(ty), v) {
                (TypeKind::Array(_, len), _) if *s >= len => {
                    return Err(self.outside(*s, ty, span));
                }
                (_, Value::Zero | Value::Unset) => {
                    let union = types.get_record(ty).is_some_and(|(_, r)| r.is_union);
                    if union && (matches!(v, Value::Unset) || *s != 0) {
                        return Err(self.inactive(ty, *s, span));
                    }
                }
                (_, Value::Array(a)) => v = a.get(*s),
                (_, Value::Class(parts)) => match parts.get(*s as usize) {
                    Some(x) => v = x,
                    None => return Err(Why::new(span, "reads no part of an object")),
                },
                (_, Value::Union(active)) => match active {
                    Some(active) if active.0 == *s => v = &active.1,
                    _ => return Err(self.inactive(ty, *s, span)),
                },
                _ => return Err(Why::new(span, "reads no part of an object")),
            }
            let mutable = types
                .get_record(ty)
                .and_then(|(_, r)| r.fields.get(*s as usize))
                .filter(|f| f.mutable);
            if let (Some(f), false) = (mutable, own) {
                let name = self.cx.text(f.name);
                return Err(Why::new(span, format!("reads `{name}`, which is mutable")));
            }
            ty = path::step(types, ty, *s).unwrap_or(Ty::ERROR);
        }
        if types.qualifiers(ty) & VOLATILE != 0 {
            return Err(Why::new(span, "reads a volatile object"));
        }
        match (v, types.is_record(ty) || types.element(ty).is_some()) {
            (Value::Unset, false) => Err(Why::new(span, "reads what was not initialised")),
            (Value::Zero, false) if types.is_float(ty) => Ok(Value::Float(0.0)),
            (Value::Zero, false) => Ok(Value::Int(0)),
            _ => Ok(v.clone()),
        }
    }

    /// A character of a string constant.
    fn character(&mut self, g: GlobalId, root: Ty, p: &Pointer, span: Span) -> Outcome<Value> {
        let bytes =
            self.cx.output.globals.get(g).and_then(|g| g.init.as_ref()).map(|i| &i.bytes[..]);
        let (Some((elem, len)), [i], Some(bytes)) =
            (self.cx.types.element(root), &p.path[..], bytes)
        else {
            return Err(Why::new(span, "reads a string constant as a whole"));
        };
        if *i >= len {
            return Err(self.outside(*i, root, span));
        }
        Ok(Value::Int(super::value::unit(&self.cx.types, bytes, *i, elem)))
    }

    /// Whether a number that is not `constexpr` is read: integers are, and functions where no constant expression has to stand.
    pub(super) fn is_readable(&self, c: Const, ty: Ty) -> bool {
        let function = self.cx.types.is_function_pointer(ty);
        matches!(c, Const::Int(_)) && (self.lenient || !function)
    }

    fn read_global(&mut self, g: GlobalId, root: Ty, p: &Pointer, span: Span) -> Outcome<Value> {
        let Some(global) = self.cx.output.globals.get(g) else {
            return Err(Why::new(span, "reads an unknown object"));
        };
        let quals = self.cx.types.qualifiers(global.ty);
        let seen = global.init.as_ref().is_none_or(|i| self.cx.sees_value(i));
        let usable = global.init.as_ref().is_some_and(|i| i.usable);
        if let (Some(c), true, 0) = (global.value, p.path.is_empty(), quals & VOLATILE)
            && seen
            && (usable || self.is_readable(c, global.ty))
        {
            return Ok(super::of_const(c));
        }
        let known = global.init.as_ref().filter(|i| i.usable && seen).and_then(|i| i.value.clone());
        let at = global.span;
        match known {
            Some(v) => self.part(&v, root, p, (span, false)),
            None => {
                let name = self.cx.text(global.source).to_string();
                let what = self.missing(root);
                Err(Why::new(span, format!("reads `{name}`, {what}"))
                    .also(at, "it is declared here"))
            }
        }
    }

    /// What an object lacks for being read.
    fn missing(&self, ty: Ty) -> &'static str {
        let quals = self.cx.types.qualifiers(ty);
        if quals & VOLATILE != 0 {
            return "which is volatile";
        }
        match (quals & CONST != 0, self.cx.types.is_integer(ty)) {
            (false, true) => "which is not `const`",
            (true, true) => "whose value is no constant",
            _ => "which is not `constexpr`",
        }
    }

    fn inactive(&self, ty: Ty, member: u64, span: Span) -> Why {
        let field = self.cx.types.get_record(ty).and_then(|(_, r)| r.fields.get(member as usize));
        let name = field.map_or("", |f| self.cx.text(f.name));
        Why::new(span, format!("reads `{name}`, which is not the active member of its union"))
    }

    /// What is said of an index that an array does not have.
    pub(super) fn outside(&self, index: u64, array: Ty, span: Span) -> Why {
        let n = self.cx.type_name(array.bare());
        Why::new(span, format!("the index {} lies outside of `{n}`", index as i64))
    }

    /// Writes the value of an object: its first one, where `first`.
    pub(super) fn write(
        &mut self,
        p: &Pointer,
        v: Value,
        first: bool,
        span: Span,
    ) -> Outcome<Value> {
        let root = self.root_type(p.root, span)?;
        let Root::Object(o) = p.root else {
            return Err(Why::new(span, "changes an object that the evaluation did not make"));
        };
        if p.past {
            return Err(Why::new(span, "writes behind the end of an object"));
        }
        self.spend(v.weight(), span)?;
        if !first {
            self.check_const(root, p, span)?;
        }
        let types = &self.cx.types;
        let Some(slot) = self.heap.get_mut(o.place as usize) else {
            return Err(Why::new(span, "writes an object that does not live any more"));
        };
        let (mut at, mut ty, mut bits) = (&mut slot.value, root, None);
        let mut cost = 0;
        for s in &p.path {
            cost += at.expand(types, ty);
            if let TypeKind::Array(_, len) = types.kind(ty)
                && *s >= len
            {
                let n = types.name(ty.bare());
                return Err(Why::new(span, format!("the index {s} lies outside of `{n}`")));
            }
            at = match at {
                Value::Array(a) => {
                    let i = usize::try_from(*s).unwrap_or(usize::MAX);
                    let more = i.saturating_sub(a.made.len());
                    if more > self.left as usize {
                        return Err(Why::steps(span));
                    }
                    self.left -= more as u32;
                    match a.get_mut(i) {
                        Some(x) => x,
                        None => return Err(Why::new(span, "writes no part of an object")),
                    }
                }
                Value::Class(parts) => match parts.get_mut(*s as usize) {
                    Some(x) => x,
                    None => return Err(Why::new(span, "writes no part of an object")),
                },
                Value::Union(active) => {
                    let is = active.as_ref().is_some_and(|a| a.0 == *s);
                    if !is && !first {
                        let text = "writes a member of a union that is not the active one";
                        return Err(Why::new(span, text));
                    }
                    if !is {
                        *active = Some(Box::new((*s, Value::Unset)));
                    }
                    match active {
                        Some(active) => &mut active.1,
                        None => return Err(Why::new(span, "writes no part of an object")),
                    }
                }
                _ => return Err(Why::new(span, "writes no part of an object")),
            };
            bits = types.get_record(ty).and_then(|(_, r)| r.fields.get(*s as usize)?.bits);
            ty = path::step(types, ty, *s).unwrap_or(Ty::ERROR);
        }
        if ty.is_volatile() && !first {
            return Err(Why::new(span, "writes a volatile object"));
        }
        let v = match (bits, v) {
            (Some(b), Value::Int(i)) => Value::Int(narrowed(i, b, types.is_signed(ty))),
            (_, v) => v,
        };
        *at = v.clone();
        self.spend(cost, span)?;
        Ok(v)
    }

    /// Refuses to change constants, but for parts of objects that are being constructed ([class.ctor] 5, [dcl.type.cv] 4).
    fn check_const(&mut self, root: Ty, p: &Pointer, span: Span) -> Outcome<()> {
        let mut ty = root;
        let mut fixed = ty.is_const().then_some(0);
        for (n, s) in p.path.iter().enumerate() {
            let inner = path::step(&self.cx.types, ty, *s).unwrap_or(Ty::ERROR);
            fixed = match (fixed, inner.is_const()) {
                (Some(at), true) => Some(at),
                (None, true) => Some(n + 1),
                (_, false) => None,
            };
            ty = inner;
        }
        let Some(at) = fixed else { return Ok(()) };
        let made =
            |c: &Pointer| c.root == p.root && c.path.len() >= at && p.path.starts_with(&c.path);
        if self.constructing.iter().any(made) {
            return Ok(());
        }
        Err(Why::new(span, "changes a constant"))
    }
}

/// The value that a bit-field keeps.
fn narrowed(v: i64, b: BitField, signed: bool) -> i64 {
    let unused = 64 - u32::from(b.width).clamp(1, 64);
    if signed { v << unused >> unused } else { ((v as u64) << unused >> unused) as i64 }
}
