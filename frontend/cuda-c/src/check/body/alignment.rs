//! Alignments: what is asked for, and what `alignof` tells.

use optx_source::{Span, code};

use super::{Body, E};
use crate::{
    ast::{
        Alignment, Base, Declaration, Declarator, Expr, ExprKind, Qualified, Scoped, Spec, TypeExpr,
    },
    check::{Aligned, Entity},
    intern::Symbol,
    typed::TKind,
    types::Ty,
    words,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The alignment that a typedef's name gives what is declared with it, or to the elements of an array of that; 0 where
    /// it gives none, as to what only points to such an object. The type's syntax is known to make sense.
    pub(super) fn typedef_alignment(&mut self, ty: &'a TypeExpr<'a>) -> u64 {
        match ty {
            TypeExpr::Base(spec) => match spec.base {
                Base::Typeof(t) => self.typedef_alignment(t),
                _ => match self.named_entity(spec) {
                    Some(Entity::Type(_, align)) => u64::from(align.0),
                    _ => 0,
                },
            },
            TypeExpr::Array(elem, ..) => self.typedef_alignment(elem),
            TypeExpr::Pointer(..) if wrong!(PointersAreAligned) => {
                let TypeExpr::Pointer(to, _) = ty else { return 0 };
                self.typedef_alignment(to)
            }
            _ => 0,
        }
    }

    /// What the name of a type stands for: one of a block, a class or a namespace.
    fn named_entity(&mut self, spec: &'a Spec<'a>) -> Option<Entity> {
        match spec.base {
            Base::Nested(..) if wrong!(MemberTypedefsAlignNothing) => None,
            Base::Named(s) => match spec.path {
                Some(p) => self.cx.lookup_in(p, s),
                None => self.lookup(s),
            },
            Base::Nested(class, name, []) => {
                let trial = self.cx.diags.begin_trial();
                let class = self.base_type(class, words::EMPTY);
                self.cx.diags.end_trial(trial);
                let class = self.cx.class_id(class)?;
                self.cx.class_entity(class, name.sym)
            }
            _ => None,
        }
    }

    /// The type of a typedef, and the alignment that its name gives; that of an earlier declaration stays.
    pub(in crate::check) fn typedef(
        &mut self,
        d: &Declaration<'a>,
        x: &'a Declarator<'a>,
    ) -> (Ty, Aligned) {
        let ty = self.typedef_type(x.ty, x.name.sym);
        let ty = self.moded(ty, x.mode);
        let asked = self.alignment([x.align, d.spec.align], 0);
        let align = if asked > 0 { asked } else { self.typedef_alignment(x.ty) };
        let align = Aligned(u32::try_from(align).unwrap_or(0));
        let earlier = match self.declared_here(x.name.sym) {
            Some(Entity::Type(old, earlier)) if old == ty => earlier,
            _ => Aligned::NONE,
        };
        (ty, Aligned(align.0.max(earlier.0)))
    }

    /// What a name stands for that the scope at hand, which is no class's, declares.
    fn declared_here(&self, name: Symbol) -> Option<Entity> {
        if self.member_of.is_some() {
            None
        } else if self.in_function() {
            self.entity_in_block(name)
        } else {
            self.cx.entity(name)
        }
    }

    /// The alignment of a variable: what is asked for, be it less than its type's, or what its type as written has.
    pub(in crate::check) fn declared_alignment(
        &mut self,
        spec: &'a Spec<'a>,
        x: &'a Declarator<'a>,
        ty: Ty,
    ) -> u64 {
        let own = self.written_alignment(x.ty, ty);
        match self.alignment([x.align, spec.align], own) {
            0 => own,
            asked => asked,
        }
    }

    /// The alignment of a type as it is written.
    fn written_alignment(&mut self, written: &'a TypeExpr<'a>, ty: Ty) -> u64 {
        match self.typedef_alignment(written) {
            0 => self.cx.types.align(ty),
            own => own,
        }
    }

    /// The alignments that are asked for of a member: by attributes, or 0, and by the name of its type, or 0.
    pub(in crate::check) fn member_alignment(
        &mut self,
        spec: &'a Spec<'a>,
        x: &'a Declarator<'a>,
        ty: Ty,
        pack: u8,
    ) -> (u64, u64) {
        let own = self.written_alignment(x.ty, ty);
        let least = if pack > 0 { own.min(u64::from(pack)) } else { own };
        (self.alignment([x.align, spec.align], least), self.typedef_alignment(x.ty))
    }

    /// The largest of the alignments given, or 0. With an `alignas` among them they ask for the least that may be at
    /// least ([dcl.align] 5).
    pub(in crate::check) fn alignment(
        &mut self,
        lists: [&'a [Alignment<'a>]; 2],
        least: u64,
    ) -> u64 {
        let mut most = 0;
        let mut word = None;
        for a in lists.into_iter().flatten() {
            for bytes in self.expanded(std::slice::from_ref(&a.bytes)) {
                let Some(n) = self.asked_alignment(bytes, a.alignas) else { continue };
                most = most.max(n);
                word = word.or(a.alignas.then_some(a));
            }
        }
        if let Some(a) = word {
            self.check_alignas(a, most, least);
        }
        most
    }

    /// What an alignment asks for; `None` where that is nothing.
    fn asked_alignment(&mut self, bytes: &'a Expr<'a>, alignas: bool) -> Option<u64> {
        let n = self.integer_constant(bytes, "an alignment")?;
        if n == 0 && alignas && !wrong!(NoAlignmentIsAnError) {
            return None;
        }
        if n <= 0 || n > 1 << 20 || n & (n - 1) != 0 {
            let text = "an alignment must be a power of two";
            self.error(code::BAD_ALIGNMENT, bytes.span, text);
            return None;
        }
        Some(n as u64)
    }

    /// Reports an `alignas` where all that is asked for is less than what there is anyway.
    pub(in crate::check) fn check_alignas(&mut self, a: &Alignment<'_>, asked: u64, least: u64) {
        if asked < least {
            let text = format!("`alignas` asks for less than the type's own alignment, {least}");
            self.error(code::BAD_ALIGNMENT, a.bytes.span, text);
        }
    }

    /// `alignof(type)`.
    pub(super) fn align_of_type(&mut self, t: &'a TypeExpr<'a>, span: Span) -> E<'t> {
        let ty = self.type_of(t);
        let own = match t {
            TypeExpr::Base(_) => self.typedef_alignment(t),
            _ => 0,
        };
        self.align_of(ty, own, span)
    }

    /// `alignof expression`, which is GNU's: the alignment of what it names, as that is declared, or of its type.
    pub(super) fn align_of_expression(&mut self, x: &'a Expr<'a>, span: Span) -> E<'t> {
        if let Some(ty) = self.scoped_type(x) {
            return self.align_of(ty, 0, span);
        }
        let e = self.unevaluated(|b| b.expr(x));
        if self.may_be_bit_field(e) {
            return self.error(code::BAD_BITFIELD, span, "a bit-field has no alignment");
        }
        let declared = if wrong!(AlignofSeesTypes) { None } else { self.object_alignment(x, e) };
        self.align_of(e.ty, declared.unwrap_or(0), span)
    }

    /// The alignment of the variable or member that an expression names.
    fn object_alignment(&self, x: &Expr<'_>, e: E<'t>) -> Option<u64> {
        match e.kind {
            TKind::Local(l) => self.variables.locals.get(l).filter(|l| !l.param).map(|l| l.align),
            TKind::Global(g) => self.cx.output.globals.get(g).map(|g| g.align),
            TKind::Field { base, offset, .. } => {
                let found = self.cx.find_member(base.ty, named(x)?)?;
                (found.offset == offset).then_some(found.align)
            }
            _ => None,
        }
    }

    /// The alignment of a type, or that of an object if it is not 0.
    fn align_of(&mut self, ty: Ty, object: u64, span: Span) -> E<'t> {
        if ty.is_error() {
            return self.bad(span);
        }
        let ty = self.cx.types.referred(ty);
        if !self.cx.types.is_complete(self.cx.types.innermost(ty)) {
            let n = self.cx.type_name(ty);
            let text = format!("the type `{n}` has no alignment here");
            return self.error(code::INCOMPLETE_TYPE, span, text);
        }
        let own = self.cx.types.align(ty);
        let n = match object {
            0 => own,
            n if wrong!(AlignmentsOnlyRise) => n.max(own),
            n => n,
        };
        self.int(n as i64, Ty::ULONG, span)
    }
}

/// The name of the variable or member that an expression is.
fn named(x: &Expr<'_>) -> Option<Symbol> {
    match x.kind {
        ExprKind::Name(s) => Some(s),
        ExprKind::Qualified(&Qualified { name, args: None, .. })
        | ExprKind::Scoped(&Scoped { name, .. })
        | ExprKind::Member { name, .. } => Some(name.sym),
        _ => None,
    }
}
