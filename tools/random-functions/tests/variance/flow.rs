//! Random control flow as text: loops, jumps into loops and exits anywhere.

use optx_random_functions::Random;
use std::fmt::Write as _;

/// Of functions that are for blocks of any shape.
pub const BLOCK: [u64; 3] = [6, 3, 1];

/// A function as text: variables `v0` to `v5`, a parameter each for three of them, blocks that go anywhere; for blocks of one shape or of any.
pub fn text(seed: u64, shape: Option<[u64; 3]>) -> String {
    let mut r = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let blocks = 3 + r.next(9);
    let only = shape.map_or(String::new(), |[x, y, z]| format!(" block-dim={x},{y},{z}"));
    let mut out = format!("(ssa 1\n (options target=sm_75 O=2{only})\n");
    out.push_str(
        r#"
 (type t0 scalar I4)
 (type t1 pointer t0)
 (func cfg "k" "k" @0:0:0 at=build
  (local %0 "a" t0 param align=4 =0)
  (local %1 "b" t0 param align=4 =1)
  (local %2 "c" t0 param align=4 =2)
"#,
    );
    for k in 0..6 {
        let _ = writeln!(out, "  (aux v{k} temp U4 \"x{k}\" 1)");
    }
    let mut succs: Vec<Vec<usize>> = Vec::new();
    for bb in 0..blocks {
        let near = |r: &mut Random| match r.next(3) {
            0 => r.next(blocks - 1) + 1,
            _ => (bb + 1 + r.next(3)).min(blocks - 1),
        };
        succs.push(match r.next(8) {
            _ if bb == blocks - 1 => vec![],
            0 => vec![],
            1 | 2 => vec![near(&mut r)],
            _ => vec![near(&mut r), near(&mut r)],
        });
        if let [a, b] = succs[bb][..]
            && a == b
        {
            succs[bb].pop();
        }
    }
    // Blocks that nothing leads to are none.
    let mut reached = vec![false; blocks];
    let mut work = vec![0];
    while let Some(bb) = work.pop() {
        if !std::mem::replace(&mut reached[bb], true) {
            work.extend(&succs[bb]);
        }
    }
    for bb in (0..blocks).filter(|&bb| reached[bb]) {
        let preds: Vec<String> = (0..blocks)
            .filter(|&p| reached[p] && succs[p].contains(&bb))
            .map(|p| format!("bb{p}"))
            .collect();
        let _ = write!(out, "  (bb bb{bb}");
        if !preds.is_empty() {
            let _ = write!(out, " (preds {})", preds.join(" "));
        }
        out.push('\n');
        if bb == 0 {
            for k in 0..3 {
                let _ = writeln!(out, "   (stid (v{k}) (ivar I4 param (lda %{k} 0) 0))");
            }
            for k in 3..6 {
                let _ = writeln!(out, "   (stid (v{k}) {})", leaf(&mut r, shape));
            }
        }
        for _ in 0..r.next(4) {
            let (to, tree) = (r.next(6), tree(&mut r, shape));
            let _ = writeln!(out, "   (stid (v{to}) {tree})");
        }
        let _ = match succs[bb][..] {
            [] => writeln!(out, "   (return))"),
            [to] => writeln!(out, "   (goto bb{to}))"),
            [a, b, ..] => writeln!(out, "   (branch {} bb{a} bb{b}))", condition(&mut r, shape)),
        };
    }
    out.push_str(" )\n)\n");
    out
}

/// The seeds that are asked for, or so many.
pub fn seeds(most: u64) -> std::ops::Range<u64> {
    let range = std::env::var("OPTX_VARIANCE_SEEDS").unwrap_or(format!("1..{most}"));
    let (first, last) = range.split_once("..").expect("A..B");
    first.parse().expect("a seed")..last.parse().expect("a seed")
}

fn leaf(r: &mut Random, shape: Option<[u64; 3]>) -> String {
    // What is read in blocks of a shape alone would change the functions of the others.
    let kinds = if shape.is_some() { 11 } else { 8 };
    match r.next(kinds) {
        0 => "(U4U4INTRINSIC_OP ~tid.x)".to_owned(),
        1 => "(U4U4INTRINSIC_OP ~tid.y)".to_owned(),
        2 | 3 => format!("={}:U4", r.next(5)),
        8 => "(U4U4INTRINSIC_OP ~tid.z)".to_owned(),
        9 => number_in_block(shape.unwrap_or(BLOCK)),
        10 => ["=16:U4", "=31:U4", "=32:U4", "(U4U4INTRINSIC_OP ~ntid.x)"][r.next(4)].to_owned(),
        _ => format!("v{}", r.next(6)),
    }
}

fn tree(r: &mut Random, shape: Option<[u64; 3]>) -> String {
    let (a, b) = (leaf(r, shape), leaf(r, shape));
    let kinds = if shape.is_some() { 16 } else { 12 };
    match r.next(kinds) {
        0..=3 => format!("(U4ADD {a} {b})"),
        4 => format!("(I4ADD {a} {b})"),
        5 => format!("(U4SUB {a} {b})"),
        6 => format!("(U4MPY {a} {b})"),
        7 => format!("(U4SHL {a} ={}:U4)", r.next(4)),
        8 => format!("(U4SELECT {} {a} {b})", condition(r, shape)),
        9 => format!("(U4BAND {a} =3:U4)"),
        10 => format!("(U4U8CVT (U8ADD (U8I4CVT {a}) (U8U4CVT {b})))"),
        12 => format!("(U4LSHR {a} =5:U4)"),
        13 => format!("(U4BAND {a} =31:U4)"),
        14 => format!("(U4DIV {a} =32:U4)"),
        15 => format!("(U4BIOR {a} {b})"),
        _ => a,
    }
}

fn condition(r: &mut Random, shape: Option<[u64; 3]>) -> String {
    let op = ["EQ", "NE", "LT", "LE", "GT"][r.next(5)];
    let sign = ["U4", "I4"][r.next(2)];
    format!("(B{sign}{op} {} {})", leaf(r, shape), leaf(r, shape))
}

/// The thread's number in its block, which goes with the lane.
fn number_in_block([x, y, _]: [u64; 3]) -> String {
    format!(
        "(U4ADD (U4MPY (U4ADD (U4MPY (U4U4INTRINSIC_OP ~tid.z) ={y}:U4) (U4U4INTRINSIC_OP ~tid.y)) ={x}:U4) (U4U4INTRINSIC_OP ~tid.x))"
    )
}
