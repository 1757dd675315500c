//! `printf`: the arguments in an object of the function's, each at its natural alignment, and the call. All calls of a function
//! share the object: a call's arguments are stored behind all that has an effect in them, so none is between the stores and the call.

use optx_whirl::{AccessInfo, AtomicScope, Intrinsic, Mtype, St, StId, TyKind, WnId};

use super::{E, FunctionTranslator};

impl<'t> FunctionTranslator<'_, '_, '_, '_, '_> {
    /// The call; `list` holds the values of `args`, the format first.
    pub(super) fn printf(
        &mut self,
        args: &[E<'t>],
        list: &[WnId],
        e: E<'t>,
        wanted: bool,
    ) -> Option<WnId> {
        let (&format, values) = list.split_first()?;
        let mut places = Vec::with_capacity(values.len());
        let mut end = 0;
        for arg in &args[1..] {
            let mtype = self.register(arg.ty);
            let at = u64::from(mtype.size()).max(1);
            let place = u64::next_multiple_of(end, at);
            places.push((place, mtype));
            end = place + at;
        }
        let buffer = if places.is_empty() {
            self.pu.tree.intconst(Mtype::U8, 0)
        } else {
            let object = self.printed_object(end.div_ceil(8));
            for (&(place, mtype), &value) in places.iter().zip(values) {
                let store = self.pu.tree.stid(
                    mtype,
                    object,
                    place as i64,
                    value,
                    AccessInfo::default(),
                    self.loc,
                );
                self.out.push(store);
            }
            self.pu.tree.lda(object, 0)
        };
        let st = wanted.then(|| self.temp(Mtype::I4));
        let loc = self.own_statement(e.span);
        let call = self.pu.tree.intrinsic_call(
            Intrinsic::Vprintf,
            Mtype::I4,
            Mtype::V,
            AtomicScope::default(),
            st,
            &[format, buffer],
            loc,
        );
        self.out.push(call);
        st.map(|st| self.reload(st, Mtype::I4))
    }

    /// The object for arguments, of so many words at least.
    fn printed_object(&mut self, words: u64) -> StId {
        let (old, had) = self.printed.unzip();
        let words = words.max(had.unwrap_or(0));
        let types = &mut self.shared.module.types;
        let word = types.scalar(Mtype::U8);
        let ty = types.intern(TyKind::Array(word, words));
        let object = old.unwrap_or_else(|| self.pu.add_local(St::temporary("printed", ty, 8)));
        self.pu.locals[object.index()].ty = ty;
        self.printed = Some((object, words));
        object
    }
}
