//! The frontend's file of C's constructs, executed: every level gives what its launch file says.

use optx_launch::{Emulator, LaunchFile, NoReferences, Schedule};
use runtime_tests::suite::{ARCH, home, optx};

#[test]
fn constructs_mean_what_c_says_at_every_level() {
    let folder = home().join("../frontend/cuda-c/tests/inputs");
    let text = std::fs::read_to_string(folder.join("semantics.launch.toml")).expect("the file");
    let file = LaunchFile::parse(&text).expect("a launch file");
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        let ptx = optx(&folder.join("semantics.cu"), &file.options, level, ARCH)
            .unwrap_or_else(|e| panic!("{level}: {e}"));
        for schedule in [Schedule::Lockstep, Schedule::Adversarial(1)] {
            let outcome =
                optx_launch::run(&file, &ptx, &mut Emulator::new(schedule), &NoReferences, &folder)
                    .unwrap_or_else(|e| panic!("{level}: {e}"));
            assert_eq!(outcome.difference(), None, "{level} {schedule:?}");
        }
    }
}
