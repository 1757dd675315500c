//! Instances of class templates become complete when they have to be ([temp.inst] 1): a pointer or reference to one, a
//! typedef and a template's argument only name it.
//!
//! Idea: naming an instance makes a class without contents. Who needs the contents asks [`Body::complete`] for them: a type
//! that stands by itself, an expression of the class, and what looks into the class that a pointer points to.

use std::rc::Rc;

use optx_source::{Span, code};

use super::{
    Definition, Instance, TArg, Template, TemplateId,
    instance::{Chosen, bound},
};
use crate::{
    ast::{Base, Flags, MemberFunction, MemberKind, RecordSpec, Tag},
    check::{Body, Checker, Entity},
    parse::index::{Item, ItemKind},
    token::Tok,
    typed::TypedArenas,
    types::{RecordId, Ty, TypeKind},
    words,
};

impl Checker<'_, '_> {
    /// Whether something stands before the name that an item declares: `X<T>::name`.
    fn is_qualified(&self, i: &Item) -> bool {
        let tokens = &self.declared.lists[i.list as usize].tokens;
        let own = tokens.get(i.first as usize..i.end as usize).unwrap_or(&[]);
        let name = own.iter().position(|t| t.span == i.span);
        // What has no such place may be anything.
        name.is_none_or(|at| at > 0 && own[at - 1].kind == Tok::ColonColon)
    }
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// Whether a template has had too many instances, or too deep in each other; an error where it has.
    pub(super) fn is_instantiated_too_often(&mut self, id: TemplateId, span: Span) -> bool {
        let (deep, often) = (
            self.cx.declared.resolving >= crate::check::template::INSTANCE_DEPTH,
            self.cx.made(id).types.len() >= 4096,
        );
        let text = self.cx.text(self.cx.template(id).name);
        let text = format!("the template `{text}` is instantiated too deep or too often");
        match (deep, often) {
            (_, true) => self.cx.stop_instances(span, &text),
            (true, _) => self.cx.error(code::LIMIT_NESTING, span, text),
            _ => {}
        }
        deep || often
    }

    /// Whether the name of an instance would be longer than the limit; an error where it would. What a type is made of is as
    /// long as its name is in full, and not as what is kept of it, where equal parts are one.
    pub(super) fn is_named_too_long(
        &mut self,
        t: &Template<'a>,
        args: &[TArg],
        span: Span,
    ) -> bool {
        let limit = self.cx.limits().type_name;
        let over = self.cx.text(t.name).len() + self.cx.args_text(args).len() > limit;
        if over {
            let text = self.cx.text(t.name);
            let text = format!(
                "the name of this instance of the template `{text}` is longer than {limit} bytes"
            );
            self.cx.stop_instances(span, &text);
        }
        over
    }

    /// Makes the class of a type, or of an array's elements, complete where it is a template's instance and there is a
    /// definition for it; false where that is wrong.
    #[inline]
    pub(in crate::check) fn complete(&mut self, ty: Ty, span: Span) -> bool {
        // Most types are no classes.
        !matches!(self.cx.types.kind(ty), TypeKind::Record(_) | TypeKind::Array(..))
            || self.complete_class(ty, span)
    }

    fn complete_class(&mut self, ty: Ty, span: Span) -> bool {
        let TypeKind::Record(r) = self.cx.types.kind(self.cx.types.innermost(ty)) else {
            return true;
        };
        if !self.cx.types.records[r].complete
            && !self.cx.define_member_class(r)
            && self.is_defined_unread(r, span)
        {
            return false;
        }
        let Some(instance) = self.cx.templates.instances.get(&r) else { return true };
        if self.cx.classes.all.contains_key(&r) {
            return self.check_stated(r, span);
        }
        let (id, args) = (instance.template, instance.args.clone());
        let t = self.cx.template(id);
        let defined = matches!(t.declaration.spec.base, Base::Record(_));
        if t.flags.has(Flags::TYPEDEF) || !defined && t.specializations.is_empty() {
            return true;
        }
        let t = t.clone();
        !self.is_instantiated_too_often(id, span)
            && self.complete_instance(r, (id, &t), args, span)
            && self.check_stated(r, span)
    }

    /// Whether a class that is not complete is defined in a way that is absent; an error that says so. It is not to be taken for one that
    /// has no definition: what fits it would be passed over.
    fn is_defined_unread(&mut self, r: RecordId, span: Span) -> bool {
        let instance = self.cx.templates.instances.get(&r).map(|i| i.template);
        let template = instance.map(|t| self.cx.template(t));
        let name = match template {
            Some(t) => Some(t.name),
            None => self.cx.names.find(&self.cx.types.records[r].name),
        };
        let Some(name) = name else { return false };
        let of_template = template.map(|t| t.class.is_some());
        // By what it declares such a definition is known as a class, or as a variable that follows one.
        let outside = |i: &Item| {
            use ItemKind::{Type, TypeTemplate, VariableTemplate};
            matches!(i.kind, Type | TypeTemplate | VariableTemplate) && self.cx.is_qualified(i)
        };
        let is_r = |e: &Entity| matches!(e, Entity::Type(t, _) if self.cx.class_id(*t) == Some(r));
        let is_member = || {
            let mut classes = self.cx.classes.all.values();
            of_template.unwrap_or_else(|| classes.any(|c| c.entities.get(&name).is_some_and(is_r)))
        };
        let member = self.cx.index.items_named(name).any(outside) && is_member();
        if member {
            let text = self.cx.text(name).to_string();
            let text = format!(
                "`{text}`, which is defined outside of the class around it, is not supported yet"
            );
            self.error(code::NOT_SUPPORTED, span, text);
            return true;
        }
        // Of the file's own classes the definition may be left alone.
        let namespace = self.cx.types.records[r].namespace;
        !member && self.cx.tell_left_class(name, namespace, span)
    }

    /// The place in the file of the function whose body asks for an instance, be it by way of other classes; 0 where that
    /// is an instance itself, as what it asks for may stand behind it ([temp.point]).
    pub(in crate::check) fn point(&self) -> u32 {
        let f = self.function.and_then(|f| self.cx.functions.get(f));
        f.map_or(
            self.cx.site.point,
            |f| if self.cx.is_instance(f) { 0 } else { f.home.place.defined },
        )
    }

    /// Whether a class is made of no specialisation that stands behind the place that needs it ([temp.expl.spec] 6); an error
    /// where it is.
    fn check_stated(&mut self, r: RecordId, span: Span) -> bool {
        let point = self.point();
        let late = |s: &(u32, Span)| point != 0 && s.0 > point;
        let Some(instance) = self.cx.templates.instances.get_mut(&r) else { return true };
        let Some((_, at)) = instance.stated.filter(late) else {
            return true;
        };
        // Told once.
        if !self.cx.diags.in_trial() {
            instance.stated = None;
        }
        let name = self.cx.types.records[r].name.clone();
        self.cx.specialised_late(&name, at, span);
        false
    }

    /// Makes the classes complete that a conversion to a type may look into: the one that is referred to, and those that
    /// the pointers point to where one may be the other's base.
    pub(in crate::check) fn complete_for(&mut self, from: Ty, to: Ty, span: Span) {
        let types = &self.cx.types;
        let (a, b) = match types.kind(to) {
            TypeKind::Reference(r, _) => (from, r),
            TypeKind::Pointer(b) => (types.pointee(from).unwrap_or(from), b),
            _ => return,
        };
        if a.bare() != b.bare() && (types.is_record(a) || !types.is_pointer(to)) {
            self.complete(a, span);
            self.complete(b, span);
        }
    }

    fn complete_instance(
        &mut self,
        r: RecordId,
        (id, t): (TemplateId, &Template<'a>),
        args: Rc<[TArg]>,
        span: Span,
    ) -> bool {
        self.cx.declared.resolving += 1;
        let point = self.point();
        let trial = self.cx.diags.in_trial().then(|| self.cx.diags.begin_trial());
        let errors = self.cx.diags.errors();
        let mut right = self.at((t.namespace, t.place.defined), |b| {
            b.making(Instance::Class(r), span, |b| {
                b.at_point(point, |b| b.define_instance(id, t, args, span))
            })
        });
        if let Some(trial) = trial
            && self.cx.diags.end_inner_trial(trial)
        {
            // What is wrong with it is told when it is made in earnest.
            self.cx.classes.all.remove(&r);
            self.cx.types.reopen(r);
            right = false;
        }
        if !self.cx.diags.in_trial()
            && self.cx.diags.errors() > errors
            && let Some(i) = self.cx.templates.instances.get_mut(&r)
        {
            i.faulty = true;
        }
        self.cx.declared.resolving -= 1;
        right
    }

    /// Declares the member functions of an instance for types that make no sense in many of them, as each declaration is made with the class
    /// ([temp.inst] 2). For others that is left until somebody asks for them.
    fn declare_odd_members(&mut self, r: RecordId, record: &'a RecordSpec<'a>) {
        let types = &self.cx.types;
        let odd = |a: &TArg| match a {
            TArg::Type(t) => {
                t.bare() == Ty::VOID
                    || matches!(
                        types.kind(*t),
                        TypeKind::Array(..) | TypeKind::Reference(..) | TypeKind::Function(..)
                    )
            }
            _ => false,
        };
        let own = |f: &&MemberFunction| {
            !f.flags.has(Flags::FRIEND | Flags::VIRTUAL)
                && f.kind != MemberKind::Destructor
                && f.name.sym != words::OP_ALLOCATION
        };
        let counts = !self.cx.diags.in_trial() && !self.cx.library_list(record.list);
        if counts && self.cx.class_arguments(r).iter().any(odd) {
            for f in record.functions.iter().filter(own) {
                self.cx.declared_methods(r, f.name.sym, f.kind);
            }
        }
    }

    /// Whether something was told to be wrong with a class or a base of it, so that more of the kind would say nothing new.
    pub(in crate::check) fn is_faulty(&self, ty: Ty) -> bool {
        let faulty = |t: Ty| {
            let r = self.cx.class_id(t);
            r.and_then(|r| self.cx.templates.instances.get(&r)).is_some_and(|i| i.faulty)
        };
        !self.cx.diags.in_trial()
            && self.cx.diags.has_errors()
            && (faulty(ty)
                || self.cx.class(ty).is_some_and(|c| c.bases_ahead.iter().any(|b| faulty(*b))))
    }

    /// Reports that no specialisation is the best one.
    pub(in crate::check) fn ambiguous_specialization(
        &mut self,
        t: &Template<'a>,
        args: &[TArg],
        at: Span,
    ) {
        let (text, list) = (self.cx.text(t.name).to_string(), self.cx.args_text(args));
        let text = format!("several specialisations of `{text}` fit `{text}{list}`");
        self.cx.error(code::AMBIGUOUS, at, text);
    }

    /// Defines an instance by the specialisation that fits best, or by the template; false where several fit.
    fn define_instance(
        &mut self,
        id: TemplateId,
        t: &Template<'a>,
        args: Rc<[TArg]>,
        span: Span,
    ) -> bool {
        let Chosen { definition, names, env, place, stated } = match self.specialization(t, &args) {
            Some(Ok(found)) => found,
            Some(Err(())) => {
                self.ambiguous_specialization(t, &args, span);
                return false;
            }
            None => match t.declaration.spec.base {
                Base::Record(record) => Chosen {
                    definition: Some(Definition::Class(record)),
                    names: bound(t.params, &args),
                    env: t.env.clone(),
                    place: t.place.defined,
                    stated: None,
                },
                // Not defined yet, or never: an incomplete class.
                _ => return true,
            },
        };
        let Some(record) = definition.and_then(Definition::record) else { return true };
        let text = self.cx.text(t.name).to_string();
        let (r, ty) = self.new_instance(id, args, &text, record.tag == Tag::Union);
        if let Some(i) = self.cx.templates.instances.get_mut(&r) {
            (i.stated, i.needed, i.by) = (stated, (self.cx.site.point, span), self.function);
        }
        let env = self.cx.instance_env(&env, names);
        let env = self.cx.new_env(&env, [(t.name, Entity::plain(ty))]);
        let arena = TypedArenas::small();
        let site = self.cx.site.within(&env, t.class).at(t.namespace, place);
        Body::at_site(&mut *self.cx, &arena, site).define_class(r, record);
        self.declare_odd_members(r, record);
        true
    }
}
