//! Tests that need something of the machine: where that is absent they are ignored, by name and with the reason.

use libtest_mimic::{Arguments, Completion, Trial};

/// Why something is absent; none where it is there.
pub type Need = fn() -> Option<String>;

/// A test.
pub struct Test {
    pub name: &'static str,
    pub needs: Need,
    pub run: fn(),
}

/// Functions as tests of their names, which need the same.
#[macro_export]
macro_rules! tests {
    ($needs:expr; $($name:ident),+ $(,)?) => {
        [$($crate::trials::Test { name: stringify!($name), needs: $needs, run: $name }),+]
    };
}

/// Nothing.
#[allow(dead_code, reason = "each test program uses a part of it")]
pub fn nothing() -> Option<String> {
    None
}

/// Runs them.
pub fn run(tests: impl IntoIterator<Item = Test>) -> ! {
    let trial = |test: Test| {
        Trial::ignorable_test(test.name, move || {
            if let Some(why) = (test.needs)() {
                return Ok(Completion::ignored_with(why));
            }
            (test.run)();
            Ok(Completion::Completed)
        })
    };
    let trials = tests.into_iter().map(trial).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit()
}
