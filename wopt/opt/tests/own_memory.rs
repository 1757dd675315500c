//! What is known of local memory, by piece: a store changes what it may reach, and nothing else of its object.

use optx_wopt::Cx;

/// What is said of version `v1.1`, which a kernel with an object of 32 bytes, `%0`, loads from `offset` behind these statements;
/// `v0.1` is `threadIdx.x`, `v2.1` a value that all threads have, `v3.1` one of 0 to 3 that they do not.
fn loaded(offset: u32, stores: &str, last: u32) -> String {
    let text = format!(
        r#"(ssa 1 (options target=sm_75 O=3) (file "k.cu") (type t0 scalar U4) (type t1 array t0 8)
        (func ssa "k" "k" @0:1:1 at=split-edges (local %0 "a" t1 auto align=8) (stack %0)
        (aux v0 temp U4 "t" 2) (aux v1 temp U4 "x" 2) (aux v2 temp U4 "n" 3) (aux v3 temp U4 "i" 2) (aux v4 memory V "a" 9)
        (aux v5 temp U8 "p" 2) (aux v6 temp U4 "h" 4) (aux v7 temp U4 "r" 2)
        (bb bb0 (stid (v0.1) (U4U4INTRINSIC_OP ~tid.x)) (stid (v2.1) (U4U4INTRINSIC_OP ~ntid.x))
         (stid (v3.1) (U4BAND v0.1 =3:U4)) {stores}
         (stid (v1.1) (ivar U4 local (lda %0 0) {offset} mu(v4.{last})))
         (return))))"#
    );
    told(&text)
}

/// What is said of version `v1.1` of a function.
fn told(text: &str) -> String {
    let (module, funcs) = optx_ir::parse::parse_module(text).expect("the text form");
    assert_eq!(optx_ir::verify::verify(&funcs[0]), vec![]);
    let cx = Cx::of(&module, &funcs);
    let told =
        optx_wopt::driver::print_analysis::print(&cx, &funcs[0], "variance").expect("an analysis");
    let line = told.lines().find_map(|line| line.strip_prefix("v1.1: "));
    line.expect("the version").to_owned()
}

const VARIES: &str = "x:? lane:? exact-s exact-u";

fn store(version: u32, address: &str, offset: u32, value: &str) -> String {
    let before = version - 1;
    format!(
        "(istore ((ivar U4 local {address} {offset} mu(v4.{version}))) {value} chi(v4.{version} <- v4.{before}))"
    )
}

#[test]
fn what_a_store_does_not_reach_stays() {
    let at_8 = |value| store(2, "(lda %0 0)", 8, value);
    assert_eq!(loaded(8, &at_8("v0.1"), 2), VARIES);
    assert_eq!(loaded(8, &at_8("v2.1"), 2), "uniform");
    assert_eq!(loaded(4, &at_8("v0.1"), 2), "uniform");
    assert_eq!(loaded(12, &at_8("v0.1"), 2), "uniform");
    // Some bytes of it are enough.
    assert_eq!(loaded(10, &at_8("v0.1"), 2), VARIES);
    assert_eq!(loaded(6, &at_8("v0.1"), 2), VARIES);
}

#[test]
fn an_index_reaches_as_far_as_its_range() {
    // The index is 0 to 3, the words that it leads to those at 0 to 12 from there.
    let address = "(U8ADD (lda %0 0) (U8MPY (U8U4CVT v3.1) =4:U8))";
    for (offset, reached) in [(0, 12), (4, 16), (0, 0)] {
        let told = loaded(reached, &store(2, address, offset, "v2.1"), 2);
        assert_eq!(told, VARIES, "{offset} {reached}");
    }
    assert_eq!(loaded(0, &store(2, address, 4, "v2.1"), 2), "uniform");
    // Of which index nothing is known, that leads anywhere.
    let anywhere = "(U8ADD (lda %0 0) (U8MPY (U8U4CVT v0.1) =4:U8))";
    let unbounded = "(U8ADD (lda %0 0) (U8MPY (I8I4CVT v7.1) =4:U8))";
    let load = "(stid (v7.1) (ivar U4 local (lda %0 0) 0 mu(v4.1)))";
    assert_eq!(loaded(12, &store(2, anywhere, 0, "v2.1"), 2), VARIES);
    let stored = format!("{load} {}", store(2, unbounded, 0, "v0.1"));
    assert_eq!(loaded(12, &stored, 2), VARIES);
    // Through a variable it is the same.
    let named = format!("(stid (v5.1) {address}) {}", store(2, "v5.1", 4, "v0.1"));
    assert_eq!(loaded(0, &named, 2), "uniform");
    assert_eq!(loaded(8, &named, 2), VARIES);
}

/// An address with the index `v7.1`.
const INDEXED: &str = "(U8ADD (lda %0 0) (U8MPY (I8I4CVT v7.1) =4:U8))";

/// What is said of what is loaded behind a store at an index that is `x - q * divisor`, as constant-division writes remainders: `q` is
/// made of `v6.1`, the product's upper half.
fn behind_a_quotient(multiplier: u64, divisor: u64, quotient: &str, offset: u32) -> String {
    let stores = format!(
        "{} (stid (v2.2) (ivar U4 local (lda %0 0) 12 mu(v4.2)))
         (stid (v6.1) (I4HIGHMPY v2.2 ={multiplier}:U4))
         (stid (v7.1) (U4SUB v2.2 (U4MPY {quotient} ={divisor}:U4))) {}",
        store(2, "(lda %0 0)", 12, "v2.1"),
        store(3, INDEXED, 0, "v0.1"),
    );
    loaded(offset, &stores, 3)
}

fn by_remainder(multiplier: u64, divisor: u64, sign: u32, offset: u32) -> String {
    let quotient = format!("(U4ADD v6.1 (U4LSHR v6.1 ={sign}:U4))");
    behind_a_quotient(multiplier, divisor, &quotient, offset)
}

#[test]
fn a_remainder_by_a_constant_is_less_than_it() {
    // x % 3 is -2 to 2: words at -8 to 8.
    let third = 1_431_655_766;
    assert_eq!(by_remainder(third, 3, 31, 12), "uniform");
    assert_eq!(by_remainder(third, 3, 31, 8), VARIES);
    // One less is no third, nor is the sign elsewhere; and a third is no quarter.
    assert_eq!(by_remainder(third - 1, 3, 31, 28), VARIES);
    assert_eq!(by_remainder(third, 3, 30, 28), VARIES);
    assert_eq!(by_remainder(third, 4, 31, 28), VARIES);
    // A quarter exactly leaves -4 and 0 of -4, one more than that is too much for large numbers.
    assert_eq!(by_remainder(1 << 30, 4, 31, 28), VARIES);
    assert_eq!(by_remainder((1 << 30) + 1, 4, 31, 28), VARIES);
    assert_eq!(by_remainder(858_993_460, 5, 31, 28), VARIES);
}

#[test]
fn shifts_are_part_of_remainders() {
    let told = |multiplier: u64, shift: u32, divisor: u64| {
        let floor = format!("(I4ASHR v6.1 ={shift}:U4)");
        behind_a_quotient(multiplier, divisor, &format!("(U4ADD {floor} (U4LSHR v6.1 =31:U4))"), 28)
    };
    assert_eq!(told(1_717_986_919, 1, 5), "uniform");
    assert_eq!(told(1_717_986_919, 2, 5), VARIES);
    assert_eq!(told(1_717_986_918, 1, 5), VARIES);
}

#[test]
fn remainders_by_powers_of_two_are_masks() {
    let told = |sign: u32, mask: u32| {
        let stores = format!(
            "{} (stid (v2.2) (ivar U4 local (lda %0 0) 12 mu(v4.2)))
             (stid (v7.1) (U4SUB v2.2 (U4BAND (U4ADD v2.2 (U4LSHR (I4ASHR v2.2 =31:U4) ={sign}:U4)) ={mask}:U4))) {}",
            store(2, "(lda %0 0)", 12, "v2.1"),
            store(3, INDEXED, 0, "v0.1"),
        );
        loaded(28, &stores, 3)
    };
    assert_eq!(told(30, 4u32.wrapping_neg()), "uniform");
    assert_eq!(told(29, 4u32.wrapping_neg()), VARIES);
    assert_eq!(told(30, 12u32.wrapping_neg()), VARIES);
}

/// What a loop with this condition of going round stored, in the round that threads left it in; `v6.3` counts its rounds.
fn behind_a_loop(goes_round: &str) -> String {
    let blocks = format!(
        "(goto bb1))
         (bb bb1 (preds bb0 bb1) (phi v6.2 v6.1 v6.3) (phi v4.3 v4.2 v4.4) (stid (v6.3) (U4ADD v6.2 =1:U4))
          {} (branch {goes_round} bb1 bb2))
         (bb bb2 (preds bb1)",
        store(4, "(lda %0 0)", 0, "v6.2"),
    );
    let before = format!("(stid (v6.1) =0:U4) {}", store(2, "(lda %0 0)", 0, "=0:U4"));
    loaded(0, &format!("{before} {blocks}"), 4)
}

#[test]
fn behind_a_cycle_it_depends_on_who_left_when() {
    assert_eq!(behind_a_loop("(BU4LT v6.3 v2.1)"), "uniform");
    assert_eq!(behind_a_loop("(BU4LT v6.3 v0.1)"), VARIES);
}
