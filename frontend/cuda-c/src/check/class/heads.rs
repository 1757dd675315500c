//! The heads `template <...>` of a definition outside of its class, by what each is of ([temp.mem] 1, [temp.expl.spec] 16 to 18).
//!
//! Idea: of the classes before the name, each that is made of a template has one head, outermost first, and a member that is a template one
//! of its own behind them. A class that is a specialisation as it stands, `template <> struct A<int> {..}`, has none, nor have those around it.
//! Which classes are such is known once the class is found, with what stands for the parameters of all heads.

use crate::{
    ast::{Base, Declaration, Declarator, Name, Spec, TemplateArg, TemplateParam},
    check::{
        Checker, Entity,
        template::{Definition, Specialization},
    },
    intern::Symbol,
    types::RecordId,
};

/// The head of a class in the name before `::`.
#[derive(Clone, Copy)]
pub(super) struct ClassHead<'a> {
    pub params: &'a [TemplateParam<'a>],
    /// The arguments in the class's name.
    pub patterns: &'a [TemplateArg<'a>],
    pub class: Option<RecordId>,
}

/// The heads of a definition.
pub(super) struct Heads<'a> {
    /// Those of classes, outermost first.
    pub classes: Vec<ClassHead<'a>>,
    /// The member's own, where it is a template or a specialisation of one.
    pub own: Option<&'a [TemplateParam<'a>]>,
}

impl Heads<'_> {
    /// The member is one of a single instance of a class template: `template <>`.
    pub fn are_stated(&self) -> bool {
        self.classes.last().is_some_and(|h| h.params.is_empty())
    }
}

/// What stands for parameters of classes' templates, by their names.
pub(super) type Names = Vec<(Symbol, Entity)>;

/// The class before the name that a declaration is of.
pub(super) fn scope_of<'a>(d: &Declaration<'a>) -> Option<&'a Spec<'a>> {
    match (d.declarators, d.spec.base) {
        ([x], _) => x.scope,
        ([], Base::Record(r)) => r.class,
        ([], Base::Enum(e)) => e.class,
        ([], Base::Nested(class, ..)) => Some(class),
        _ => None,
    }
}

/// The arguments behind the declared name: those of a specialisation.
pub(super) fn arguments_of<'a>(d: &Declaration<'a>) -> Option<&'a [TemplateArg<'a>]> {
    match (d.declarators, d.spec.base) {
        ([Declarator { template_args, .. }], _) => *template_args,
        ([], Base::Record(r)) => r.template_args,
        ([], Base::Nested(_, _, args) | Base::Template(_, args)) => {
            Some(args).filter(|a| !a.is_empty())
        }
        _ => None,
    }
}

/// What a declaration defines or specialises, and its name.
pub(super) fn defined<'a>(d: &'a Declaration<'a>) -> Option<(Name, Option<Definition<'a>>)> {
    match (d.declarators, d.spec.base) {
        ([x], _) => Some((x.name, Some(Definition::Variable(d)))),
        ([], Base::Record(r)) => Some((r.name, Some(Definition::Class(r)))),
        ([], Base::Nested(_, name, _) | Base::Template(name, _)) => Some((name, None)),
        _ => None,
    }
}

impl<'a> Checker<'a, '_> {
    /// The heads of a definition, where its class is known; `None` where there are more or fewer than its name asks for.
    pub(super) fn heads(&self, d: &Declaration<'a>, class: RecordId) -> Option<Heads<'a>> {
        let all = || d.around.iter().copied().chain(d.template);
        let mut levels = self.levels(scope_of(d)?, class);
        let (given, needed) = (all().count(), levels.len());
        for (level, params) in levels.iter_mut().zip(all()) {
            level.params = params;
        }
        let fits = given == needed || given == needed + 1;
        let own = all().nth(needed);
        fits.then_some(Heads { classes: levels, own })
    }

    /// The classes in a name that have heads, outermost first.
    fn levels(&self, scope: &'a Spec<'a>, class: RecordId) -> Vec<ClassHead<'a>> {
        let (mut list, mut next) = (Vec::new(), Some((scope, Some(class))));
        while let Some((spec, class)) = next.take() {
            // What is around a specialisation is one too, or the member would be none.
            if class.is_some_and(|r| self.is_stated(r)) {
                break;
            }
            let patterns = match spec.base {
                Base::Template(_, args) => args,
                Base::Nested(outer, _, args) => {
                    let around = class.and_then(|r| self.classes.all.get(&r)?.outer);
                    next = Some((outer, around));
                    // `A<T>::B` may be a class of `A<T>` or, in it, one without arguments.
                    let made = class.is_some_and(|r| self.templates.instances.contains_key(&r));
                    if args.is_empty() && !made {
                        continue;
                    }
                    args
                }
                _ => continue,
            };
            list.push(ClassHead { params: &[], patterns, class });
        }
        list.reverse();
        list
    }

    /// Whether a class is an explicit specialisation, of a template or of a member of one.
    fn is_stated(&self, r: RecordId) -> bool {
        self.classes.stated_outside.contains_key(&r)
            || self.specialisation_of(r).is_some_and(|s| s.params.is_empty())
    }

    /// The specialisation of its template that a class is made of, if it is made of one.
    pub(super) fn specialisation_of(&self, r: RecordId) -> Option<&Specialization<'a>> {
        let template = self.templates.instances.get(&r)?.template;
        let id = self.classes.all.get(&r).map(|c| c.spec.id);
        let all = &self.template(template).specializations;
        all.iter().find(|s| s.record().map(|r| r.id) == id)
    }
}
