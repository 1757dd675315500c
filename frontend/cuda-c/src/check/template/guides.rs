//! What the arguments of a class template are deduced by ([over.match.class.deduct]): a set of function templates for it.
//!
//! Idea: each constructor of the template becomes a function template that takes what the constructor takes and gives the class; so does
//! each deduction guide as it is written; and two more are made: one that takes nothing, where there is no constructor, and one that takes
//! an object of the class. Deduction, substitution and the choice among them are those of functions. Legality: what is made of
//! constructors is in [`super::constructor_guide`]. Cost: the set is made once a template, when it is first asked for; a program that
//! deduces nothing makes none.

use std::rc::Rc;

use optx_source::{Diagnostics, Span};

use super::{Template, TemplateId, said_outside::Maker};
use crate::{
    ast::{Base, Declaration, Flags, MemberKind, RecordSpec},
    check::{Body, Checker, Entity, TArg, arity::Arity},
    intern::{Map, Symbol},
    parse,
    typed::FunctionId,
    types::{RecordId, Ty},
};

/// What a guide was made of, the preferred one of two that are as good and as special first ([over.match.best] 1.8 to 1.10, 1.6).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum MadeOf {
    /// It is written.
    Written,
    /// It takes an object of the class.
    Copy,
    Constructor,
    ConstructorTemplate,
}

/// One way to deduce the arguments of a class template.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) struct Guide {
    pub template: TemplateId,
    /// The function itself, where it has no parameters of a template.
    pub alone: Option<FunctionId>,
    /// Where it is written; 0 where it counts everywhere.
    pub place: u32,
    /// It is the one that takes an object of the class, which is written nowhere.
    pub copies: bool,
}

/// All ways to deduce the arguments of a class template.
#[derive(Default)]
pub(in crate::check) struct GuideSet {
    pub list: Vec<Guide>,
    /// Constructors that cannot be looked at from outside of the class, and how many arguments they take.
    pub unread: Vec<(Span, Arity)>,
}

/// What a guide that a constructor is made into names of the class.
#[derive(Clone)]
pub(in crate::check) struct Mentions {
    /// The class template.
    pub class: TemplateId,
    /// Names of the class's members.
    pub members: Rc<[Symbol]>,
}

/// What is known of guides.
#[derive(Default)]
pub(crate) struct Guides {
    /// By the class template.
    sets: Map<TemplateId, Rc<GuideSet>>,
    /// What guides are made of, by their own templates.
    pub(super) made_of: Map<TemplateId, MadeOf>,
    /// By the guide's template.
    mentions: Map<TemplateId, Mentions>,
    /// A constructor named a member that it cannot be asked for from outside.
    pub missed: bool,
    /// Lists that deduce classes, in each other.
    pub depth: u32,
    /// What lists in braces deduce, by the list and its environment.
    pub known: Map<(usize, u32), Ty>,
}

impl<'a> Checker<'a, '_> {
    /// Whether of two guides that are as good and as special the first one is preferred.
    pub(in crate::check) fn is_preferred_guide(&self, a: TemplateId, b: TemplateId) -> bool {
        let of = |t| self.templates.guides.made_of.get(&t);
        match (of(a), of(b)) {
            (Some(MadeOf::Written), Some(_)) if wrong!(GuidesRankAsConstructors) => false,
            (Some(MadeOf::Copy), Some(_)) if wrong!(CopiesDeduceLikeOthers) => false,
            (Some(MadeOf::Constructor), Some(_)) if wrong!(TemplatesDeduceAlike) => false,
            (Some(a), Some(b)) => a < b,
            _ => false,
        }
    }

    /// The class that a class template's declaration defines, if it does.
    fn primary_class(&self, t: TemplateId) -> Option<&'a RecordSpec<'a>> {
        match self.template(t).declaration.spec.base {
            Base::Record(r) => Some(r),
            _ => None,
        }
    }

    /// The guides of a class template.
    pub(in crate::check) fn guides_of(&mut self, t: TemplateId) -> Rc<GuideSet> {
        if let Some(known) = self.templates.guides.sets.get(&t) {
            return Rc::clone(known);
        }
        let mut set = GuideSet::default();
        let info = self.template(t).clone();
        let class = self.primary_class(t);
        self.at((info.namespace, info.place.defined), |cx| {
            cx.guides_of_constructors(t, &info, class, &mut set);
        });
        if !wrong!(GuidesAreIgnored) {
            self.written_guides(&info, t, &mut set);
        }
        let set = Rc::new(set);
        // A class that is not defined yet may have other constructors later.
        if class.is_some() {
            self.templates.guides.sets.insert(t, Rc::clone(&set));
        }
        set
    }

    /// What the constructors of the template make, and what is made besides.
    fn guides_of_constructors(
        &mut self,
        t: TemplateId,
        info: &Template<'a>,
        class: Option<&'a RecordSpec<'a>>,
        set: &mut GuideSet,
    ) {
        let maker = Maker::new(self, info, class);
        let mut any = false;
        for f in class.map_or(&[][..], |r| r.functions) {
            if f.kind != MemberKind::Constructor || f.flags.has(Flags::FRIEND) {
                continue;
            }
            any = true;
            let Some(made) = self.constructor_guide(&maker, f) else {
                set.unread.push((f.name.span, Arity::of(std::iter::empty(), true)));
                continue;
            };
            let of = if f.template { MadeOf::ConstructorTemplate } else { MadeOf::Constructor };
            let id = self.add_guide(info, made.declaration, of, set);
            self.templates.all[id].of_class = maker.params.len();
            if made.open {
                let arity = self.template(id).arity();
                set.unread.push((f.name.span, arity));
                set.list.pop();
            } else if !made.mentions.is_empty() || made.names_class {
                let mentions = Mentions { class: t, members: Rc::from(made.mentions) };
                self.templates.guides.mentions.insert(id, mentions);
            }
        }
        if !any {
            let made = maker.guide(self.arenas, &[], info.span);
            self.add_guide(info, made, MadeOf::Constructor, set);
        }
        if !wrong!(NoCopiesAreDeduced) {
            let made = maker.copy_guide(self.arenas, info.span);
            self.add_guide(info, made, MadeOf::Copy, set);
        }
    }

    /// Adds a guide as a template of functions beside its class template.
    pub(super) fn add_guide(
        &mut self,
        class: &Template<'a>,
        d: &'a Declaration<'a>,
        of: MadeOf,
        set: &mut GuideSet,
    ) -> TemplateId {
        let id = self.add_unnamed_template(d, class.env.clone());
        let t = &mut self.templates.all[id];
        (t.name, t.class, t.namespace) = (class.name, class.class, class.namespace);
        (t.place, t.span, t.library) =
            (class.place, d.declarators.first().map_or(class.span, |x| x.name.span), class.library);
        // It is called on no object.
        t.flags = Flags(d.spec.flags.0 & Flags::EXPLICIT | Flags::STATIC);
        self.templates.guides.made_of.insert(id, of);
        set.list.push(Guide { template: id, alone: None, place: 0, copies: of == MadeOf::Copy });
        id
    }

    /// What a constructor's declaration is, as it stands in a class template that nothing is known of but its members' names.
    pub(super) fn parse_constructor(
        &mut self,
        r: &'a RecordSpec<'a>,
        members: &[(Symbol, bool)],
        f: &crate::ast::MemberFunction,
    ) -> Option<Declaration<'a>> {
        let input = parse::Input {
            arenas: self.arenas,
            tokens: &self.declared.lists[r.list as usize].tokens,
            names: self.names,
            index: &self.index,
            limits: &self.options.limits,
            list: r.list,
        };
        let below = self.members_below(r, None, f, members);
        let members = parse::Members { names: members, below: &below };
        // What is wrong with it is told where the class is made.
        let mut quiet = Diagnostics::default();
        parse::parse_member(input, r.known, members, r.name.sym, f, &mut quiet)
            .filter(|_| !quiet.has_errors())
    }
}

impl<'a> Body<'_, 'a, '_, '_> {
    /// The environment of a guide that is made of a constructor, where that names its class or members of it: they are the class's
    /// for the arguments that are deduced. `None` where there is nothing to add.
    pub(super) fn environment_of_guide(
        &mut self,
        id: TemplateId,
        args: &[Option<TArg>],
    ) -> Option<super::Env> {
        if self.cx.templates.guides.mentions.is_empty() {
            return None;
        }
        let mentions = self.cx.templates.guides.mentions.get(&id)?.clone();
        let class = self.cx.template(mentions.class).clone();
        let args = args.get(..class.params.len())?;
        let args = self.complete_args(class.params, &class.env, class.class, args, class.name)?;
        let ty = self.class_instance(mentions.class, args, Span::NONE);
        let mut names = vec![(class.name, Entity::plain(ty))];
        if !mentions.members.is_empty() && self.complete(ty, Span::NONE) {
            let r: Option<RecordId> = self.cx.class_id(ty);
            for s in mentions.members.iter() {
                match r.and_then(|r| self.cx.class_entity(r, *s)) {
                    Some(e) => names.push((*s, e)),
                    None => self.cx.templates.guides.missed = true,
                }
            }
        }
        Some(self.cx.new_env(&class.env, names))
    }
}
