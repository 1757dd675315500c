//! The search for the step that makes a result wrong, with compilers that are wrong on purpose from some step on.

use optx::bisect::{Bisection, Trial, every, halve, steps};
use optx::{Options, compile};

const SOURCE: &str = r#"
__device__ __noinline__ int f(int x) { return x * 3 + x * 3; }
extern "C" __global__ void k(int *p) {
    int a = p[threadIdx.x] + 1;
    if (a > 4) a = f(a + 1);
    p[threadIdx.x] = a;
}
"#;

/// The text with so many optional steps, and what the compiler tells.
fn with_limit(limit: u64) -> optx::Ptx {
    let (mut options, _) = Options::parse_args(&["-O3"]).expect("options");
    options.asked.bisect_limit = Some(limit);
    compile(SOURCE, &options).expect("a valid source")
}

/// A step is told whether it runs or not, in order, for each function.
#[test]
fn steps_are_read_off_the_compilation() {
    let all = steps(&with_limit(0));
    assert_eq!(all, steps(&with_limit(u64::MAX)));
    let numbers: Vec<u64> = all.iter().map(|step| step.number).collect();
    assert_eq!(numbers, (1..=all.len() as u64).collect::<Vec<_>>());
    // Callees come first.
    let half = all.len() / 2;
    assert!(all[..half].iter().all(|step| step.function == "f"));
    assert!(all[half..].iter().all(|step| step.function == "k"));
    let passes = |part: &[optx::bisect::Step]| -> Vec<&'static str> {
        part.iter().map(|step| step.pass).collect()
    };
    assert_eq!(passes(&all[..half]), passes(&all[half..]));
    assert!(passes(&all).contains(&"value-numbering"));
}

/// A compiler that makes a wrong text from a step on: each step is found, in few compilations.
#[test]
fn a_wrong_step_is_found_wherever_it_is() {
    let count = steps(&with_limit(0)).len() as u64;
    assert!(count > 16);
    let texts: Vec<String> = (0..=count).map(|n| with_limit(n).text().to_owned()).collect();
    for culprit in 1..=count {
        let compiled = std::cell::Cell::new(0);
        let run = |limit: u64| {
            compiled.set(compiled.get() + 1);
            let mut text = texts[limit as usize].clone();
            if limit >= culprit {
                text = text.replace("st.global", "st.shared");
            }
            match text.contains("st.global") {
                true => Trial::Right,
                false => Trial::Wrong(format!("wrong with {limit}")),
            }
        };
        let wanted = Bisection::Step {
            number: culprit,
            why: format!("wrong with {culprit}"),
            right_again: Vec::new(),
        };
        assert_eq!(halve(count, run), wanted);
        let compiled = compiled.get();
        assert!(compiled <= 2 + 2 * count.ilog2() + 2, "{compiled} compilations of {count} steps");
        assert_eq!(every(count, run), wanted);
    }
}

fn wrong_where(wrong: impl Fn(u64) -> bool) -> impl FnMut(u64) -> Trial {
    move |limit| if wrong(limit) { Trial::Wrong(format!("at {limit}")) } else { Trial::Right }
}

#[test]
fn nothing_is_wrong_or_all_is() {
    assert_eq!(halve(13, wrong_where(|_| false)), Bisection::Nothing);
    assert_eq!(every(13, wrong_where(|_| false)), Bisection::Nothing);
    assert_eq!(halve(0, wrong_where(|_| false)), Bisection::Nothing);
    assert_eq!(halve(13, wrong_where(|_| true)), Bisection::Before("at 0".to_owned()));
    assert_eq!(every(13, wrong_where(|_| true)), Bisection::Before("at 0".to_owned()));
    // What is wrong without any step is no step's, though it be right with some.
    assert_eq!(halve(13, wrong_where(|n| n == 0)), Bisection::Before("at 0".to_owned()));
}

/// One step: the compilation behind it is the only one that can be wrong.
#[test]
fn the_only_step_is_found() {
    let step = Bisection::Step { number: 1, why: "at 1".to_owned(), right_again: Vec::new() };
    assert_eq!(halve(1, wrong_where(|n| n == 1)), step);
    assert_eq!(every(1, wrong_where(|n| n == 1)), step);
}

/// Wrong for a while, right again, and wrong to the end: what is found turns right into wrong, and what comes behind is told.
#[test]
fn what_is_hidden_for_a_while_is_told() {
    let wrong = |n: u64| (4..7).contains(&n) || n >= 11;
    let Bisection::Step { number, why, right_again } = halve(13, wrong_where(wrong)) else {
        panic!("nothing found");
    };
    assert!(wrong(number) && !wrong(number - 1), "step {number}");
    assert_eq!(why, format!("at {number}"));
    assert!(right_again.iter().all(|&n| n > number && !wrong(n)), "{right_again:?}");
    let all = Bisection::Step { number: 4, why: "at 4".to_owned(), right_again: vec![7, 8, 9, 10] };
    assert_eq!(every(13, wrong_where(wrong)), all);
    // Halving comes to 8 first, where the first mistake is hidden, so that it finds the second; here it finds the first.
    let Bisection::Step { number, right_again, .. } =
        halve(64, wrong_where(|n| n == 32 || n == 34 || n > 60))
    else {
        panic!("nothing found");
    };
    assert_eq!((number, &right_again[..1]), (32, &[33][..]));
    // What is right with all steps is only seen by trying them.
    assert_eq!(halve(13, wrong_where(|n| n == 5)), Bisection::Nothing);
    let hidden = every(13, wrong_where(|n| n == 5));
    assert!(
        matches!(hidden, Bisection::Step { number: 5, right_again, .. } if right_again.contains(&13))
    );
}
