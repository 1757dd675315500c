//! `printf`: the arguments in an object of their own, each at its natural alignment, and the call.

use optx_whirl::{AccessInfo, AtomicScope, Intrinsic, Mtype, St, TyKind, WnId};

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
            let types = &mut self.shared.module.types;
            let word = types.scalar(Mtype::U8);
            let ty = types.intern(TyKind::Array(word, end.div_ceil(8)));
            let object = self.pu.add_local(St::temporary("printed", ty, 8));
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
}
