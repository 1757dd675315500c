//! How far apart two addresses are: linear forms, one less the other.
//!
//! Idea: where the terms of two addresses cancel, what is left is how many bytes lie between them: `a[i]` and `a[j]` with `j = i + 1`,
//! `p[0]` and `q[0]` with `q = p + 8`. The definitions of the versions that an address names are looked through.
//!
//! Source, legality, cost: [`optx_ir::linear`]'s. What an address rests on was evaluated where it is accessed. That no definition of
//! its versions runs between two places is the rule of [`super::clobber`].

use optx_ir::linear::{Build, Policy};
use optx_ir::{CrId, Func};

/// Versions are what they were assigned, if that is no load.
struct Definitions<'a>(&'a Func);

impl Policy for Definitions<'_> {
    fn definition(&self, version: CrId) -> Option<CrId> {
        self.0.assigned_tree(version)
    }
}

/// How many bytes behind address `a` address `b` is, both of 64 bits; None where that is not a constant, as far as one can see.
pub(super) fn distance(f: &Func, a: CrId, b: CrId) -> Option<i64> {
    if a == b {
        return Some(0);
    }
    let wide = |id: CrId| f.mtype(id).size() == 8;
    if !wide(a) || !wide(b) {
        return None;
    }
    let mut build = Build::new(&f.codemap, Definitions(f));
    build.add(b, 1);
    build.add(a, 1u64.wrapping_neg());
    let (apart, _) = build.finish();
    apart.terms().is_empty().then_some(apart.constant() as i64)
}

#[cfg(test)]
mod tests {
    use super::distance;
    use optx_ir::{AuxKind, CrId, Func};
    use optx_whirl::{Mtype, Operator};

    fn element(f: &mut Func, base: CrId, index: CrId, desc: Mtype) -> CrId {
        let map = &mut f.codemap;
        let wide = map.unary(Operator::Cvt, Mtype::U8, desc, index);
        let four = map.integer(Mtype::U8, 4);
        let scaled = map.binary(Operator::Mpy, Mtype::U8, wide, four);
        map.binary(Operator::Add, Mtype::U8, base, scaled)
    }

    /// Only what is extended by its sign, of sums that do not overflow, is taken apart: an extension by zero of -1 + 1 is less than
    /// that of -1.
    #[test]
    fn extensions_are_taken_apart_where_they_distribute() {
        let mut f = Func::new("f", "f");
        let (p, i) =
            (f.new_aux(AuxKind::Temp, Mtype::U8, "p"), f.new_aux(AuxKind::Temp, Mtype::U4, "i"));
        let (p, i) = (f.plain_var(p), f.plain_var(i));
        let cases = [
            (Mtype::I4, Mtype::I4, Some(4)),
            (Mtype::U4, Mtype::I4, None),
            (Mtype::I4, Mtype::U4, None),
            (Mtype::U4, Mtype::U4, None),
        ];
        for (sum, extension, wanted) in cases {
            let one = f.codemap.integer(Mtype::U4, 1);
            let next = f.codemap.binary(Operator::Add, sum, i, one);
            let (here, there) =
                (element(&mut f, p, i, extension), element(&mut f, p, next, extension));
            assert_eq!(distance(&f, here, there), wanted, "{sum:?} {extension:?}");
            assert_eq!(distance(&f, there, here), wanted.map(|d: i64| -d), "{sum:?} {extension:?}");
        }
    }

    /// Factors must cancel: twice an index is not the index.
    #[test]
    fn other_factors_are_other_places() {
        let mut f = Func::new("f", "f");
        let (p, i) =
            (f.new_aux(AuxKind::Temp, Mtype::U8, "p"), f.new_aux(AuxKind::Temp, Mtype::U8, "i"));
        let (p, i) = (f.plain_var(p), f.plain_var(i));
        let two = f.codemap.integer(Mtype::U8, 2);
        let twice = f.codemap.binary(Operator::Mpy, Mtype::U8, i, two);
        let sum = f.codemap.binary(Operator::Add, Mtype::U8, i, i);
        let [once, twice, sum] =
            [i, twice, sum].map(|by| f.codemap.binary(Operator::Add, Mtype::U8, p, by));
        assert_eq!(distance(&f, once, twice), None);
        assert_eq!(distance(&f, sum, twice), Some(0));
        assert_eq!(distance(&f, p, p), Some(0));
    }
}
