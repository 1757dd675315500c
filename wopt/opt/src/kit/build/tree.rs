//! Expression trees to CODEREPs. Loads and divisions, which have places of their own, are evaluated before the statement.

use super::{BUILD_HEIGHT, Builder};
use optx_ir::{Access, AuxId, AuxKind, CodeRep, CrId, Kids, Op, Space};
use optx_whirl::{Loc, Mtype, Operator, St, StId, Storage, Wn, WnId};

impl Builder<'_> {
    /// The CODEREP of a WHIRL expression; loads in it are pushed as statements, left to right. Iterative.
    pub(super) fn tree(&mut self, root: WnId) -> CrId {
        let pu = self.pu;
        // The lists serve every tree: a tree is not built while another is.
        let (mut steps, mut values) =
            (std::mem::take(&mut self.steps), std::mem::take(&mut self.values));
        steps.push((root, false));
        while let Some((id, build)) = steps.pop() {
            let of = pu.tree.kids(id);
            if !build && !of.is_empty() {
                steps.push((id, true));
                steps.extend(of.iter().rev().map(|&k| (k, false)));
                continue;
            }
            let at = values.len() - of.len();
            let kids = Kids::from_slice(&values[at..]);
            values.truncate(at);
            let value = self.node(&pu.tree.get(id), kids);
            values.push(value);
        }
        let value = values[0];
        values.clear();
        (self.steps, self.values) = (steps, values);
        value
    }

    fn node(&mut self, wn: &Wn, kids: Kids) -> CrId {
        // Constants from the start, so that all that comes later, what is told of variance among it, sees products with constants.
        if let (Operator::IntrinsicOp, Some(of)) = (wn.opr, wn.intrinsic)
            && let Some(number) = self.f.fixed_register(of)
        {
            return self.f.codemap.integer(wn.rtype, u64::from(number));
        }
        let codemap = &mut self.f.codemap;
        match wn.opr {
            Operator::Intconst => codemap.integer(wn.rtype, wn.value),
            Operator::Const => codemap.float(wn.rtype, wn.value),
            Operator::Lda => match wn.st {
                Some(st) => self.address_of(st, wn.offset),
                None => codemap.integer(Mtype::U8, 0),
            },
            Operator::Ldid => match wn.st {
                Some(st) => self.read_symbol(st, wn.offset, wn.desc, wn.align, wn.loc),
                None => codemap.integer(wn.rtype, 0),
            },
            Operator::Iload => {
                let access = self.access(wn, kids[0]);
                self.load(access, wn.read_only, wn.loc)
            }
            _ => {
                let mut kids = kids;
                // A condition that is made a number is evaluated by itself: who asks whether the number is zero asks it.
                if wn.opr == Operator::Cvt
                    && wn.desc == Mtype::B
                    && codemap.as_op(kids[0]).is_some()
                {
                    kids[0] = self.temp(Mtype::B, kids[0]);
                }
                let codemap = &mut self.f.codemap;
                let op = Op {
                    opr: wn.opr,
                    rtype: wn.rtype,
                    desc: wn.desc,
                    intrinsic: wn.intrinsic,
                    kids,
                };
                let value = codemap.op(op);
                let divides = |op: &Op| matches!(op.opr, Operator::Div | Operator::Rem);
                if !wn.loc.is_none() && codemap.as_op(value).is_some_and(divides) {
                    return self.temp_at(wn.loc, wn.rtype, value);
                }
                if codemap.height(value) > BUILD_HEIGHT {
                    return self.temp(wn.rtype, value);
                }
                value
            }
        }
    }

    /// The generic address of an object.
    fn address_of(&mut self, st: StId, offset: i64) -> CrId {
        let storage = self.module.st(self.pu, st).storage;
        let codemap = &mut self.f.codemap;
        let lda = codemap.intern(CodeRep::Lda { st, offset });
        match Space::of(storage).from_intrinsic() {
            Some(from) => codemap.intrinsic1(from, Mtype::U8, Mtype::U8, lda),
            None => lda,
        }
    }

    fn load(&mut self, access: Access, read_only: bool, own: Loc) -> CrId {
        let ivar = self.f.codemap.ivar(access, None, read_only);
        self.temp_at(own, access.desc.register(), ivar)
    }

    /// Where an object in memory is accessed; None where it is a register candidate. `align` as [`Wn::align`].
    pub(super) fn object_access(
        &mut self,
        st: StId,
        offset: i64,
        desc: Mtype,
        align: u32,
    ) -> Option<Access> {
        let symbol = self.module.st(self.pu, st);
        let space = match symbol.storage {
            Storage::Param | Storage::Auto if !self.locals.is_memory(st) => return None,
            storage => Space::of(storage),
        };
        let base = self.f.codemap.intern(CodeRep::Lda { st, offset: 0 });
        let known = place_align(symbol, offset).min(self.module.alignment(symbol));
        let align = known.max(if align == 0 { desc.size() } else { align });
        Some(Access { desc, space, base, offset, align })
    }

    pub(super) fn read_symbol(
        &mut self,
        st: StId,
        offset: i64,
        desc: Mtype,
        align: u32,
        own: Loc,
    ) -> CrId {
        if let Some(access) = self.object_access(st, offset, desc, align) {
            return self.load(access, false, own);
        }
        let symbol = &self.pu.locals[st.index()];
        if symbol.storage == Storage::Param
            && self.module.types.mtype(symbol.ty) == Mtype::M
            && !self.locals.is_written(st)
        {
            return self.load_parameter(st, offset, desc);
        }
        let kept = self.locals.kept_as(st, offset).unwrap_or(desc);
        let aux = self.local_aux(st, offset, desc);
        let var = self.f.plain_var(aux);
        self.as_read(var, kept, desc)
    }

    /// A value about to be kept in `aux`: of its type, and cut to the width it is kept at.
    pub(super) fn as_kept(&mut self, value: CrId, desc: Mtype, aux: AuxId) -> CrId {
        let target = self.f.auxes[aux].mtype;
        let from = self.f.mtype(value);
        let kept = match self.f.auxes[aux].kind {
            AuxKind::Scalar { st, offset } => self.locals.kept_as(st, offset).unwrap_or(desc),
            _ => desc,
        };
        let codemap = &mut self.f.codemap;
        let value = if from.interchangeable(target) {
            value
        } else {
            codemap.unary(Operator::Tas, target, from, value)
        };
        // A value stored as the type it is kept at is extended already: WHIRL's rule.
        if kept != desc && kept.is_integer() && kept.size() < 4 {
            return codemap.unary(Operator::Cvtl, kept.register(), kept, value);
        }
        value
    }

    /// A kept value read as `desc`.
    fn as_read(&mut self, var: CrId, kept: Mtype, desc: Mtype) -> CrId {
        if kept == desc {
            return var;
        }
        let from = self.f.mtype(var);
        let codemap = &mut self.f.codemap;
        if desc.is_integer() && desc.size() < 4 {
            return codemap.unary(Operator::Cvtl, desc.register(), desc, var);
        }
        if from.interchangeable(desc) {
            return var;
        }
        codemap.unary(Operator::Tas, desc, from, var)
    }

    /// The access at `address + offset`: constants go to the offset, the address of an object to its own space.
    pub(super) fn access(&mut self, wn: &Wn, address: CrId) -> Access {
        let align = wn.align;
        let access = Access {
            desc: wn.desc,
            space: Space::Generic,
            base: address,
            offset: wn.offset,
            align,
        };
        access.normal(&mut self.f.codemap)
    }

    /// The place of an atomic operation.
    pub(super) fn atomic_access(&mut self, desc: Mtype, address: CrId) -> Access {
        let access = Access { desc, space: Space::Generic, base: address, offset: 0, align: 0 };
        access.normal(&mut self.f.codemap)
    }
}

/// The alignment that a place in an object has by the object's own.
pub(super) fn place_align(symbol: &St, offset: i64) -> u32 {
    symbol.align.min(1 << offset.trailing_zeros().min(8))
}
