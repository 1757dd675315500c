//! The frontend's files of C's and C++'s constructs, executed: every level gives what their launch files say.

use optx_launch::{Emulator, LaunchFile, NoReferences, Schedule};
use runtime_tests::suite::{ARCH, home, optx};

fn at_every_level(name: &str) {
    let folder = home().join("../frontend/cuda-c/tests/inputs");
    let text =
        std::fs::read_to_string(folder.join(format!("{name}.launch.toml"))).expect("the file");
    let file = LaunchFile::parse(&text).expect("a launch file");
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        let ptx = optx(&folder.join(format!("{name}.cu")), &file.options, level, ARCH)
            .unwrap_or_else(|e| panic!("{level}: {e}"));
        for schedule in [Schedule::Lockstep, Schedule::Adversarial(1)] {
            let outcome =
                optx_launch::run(&file, &ptx, &mut Emulator::new(schedule), &NoReferences, &folder)
                    .unwrap_or_else(|e| panic!("{level}: {e}"));
            assert_eq!(outcome.difference(), None, "{level} {schedule:?}");
        }
    }
}

#[test]
fn constructs_mean_what_c_says_at_every_level() {
    at_every_level("semantics");
}

#[test]
fn what_could_be_parsed_in_two_ways_means_what_cpp_says() {
    at_every_level("parsing");
}
