//! Addresses in normal form, and the one maker of IVARs.

use crate::codemap::Codemap;
use crate::coderep::{Access, CodeRep, Space};
use crate::ids::CrId;
use optx_whirl::{Intrinsic, Mtype, Operator};

impl Codemap {
    /// The load from, or the target of a store to, a place in normal form: the one maker of IVARs for passes.
    pub fn ivar(&mut self, access: Access, mu: Option<CrId>, read_only: bool) -> CrId {
        let access = access.normal(self);
        self.intern(CodeRep::Ivar { access, mu, read_only })
    }
}

impl Access {
    /// The access in normal form: additive constants in the offset, an object's address in its own space.
    ///
    /// The offset stays within 32 bits signed, as PTX's immediate is.
    pub fn normal(mut self, codemap: &mut Codemap) -> Access {
        if i32::try_from(self.offset).is_err() && self.space != Space::Param {
            // The source's own offset may be larger than an immediate: it goes to the address.
            let offset = codemap.integer(Mtype::U8, self.offset as u64);
            self.base = codemap.binary(Operator::Add, Mtype::U8, self.base, offset);
            self.offset = 0;
        }
        loop {
            let next = match codemap.get(self.base) {
                CodeRep::Lda { st, offset } if *offset != 0 => {
                    let (st, offset) = (*st, *offset);
                    let Some(sum) = immediate(self.offset, offset) else { return self };
                    self.offset = sum;
                    self.base = codemap.intern(CodeRep::Lda { st, offset: 0 });
                    return self;
                }
                CodeRep::Op(op) => match op.opr {
                    Operator::Add if self.space != Space::Param => {
                        let Some(value) = codemap.constant(op.kids[1]) else { return self };
                        let Some(sum) = immediate(self.offset, value as i64) else { return self };
                        self.offset = sum;
                        op.kids[0]
                    }
                    Operator::IntrinsicOp if self.space == Space::Generic => {
                        let space = match op.intrinsic {
                            Some(Intrinsic::FromGlobal) => Space::Global,
                            Some(Intrinsic::FromShared) => Space::Shared,
                            Some(Intrinsic::FromConstant) => Space::Constant,
                            Some(Intrinsic::FromLocal) => Space::Local,
                            _ => return self,
                        };
                        self.space = space;
                        op.kids[0]
                    }
                    _ => return self,
                },
                _ => return self,
            };
            self.base = next;
        }
    }
}

fn immediate(a: i64, b: i64) -> Option<i64> {
    a.checked_add(b).filter(|sum| i32::try_from(*sum).is_ok())
}
