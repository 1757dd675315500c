//! Random trees of every type.

use super::generator::Generator;
use optx_ir::{CodeRep, CrId, Kids, Op};
use optx_whirl::Mtype::{self, B, F4, F8, I1, I2, I4, I8, U1, U2, U4, U8, V};
use optx_whirl::{Intrinsic, Operator};

impl Generator {
    /// An operation, as it comes.
    pub(crate) fn op(&mut self, opr: Operator, rtype: Mtype, desc: Mtype, kids: &[CrId]) -> CrId {
        let kids = Kids::from_slice(kids);
        self.f.codemap.intern(CodeRep::Op(Op { opr, rtype, desc, intrinsic: None, kids }))
    }

    /// A pure intrinsic.
    pub(crate) fn intrinsic(
        &mut self,
        i: Intrinsic,
        rtype: Mtype,
        desc: Mtype,
        kids: &[CrId],
    ) -> CrId {
        let (kids, opr) = (Kids::from_slice(kids), Operator::IntrinsicOp);
        self.f.codemap.intern(CodeRep::Op(Op { opr, rtype, desc, intrinsic: Some(i), kids }))
    }

    /// A constant, small or at an edge.
    pub(crate) fn constant(&mut self, mtype: Mtype) -> CrId {
        match mtype {
            F4 | F8 => {
                let x: f64 = self.random.of(&[0.0, -0.0, 1.0, -1.0, 0.5, 3.0, 1e-3, -7.25]);
                let bits = if mtype == F4 { u64::from((x as f32).to_bits()) } else { x.to_bits() };
                self.f.codemap.float(mtype, bits)
            }
            _ => {
                let edge = [0, 1, 31, 255, 0x7fff_ffff, 0x8000_0000, u64::MAX, 1 << 63, 32];
                let value = match self.random.next(5) {
                    0 => self.random.of(&edge),
                    1 => (1 + self.random.next(200) as u64).wrapping_neg(),
                    _ => self.random.next(10) as u64,
                };
                self.f.codemap.integer(mtype, value)
            }
        }
    }

    /// A tree of this register type; `I4` and `I8` are now and then what the source's signed arithmetic gives.
    pub(crate) fn tree(&mut self, mtype: Mtype, depth: usize) -> CrId {
        if depth == 0 || self.random.next(4) == 0 {
            return match self.random.next(6) {
                0..=1 => self.constant(mtype),
                2 if mtype == U4 => self.counter().unwrap_or_else(|| self.variable(mtype)),
                _ => self.variable(mtype),
            };
        }
        match mtype {
            B => self.predicate(depth - 1),
            F4 | F8 => self.float(mtype, depth - 1),
            _ => self.integer(mtype, depth - 1),
        }
    }

    /// Trees of these types; now and then the last two are one.
    fn trees(&mut self, types: &[Mtype], depth: usize) -> Vec<CrId> {
        let mut trees: Vec<CrId> = types.iter().map(|&mtype| self.tree(mtype, depth)).collect();
        if let [.., a, b] = types
            && a == b
            && self.random.next(10) == 0
        {
            trees[types.len() - 1] = trees[types.len() - 2];
        }
        trees
    }

    fn predicate(&mut self, depth: usize) -> CrId {
        use Operator::*;
        match self.random.next(8) {
            0 => {
                let kids = self.trees(&[B], depth);
                self.op(Lnot, B, V, &kids)
            }
            1 => {
                let opr = self.random.of(&[Land, Lior]);
                let kids = self.trees(&[B, B], depth);
                self.op(opr, B, V, &kids)
            }
            _ => {
                let desc = self.random.of(&[I4, U4, I4, U4, I8, U8, F4, F8]);
                let opr = self.random.of(&[Lt, Gt, Ge, Le, Eq, Ne]);
                let kids = self.trees(&[desc.unsigned(), desc.unsigned()], depth);
                self.op(opr, B, desc, &kids)
            }
        }
    }

    fn float(&mut self, mtype: Mtype, depth: usize) -> CrId {
        use Operator::*;
        let integer = if mtype == F4 { U4 } else { U8 };
        match self.random.next(12) {
            0 => {
                let opr = self.random.of(&[Neg, Abs]);
                let kids = self.trees(&[mtype], depth);
                self.op(opr, mtype, V, &kids)
            }
            1 => {
                let kids = self.trees(&[mtype, mtype, mtype], depth);
                self.op(Fma, mtype, V, &kids)
            }
            2 => {
                let kids = self.trees(&[B, mtype, mtype], depth);
                self.op(Select, mtype, V, &kids)
            }
            3..=4 => {
                let from = self.random.of(&[B, I4, U4, I8, U8, F4, F8]);
                let kids = self.trees(&[from.unsigned()], depth);
                self.op(Cvt, mtype, from, &kids)
            }
            5 => {
                let kids = self.trees(&[integer], depth);
                self.op(Tas, mtype, integer, &kids)
            }
            6 => {
                use Intrinsic::*;
                let i = self.random.of(&[Floor, Rint, Saturate, SqrtRn, Copysign, AddRz, MulRu]);
                let kids = self.trees(&[mtype, mtype], depth);
                self.intrinsic(i, mtype, mtype, &kids[..i.kid_count()])
            }
            _ => {
                let opr = self.random.of(&[Add, Sub, Mpy, Div, Min, Max]);
                let kids = self.trees(&[mtype, mtype], depth);
                self.op(opr, mtype, V, &kids)
            }
        }
    }

    /// An operation; now and then on one of its kind, as rules about two of them want it.
    fn integer(&mut self, mtype: Mtype, depth: usize) -> CrId {
        let kind = self.random.next(16);
        let mut tree = self.integer_of(kind, mtype, depth, None);
        while matches!(kind, 0 | 4..=8 | 10..) && self.random.next(4) == 0 {
            tree = self.integer_of(kind, mtype, depth, Some(tree));
        }
        tree
    }

    /// An operation of a kind, on a first operand that is there or is made.
    fn integer_of(&mut self, kind: usize, mtype: Mtype, depth: usize, first: Option<CrId>) -> CrId {
        use Operator::*;
        let signed = self.random.next(5) == 0;
        let shown = if signed { mtype.signed() } else { mtype };
        let operands = |g: &mut Generator, types: &[Mtype]| {
            let mut kids = g.trees(types, depth);
            kids[0] = first.unwrap_or(kids[0]);
            kids
        };
        match kind {
            0 => {
                let opr = self.random.of(&[Neg, Abs, Bnot]);
                let kids = operands(self, &[mtype]);
                self.op(opr, shown, V, &kids)
            }
            1 => {
                let kids = self.trees(&[B, mtype, mtype], depth);
                self.op(Select, mtype, V, &kids)
            }
            2..=3 => {
                let from = self.random.of(&[B, I4, U4, I8, U8, F4, F8]);
                let kids = self.trees(&[from.unsigned()], depth);
                self.op(Cvt, shown, from, &kids)
            }
            4..=5 => {
                let desc = self.random.of(&[I1, U1, I2, U2, I1, I2]);
                let kids = operands(self, &[mtype]);
                let rtype = if desc.is_signed() { mtype.signed() } else { mtype };
                self.op(Cvtl, rtype, desc, &kids)
            }
            10 if self.random.next(2) == 0 && first.is_none() => {
                let from = if mtype == U4 { F4 } else { F8 };
                let kids = self.trees(&[from], depth);
                self.op(Tas, mtype, from, &kids)
            }
            6..=7 => {
                let opr = self.random.of(&[Shl, Ashr, Lshr]);
                let mut kids = operands(self, &[mtype, U4]);
                if self.random.next(2) == 0 {
                    let amount = self.random.of(&[1, 7, 31, 32, 33, 63, 64, 65, 0xffff_ffff]);
                    kids[1] = self.f.codemap.integer(U4, amount);
                }
                self.op(opr, shown, V, &kids)
            }
            8 => {
                let opr = self.random.of(&[Div, Rem]);
                let mut kids = operands(self, &[mtype, mtype]);
                kids[1] = self.divisor(mtype, kids[1]);
                self.op(opr, shown, V, &kids)
            }
            9 => {
                use Intrinsic::*;
                let i = self.random.of(&[Brev, Sad, Prmt, FunnelLeftWrap, Hadd, Mul24, TidX]);
                if mtype == U8 && i != Brev {
                    return self.variable(mtype);
                }
                let kids = self.trees(&[mtype, mtype, mtype], depth);
                self.intrinsic(i, mtype, mtype, &kids[..i.kid_count()])
            }
            _ => {
                let all = [Add, Sub, Mpy, Highmpy, Min, Max, Band, Bior, Bxor, Add, Sub, Mpy];
                let mut opr = self.random.of(&all);
                let mut kids = operands(self, &[mtype, mtype]);
                match self.random.next(5) {
                    // So small that nothing overflows, or so large that much does.
                    0..=1 if signed => {
                        kids = kids.into_iter().map(|kid| self.masked(mtype, kid)).collect();
                    }
                    0 => kids[1] = self.edge(mtype),
                    // Constants of sums meet.
                    2 => (opr, kids[1]) = (Add, self.constant(mtype)),
                    3 => (opr, kids[1]) = (Add, self.edge(mtype)),
                    _ => {}
                }
                self.op(opr, shown, V, &kids)
            }
        }
    }

    /// A divisor that is never zero: what the tree gives made odd, or a constant.
    fn divisor(&mut self, mtype: Mtype, tree: CrId) -> CrId {
        if self.random.next(2) == 0 {
            let one = self.f.codemap.integer(mtype, 1);
            return self.op(Operator::Bior, mtype, V, &[tree, one]);
        }
        let edge = [0x7fff_ffff, 0x8000_0000, u64::MAX, u64::MAX - 1, 1 << 63, 641, 1 << 20];
        let value = match self.random.next(6) {
            0 => self.random.of(&edge),
            1 => 1 << self.random.next(mtype.bits() as usize),
            2 => (1u64 << self.random.next(mtype.bits() as usize)).wrapping_neg(),
            3 => (1 + self.random.next(12) as u64).wrapping_neg(),
            _ => 1 + self.random.next(40) as u64,
        };
        self.f.codemap.integer(mtype, value)
    }

    /// A constant near where signed or unsigned numbers end.
    pub(crate) fn edge(&mut self, mtype: Mtype) -> CrId {
        let top = 1u64 << (mtype.bits() - 1);
        let value = self.random.of(&[top - 1, top, top + 1, u64::MAX, top - 5]);
        self.f.codemap.integer(mtype, value)
    }

    fn masked(&mut self, mtype: Mtype, kid: CrId) -> CrId {
        let mask = self.random.of(&[1, 7, 0xff, 0x7fff]);
        let mask = self.f.codemap.integer(mtype, mask);
        self.op(Operator::Band, mtype, V, &[kid, mask])
    }
}
