//! Deduction guides as they are written: which are a template's, and what they may not say ([temp.deduct.guide] 2, 3, [temp.param] 14).
//!
//! Idea: guides are found by the name that they have in the index, in the namespace of the template, or among the members of its class.
//! Cost: each is read once, when the arguments of its template are first deduced; NVRTC's mode reads all.

use std::rc::Rc;

use optx_source::{Diagnostic, Span, code};

use super::{
    Declared, Template, TemplateId,
    guides::{Guide, GuideSet, MadeOf},
};
use crate::{
    ast::{Base, BaseWord, Declaration, Declarator, Flags, Spec, TypeExpr},
    check::{Body, Checker, Entity},
    parse::{self, index::ItemKind},
    typed::{FunctionId, TypedArenas},
};

impl<'a> Checker<'a, '_> {
    /// The deduction guides that are written for a template: in its namespace, or in its class.
    pub(super) fn written_guides(
        &mut self,
        info: &Template<'a>,
        t: TemplateId,
        set: &mut GuideSet,
    ) {
        if let Some(outer) = info.class.and_then(|r| self.classes.all.get(&r)) {
            for d in outer.spec.guides {
                if d.declarators.first().is_some_and(|x| x.name.sym == info.name) {
                    self.written_guide(info, d, 0, set);
                }
            }
            return;
        }
        let items = self.index.guides.get(&info.name).cloned().unwrap_or_default();
        for i in items {
            let item = self.index.items[i as usize].clone();
            if item.namespace != info.namespace {
                self.guide_elsewhere(t, &item);
                continue;
            }
            let input = parse::Input {
                arenas: self.arenas,
                tokens: &self.declared.lists[item.list as usize].tokens,
                names: self.names,
                index: &self.index,
                limits: &self.options.limits,
                list: item.list,
            };
            let Some(d) = parse::parse_guide(input, &item, self.diags) else { continue };
            let d = &*self.arenas.declarations.alloc(d);
            self.written_guide(info, d, item.place(), set);
        }
    }

    fn written_guide(
        &mut self,
        info: &Template<'a>,
        d: &'a Declaration<'a>,
        place: u32,
        set: &mut GuideSet,
    ) {
        let [x] = d.declarators else { return };
        let known = set.list.len();
        let id = self.add_guide(info, d, MadeOf::Written, set);
        if place != 0 {
            let known = &mut self.templates.all[id].place;
            (known.declared, known.defined) = (place, place);
        }
        if let Some(first) = self.same_guide(&set.list[..known], id) {
            let text =
                format!("this deduction guide of `{}` stands here again", self.text(info.name));
            let d = Diagnostic::new(code::REDEFINED, x.name.span, text);
            self.diags.push(d.note(first, "the first one is here"));
            set.list.pop();
            return;
        }
        let Some(guide) = set.list.last_mut() else { return };
        guide.place = place;
        if d.template.is_none() {
            guide.alone = self.guide_alone(id, place);
            if guide.alone.is_none() {
                set.list.pop();
            }
            return;
        }
        self.check_template_head(d, info.name);
        self.check_open_parameters(d);
    }

    /// The guide among some that has the same parameters as another one that is written.
    fn same_guide(&mut self, known: &[Guide], id: TemplateId) -> Option<Span> {
        let new = self.parameters_of_guide(id);
        let written =
            |g: &&Guide| self.templates.guides.made_of.get(&g.template) == Some(&MadeOf::Written);
        let known: Vec<TemplateId> = known.iter().filter(written).map(|g| g.template).collect();
        let same = known.into_iter().find(|g| {
            let old = self.parameters_of_guide(*g);
            self.is_one_template(&old, &new)
        })?;
        Some(self.template(same).span)
    }

    /// A guide as if it gave nothing: guides are told apart by what they take.
    fn parameters_of_guide(&self, id: TemplateId) -> Declared<'a> {
        let (t, arenas) = (self.template(id), self.arenas);
        let nothing = arenas.specs.alloc(Spec::new(Base::Word(BaseWord::Void), t.span));
        let nothing = arenas.types.alloc(TypeExpr::Base(nothing));
        let without = |x: &Declarator<'a>| match x.ty {
            TypeExpr::Function { params, variadic, quals, object, noexcept, span, .. } => {
                let ty = arenas.types.alloc(TypeExpr::Function {
                    result: nothing,
                    params,
                    variadic: *variadic,
                    quals: *quals,
                    object: *object,
                    noexcept: *noexcept,
                    span: *span,
                });
                Declarator { ty, ..*x }
            }
            _ => *x,
        };
        let list: Vec<Declarator<'a>> = t.declaration.declarators.iter().map(without).collect();
        let declarators = arenas.declarators.alloc_extend(list);
        let d = arenas.declarations.alloc(Declaration { declarators, ..*t.declaration });
        Declared::new(d, t.env.clone(), t.class, (t.namespace, t.place.defined))
    }

    /// The function that a guide without parameters of a template is.
    fn guide_alone(&mut self, id: TemplateId, place: u32) -> Option<FunctionId> {
        let t = self.template(id).clone();
        let arena = TypedArenas::small();
        let trials = self.diags.suspend();
        let errors = self.diags.errors();
        let mut b = Body::within(self, &arena, &t.env, t.class);
        let f = b.at((t.namespace, place), |b| b.declare_with(id, Rc::from([])));
        drop(b);
        let wrong = self.diags.errors() > errors;
        self.diags.resume(trials);
        let f = f.filter(|_| !wrong)?;
        self.functions[f].origin.template = None;
        Some(f)
    }

    /// Reports a parameter of a guide's template that nothing says ([temp.param] 14).
    fn check_open_parameters(&mut self, d: &Declaration<'a>) {
        let [x] = d.declarators else { return };
        let TypeExpr::Function { params, .. } = x.ty else { return };
        let params_of = d.template.unwrap_or(&[]);
        let open = params_of.iter().find(|p| {
            let one = std::slice::from_ref(*p);
            let said =
                |x: &crate::ast::Param<'_>| super::named_parameters::names_parameter(x.ty, one);
            !p.pack && !p.kind.has_default() && !params.iter().any(said)
        });
        if let Some(p) = open {
            let at = if p.name.span == Span::NONE { x.name.span } else { p.name.span };
            let text = format!(
                "nothing in this deduction guide says what its parameter `{}` is",
                self.text(p.name.sym)
            );
            self.error(code::TEMPLATE, at, text);
        }
    }

    /// Reports a guide that stands in another namespace than the template that its name means there.
    fn guide_elsewhere(&mut self, t: TemplateId, item: &parse::index::Item) {
        let found = self.at((item.namespace, item.place()), |cx| cx.lookup(item.name));
        if found == Some(Entity::ClassTemplate(t)) {
            let text = "a deduction guide stands in the namespace of its class template";
            let d = Diagnostic::new(code::TEMPLATE, item.span, text);
            self.diags.push(d.note(self.template(t).span, "the template is declared here"));
        }
    }

    /// Looks at the deduction guides of the file that nothing has asked for.
    pub(crate) fn check_guides(&mut self) {
        let own = |i: &&u32| {
            let item = &self.index.items[**i as usize];
            item.kind == ItemKind::Guide && item.list == 0 && !item.library
        };
        let mut items: Vec<u32> =
            self.index.guides.values().flatten().filter(own).copied().collect();
        items.sort_unstable();
        for i in items {
            let item = self.index.items[i as usize].clone();
            match self.at((item.namespace, item.place()), |cx| cx.lookup(item.name)) {
                Some(Entity::ClassTemplate(t)) if !self.template(t).flags.has(Flags::TYPEDEF) => {
                    self.guides_of(t);
                }
                Some(Entity::Unparsable(_)) => {}
                _ => {
                    let text = format!(
                        "there is no class template `{}` here for a deduction guide",
                        self.text(item.name)
                    );
                    self.error(code::TEMPLATE, item.span, text);
                }
            }
        }
    }
}
