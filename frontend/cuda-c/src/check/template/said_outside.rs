//! Types of a constructor's parameters as they are said from outside of its class: the class's own name is the template with its own
//! parameters, and the name of a member typedef is the type that it stands for.
//!
//! Idea: the syntax is written anew where that makes a difference to deduction, and nowhere else. Legality: what a member alias template
//! stands for is not looked for; that is noted. Cost: linear in what typedefs come to, which have a bound.

use std::cell::{Cell, RefCell};

use optx_source::Span;

use super::{named_parameters::parameter, signature::same_arguments};
use crate::{
    ast::{
        Arenas, Base, Flags, Name, Param, Pattern, RecordSpec, Spec, TemplateArg, TemplateParam,
        TypeExpr,
    },
    intern::{Map, Symbol},
};

/// Typedefs of typedefs are looked through so deep.
const DEEPEST: u32 = 32;

/// What guides of a class template are made with.
pub(super) struct Maker<'a> {
    pub name: Symbol,
    pub class: Option<&'a RecordSpec<'a>>,
    /// The class's parameters, each with a name.
    pub params: &'a [TemplateParam<'a>],
    /// The same as arguments.
    pub own: &'a [TemplateArg<'a>],
    /// What the class and its bases declare, and whether that is a type.
    pub members: Vec<(Symbol, bool)>,
    /// Member typedefs.
    pub typedefs: Map<Symbol, &'a TypeExpr<'a>>,
    /// Member alias templates.
    pub aliases: Vec<Symbol>,
}

impl<'a> Maker<'a> {
    /// The class, by its parameters.
    pub fn class_type(&self, arenas: &'a Arenas<'a>, span: Span, flags: Flags) -> &'a TypeExpr<'a> {
        let base = Base::Template(Name { sym: self.name, span }, self.own);
        let spec = arenas.specs.alloc(Spec { flags, ..Spec::new(base, span) });
        arenas.types.alloc(TypeExpr::Base(spec))
    }
}

/// The types of a constructor's parameters, as they are said from outside of the class.
pub(super) struct Outside<'m, 'a> {
    pub maker: &'m Maker<'a>,
    pub arenas: &'a Arenas<'a>,
    /// The constructor's own parameters, which hide the class's names.
    pub own: &'a [TemplateParam<'a>],
    pub depth: Cell<u32>,
    pub open: Cell<bool>,
    /// Members that typedefs name.
    pub named: RefCell<Vec<Symbol>>,
}

impl<'a> Outside<'_, 'a> {
    pub fn ty(&self, t: &'a TypeExpr<'a>) -> &'a TypeExpr<'a> {
        let arenas = self.arenas;
        arenas.types.alloc(match t {
            TypeExpr::Base(spec) => return self.base(t, spec),
            TypeExpr::Pointer(to, flags) => TypeExpr::Pointer(self.ty(to), *flags),
            TypeExpr::Member(to, class, flags) => {
                TypeExpr::Member(self.ty(to), self.ty(class), *flags)
            }
            TypeExpr::Reference(to, rvalue) => TypeExpr::Reference(self.ty(to), *rvalue),
            TypeExpr::Array(of, len, span) => TypeExpr::Array(self.ty(of), *len, *span),
            TypeExpr::Pack(of) => TypeExpr::Pack(self.ty(of)),
            TypeExpr::Function { result, params, variadic, quals, object, noexcept, span } => {
                let one = |p: &Param<'a>| Param { ty: self.ty(p.ty), ..*p };
                let list: Vec<Param<'a>> = params.iter().map(one).collect();
                TypeExpr::Function {
                    result: self.ty(result),
                    params: arenas.params.alloc_extend(list),
                    variadic: *variadic,
                    quals: *quals,
                    object: *object,
                    noexcept: *noexcept,
                    span: *span,
                }
            }
        })
    }

    fn is_parameter(&self, s: Symbol) -> bool {
        parameter(self.own, s).is_some() || parameter(self.maker.params, s).is_some()
    }

    fn base(&self, t: &'a TypeExpr<'a>, spec: &'a Spec<'a>) -> &'a TypeExpr<'a> {
        match spec.base {
            Base::Named(s) if spec.path.is_none() && !self.is_parameter(s) => {
                if s == self.maker.name {
                    return self.maker.class_type(self.arenas, spec.span, spec.flags);
                }
                self.typedef(s, spec).unwrap_or(t)
            }
            Base::Template(name, args) => {
                if spec.path.is_none() && self.maker.aliases.contains(&name.sym) {
                    self.open.set(true);
                }
                self.with_base(spec, Base::Template(name, self.args(args)))
            }
            Base::Nested(class, name, args) => {
                let own = self.spec(class);
                if let Base::Template(of, list) = own.base
                    && of.sym == self.maker.name
                    && own.path.is_none()
                    && args.is_empty()
                    && same_arguments(
                        (list, self.maker.params),
                        (self.maker.own, self.maker.params),
                    )
                    && let Some(ty) = self.typedef(name.sym, spec)
                {
                    return ty;
                }
                self.with_base(spec, Base::Nested(own, name, self.args(args)))
            }
            _ => t,
        }
    }

    fn spec(&self, spec: &'a Spec<'a>) -> &'a Spec<'a> {
        let ty = self.arenas.types.alloc(TypeExpr::Base(spec));
        match self.base(ty, spec) {
            TypeExpr::Base(spec) => spec,
            // A class is no pointer.
            _ => spec,
        }
    }

    fn with_base(&self, spec: &'a Spec<'a>, base: Base<'a>) -> &'a TypeExpr<'a> {
        let flags = Flags(spec.flags.0 & !(Flags::NO_TYPENAME | Flags::NO_TEMPLATE));
        let spec = Spec { base, flags, align: spec.align, ..*spec };
        self.arenas.types.alloc(TypeExpr::Base(self.arenas.specs.alloc(spec)))
    }

    fn args(&self, args: &'a [TemplateArg<'a>]) -> &'a [TemplateArg<'a>] {
        let one = |a: &TemplateArg<'a>| match a {
            TemplateArg::Type(t) => TemplateArg::Type(self.ty(t)),
            TemplateArg::Value(e) => TemplateArg::Value(e),
        };
        let list: Vec<TemplateArg<'a>> = args.iter().map(one).collect();
        self.arenas.template_args.alloc_extend(list)
    }

    /// What a member typedef stands for, as qualified as it is named.
    fn typedef(&self, s: Symbol, named: &Spec<'a>) -> Option<&'a TypeExpr<'a>> {
        let ty = *self.maker.typedefs.get(&s)?;
        if self.depth.get() >= DEEPEST || wrong!(TypedefsAreNotDeduced) {
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        Pattern::Type(ty).names(&mut |s| self.named.borrow_mut().push(s));
        let ty = self.ty(ty);
        let ty = qualified(self.arenas, ty, named.flags).unwrap_or(ty);
        self.depth.set(self.depth.get() - 1);
        Some(ty)
    }
}

/// A type as it is written, as qualified as those flags say besides; a reference is as it is. `None` for what is none of these.
pub(super) fn qualified<'a>(
    arenas: &'a Arenas<'a>,
    t: &'a TypeExpr<'a>,
    flags: Flags,
) -> Option<&'a TypeExpr<'a>> {
    let quals = Flags(flags.0 & (Flags::CONST | Flags::VOLATILE));
    if quals.0 == 0 {
        return Some(t);
    }
    let made = match t {
        TypeExpr::Base(spec) => {
            let flags = Flags(spec.flags.0 | quals.0);
            TypeExpr::Base(arenas.specs.alloc(Spec { flags, ..**spec }))
        }
        TypeExpr::Pointer(to, own) => TypeExpr::Pointer(to, Flags(own.0 | quals.0)),
        TypeExpr::Reference(..) => return Some(t),
        TypeExpr::Array(of, len, span) => {
            TypeExpr::Array(qualified(arenas, of, quals)?, *len, *span)
        }
        _ => return None,
    };
    Some(arenas.types.alloc(made))
}
