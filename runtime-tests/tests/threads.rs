//! Compilations side by side do not disturb each other.

use runtime_tests::suite::{cases, optx};

#[test]
fn eight_threads_give_the_bytes_of_one() {
    let cases = cases().expect("the kernels");
    let compile = |level: &str| -> Vec<String> {
        let one = |case: &runtime_tests::suite::Case| {
            optx(&case.source, &case.launch.options, level, "80")
                .unwrap_or_else(|e| panic!("{}: {e}", case.name))
        };
        cases.iter().map(one).collect()
    };
    let alone = compile("-O3");
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| compile("-O3"))).collect();
        for thread in threads {
            let texts = thread.join().expect("a thread that ends");
            for ((text, expected), case) in texts.iter().zip(&alone).zip(&cases) {
                assert!(text == expected, "{} differs", case.name);
            }
        }
    });
}
