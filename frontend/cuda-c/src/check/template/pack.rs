//! Packs: any number of a template's arguments or of a function's parameters, and what expands them ([temp.variadic], [expr.prim.fold]).
//!
//! Idea: a template has one argument for each of its parameters, and that of a pack is a list, kept once and known by its number, so that
//! equal lists are one. What expands a pattern binds the names of the packs in it to their elements, one after the other, and reads
//! the pattern's one syntax tree each time; lists of expressions become lists of such readings before anything looks at them.
//! A pack within an expansion of its own is found behind the element that its name stands for meanwhile.
//!
//! Legality: all packs of a pattern have one length, and there is one at least; each is an error otherwise. A fold over nothing is what
//! [expr.prim.fold] 3 says for `&&`, `||` and `,`, and an error for others.
//!
//! Cost: a reading of the pattern for each element.

use std::rc::Rc;

use optx_source::{Span, code};
use optx_whirl::arena_id::Table;

use super::{TArg, entity_of};
use crate::{
    ast::{
        BaseSpec, BinaryOp, CastStyle, Declarator, Element, Expr, ExprKind, Fold, FoldOperator,
        MemberInit, Name, PackElement, Pattern, Spec, TemplateArg, TemplateParam, TypeExpr,
    },
    check::{Body, Checker, Entity, body::E},
    intern::{Map, Symbol},
    typed::LocalId,
    types::Ty,
};

optx_whirl::arena_id! {
    /// A list of arguments that a pack stands for.
    PackId, "pack"
}

optx_whirl::arena_id! {
    /// What the elements of a pack are in a lambda.
    SeenPackId, "seen pack"
}

/// A pack whose name stands for one of its elements meanwhile.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) struct Expanded {
    pub name: Symbol,
    pub pack: Entity,
    /// What the name stands for.
    pub element: Entity,
    /// Which element that is.
    pub index: u32,
}

/// The lists that packs stand for, each once.
#[derive(Default)]
pub(in crate::check) struct Packs {
    /// Types that no program can name, which stand for the parameters of templates that are compared.
    pub(in crate::check) unique_types: Vec<Ty>,
    lists: Table<PackId, Rc<[TArg]>>,
    known: Map<Rc<[TArg]>, PackId>,
    seen: Table<SeenPackId, Rc<[Entity]>>,
    /// What stands for the packs of templates that are compared: one element each, which only an expansion fits.
    pub(super) unique: Vec<Ty>,
    /// What stands for the templates that are parameters of those, by their own parameters' place in memory.
    pub(super) unique_templates: Map<usize, super::TemplateId>,
}

/// The packs that a pattern expands, and how many elements each has.
#[derive(Clone, Copy)]
pub(in crate::check) struct Expansion<'a> {
    pub packs: &'a [Symbol],
    pub count: u32,
}

/// One element of packs.
#[derive(Clone, Copy)]
pub(in crate::check) struct ElementOf<'a> {
    pub packs: &'a [Symbol],
    /// From 0.
    pub index: u32,
}

/// A constructor's initialisers, of which none is expanded any more.
pub(in crate::check) struct ExpandedInits<'a> {
    pub list: &'a [MemberInit<'a>],
    /// For each of them, the element that it was made for.
    pub elements: Vec<Option<ElementOf<'a>>>,
}

impl Checker<'_, '_> {
    /// The number of a list.
    pub(in crate::check) fn pack(&mut self, list: &[TArg]) -> PackId {
        if let Some(id) = self.templates.packs.known.get(list) {
            return *id;
        }
        let list: Rc<[TArg]> = Rc::from(list);
        let id = self.templates.packs.lists.push(list.clone());
        self.templates.packs.known.insert(list, id);
        id
    }

    /// What a pack stands for.
    pub(crate) fn elements(&self, id: PackId) -> &Rc<[TArg]> {
        &self.templates.packs.lists[id]
    }

    /// A pack of parameters, as a lambda sees it.
    pub(in crate::check) fn seen_pack(&mut self, elements: &[Entity]) -> Entity {
        Entity::Seen(self.templates.packs.seen.push(Rc::from(elements)))
    }

    /// The variables that a pack of parameters is; `None` where it is none.
    pub(in crate::check) fn variables_of(&self, pack: Entity) -> Option<Vec<Entity>> {
        match pack {
            Entity::Parameters(first, n) => {
                let local = |i: u32| Entity::Local(LocalId::from_index(first.index() + i as usize));
                Some((0..n).map(local).collect())
            }
            Entity::Seen(id) => Some(self.templates.packs.seen[id].to_vec()),
            _ => None,
        }
    }

    /// Arguments one by one, packs as their elements.
    pub(crate) fn flat(&self, args: &[TArg]) -> Vec<TArg> {
        let mut list = Vec::with_capacity(args.len());
        for a in args {
            match a {
                TArg::Pack(p) | TArg::Begun(p) => list.extend(self.elements(*p).iter()),
                a => list.push(*a),
            }
        }
        list
    }

    /// Whether an element stands for all of a pack of a template that is compared with another.
    pub(super) fn is_any_number(&self, arg: TArg) -> bool {
        if wrong!(PacksFitSingles) {
            return false;
        }
        let TArg::Type(mut t) = arg else {
            return matches!(arg, TArg::Value(_, n) if n == super::ordering::UNIQUE_PACK);
        };
        loop {
            use crate::types::TypeKind;
            t = match self.types.kind(t) {
                TypeKind::Pointer(of) | TypeKind::Reference(of, _) | TypeKind::Array(of, _) => of,
                TypeKind::Record(r) if self.templates.packs.unique.contains(&t.bare()) => {
                    let _ = r;
                    return true;
                }
                TypeKind::Record(r) => {
                    let args = self.class_arguments(r);
                    return args.iter().any(|a| self.is_any_number(*a));
                }
                _ => return false,
            };
        }
    }
}

/// The arguments that are stated for parameters: those of a pack are one, which takes all that are left.
pub(super) fn grouped(
    cx: &mut Checker<'_, '_>,
    params: &[TemplateParam<'_>],
    given: &[Option<TArg>],
    begun: bool,
) -> Option<Vec<Option<TArg>>> {
    let Some(at) = params.iter().position(|p| p.pack) else {
        return (given.len() <= params.len()).then(|| given.to_vec());
    };
    let whole = |a: &Option<TArg>| matches!(a, None | Some(TArg::Pack(_) | TArg::Begun(_)));
    if given.len() <= at || given.len() == params.len() && whole(&given[at]) {
        return Some(given.to_vec());
    }
    let rest: Option<Vec<TArg>> = given[at..].iter().copied().collect();
    let pack = cx.pack(&rest?);
    let pack =
        if begun && !wrong!(StatedPacksAreWhole) { TArg::Begun(pack) } else { TArg::Pack(pack) };
    Some(given[..at].iter().copied().chain([Some(pack)]).collect())
}

/// The pattern of an argument that is expanded.
pub(super) fn expanded_argument<'a>(a: &TemplateArg<'a>) -> Option<TemplateArg<'a>> {
    match a {
        TemplateArg::Type(TypeExpr::Pack(t)) => Some(TemplateArg::Type(t)),
        TemplateArg::Value(Expr { kind: ExprKind::Pack(e), .. }) => Some(TemplateArg::Value(e)),
        _ => None,
    }
}

/// The pattern of an argument.
pub(super) fn pattern_of<'p, 'a>(a: &'p TemplateArg<'a>) -> Pattern<'p, 'a> {
    match a {
        TemplateArg::Type(t) => Pattern::Type(t),
        TemplateArg::Value(e) => Pattern::Expr(e),
    }
}

/// The numbers of the parameters that are packs and stand in a pattern.
pub(in crate::check) fn packs_in(
    params: &[TemplateParam<'_>],
    pattern: Pattern<'_, '_>,
) -> Vec<usize> {
    let mut list = Vec::new();
    pattern.names(&mut |s| {
        let found = params.iter().position(|p| p.pack && p.name.sym == s);
        list.extend(found.filter(|i| !list.contains(i)));
    });
    list
}

/// Whether an expression of a list is expanded, or has such in its braces.
fn has_expansion(e: &Expr<'_>) -> bool {
    match e.kind {
        ExprKind::Pack(_) => true,
        ExprKind::InitList(list) => list.iter().any(|x| has_expansion(x.value)),
        _ => false,
    }
}

/// Where a type stands.
fn span_of(t: &TypeExpr<'_>) -> Span {
    match t {
        TypeExpr::Base(s) => s.span,
        TypeExpr::Pointer(t, _)
        | TypeExpr::Reference(t, _)
        | TypeExpr::Member(t, ..)
        | TypeExpr::Array(t, ..)
        | TypeExpr::Pack(t) => span_of(t),
        TypeExpr::Function { span, .. } => *span,
    }
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The pack that a name is, behind an element that it may stand for.
    pub(in crate::check) fn pack_named(&mut self, s: Symbol) -> Option<Entity> {
        let found = self.lookup(s)?;
        if matches!(found, Entity::Pack(_) | Entity::Parameters(..) | Entity::Seen(_)) {
            return Some(found);
        }
        let expanded = self.block.packs.iter().rev().find(|p| p.name == s)?;
        (expanded.element == found && !wrong!(InnerExpansionsAreSingle)).then_some(expanded.pack)
    }

    fn length(&self, pack: Entity) -> u32 {
        match pack {
            Entity::Pack(id) => self.cx.elements(id).len() as u32,
            Entity::Parameters(_, n) => n,
            Entity::Seen(id) => self.cx.templates.packs.seen[id].len() as u32,
            _ => 0,
        }
    }

    fn element_entity(&self, pack: Entity, index: u32) -> Option<Entity> {
        let index = if wrong!(ExpansionsRepeatTheFirst) { 0 } else { index };
        match pack {
            Entity::Pack(id) => self.cx.elements(id).get(index as usize).map(|a| entity_of(*a)),
            Entity::Parameters(first, n) => (index < n)
                .then(|| Entity::Local(LocalId::from_index(first.index() + index as usize))),
            Entity::Seen(id) => self.cx.templates.packs.seen[id].get(index as usize).copied(),
            _ => None,
        }
    }

    /// The packs of a pattern; `None` where that is wrong, which is told.
    fn expansion_of(&mut self, patterns: &[Pattern<'_, 'a>], span: Span) -> Option<Expansion<'a>> {
        let mut names = Vec::new();
        for pattern in patterns {
            pattern.names(&mut |s| {
                if !names.contains(&s) {
                    names.push(s);
                }
            });
        }
        let mut packs: Vec<(Symbol, u32)> = Vec::new();
        for s in names {
            if let Some(pack) = self.pack_named(s) {
                packs.push((s, self.length(pack)));
            }
        }
        let Some(&(first, count)) = packs.first() else {
            self.error(code::TEMPLATE, span, "there is no pack here that `...` could expand");
            return None;
        };
        if let Some((other, n)) = packs.iter().find(|p| p.1 != count) {
            let (a, b) = (self.cx.text(first).to_string(), self.cx.text(*other).to_string());
            let text = format!(
                "the packs `{a}` and `{b}` are expanded together, and have {count} and {n} elements"
            );
            self.error(code::TEMPLATE, span, text);
            return None;
        }
        let packs = self.cx.arenas.symbols.alloc_extend(packs.into_iter().map(|p| p.0));
        Some(Expansion { packs, count })
    }

    /// Does something where the names of packs stand for their elements of a number.
    pub(in crate::check) fn with_element<T>(
        &mut self,
        packs: &[Symbol],
        index: u32,
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let (mark, before) = (self.open_scope(), self.block.packs.len());
        for s in packs {
            let Some(pack) = self.pack_named(*s) else { continue };
            let Some(element) = self.element_entity(pack, index) else { continue };
            self.block.packs.push(Expanded { name: *s, pack, element, index });
            let old = self.block.names.insert(*s, (element, self.block.depth));
            self.block.undo.push((*s, old));
        }
        let result = act(self);
        self.block.packs.truncate(before);
        self.close_scope_to(mark);
        result
    }

    /// Does something for each element of a pattern's packs; `None` where that or one of them is wrong.
    pub(in crate::check) fn for_each_element(
        &mut self,
        pattern: Pattern<'_, 'a>,
        span: Span,
        mut act: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let Expansion { packs, count } = self.expansion_of(&[pattern], span)?;
        for i in 0..count {
            self.with_element(packs, i, &mut act)?;
        }
        Some(())
    }

    /// What an argument of a template comes to, one by one; `None` where one is wrong.
    pub(super) fn template_args_of(&mut self, a: &TemplateArg<'a>, list: &mut Vec<Option<TArg>>) {
        let Some(inner) = expanded_argument(a) else {
            let arg = self.template_arg(a);
            list.push(arg);
            return;
        };
        let span = match inner {
            TemplateArg::Type(t) => span_of(t),
            TemplateArg::Value(e) => e.span,
        };
        let before = list.len();
        let done = self.for_each_element(pattern_of(&inner), span, |b| {
            let arg = b.template_arg(&inner);
            list.push(arg);
            arg.map(|_| ())
        });
        if done.is_none() && list.get(before..).unwrap_or(&[]).iter().all(Option::is_some) {
            list.push(None);
        }
    }

    /// The base classes that one of a list comes to, read by `act`.
    pub(in crate::check) fn for_each_base(
        &mut self,
        base: &'a BaseSpec<'a>,
        mut act: impl FnMut(&mut Self),
    ) {
        match base.pack {
            false => act(self),
            true => {
                self.for_each_element(Pattern::Spec(base.spec), base.spec.span, |b| {
                    act(b);
                    Some(())
                });
            }
        }
    }

    /// A list of expressions, with one for each element where some are expanded.
    pub(in crate::check) fn expanded(&mut self, list: &'a [&'a Expr<'a>]) -> &'a [&'a Expr<'a>] {
        if !list.iter().any(|e| has_expansion(e)) {
            return list;
        }
        let mut all = Vec::with_capacity(list.len());
        for e in list {
            self.expand_into(e, &mut all);
        }
        all.iter_mut().for_each(|e| *e = self.expanded_braces(e));
        self.cx.arenas.expr_refs.alloc_extend(all)
    }

    /// A list in braces with one expression for each element where some are expanded; anything else as it is.
    pub(in crate::check) fn expanded_braces(&mut self, e: &'a Expr<'a>) -> &'a Expr<'a> {
        let ExprKind::InitList(list) = e.kind else { return e };
        if !has_expansion(e) {
            return e;
        }
        let mut all = Vec::with_capacity(list.len());
        for x in list {
            let mut values = Vec::new();
            self.expand_into(x.value, &mut values);
            for value in values {
                let value = self.expanded_braces(value);
                all.push(Element { field: x.field, index: x.index, value });
            }
        }
        let list = self.cx.arenas.elements.alloc_extend(all);
        self.cx.arenas.exprs.alloc(Expr { kind: ExprKind::InitList(list), ..*e })
    }

    /// A declarator whose initialiser is expanded.
    pub(in crate::check) fn expanded_declarator(
        &mut self,
        x: &'a Declarator<'a>,
    ) -> &'a Declarator<'a> {
        let expands = x.init.is_some_and(has_expansion)
            || x.args.is_some_and(|args| args.iter().any(|e| has_expansion(e)));
        if !expands {
            return x;
        }
        let init = x.init.map(|e| self.expanded_braces(e));
        let args = x.args.map(|args| self.expanded(args));
        &self.cx.arenas.declarators.alloc_extend([Declarator { init, args, ..*x }])[0]
    }

    /// A constructor's initialisers, one for each element where some are expanded.
    pub(in crate::check) fn expanded_inits(
        &mut self,
        inits: &'a [MemberInit<'a>],
    ) -> ExpandedInits<'a> {
        let expands = |i: &MemberInit<'_>| i.pack || i.args.iter().any(|e| has_expansion(e));
        if !inits.iter().any(expands) {
            return ExpandedInits { list: inits, elements: vec![None; inits.len()] };
        }
        let (mut list, mut elements) = (Vec::new(), Vec::new());
        for i in inits {
            if !i.pack {
                list.push(MemberInit { args: self.expanded(i.args), ..*i });
                elements.push(None);
                continue;
            }
            let name = Spec::new(crate::ast::Base::Named(i.name.sym), i.name.span);
            let spec = i.class.unwrap_or_else(|| self.cx.arenas.specs.alloc(name));
            if let Some(e) = i.args.iter().find(|e| has_expansion(e)) {
                let text =
                    "packs within an initialiser that is expanded itself are not supported yet";
                self.error(code::TEMPLATE, e.span, text);
                continue;
            }
            let mut patterns = vec![Pattern::Spec(spec)];
            patterns.extend(i.args.iter().map(|e| Pattern::Expr(e)));
            let Some(Expansion { packs, count }) = self.expansion_of(&patterns, i.name.span) else {
                continue;
            };
            for k in 0..count {
                let args: Vec<_> = i.args.iter().map(|e| self.element_of(e, packs, k)).collect();
                let args = self.cx.arenas.expr_refs.alloc_extend(args);
                list.push(MemberInit { class: Some(spec), args, pack: false, ..*i });
                elements.push(Some(ElementOf { packs, index: k }));
            }
        }
        ExpandedInits { list: self.cx.arenas.member_inits.alloc_extend(list), elements }
    }

    fn expand_into(&mut self, e: &'a Expr<'a>, all: &mut Vec<&'a Expr<'a>>) {
        let ExprKind::Pack(pattern) = e.kind else { return all.push(e) };
        let arenas = self.cx.arenas;
        match self.expansion_of(&[Pattern::Expr(pattern)], e.span) {
            Some(Expansion { packs, count }) => {
                all.extend((0..count).map(|i| self.element_of(pattern, packs, i)));
            }
            None => {
                let (kind, span) = (ExprKind::Error, e.span);
                all.push(arenas.exprs.alloc(Expr { kind, span, parens: false }));
            }
        }
    }

    /// One of what a pattern comes to; of a list in braces such a list.
    fn element_of(&self, pattern: &'a Expr<'a>, packs: &'a [Symbol], index: u32) -> &'a Expr<'a> {
        let arenas = self.cx.arenas;
        if let ExprKind::InitList(list) = pattern.kind {
            let all: Vec<Element<'a>> = list
                .iter()
                .map(|x| Element {
                    field: x.field,
                    index: x.index,
                    value: self.element_of(x.value, packs, index),
                })
                .collect();
            let kind = ExprKind::InitList(arenas.elements.alloc_extend(all));
            return arenas.exprs.alloc(Expr { kind, ..*pattern });
        }
        let element = arenas.pack_elements.alloc(PackElement { pattern, packs, index });
        let kind = ExprKind::PackElement(element);
        arenas.exprs.alloc(Expr { kind, span: pattern.span, parens: pattern.parens })
    }

    /// Types of a list, with one for each element where some are expanded; `None` where that is wrong.
    pub(in crate::check) fn types_of_list(
        &mut self,
        list: &'a [&'a TypeExpr<'a>],
    ) -> Option<Vec<Ty>> {
        let mut types = Vec::with_capacity(list.len());
        for t in list {
            let TypeExpr::Pack(pattern) = t else {
                types.push(self.type_named(t));
                continue;
            };
            self.for_each_element(Pattern::Type(pattern), span_of(pattern), |b| {
                types.push(b.type_named(pattern));
                Some(())
            })?;
        }
        Some(types)
    }

    /// `sizeof...(name)`.
    pub(in crate::check) fn size_of_pack(&mut self, name: Name, span: Span) -> E<'t> {
        match self.pack_named(name.sym) {
            Some(pack) => {
                let n = self.length(pack);
                self.int(i64::from(n), Ty::ULONG, span)
            }
            None => {
                let text = format!("`{}` is no pack", self.cx.text(name.sym));
                self.error(code::TEMPLATE, name.span, text)
            }
        }
    }

    /// A fold as the operators that it stands for ([expr.prim.fold]).
    pub(in crate::check) fn folded_expression(
        &mut self,
        fold: &'a Fold<'a>,
        span: Span,
    ) -> Option<&'a Expr<'a>> {
        let Expansion { packs, count } =
            self.expansion_of(&[Pattern::Expr(fold.pattern)], fold.pattern.span)?;
        let arenas = self.cx.arenas;
        let make = |kind| -> &'a Expr<'a> { arenas.exprs.alloc(Expr { kind, span, parens: true }) };
        let mut operands: Vec<&'a Expr<'a>> =
            (0..count).map(|i| self.element_of(fold.pattern, packs, i)).collect();
        match fold.initial {
            Some(first) if fold.left => operands.insert(0, first),
            Some(last) => operands.push(last),
            None => {}
        }
        let both = |a: &'a Expr<'a>, b: &'a Expr<'a>| {
            make(match fold.operator {
                FoldOperator::Binary(op) => ExprKind::Binary(op, fold.at, a, b),
                FoldOperator::Assign(op) => ExprKind::Assign(op, fold.at, a, b),
            })
        };
        let left = fold.left != wrong!(FoldsFromTheOtherSide);
        let all = match left {
            true => operands.into_iter().reduce(both),
            false => operands.into_iter().rev().reduce(|b, a| both(a, b)),
        };
        if all.is_some() {
            return all;
        }
        match fold.operator {
            FoldOperator::Binary(BinaryOp::LogAnd) => Some(make(ExprKind::Bool(true))),
            FoldOperator::Binary(BinaryOp::LogOr) => Some(make(ExprKind::Bool(false))),
            FoldOperator::Binary(BinaryOp::Comma) => {
                let void = Spec::new(crate::ast::Base::Word(crate::ast::BaseWord::Void), span);
                let void = arenas.types.alloc(TypeExpr::Base(arenas.specs.alloc(void)));
                let zero =
                    make(ExprKind::Int { value: 0, decimal: true, unsigned: false, longs: 0 });
                Some(make(ExprKind::Cast(CastStyle::Functional, void, zero)))
            }
            _ => {
                let text =
                    "this fold is over an empty pack, and its operator has no value for that";
                self.error(code::TEMPLATE, span, text);
                None
            }
        }
    }

    /// Reports a type that is expanded where no list is.
    pub(in crate::check) fn misplaced_expansion(&mut self, t: &TypeExpr<'_>) {
        let text = "`...` cannot expand a pack here";
        self.error(code::TEMPLATE, span_of(t), text);
    }

    /// Reports the name of a pack that nothing expands.
    pub(in crate::check) fn unexpanded(&mut self, name: Symbol, span: Span) {
        let text = format!("`{}` is a pack, and nothing expands it here", self.cx.text(name));
        self.cx.error(code::TEMPLATE, span, text);
    }
}
