//! The table without a solver: every row on all operands of a small width, every row through the CODEMAP, and what the table
//! promises of its rows (names, worth, termination).

mod bench;
mod random_trees;

use bench::{Bench, is_constant};
use optx_ir::interpret::Value;
use optx_ir::simplify::{Number, Row, Term, all};
use optx_ir::{CodeRep, CrId};
use optx_prove_rules::claim::{Tree, Type};
use optx_prove_rules::operands::{self, Random, draw_constants};
use optx_prove_rules::proof::{machine_claims, multiplies, small_claims};
use optx_whirl::{Mtype, Operator};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Operands of one claim: all of two letters at 8 bits are 2^16.
const MOST: u64 = 1 << 22;

/// Refinement, poison included, by an evaluator that shares nothing with the compiler's. Rows of two letters at 8 bits, of more at
/// the widest width within the bound.
#[test]
fn every_row_of_integers_refines_on_all_operands_of_a_small_width() {
    let rows: Vec<&Row> = all().collect();
    let wrong: Vec<String> = rows
        .par_iter()
        .filter_map(|row| {
            let (bits, claims) = small_claims(row, MOST)?;
            let letters = claims[0].leaves.len() + claims[0].constants.len();
            let mut meant = 0;
            for claim in &claims {
                match operands::all(claim) {
                    Ok(tried) => meant += tried.meant,
                    Err(refuted) => return Some(format!("{}: {}", row.name, refuted.text(claim))),
                }
            }
            let wide = bits == 8 || (letters == 3 && bits >= 6) || (letters > 3 && bits >= 4);
            (!wide || meant == 0).then(|| format!("{}: {meant} cases at {bits} bits", row.name))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each row fires where its condition holds, whatever order operands of its pattern stand in, and the interpreter finds the result
/// to refine the pattern; where the condition does not hold the row does not fire.
#[test]
fn every_row_fires_where_it_may_and_nowhere_else() {
    let rows: Vec<(usize, &Row)> = all().enumerate().collect();
    let wrong: Vec<String> =
        rows.par_iter().filter_map(|(number, row)| fires(*number, row).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A NaN is any NaN.
fn both_nan(mtype: Mtype, a: Value, b: Value) -> bool {
    let is_nan = |bits: u64| match mtype {
        Mtype::F4 => f32::from_bits(bits as u32).is_nan(),
        _ => mtype == Mtype::F8 && f64::from_bits(bits).is_nan(),
    };
    b.is_known() && is_nan(a.bits) && is_nan(b.bits)
}

fn fires(number: usize, row: &Row) -> Result<(), String> {
    let mut random = Random::new(number as u64 + 1);
    let mut fired = false;
    for claim in machine_claims(row) {
        for round in 0..24 {
            let mut constants = [0; 3];
            // Conditions on floats are the solver's.
            if operands::has_floats(&claim) {
                if !row.when.is_empty() {
                    let power = if claim.constants[0].1.bits == 32 {
                        2f32.to_bits().into()
                    } else {
                        0.5f64.to_bits()
                    };
                    constants[0] = power;
                } else {
                    constants[0] = if claim.left.ty().bits == 32 {
                        3f32.to_bits().into()
                    } else {
                        3f64.to_bits()
                    };
                }
            } else if let Some(found) = draw_constants(&claim, true, &mut random) {
                constants = found;
            } else {
                break;
            }
            let mut bench = Bench::new(&claim);
            let mut op = bench.op(&claim.left, &constants);
            if round % 2 == 1
                && op.opr.is_commutative()
                && !matches!(
                    bench.f.codemap.get(op.kids[1]),
                    CodeRep::Const { .. } | CodeRep::Rconst { .. }
                )
            {
                op.kids.swap(0, 1);
            }
            let Some(new) = bench.f.codemap.replaced_by(number, &op) else {
                return Err(format!(
                    "{}: did not fire for {constants:x?} in {:?}",
                    row.name, claim.left
                ));
            };
            fired = true;
            for _ in 0..24 {
                let given: BTreeMap<CrId, Value> = claim
                    .leaves
                    .iter()
                    .map(|(k, ty)| (bench.leaves[k], Value::exact(random.value(*ty))))
                    .collect();
                let wanted = bench.operation(&op, &given);
                let got = bench.value(new, &given);
                if wanted.is_known() && got != wanted && !both_nan(op.rtype, wanted, got) {
                    let shown = optx_ir::print::tree_text(&bench.f, new);
                    return Err(format!(
                        "{}: {wanted:x?} became {got:x?} of {shown} for {given:x?}, {constants:x?}",
                        row.name
                    ));
                }
            }
        }
        if row.when.is_empty() || operands::has_floats(&claim) {
            continue;
        }
        if let Some(constants) = draw_constants(&claim, false, &mut random) {
            let mut bench = Bench::new(&claim);
            let op = bench.op(&claim.left, &constants);
            // A constant that is the other's place in the pattern may fit it there.
            if claim.constants.len() < 2 && bench.f.codemap.replaced_by(number, &op).is_some() {
                return Err(format!("{}: fired for {constants:x?}", row.name));
            }
        }
    }
    if fired { Ok(()) } else { Err(format!("{}: no constants that it is for", row.name)) }
}

#[test]
fn names_are_different_and_reasons_are_given() {
    let mut names = HashSet::new();
    for row in all() {
        assert!(names.insert(row.name), "{} twice", row.name);
        let claims = machine_claims(row);
        let solved = row.left_is_trivial() || !multiplies(&claims[0]) || !row.proof.is_empty();
        assert!(solved, "{} multiplies, and gives no reason", row.name);
    }
}

/// docs/results/simplification.md says what became of each row of today's table, and of no other.
#[test]
fn the_page_has_every_row() {
    let page = include_str!("../../../../docs/results/simplification.md");
    let named = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
    let shown: BTreeSet<String> = named.map(|(name, _)| name.replace("\\|", "|")).collect();
    let rows: BTreeSet<String> = all().map(|row| row.name.to_owned()).collect();
    let differ: Vec<&String> = rows.symmetric_difference(&shown).collect();
    assert!(differ.is_empty(), "in the table or on the page alone: {differ:#?}");
    let count = format!("\n{} rows: ", rows.len());
    assert!(page.contains(&count), "the page has another count than {}", rows.len());
}

trait Trivial {
    /// A leaf or a constant is all that is left, or nothing is known but that a kid is a constant of the pattern.
    fn left_is_trivial(&self) -> bool;
}

impl Trivial for Row {
    fn left_is_trivial(&self) -> bool {
        let Term::Op(_, _, _, kids) = self.left else { return false };
        kids.iter().all(|kid| matches!(kid, Term::Leaf(_) | Term::Number(_)))
    }
}

/// No replacement costs more than its pattern, or has more operations.
#[test]
fn replacements_are_worth_it() {
    fn cost(tree: &Tree) -> (u32, u32) {
        if is_constant(tree) {
            return (0, 0);
        }
        let own = match tree {
            Tree::Op(opr, ty, of, _) => {
                let mtype = |ty: &Type| ty.mtype().expect("a machine type");
                // A word's sign extension is nothing to what is narrower.
                (
                    optx_whirl::cost(*opr, mtype(ty), mtype(of), None),
                    u32::from(*opr != Operator::Lnot),
                )
            }
            Tree::Intrinsic(..) => (1, 1),
            _ => (0, 0),
        };
        tree.kids().iter().map(cost).fold(own, |a, b| (a.0 + b.0, a.1 + b.1))
    }
    for row in all() {
        for claim in machine_claims(row) {
            let (before, after) = (cost(&claim.left), cost(&claim.right));
            assert!(
                after.0 <= before.0 && after.1 <= before.1,
                "{}: {before:?} to {after:?}",
                row.name
            );
        }
    }
}

/// What a term weighs, leaves aside; a replacement that weighs as much has more zeros.
fn weight(term: &Term) -> (u32, i32) {
    if term.is_constant() {
        return (0, -i32::from(*term == Term::Number(Number::Int(0))));
    }
    use Operator::*;
    let (own, kids): (u32, &[Term]) = match term {
        Term::Op(opr, _, _, kids) => (
            match opr {
                Div | Rem => 40,
                Mpy | Highmpy => 20,
                Select => 14,
                Sub => 11,
                Add => 10,
                Lt | Le | Gt | Ge => 9,
                Eq | Ne => 8,
                Cvt => 10,
                Lnot => 3,
                Bxor => 7,
                _ => 6,
            },
            kids,
        ),
        Term::Intrinsic(_, kids) => (6, kids),
        _ => (0, &[]),
    };
    kids.iter().map(weight).fold((own, 0), |a, b| (a.0 + b.0, a.1 + b.1))
}

fn names(term: &Term, found: &mut [u32; 5]) {
    match term {
        Term::Leaf(k) => found[usize::from(*k)] += 1,
        Term::Op(.., kids) | Term::Intrinsic(_, kids) => {
            kids.iter().for_each(|kid| names(kid, found))
        }
        _ => {}
    }
}

/// Rows whose replacement is as heavy, and does not meet their own condition.
/// A shift to the right that became one to the left is none to the right again.
const SETTLED: &[&str] = &["x >> N, signed", "((x >> y) & 1) == 0", "((x >> y) & 1) != 0"];

/// Replacing ends: each row makes its tree lighter, or as light with a zero more, and names no leaf more often than the pattern, so
/// that whole trees get lighter too.
#[test]
fn replacing_ends() {
    for row in all() {
        let (mut left, mut right) = ([0; 5], [0; 5]);
        names(&row.left, &mut left);
        names(&row.right, &mut right);
        let copies = matches!(row.right, Term::Intrinsic(..));
        assert!(copies || left.iter().zip(right).all(|(l, r)| r <= *l), "{} copies", row.name);
        if SETTLED.contains(&row.name) {
            continue;
        }
        assert!(
            weight(&row.right) < weight(&row.left),
            "{}: {:?} {:?}",
            row.name,
            weight(&row.left),
            weight(&row.right)
        );
    }
}
