//! Where names are looked up from ([basic.lookup]), and who stays there for how long.
//!
//! There is one [`Site`] at a time, the checker's. [`Checker::at`] and [`Body::at`] stay at another one for as long as what they
//! are given takes; a [`Body`] stays at its own from when it is made until it goes
//! away. Nobody puts a site back by hand.

use std::rc::Rc;

use crate::{
    check::{Body, Checker, Env, Function, Template, TemplateId, file::UsedNamespace},
    types::RecordId,
};

/// Where names are looked up from.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub namespace: u32,
    /// The token of the file up to which declarations count; 0 counts all.
    pub place: u32,
    /// The place of the declaration for which classes are made complete just now, or 0 where that is of a template.
    pub point: u32,
    /// The using directives and declarations of the function at hand.
    pub usings: Vec<LocalUsing>,
    /// Names bound around the function or class.
    pub env: Env,
    /// The class whose members are in scope.
    pub class: Option<RecordId>,
    /// This is a part of a template's instance: arguments' namespaces are looked through as they are at the file's end.
    pub instance: bool,
    /// The template whose instance this is a part of.
    pub template: Option<TemplateId>,
}

/// A using directive or declaration of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalUsing {
    pub used: UsedNamespace,
    /// How many names were declared before it.
    pub mark: usize,
    /// How deep its block is.
    pub depth: u32,
}

impl Default for Site {
    fn default() -> Site {
        Site {
            namespace: 0,
            place: 0,
            point: 0,
            usings: Vec::new(),
            env: Env {
                id: 0,
                names: Rc::from([]),
                instance: false,
                class: None,
                expanded: Rc::from([]),
            },
            class: None,
            instance: false,
            template: None,
        }
    }
}

impl Site {
    /// A site in an environment and a class, elsewhere as this one.
    pub(super) fn within(&self, env: &Env, class: Option<RecordId>) -> Site {
        Site {
            usings: self.usings.clone(),
            env: env.clone(),
            class: class.or(env.class),
            instance: is_instance(env),
            template: None,
            ..*self
        }
    }

    /// The same at another place of another namespace.
    pub(super) fn at(self, namespace: u32, place: u32) -> Site {
        Site { namespace, place, ..self }
    }
}

/// Whether what stands in an environment is a part of a template's instance.
pub(super) fn is_instance(env: &Env) -> bool {
    env.instance || wrong!(MembersSeeBelow) && !env.names.is_empty()
}

impl Checker<'_, '_> {
    /// Where the definition of a function stands: its body, and what follows its parameters.
    pub(super) fn site_of(&self, info: &Function<'_>) -> Site {
        let site = self.site.within(&info.env, info.membership.class);
        let usings = self.usings_around(info.membership.class);
        Site { usings, ..site.at(info.home.namespace, info.home.place.defined) }
    }

    /// Does something where names are looked up from another place of another namespace.
    pub(super) fn at<T>(
        &mut self,
        (namespace, place): (u32, u32),
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let was = (self.site.namespace, self.site.place);
        (self.site.namespace, self.site.place) = (namespace, place);
        let result = act(self);
        (self.site.namespace, self.site.place) = was;
        result
    }

    /// Does something for which classes are made complete at a point.
    pub(super) fn at_point<T>(&mut self, point: u32, act: impl FnOnce(&mut Self) -> T) -> T {
        let was = std::mem::replace(&mut self.site.point, point);
        let result = act(self);
        self.site.point = was;
        result
    }
}

impl<'a> Body<'_, 'a, '_, '_> {
    /// As [`Checker::at`].
    pub(super) fn at<T>(
        &mut self,
        (namespace, place): (u32, u32),
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let was = (self.cx.site.namespace, self.cx.site.place);
        (self.cx.site.namespace, self.cx.site.place) = (namespace, place);
        let result = act(self);
        (self.cx.site.namespace, self.cx.site.place) = was;
        result
    }

    /// As [`Checker::at_point`].
    pub(super) fn at_point<T>(&mut self, point: u32, act: impl FnOnce(&mut Self) -> T) -> T {
        let was = std::mem::replace(&mut self.cx.site.point, point);
        let result = act(self);
        self.cx.site.point = was;
        result
    }

    /// Does something where a template is defined.
    pub(super) fn at_definition<T>(
        &mut self,
        t: &Template<'_>,
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.at((t.namespace, t.place.defined), act)
    }

    /// Does something where a template stands: names in its head mean what they mean there, not what they mean at a call.
    pub(super) fn at_template<T>(
        &mut self,
        t: &Template<'_>,
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if wrong!(OrderedAtCalls) {
            return act(self);
        }
        self.at((t.namespace, t.place.defined), act)
    }

    /// Does something in a class's scope.
    pub(super) fn in_class<T>(
        &mut self,
        class: Option<RecordId>,
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let was = std::mem::replace(&mut self.cx.site.class, class);
        let result = act(self);
        self.cx.site.class = was;
        result
    }
}
