//! Initialisers: lists with designators and missing braces, strings.

use std::rc::Rc;

use optx_source::{Span, code};

use crate::{
    ast::{Element, Expr, ExprKind, Name},
    check::{
        Body, body::E, body::designator::Given, body::own_members::Parts, class::Special,
        constant::Value,
    },
    typed::{GlobalId, InitPart, TKind},
    types::{BitField, Field, RecordId, Ty, TypeKind, UNKNOWN},
    words,
};

/// The initial value of a static object: bytes, the rest zero, and addresses written over them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct StaticInit {
    pub bytes: Vec<u8>,
    pub addresses: Vec<(u64, GlobalId, i64)>,
    /// The value, where it is wanted as one.
    pub(in crate::check) value: Option<Rc<Value>>,
    /// Constant expressions may read it ([expr.const] 2.7).
    pub(in crate::check) usable: bool,
    /// The place in the file from which on they may.
    pub(in crate::check) from: u32,
}

/// `[index]` or `.member` before a value.
#[derive(Clone, Copy)]
enum Designator<'a> {
    Index(&'a Expr<'a>),
    Member(Name),
}

struct Cursor<'a, 't> {
    list: &'a [Element<'a>],
    at: usize,
    /// The element at hand, if it was looked at already.
    seen: Option<E<'t>>,
    /// Whether the designator of the element at hand has led to where it is.
    led: bool,
    /// The whole list.
    span: Span,
}

impl<'a> Cursor<'a, '_> {
    fn peek(&self) -> Option<&'a Element<'a>> {
        self.list.get(self.at)
    }

    /// The designator of the element at hand, if there is one to follow.
    fn designator(&self) -> Option<Designator<'a>> {
        let e = self.peek().filter(|_| !self.led)?;
        match e.index {
            Some(x) => Some(Designator::Index(x)),
            None => (e.field.sym != words::EMPTY).then_some(Designator::Member(e.field)),
        }
    }

    fn advance(&mut self) {
        self.at += 1;
        self.seen = None;
        self.led = false;
    }
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The parts of an aggregate object, and its type with its length.
    pub(super) fn parts(&mut self, ty: Ty, e: &'a Expr<'a>) -> (Ty, Parts<'t>) {
        let mut parts = Parts::default();
        let ty = self.initialize(&mut parts, ty, e);
        (ty, parts)
    }

    fn initialize(&mut self, sink: &mut Parts<'t>, ty: Ty, e: &'a Expr<'a>) -> Ty {
        if ty.is_error() {
            return ty;
        }
        let len = match e.kind {
            ExprKind::InitList(list) => self.braced(sink, ty, (0, None), list, e.span),
            _ => self.single(sink, ty, (0, None), e, None, false),
        };
        match (self.cx.types.kind(ty), len) {
            (TypeKind::Array(elem, UNKNOWN), Some(n)) => self.cx.types.array(elem, n),
            _ => ty,
        }
    }

    fn put(&mut self, sink: &mut Parts<'t>, offset: u64, bits: Option<BitField>, value: E<'t>) {
        if value.ty.is_error() {
            return;
        }
        if sink.list.len() >= self.cx.limits().initializer_elements as usize {
            self.error(code::LIMIT_OBJECT, value.span, "this initialiser is too long");
            return;
        }
        sink.list.push(InitPart { offset, bits, value });
    }

    /// Writes code units of `size` bytes each.
    pub(super) fn put_units(
        &mut self,
        sink: &mut Parts<'t>,
        offset: u64,
        units: &[u32],
        elem: Ty,
        span: Span,
    ) {
        let size = self.cx.types.size(elem).max(1) as usize;
        for (i, u) in units.iter().enumerate() {
            let v = self.int(i64::from(*u), elem.bare(), span);
            self.put(sink, offset + (i * size) as u64, None, v);
        }
    }

    /// One expression for an object, which stands in a list or not. Gives the length of an array.
    fn single(
        &mut self,
        sink: &mut Parts<'t>,
        ty: Ty,
        (offset, bits): (u64, Option<BitField>),
        e: &'a Expr<'a>,
        seen: Option<E<'t>>,
        listed: bool,
    ) -> Option<u64> {
        if let Some((elem, len)) = self.takes_string(ty, e) {
            return self.string(sink, elem, len, offset, e);
        }
        if matches!(self.cx.types.kind(ty), TypeKind::Array(..)) {
            self.error(
                code::BAD_INITIALIZER,
                e.span,
                "an array is initialised by a list in braces",
            );
            return None;
        }
        let strict = self.mode.strict_elements;
        let v = match seen {
            Some(v) => v,
            None => self.with_mode(|m| m.strict_elements = false, |b| b.expr(e)),
        };
        let v = match self.cx.types.kind(ty) {
            TypeKind::Reference(r, rvalue) => self.bind_reference(v, r, rvalue),
            _ => {
                let v = if self.cx.types.is_record(v.ty) { v } else { self.rvalue(v) };
                if listed {
                    self.check_narrowing(v, ty, Some(e), strict);
                }
                self.copy_initial(v, ty.bare())
            }
        };
        self.put(sink, offset, bits, v);
        None
    }

    /// A list in braces for an object, or for a bit-field. Gives the length of an array.
    fn braced(
        &mut self,
        sink: &mut Parts<'t>,
        ty: Ty,
        (offset, bits): (u64, Option<BitField>),
        list: &'a [Element<'a>],
        span: Span,
    ) -> Option<u64> {
        if let [one] = list
            && let Some((elem, len)) = self.takes_string(ty, one.value)
        {
            return self.string(sink, elem, len, offset, one.value);
        }
        if !self.is_aggregate(ty) {
            match list {
                [] if self.cx.types.is_reference(ty) => {
                    self.error(code::BAD_INITIALIZER, span, "a reference needs an initialiser");
                }
                [] => {
                    let v = self.zero(ty, span);
                    self.put(sink, offset, bits, v);
                }
                [one] if !matches!(one.value.kind, ExprKind::InitList(_)) => {
                    self.single(sink, ty, (offset, bits), one.value, None, true);
                }
                _ => {
                    self.error(code::BAD_INITIALIZER, span, "a scalar takes one value");
                }
            }
            return None;
        }
        if !self.cx.types.is_complete(ty)
            && !matches!(self.cx.types.kind(ty), TypeKind::Array(_, UNKNOWN))
        {
            self.error(code::INCOMPLETE_TYPE, span, "the type of this object is not complete");
            return None;
        }
        let mut cursor = Cursor { list, at: 0, seen: None, led: false, span };
        // A list of one value of the struct's own type is that value.
        let len = self.members_of(sink, ty, offset, &mut cursor, true);
        if let Some(extra) = cursor.peek() {
            let n = self.cx.type_name(ty);
            self.error(
                code::BAD_INITIALIZER,
                extra.value.span,
                format!("there are more values than `{n}` has parts"),
            );
        }
        len
    }

    /// Fills the parts of an aggregate from a list, which other aggregates may share if not `own`. Gives how many elements an
    /// array has by that.
    fn members_of(
        &mut self,
        sink: &mut Parts<'t>,
        ty: Ty,
        offset: u64,
        cursor: &mut Cursor<'a, 't>,
        own: bool,
    ) -> Option<u64> {
        match self.cx.types.kind(ty) {
            TypeKind::Array(elem, len) => self.elements_of(sink, (elem, len), offset, cursor, own),
            TypeKind::Record(r) => {
                self.fields_of(sink, (ty, r), offset, cursor, own);
                None
            }
            _ => None,
        }
    }

    /// [`Body::members_of`] for an array.
    fn elements_of(
        &mut self,
        sink: &mut Parts<'t>,
        (elem, len): (Ty, u64),
        offset: u64,
        cursor: &mut Cursor<'a, 't>,
        own: bool,
    ) -> Option<u64> {
        let size = self.cx.types.size(elem);
        let (mut i, mut most) = (0u64, 0u64);
        let mut given = self.given_by(if own { cursor.list } else { &[] }, cursor.span);
        while let Some(e) = cursor.peek() {
            match cursor.designator() {
                Some(_) if !own => break,
                Some(designator) => {
                    let Some(named) = self.designated_element(designator, len) else {
                        cursor.advance();
                        continue;
                    };
                    i = named;
                    cursor.led = true;
                }
                None => {}
            }
            if len != UNKNOWN && i >= len {
                break;
            }
            if i.saturating_mul(size.max(1)) > self.cx.limits().object_bytes {
                self.error(code::LIMIT_OBJECT, e.value.span, "this array is too large");
                return None;
            }
            if !given.take(i, i + 1) {
                self.given_twice(cursor);
                continue;
            }
            self.element(sink, elem, offset + i * size, None, cursor);
            i += 1;
            most = most.max(i);
        }
        if len != UNKNOWN && most < len && !self.is_zero_when_left_out(elem) {
            self.elements_left_out(sink, elem, (offset, size), most..len, cursor.span);
        }
        Some(most)
    }

    /// The element of an array that a designator names; what it cannot be is reported.
    fn designated_element(&mut self, designator: Designator<'a>, len: u64) -> Option<u64> {
        let x = match designator {
            Designator::Index(x) => x,
            Designator::Member(name) => {
                self.error(code::BAD_INITIALIZER, name.span, "an array has no members");
                return None;
            }
        };
        let n = self.integer_constant(x, "an index")?;
        if n >= 0 && (len == UNKNOWN || (n as u64) < len) {
            return Some(n as u64);
        }
        self.error(code::BAD_INITIALIZER, x.span, "this index is beyond the array");
        None
    }

    /// [`Body::members_of`] for a struct or union.
    fn fields_of(
        &mut self,
        sink: &mut Parts<'t>,
        (ty, r): (Ty, RecordId),
        offset: u64,
        cursor: &mut Cursor<'a, 't>,
        own: bool,
    ) {
        let rec = &self.cx.types.records[r];
        let (fields, is_union) = (rec.fields.clone(), rec.is_union);
        let bases = fields.iter().take_while(|f| f.base).count();
        let mut k = if wrong!(ListsSkipBases) { bases } else { 0 };
        let mut named = vec![false; fields.len()];
        let mut given = self.given_by(if own { cursor.list } else { &[] }, cursor.span);
        while cursor.peek().is_some() {
            match cursor.designator() {
                Some(_) if !own => break,
                Some(designator) => {
                    let Some((i, name)) = self.designated_field(designator, ty, &fields) else {
                        cursor.advance();
                        continue;
                    };
                    k = i;
                    cursor.led = true;
                    if fields[i].name == words::EMPTY {
                        // A member of an anonymous struct or union.
                        if let Some(m) = self.cx.find_member(fields[i].ty, name) {
                            let part = (m.ty, fields[i].offset + m.offset, m.bits);
                            self.given_member(sink, part, offset, &mut given, cursor);
                        }
                        named[i] = true;
                        k = i + 1;
                        continue;
                    }
                }
                None if k >= fields.len() || is_union && k > 0 => break,
                None => {}
            }
            let Some(f) = fields.get(k) else { break };
            self.given_member(sink, (f.ty, f.offset, f.bits), offset, &mut given, cursor);
            named[k] = true;
            k += 1;
        }
        // Of a union only the member with an initial value, where the list names none ([dcl.init.aggr] 5.5).
        let union_given = is_union && (named.contains(&true) || wrong!(UnionsIgnoreInitialisers));
        let left = fields.iter().zip(&named).filter(|(_, named)| !**named && !union_given);
        for (f, _) in left {
            if !is_union || self.member_initializer(r, f).is_some() {
                self.member_left_out(sink, r, f, offset, cursor.span);
            }
        }
    }

    /// The place among a struct's fields of the one that a designator names, itself or as that of an anonymous struct, and
    /// the name; what it cannot be is reported.
    fn designated_field(
        &mut self,
        designator: Designator<'a>,
        ty: Ty,
        fields: &[Field],
    ) -> Option<(usize, crate::intern::Symbol)> {
        let name = match designator {
            Designator::Member(name) => name,
            Designator::Index(x) => {
                self.error(code::BAD_INITIALIZER, x.span, "a struct has no elements");
                return None;
            }
        };
        let unnamed = |f: &Field| f.name == words::EMPTY;
        let within = |f: &Field| self.cx.find_member(f.ty, name.sym).is_some();
        let found = fields.iter().position(|f| f.name == name.sym || unnamed(f) && within(f));
        if found.is_none() {
            self.unknown_member(ty, name);
        }
        found.map(|i| (i, name.sym))
    }

    /// The value at hand for the member of a type, at an offset of the struct at `offset`, and of these bits.
    fn given_member(
        &mut self,
        sink: &mut Parts<'t>,
        (ty, at, bits): (Ty, u64, Option<BitField>),
        offset: u64,
        given: &mut Given,
        cursor: &mut Cursor<'a, 't>,
    ) {
        let (first, width) = match bits {
            Some(b) => (u64::from(b.start), u64::from(b.width)),
            None => (0, self.cx.types.size(ty) * 8),
        };
        if given.take(at * 8 + first, at * 8 + first + width) {
            self.element(sink, ty, offset + at, bits, cursor);
        } else {
            self.given_twice(cursor);
        }
    }

    fn given_twice(&mut self, cursor: &mut Cursor<'a, 't>) {
        let span = cursor.peek().map_or(cursor.span, |e| e.value.span);
        self.error(code::BAD_INITIALIZER, span, "this part has an initial value already");
        cursor.advance();
    }

    /// A member that a list leaves out has the initial value that its class gives it.
    fn member_left_out(
        &mut self,
        sink: &mut Parts<'t>,
        r: RecordId,
        f: &Field,
        offset: u64,
        span: Span,
    ) {
        // Classes in classes may have more members than anyone writes.
        if sink.list.len() >= self.cx.limits().initializer_elements as usize {
            self.error(code::LIMIT_OBJECT, span, "this initialiser is too long");
            return;
        }
        match self.member_initializer(r, f).filter(|_| !wrong!(LeftOutMembersAreZero)) {
            Some(init) => {
                let value =
                    self.beside_members(sink, r, offset, span, |b| match b.cx.types.kind(f.ty) {
                        TypeKind::Reference(to, rvalue) => {
                            Some(b.reference_initial(to, rvalue, init, span))
                        }
                        _ => b.initial(f.ty.bare(), init, span),
                    });
                if let Some(v) = value {
                    self.put(sink, offset + f.offset, f.bits, v);
                }
            }
            None if self.cx.types.is_reference(f.ty) => {
                self.error(code::BAD_INITIALIZER, span, "a reference needs an initialiser");
            }
            None if f.bits.is_none() => self.left_out(sink, f.ty, offset + f.offset, span),
            None => {}
        }
    }

    /// Whether an object that a list leaves out is zero: a scalar, or a class that has nothing to say
    /// ([dcl.init.aggr] 8).
    fn is_zero_when_left_out(&mut self, ty: Ty) -> bool {
        self.cx.is_trivial(ty, Special::DefaultConstructor)
    }

    /// An object that a list leaves out is initialised from an empty list.
    fn left_out(&mut self, sink: &mut Parts<'t>, ty: Ty, offset: u64, span: Span) {
        if self.is_zero_when_left_out(ty) {
            return;
        }
        if self.cx.types.is_record(ty) && !self.is_aggregate_class(ty) {
            let v = self.value_initial(ty, false, span);
            self.put(sink, offset, None, v);
            return;
        }
        let mut empty = Cursor { list: &[], at: 0, seen: None, led: false, span };
        self.members_of(sink, ty, offset, &mut empty, true);
    }

    /// As [`Body::left_out`], for the elements at the end of an array, which are made one after the other in one way.
    fn elements_left_out(
        &mut self,
        sink: &mut Parts<'t>,
        elem: Ty,
        (offset, size): (u64, u64),
        range: std::ops::Range<u64>,
        span: Span,
    ) {
        let inner = self.cx.types.innermost(elem).bare();
        let within = size / self.cx.types.size(inner).max(1);
        let count = (range.end - range.start).saturating_mul(within);
        let element = if self.is_aggregate_class(inner) {
            let mut parts = Parts::default();
            self.left_out(&mut parts, inner, 0, span);
            self.value_of_parts(parts, inner, span)
        } else {
            self.value_initial(inner, false, span)
        };
        let array = self.cx.types.array(inner, count);
        let v = self.mk(TKind::Repeat { element, count }, array, span);
        if !element.ty.is_error() {
            self.put(sink, offset + range.start * size, None, v);
        }
    }

    /// The next value of the list for one part.
    fn element(
        &mut self,
        sink: &mut Parts<'t>,
        ty: Ty,
        offset: u64,
        bits: Option<BitField>,
        cursor: &mut Cursor<'a, 't>,
    ) {
        let Some(e) = cursor.peek() else { return };
        if let ExprKind::InitList(list) = e.value.kind {
            cursor.advance();
            let class = self.cx.types.is_record(ty) && !self.is_aggregate_class(ty);
            if class || self.cx.types.is_reference(ty) {
                let v = self.list_initial(ty, e.value, false);
                self.put(sink, offset, bits, v);
                return;
            }
            if self.cx.types.is_record(ty)
                && let [one] = list
                && self.may_be_class(one.value)
                && !matches!(one.value.kind, ExprKind::InitList(_))
            {
                let v = self.list_initial(ty, e.value, false);
                self.put(sink, offset, bits, v);
                return;
            }
            self.braced(sink, ty, (offset, bits), list, e.value.span);
            return;
        }
        if !self.is_aggregate(ty) || self.takes_string(ty, e.value).is_some() {
            let seen = cursor.seen;
            cursor.advance();
            self.single(sink, ty, (offset, bits), e.value, seen, true);
            return;
        }
        // The value is a whole object of a class, or becomes one; else inner braces are left out
        // ([dcl.init.aggr] 15).
        if self.cx.types.is_record(ty)
            && (!self.is_aggregate_class(ty) || self.may_be_class(e.value))
        {
            let v = match cursor.seen {
                Some(v) => v,
                None => self.expr(e.value),
            };
            cursor.seen = Some(v);
            let elided = wrong!(BracesAlwaysElided) && self.is_aggregate_class(ty);
            let whole = !elided
                && (v.ty.is_error()
                    || !self.is_aggregate_class(ty)
                    || self.sequence(v, ty.bare()).is_some());
            if whole {
                cursor.advance();
                let v = self.copy_initial(v, ty.bare());
                self.put(sink, offset, bits, v);
                return;
            }
        }
        let before = cursor.at;
        self.members_of(sink, ty, offset, cursor, false);
        if cursor.at == before {
            // Nothing fits: an empty struct, or a designator of the list around.
            if let Some(e) = cursor.peek() {
                self.error(code::BAD_INITIALIZER, e.value.span, "nothing here takes this value");
            }
            cursor.advance();
        }
    }
}
