//! Temporaries that live as long as an object with static storage, because a reference in it is bound to them
//! ([class.temporary] 6): they become objects of their own.

use std::rc::Rc;

use optx_source::Span;

use super::{
    Machine,
    statement::extended,
    value::{ObjectId, Root, Value},
};
use crate::{
    check::{Body, Global, Space, body::E},
    typed::GlobalId,
    types::Ty,
    words,
};

/// A temporary: what it was in the evaluation, and what it holds.
pub(super) struct Temporary {
    object: ObjectId,
    ty: Ty,
    value: Value,
}

impl Machine<'_, '_, '_> {
    /// Notes the temporaries that an initialiser binds references to.
    pub(super) fn extend(&mut self, e: E<'_>) {
        let mut locals = Vec::new();
        extended(e, &mut locals);
        let Some(frame) = self.frames.first() else { return };
        self.extended.extend(locals.iter().filter_map(|l| frame.object(*l)));
    }

    /// The temporaries that were noted.
    pub(super) fn temporaries(&mut self) -> Vec<Temporary> {
        let noted = std::mem::take(&mut self.extended);
        let of = |object: ObjectId| {
            let slot = self.slot(object)?;
            let value = std::mem::replace(&mut slot.value, Value::Unset);
            Some(Temporary { object, ty: slot.ty, value })
        };
        noted.into_iter().filter_map(of).collect()
    }
}

impl Body<'_, '_, '_, '_> {
    /// A value whose temporaries have places in static storage; constants, where `fixed`.
    pub(super) fn placed(
        &mut self,
        mut v: Value,
        temporaries: Vec<Temporary>,
        fixed: bool,
        span: Span,
    ) -> Value {
        let mut places = Vec::with_capacity(temporaries.len());
        for t in &temporaries {
            let name = self.cx.unique_global_name("$temporary".to_string());
            let g = self.cx.add_global(Global {
                name,
                source: words::EMPTY,
                ty: t.ty,
                space: Space::Device,
                align: self.cx.types.align(t.ty),
                init: None,
                value: None,
                span,
                is_extern: false,
                is_managed: false,
            });
            places.push((t.object, g));
        }
        for (t, (_, g)) in temporaries.into_iter().zip(places.clone()) {
            let mut value = t.value;
            settle(&mut value, &places);
            let mut init = self.image(&value, t.ty, span);
            init.usable = fixed;
            init.value = Some(Rc::new(value));
            if let Some(global) = self.cx.output.globals.get_mut(g) {
                global.init = Some(init);
            }
        }
        settle(&mut v, &places);
        v
    }
}

/// Points into the places of temporaries instead of what they were.
fn settle(v: &mut Value, places: &[(ObjectId, GlobalId)]) {
    match v {
        Value::Pointer(p) => {
            let place = places.iter().find(|(o, _)| p.root == Root::Object(*o));
            if let Some((_, g)) = place {
                p.root = Root::Global(*g);
            }
        }
        Value::Class(parts) => parts.iter_mut().for_each(|v| settle(v, places)),
        Value::Array(a) => a.made.iter_mut().for_each(|v| settle(v, places)),
        Value::Union(Some(active)) => settle(&mut active.1, places),
        _ => {}
    }
}
