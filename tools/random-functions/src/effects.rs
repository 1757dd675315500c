//! What others see: barriers, fences, atomics, volatile accesses, calls, inline PTX.

use super::generator::Generator;
use optx_ir::{Access, CodeRep, CrId, Space, StmtOp};
use optx_whirl::Mtype::{F4, U4, V};
use optx_whirl::{AtomicScope, Intrinsic, StId};
use smallvec::{SmallVec, smallvec};

impl Generator {
    /// Something that others see.
    pub(crate) fn effect(&mut self) {
        use Intrinsic::*;
        let word = self.variable(U4);
        let plain = |intrinsic, rtype| StmtOp::Intrinsic {
            intrinsic,
            rtype,
            desc: V,
            scope: AtomicScope::Device,
            shape: None,
        };
        match self.random.next(9) {
            0 => self.push(plain(Barrier, V), &[], &[]),
            1 => self.push(plain(FenceDevice, V), &[], &[]),
            2 => {
                let (value, zero) = (self.tree(U4, 1), self.constant(U4));
                self.push(plain(ShflIdx, U4), &[word], &[word, value, zero, zero]);
            }
            3 => self.push(plain(Clock, U4), &[word], &[]),
            4 => {
                let aux = self.random.of(&self.pointers);
                let (given, value) = (self.f.plain_var(aux), self.tree(F4, 1));
                self.push(StmtOp::Call(0), &[word], &[given, value]);
            }
            5 => {
                let value = self.tree(U4, 1);
                self.push(StmtOp::Asm(0), &[word], &[value]);
            }
            6 => self.push(StmtOp::Asm(1), &[], &[]),
            7 => {
                let (desc, space, base, offset) = self.place(true);
                let access = Access { desc, space, base, offset, align: 0 };
                let mtype = desc.register().unsigned();
                if self.random.next(2) == 0 {
                    let to = self.variable(mtype);
                    self.push(StmtOp::VolatileLoad(access.shape()), &[to], &[base]);
                } else {
                    let value = self.tree(mtype, 1);
                    self.push(StmtOp::VolatileStore(access.shape()), &[], &[value, base]);
                }
            }
            _ => {
                let intrinsic = self.random.of(&[AtomAdd, AtomExch, AtomMin, AtomInc, AtomXor]);
                let (_, space, base, _) = self.place(true);
                let aligned = matches!(self.f.codemap.get(base), CodeRep::Lda { .. });
                let base = if aligned { base } else { self.lda(StId::global(0), 0) };
                let space = if aligned { space } else { Space::Shared };
                let access = Access { desc: U4, space, base, offset: 4, align: 0 };
                let value = self.tree(U4, 1);
                let (rtype, desc, scope) = (U4, V, AtomicScope::Device);
                let shape = Some(access.shape());
                let op = StmtOp::Intrinsic { intrinsic, rtype, desc, scope, shape };
                let results: SmallVec<[CrId; 1]> = smallvec![word];
                self.push(op, &results, &[base, value]);
            }
        }
    }
}
