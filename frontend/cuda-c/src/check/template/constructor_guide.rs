//! What a constructor of a class template is from outside of it: a function template of the class's parameters and its own, which gives
//! the class ([over.match.class.deduct] 1.1).
//!
//! Idea: the constructor's syntax stays; only types of its parameters are written anew where they say in the class's words what has other
//! words outside: the class's own name is the template with its own parameters, and the name of a member typedef is the type it stands for,
//! from which can be deduced as if it stood there (as NVRTC, gcc and clang have it). Whatever else names members is looked up in the class,
//! once its arguments are known. Legality: member templates of aliases are not looked through; such a constructor is not taken for
//! one that does not fit. Cost: linear in the constructor's head; a typedef of typedefs has a bound.

use std::cell::{Cell, RefCell};

use optx_source::Span;

use super::{
    Template,
    named_parameters::{depends_on, parameter},
    said_outside::{Maker, Outside},
};
use crate::{
    ast::{
        Arenas, Base, Declaration, Declarator, Expr, ExprKind, Flags, MemberFunction, Name, Param,
        RecordSpec, Spec, TemplateArg, TemplateParam, TemplateParamKind, TypeExpr,
    },
    check::{Body, Checker},
    intern::{Map, Symbol},
    token::{Tok, Token},
    typed::TypedArenas,
    words,
};

/// What a guide takes.
struct Takes<'a> {
    head: &'a [TemplateParam<'a>],
    params: &'a [Param<'a>],
    variadic: bool,
    flags: Flags,
}

/// A guide that is made of a constructor.
pub(super) struct Made<'a> {
    pub declaration: &'a Declaration<'a>,
    /// Members of the class that it names.
    pub mentions: Vec<Symbol>,
    /// It names the class by its name alone.
    pub names_class: bool,
    /// It says something that cannot be said from outside.
    pub open: bool,
}

impl<'a> Maker<'a> {
    pub fn new(
        cx: &mut Checker<'a, '_>,
        info: &Template<'a>,
        class: Option<&'a RecordSpec<'a>>,
    ) -> Maker<'a> {
        let params = named(cx, info.params);
        let own = cx.arenas.template_args.alloc_extend(arguments(cx.arenas, params));
        let mut maker = Maker {
            name: info.name,
            class,
            params,
            own,
            members: Vec::new(),
            typedefs: Map::default(),
            aliases: Vec::new(),
        };
        if let Some(r) = class {
            maker.members = cx.members_of_primary(info, r);
            maker.note_typedefs(r);
        }
        maker
    }

    fn note_typedefs(&mut self, r: &'a RecordSpec<'a>) {
        for m in r.members.iter().filter(|m| m.spec.flags.has(Flags::TYPEDEF)) {
            for x in m.declarators {
                match m.template {
                    Some(_) => self.aliases.push(x.name.sym),
                    None => {
                        self.typedefs.insert(x.name.sym, x.ty);
                    }
                }
            }
        }
    }

    /// A guide that takes such parameters.
    pub fn guide(
        &self,
        arenas: &'a Arenas<'a>,
        params: &'a [Param<'a>],
        span: Span,
    ) -> &'a Declaration<'a> {
        let takes = Takes { head: self.params, params, variadic: false, flags: Flags::default() };
        self.guide_as(arenas, &takes, span)
    }

    /// The guide that takes an object of the class.
    pub fn copy_guide(&self, arenas: &'a Arenas<'a>, span: Span) -> &'a Declaration<'a> {
        let ty = self.class_type(arenas, span, Flags::default());
        let TypeExpr::Base(spec) = ty else { return self.guide(arenas, &[], span) };
        let name = Name { sym: words::EMPTY, span };
        let one = Param { name, ty, spec, default: None, span };
        self.guide(arenas, arenas.params.alloc_extend([one]), span)
    }

    fn guide_as(
        &self,
        arenas: &'a Arenas<'a>,
        takes: &Takes<'a>,
        span: Span,
    ) -> &'a Declaration<'a> {
        // The class is only named: as what a pointer points to.
        let class = self.class_type(arenas, span, Flags::default());
        let result = arenas.types.alloc(TypeExpr::Pointer(class, Flags::default()));
        let ty = arenas.types.alloc(TypeExpr::Function {
            result,
            params: takes.params,
            variadic: takes.variadic,
            quals: Flags::default(),
            object: Default::default(),
            noexcept: None,
            span,
        });
        let name = Name { sym: self.name, span };
        let declarators = arenas.declarators.alloc_extend([Declarator::new(name, ty, &[])]);
        let spec = arenas
            .specs
            .alloc(Spec { flags: takes.flags, ..Spec::new(Base::Named(self.name), span) });
        let d = Declaration::new(spec, span);
        arenas.declarations.alloc(Declaration { declarators, template: Some(takes.head), ..d })
    }
}

/// Parameters of a template, each with a name: those without get one that no program has.
fn named<'a>(cx: &mut Checker<'a, '_>, params: &'a [TemplateParam<'a>]) -> &'a [TemplateParam<'a>] {
    if params.iter().all(|p| p.name.sym != words::EMPTY) {
        return params;
    }
    let mut list = Vec::with_capacity(params.len());
    for (i, p) in params.iter().enumerate() {
        let sym = match p.name.sym {
            words::EMPTY => cx.names.intern(&format!("<parameter {i}>")),
            sym => sym,
        };
        list.push(TemplateParam { name: Name { sym, ..p.name }, ..*p });
    }
    cx.arenas.template_params.alloc_extend(list)
}

/// Parameters of a template as the arguments that stand for themselves.
fn arguments<'a>(arenas: &'a Arenas<'a>, params: &[TemplateParam<'a>]) -> Vec<TemplateArg<'a>> {
    let one = |p: &TemplateParam<'a>| match p.kind {
        TemplateParamKind::Value(..) => {
            let name = |kind| &*arenas.exprs.alloc(Expr { kind, span: p.name.span, parens: false });
            let e = name(ExprKind::Name(p.name.sym));
            TemplateArg::Value(if p.pack { name(ExprKind::Pack(e)) } else { e })
        }
        TemplateParamKind::Type(_) | TemplateParamKind::Template(..) => {
            let spec = arenas.specs.alloc(Spec::new(Base::Named(p.name.sym), p.name.span));
            let ty = &*arenas.types.alloc(TypeExpr::Base(spec));
            TemplateArg::Type(if p.pack { arenas.types.alloc(TypeExpr::Pack(ty)) } else { ty })
        }
    };
    params.iter().map(one).collect()
}

impl<'a> Checker<'a, '_> {
    /// The guide that a constructor is; `None` where it cannot be read.
    pub(super) fn constructor_guide(
        &mut self,
        maker: &Maker<'a>,
        f: &MemberFunction,
    ) -> Option<Made<'a>> {
        let class = maker.class?;
        let d = self.parse_constructor(class, &maker.members, f)?;
        let [x] = d.declarators else { return None };
        let TypeExpr::Function { params, variadic, .. } = x.ty else { return None };
        let own = d.template.unwrap_or(&[]);
        let outside = Outside {
            maker,
            arenas: self.arenas,
            own,
            depth: Cell::new(0),
            open: Cell::new(false),
            named: RefCell::default(),
        };
        let one = |p: &Param<'a>| Param { ty: outside.ty(p.ty), ..*p };
        let list: Vec<Param<'a>> = params.iter().map(one).collect();
        let list = &*self.arenas.params.alloc_extend(list);
        let head: Vec<TemplateParam<'a>> = maker.params.iter().chain(own).copied().collect();
        let head = &*self.arenas.template_params.alloc_extend(head);
        let flags = Flags(f.flags.0 & Flags::EXPLICIT);
        let takes = Takes { head, params: list, variadic: *variadic, flags };
        let made = maker.guide_as(self.arenas, &takes, f.name.span);
        let (names_class, mut mentions) = self.mentioned_in_head(maker, f);
        for s in outside.named.borrow().iter() {
            if !mentions.contains(s) && maker.members.iter().any(|m| m.0 == *s) {
                mentions.push(*s);
            }
        }
        let hides =
            |s: &Symbol| params.iter().any(|p| p.name.sym == *s) || parameter(head, *s).is_some();
        mentions.retain(|s| !hides(s));
        let open = outside.open.get();
        let declaration = match f.deleted {
            true => deleted(self.arenas, made),
            false => made,
        };
        Some(Made { declaration, mentions, names_class, open })
    }

    /// Whether a constructor's head names its class beside its own name, and which members of the class it names.
    fn mentioned_in_head(&self, maker: &Maker<'a>, f: &MemberFunction) -> (bool, Vec<Symbol>) {
        let list = maker.class.map_or(0, |r| r.list) as usize;
        let tokens = self.declared.lists.get(list).map_or(&[][..], |l| &l.tokens[..]);
        let head =
            head_of(tokens.get(f.first as usize..f.end as usize).unwrap_or(&[]), f.name.span);
        let (mut class, mut found) = (false, Vec::new());
        for (i, t) in head.iter().enumerate().filter(|(_, t)| t.kind == Tok::Ident) {
            let before = i.checked_sub(1).map(|i| head[i].kind);
            if matches!(before, Some(Tok::ColonColon | Tok::Dot | Tok::Arrow)) {
                continue;
            }
            class |= t.sym == maker.name && t.span != f.name.span;
            let member = t.sym != maker.name && maker.members.iter().any(|m| m.0 == t.sym);
            if member && !found.contains(&t.sym) {
                found.push(t.sym);
            }
        }
        (class, found)
    }

    /// The names that a constructor of a class template finds in its class: those of its members, of bases that depend on no
    /// parameter, and of classes around.
    fn members_of_primary(
        &mut self,
        info: &Template<'a>,
        r: &'a RecordSpec<'a>,
    ) -> Vec<(Symbol, bool)> {
        let mut names = Vec::new();
        if let Some(outer) = info.class {
            names.extend(self.member_names(outer).iter().copied());
        }
        for b in r.bases.iter().filter(|b| !depends_on(b.spec, info.params)) {
            let arena = TypedArenas::small();
            let trial = self.diags.begin_trial();
            let ty =
                Body::within(self, &arena, &info.env, info.class).base_type(b.spec, words::EMPTY);
            self.diags.end_trial(trial);
            if let Some(base) = self.class_id(ty) {
                names.extend(self.member_names(base).iter().copied());
            }
        }
        for m in r.members {
            let is_type = m.spec.flags.has(Flags::TYPEDEF) || m.declarators.is_empty();
            match m.spec.base {
                Base::Record(inner) => names.push((inner.name.sym, true)),
                Base::Tag(_, s) => names.push((s, true)),
                Base::Enum(e) => {
                    names.push((e.name.sym, true));
                    let values = e.list.iter().filter(|_| !e.scoped);
                    names.extend(values.map(|v| (v.name.sym, false)));
                }
                _ => {}
            }
            names.extend(m.declarators.iter().map(|x| (x.name.sym, is_type)));
            for u in m.using.iter().flat_map(|u| u.all()) {
                names.push((u.name.sym, self.index.is_member_type(u.name.sym)));
            }
        }
        let methods = r
            .functions
            .iter()
            .filter(|f| f.kind == crate::ast::MemberKind::Method && !f.flags.has(Flags::FRIEND));
        names.extend(methods.map(|f| (f.name.sym, false)));
        names.retain(|n| n.0 != words::EMPTY && parameter(info.params, n.0).is_none());
        names
    }
}

/// What stands in a constructor before its parameters' end, without their default arguments.
fn head_of(tokens: &[Token], name: Span) -> Vec<Token> {
    let mut head = Vec::new();
    let (mut behind, mut depth, mut default) = (false, 0u32, false);
    for t in tokens {
        behind |= t.span == name;
        match t.kind {
            Tok::LParen | Tok::LBracket | Tok::LBrace => depth += 1,
            Tok::RParen | Tok::RBracket | Tok::RBrace => depth = depth.saturating_sub(1),
            Tok::Eq if behind && depth == 1 => default = true,
            Tok::Comma if depth == 1 => default = false,
            _ => {}
        }
        if !default {
            head.push(*t);
        }
        if behind && depth == 0 && t.kind == Tok::RParen {
            break;
        }
    }
    head
}

/// A guide whose choice is an error.
fn deleted<'a>(arenas: &'a Arenas<'a>, d: &Declaration<'a>) -> &'a Declaration<'a> {
    let list: Vec<Declarator<'a>> =
        d.declarators.iter().map(|x| Declarator { deleted: true, ..*x }).collect();
    let declarators = arenas.declarators.alloc_extend(list);
    arenas.declarations.alloc(Declaration { declarators, ..*d })
}
