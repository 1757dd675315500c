//! Trees of no row in particular.

use crate::bench::Bench;
use optx_ir::interpret::Value;
use optx_ir::{AuxKind, CodeRep, CrId, Func, Kids, Op};
use optx_prove_rules::claim::{Kind, Type};
use optx_prove_rules::operands::Random;
use optx_whirl::{Mtype, Operator};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Random trees of four levels of 4 and 8 bytes: what the CODEMAP makes of them refines them, and is no larger.
#[test]
fn random_trees_are_refined() {
    const OPERATORS: [Operator; 20] = {
        use Operator::*;
        [
            Add, Sub, Mpy, Neg, Bnot, Band, Bior, Bxor, Shl, Lshr, Ashr, Min, Max, Div, Rem,
            Select, Eq, Lt, Ge, Abs,
        ]
    };
    struct Maker {
        random: Random,
        wide: bool,
    }
    impl Maker {
        fn pick(&mut self, n: usize) -> usize {
            (self.random.draw() >> 33) as usize % n
        }
        fn leaf(&mut self, bench: &mut Bench) -> CrId {
            let ty = Type { kind: Kind::Unsigned, bits: if self.wide { 64 } else { 32 } };
            match self.pick(3) {
                0 => {
                    let value = self.random.value(ty);
                    bench.f.codemap.integer(ty.mtype().expect("an integer"), value)
                }
                k => bench.leaves[&(k as u8 - 1)],
            }
        }
        /// Two trees: as written, and folded.
        fn tree(&mut self, bench: &mut Bench, height: u32, predicate: bool) -> (CrId, CrId) {
            if height == 0 && !predicate {
                let leaf = self.leaf(bench);
                return (leaf, leaf);
            }
            let height = height.saturating_sub(1);
            let signed = self.pick(2) == 0;
            let mtype = match (self.wide, signed) {
                (true, true) => Mtype::I8,
                (true, false) => Mtype::U8,
                (false, true) => Mtype::I4,
                (false, false) => Mtype::U4,
            };
            let opr = loop {
                let opr = OPERATORS[self.pick(OPERATORS.len())];
                if opr.is_compare() == predicate {
                    break opr;
                }
            };
            let mut kids = Vec::new();
            match opr {
                Operator::Select => {
                    kids.push(self.tree(bench, height, true));
                    kids.push(self.tree(bench, height, false));
                    kids.push(self.tree(bench, height, false));
                }
                Operator::Neg | Operator::Bnot | Operator::Abs => {
                    kids.push(self.tree(bench, height, false))
                }
                Operator::Shl | Operator::Lshr | Operator::Ashr => {
                    kids.push(self.tree(bench, height, false));
                    let value = self.pick(if self.wide { 66 } else { 34 }) as u64;
                    let amount = bench.f.codemap.integer(Mtype::U4, value);
                    kids.push((amount, amount));
                }
                _ => {
                    kids.push(self.tree(bench, height, false));
                    kids.push(self.tree(bench, height, false));
                }
            }
            let (rtype, desc) = match opr {
                _ if predicate => (Mtype::B, mtype),
                Operator::Abs => (mtype.signed(), Mtype::V),
                _ => (mtype, Mtype::V),
            };
            let of = |kids: Kids| Op { opr, rtype, desc, intrinsic: None, kids };
            let written = of(kids.iter().map(|k| k.0).collect());
            let folded = of(kids.iter().map(|k| k.1).collect());
            (bench.f.codemap.intern(CodeRep::Op(written)), bench.f.codemap.op(folded))
        }
    }
    (0..4000u64).into_par_iter().for_each(|seed| {
        let wide = seed % 2 == 0;
        let mut f = Func::new("f", "f");
        let mtype = if wide { Mtype::U8 } else { Mtype::U4 };
        let mut leaves = BTreeMap::new();
        for k in 0..2 {
            let aux = f.new_aux(AuxKind::Temp, mtype, "v");
            leaves.insert(k, f.plain_var(aux));
        }
        let mut bench = Bench { f, leaves };
        let mut maker = Maker { random: Random::new(seed + 77), wide };
        let (written, folded) = maker.tree(&mut bench, 4, seed % 3 == 0);
        let ty = Type { kind: Kind::Unsigned, bits: mtype.bits() };
        for _ in 0..16 {
            let given: BTreeMap<CrId, Value> = bench
                .leaves
                .values()
                .map(|&leaf| (leaf, Value::exact(maker.random.value(ty))))
                .collect();
            let (wanted, got) = (bench.value(written, &given), bench.value(folded, &given));
            let texts = || [written, folded].map(|id| optx_ir::print::tree_text(&bench.f, id));
            assert!(!wanted.is_known() || got == wanted, "{seed}: {:?} {given:?}", texts());
        }
        let size = |id| bench.f.codemap.tree_cost(id);
        assert!(size(folded) <= size(written), "{seed}");
    });
}
