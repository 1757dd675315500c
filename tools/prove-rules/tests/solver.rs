//! The prover can fail: rows with a mistake are refuted, by the solver and by running through operands.

use optx_ir::simplify::{Number, Row, Term, Ty, row};
use optx_judge::Tool;
use optx_judge::trials::{self, assertions};
use optx_prove_rules::operands::has_floats;
use optx_prove_rules::proof::{Effort, machine_claims, prove};
use optx_prove_rules::solver::{Answer, ask};
use optx_whirl::Operator;

/// A row of the table by its name.
fn known(name: &str) -> Row {
    *row(name).unwrap_or_else(|| panic!("no row is named {name}"))
}

fn main() {
    let mut tests = Vec::new();
    for (mistake, wrong) in mistakes() {
        tests.push(assertions(format!("solver refutes: {mistake}"), &[Tool::Z3], move || {
            let claims = machine_claims(&wrong);
            let refuted = claims.iter().any(|claim| {
                matches!(ask(claim, 60).expect("the solver"), Answer::Refuted(model) if !model.is_empty())
            });
            assert!(refuted, "{}", wrong.name);
        }));
        tests.push(assertions(format!("operands refute: {mistake}"), &[], move || {
            let claims = machine_claims(&wrong);
            let effort = Effort { seconds: 0, operands: 1 << 22, random: 100_000 };
            let outcome = prove(&wrong, effort).expect("no tool is asked");
            assert_eq!(outcome.refuted.is_some(), !claims.iter().any(has_floats), "{mistake}");
        }));
    }
    tests.push(assertions("solver proves right rows", &[Tool::Z3], right_rows_are_proved));
    trials::run(tests);
}

/// x + 0: not x where x is -0.
const SUM_WITH_ZERO: Term =
    Term::Op(Operator::Add, Ty::F, Ty::V, &[Term::Leaf(0), Term::Number(Number::Int(0))]);

/// What could be forgotten in a row, and the row with that mistake.
fn mistakes() -> Vec<(&'static str, Row)> {
    let bare = |name| Row { when: &[], ..known(name) };
    let becomes = |name, other| Row { right: known(other).right, ..known(name) };
    vec![
        ("the condition of an I-form", bare("(x + c) + d, no overflow")),
        ("that -lowest overflows", bare("x - c, no overflow")),
        ("that masks are disjoint", bare("(x | c) & d, disjoint")),
        ("the range of shift amounts", bare("(x << c) << d")),
        ("that the divisor is a power of two", bare("x % 2^k, unsigned")),
        ("that a product fits", bare("(x / c) / d, unsigned")),
        (
            "the end of a range",
            Row { right: known("x >= 0 && x < c").right, ..known("x >= 0 && x <= c") },
        ),
        ("the sign of a minimum", becomes("x < y ? x : y", "max(x, -x)")),
        (
            "the form of a negation",
            Row { right: known("x - (x + y), no overflow").right, ..known("x - (x + y)") },
        ),
        ("an I-form kept for a wrapping sum", becomes("(x + c) + d", "(x + c) + d, no overflow")),
        ("signed for unsigned", Row { right: known("!(x < y)").left, ..known("!(x >= y)") }),
        (
            "a mask one bit short",
            Row {
                right: known("(x >> c) << c, unsigned").right,
                ..known("(x << c) >> c, unsigned")
            },
        ),
        ("-0", Row { left: SUM_WITH_ZERO, ..known("x + -0, float") }),
    ]
}

fn right_rows_are_proved() {
    for name in
        ["(x + c) + d, no overflow", "p && (p || q)", "-x < -y, float", "(x << c) >> c, unsigned"]
    {
        for claim in machine_claims(&known(name)) {
            assert_eq!(ask(&claim, 60).expect("the solver"), Answer::Proved, "{name}");
        }
    }
}
