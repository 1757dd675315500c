//! What the report counts of kernels whose ends are made up.

use optx_public_kernels::report::{summary, terminal};
use optx_public_kernels::trial::{End, LEVELS, Row};

fn row(id: &str, nvrtc: End, end: End) -> Row {
    let optx = LEVELS.iter().map(|_| end.clone()).collect();
    Row { id: id.to_owned(), source: "s".to_owned(), nvrtc, clang: end, optx, wrong: Vec::new() }
}

#[test]
fn a_kernel_that_nvrtc_refuses_is_counted_apart() {
    let refused = End::Refused { code: String::new(), said: "error: no".to_owned() };
    let rows = [
        row("compared", End::Agrees { executed: 8 }, End::Agrees { executed: 4 }),
        row("uncompared", refused, End::Alone { executed: 77 }),
    ];
    let sums = summary(&rows);
    assert_eq!((sums.kernels, sums.right, sums.alone, sums.wrong), (2, 1, 1, 0));
    // Of what was not compared there is no ratio, with clang neither.
    assert_eq!(sums.ratios["nvrtc"], (0.5, 1));
    assert_eq!(sums.ratios["clang"], (1.0, 1));
    let shown = terminal(&rows);
    assert!(
        shown.contains(
            "2 kernels: 1 right at all levels (0 of them within a tolerance), 1 ours alone, 0 wrong"
        ),
        "{shown}"
    );
    assert!(shown.contains("77 alone"), "{shown}");
}
