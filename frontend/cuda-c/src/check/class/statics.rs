//! Static data members: objects of the class rather than of its objects ([class.static.data]).
//!
//! Each is a global variable that is made where the class is defined. Its value is that of its definition outside of the
//! class, which the index knows already, or of its declaration, where that is `inline`. A constant of the host that gets its value outside of the class is
//! known by that value alone, as one of a namespace is.

use crate::check::Site;
use crate::{
    ast::{Declarator, Expr, Flags, Spec},
    check::{Body, Checker, Global, Space, StaticInit, body::Initial, template::Env},
    intern::Symbol,
    parse::index::Item,
    typed::{GlobalId, TypedArenas},
    types::{CONST, RecordId, Ty},
};

/// A static data member whose definition is to be found.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) struct StaticMember<'a> {
    object: GlobalId,
    name: Symbol,
    /// The initialiser in the class.
    written: Option<&'a Expr<'a>>,
}

impl<'a> Body<'_, 'a, '_, '_> {
    /// Whether a static data member is the device's: `-default-device` says so. CUDA has no marks for members.
    pub(super) fn is_device_member(&self, flags: Flags) -> bool {
        let marked = self.cx.index.marked(flags);
        flags.has(Flags::STATIC) && marked != flags
    }

    /// The object of a static data member, without its value.
    pub(super) fn static_member(
        &mut self,
        class: RecordId,
        ty: Ty,
        (spec, x): (&'a Spec<'a>, &'a Declarator<'a>),
        written: Option<&'a Expr<'a>>,
        space: Space,
    ) -> GlobalId {
        let text = self.cx.text(x.name.sym).to_string();
        let text = crate::mangle::member_variable(self.cx, &text, class);
        let name = self.cx.unique_global_name(text);
        let align = self.declared_alignment(spec, x, ty);
        let object = self.cx.add_global(Global {
            name,
            source: x.name.sym,
            ty,
            space,
            align,
            init: None,
            value: None,
            span: x.name.span,
            is_extern: true,
            is_managed: false,
        });
        if let Some(c) = self.cx.classes.all.get_mut(&class) {
            c.statics.push(StaticMember { object, name: x.name.sym, written });
        }
        object
    }

    /// Gives the static data members of a class that is complete their values.
    pub(super) fn define_statics(&mut self, class: RecordId, env: &Env) {
        let Some(c) = self.cx.classes.all.get_mut(&class) else { return };
        let mut list = std::mem::take(&mut c.statics);
        // Other members may be made of the constants.
        let is_const = |m: &StaticMember<'_>| {
            self.cx.output.globals.get(m.object).is_some_and(|g| g.ty.is_const())
        };
        optx_whirl::stable_order::sort_by_key(&mut list, |m| !is_const(m));
        if wrong!(StaticMembersBeginWithZero) {
            return;
        }
        for member in list {
            let (written, flags, env, place) = match member.written {
                Some(e) => (Some(e), Flags::default(), env.clone(), self.cx.site.place),
                None => match self.cx.static_definition(class, member.name) {
                    Some(found) => found,
                    None => continue,
                },
            };
            let arena = TypedArenas::small();
            let (ty, span, space) = match self.cx.output.globals.get(member.object) {
                Some(g) => (g.ty, g.span, g.space),
                None => continue,
            };
            let site = self.cx.site.within(&env, Some(class));
            let mut b = Body::at_site(&mut *self.cx, &arena, Site { place, ..site });
            // What the class declares `const` may be defined as `constexpr`.
            let constexpr = flags.has(Flags::CONSTEXPR) && !wrong!(DefinitionsAreNotConstexpr);
            let fixed = constexpr && b.cx.types.qualifiers(ty) & CONST != 0;
            let ty = if fixed { ty.with(CONST) } else { ty };
            if space == Space::Host {
                // Only the value is of interest, and what is wrong with it only where it is used.
                let trial = b.cx.diags.begin_trial();
                let value = written.and_then(|e| b.constant(e, ty));
                b.cx.diags.end_trial(trial);
                let usable = b.is_usable(ty, if fixed { flags } else { Flags::default() });
                let from = if b.cx.is_of_template(class) { 0 } else { place };
                let init = StaticInit { usable, from, ..StaticInit::default() };
                drop(b);
                let g = &mut self.cx.output.globals[member.object];
                (g.ty, g.init, g.value, g.is_extern) = (ty, Some(init), value, false);
                continue;
            }
            let initial = written.map(Initial::Copy).or(fixed.then_some(Initial::Default));
            let (ty, init) = match initial {
                Some(initial) => {
                    let usable = b.is_usable(ty, if fixed { flags } else { Flags::default() });
                    let (ty, mut init) = b.static_initializer(ty, initial, usable, span);
                    if member.written.is_none() && !b.cx.is_of_template(class) {
                        init.from = place;
                    }
                    (ty, Some(init))
                }
                None => (ty, b.static_default(ty, Space::Device, span)),
            };
            b.check_object(ty, Space::Device, span);
            // The last elements of an array may be zeros.
            if !ty.is_const() || b.cx.types.element(ty).is_some() {
                b.no_member_pointer(ty, span);
            }
            b.check_static_destructor(ty, Space::Device, span);
            let value = init.as_ref().and_then(|i| b.known_value(ty, i));
            drop(b);
            let g = &mut self.cx.output.globals[member.object];
            (g.ty, g.init, g.value, g.is_extern) = (ty, init, value, false);
        }
    }
}

impl<'a> Checker<'a, '_> {
    /// The initialiser of a static data member's definition outside of its class, with what the definition is said to be,
    /// the names bound around it and where it stands. What is stated for one instance (`template <>`) comes before what is for all.
    fn static_definition(
        &mut self,
        class: RecordId,
        name: Symbol,
    ) -> Option<(Option<&'a Expr<'a>>, Flags, Env, u32)> {
        let c = self.classes.all.get(&class)?;
        let (class_name, outer) = (c.spec.name.sym, c.env.clone());
        let mut found = None;
        for i in self.index.members(class_name, name).to_vec() {
            let Some(d) = self.parsed_item(i) else { continue };
            let [x] = d.declarators else { continue };
            let Some(heads) = self.heads(d, class).filter(|h| h.own.is_none()) else { continue };
            let stated = heads.are_stated();
            let Some(scope) = x.scope.filter(|_| found.is_none() || stated) else { continue };
            let place = self.index.items.get(i as usize).map_or(0, Item::place);
            let Some(names) = self.names_outside(i, &heads) else { continue };
            if !self.is_class_outside(i, scope, class, &names) {
                continue;
            }
            let instance = !names.is_empty();
            let env = Env { instance, ..self.new_env(&outer, names) };
            let init = x.init.or(match x.args {
                Some([one]) => Some(*one),
                _ => None,
            });
            if stated {
                return Some((init, d.spec.flags, env, place));
            }
            found = Some((init, d.spec.flags, env, place));
        }
        found
    }
}
