//! Runtime kernels behind prefixes of the pipeline give what they give at -O0, bit for bit. Here each kernel behind some of its
//! prefixes, another sixth of them for each kernel that follows; `--bin prefixes` takes all.

use runtime_tests::prefixes::judge;
use runtime_tests::suite::{Case, cases, home};

/// One prefix of so many.
const SAMPLE: u64 = 6;

#[test]
fn kernels_behind_a_sample_of_prefixes() {
    let (mut texts, mut prefixes) = (0, 0);
    for (k, case) in (0u64..).zip(cases().expect("the kernels")) {
        let looked = judge(&case, &["-O3"], |limit| limit % SAMPLE == k % SAMPLE)
            .unwrap_or_else(|why| panic!("{}: {why}", case.name));
        assert!(looked.steps > 0, "{}", case.name);
        texts += looked.texts;
        prefixes += looked.prefixes;
    }
    println!("{prefixes} prefixes, {texts} different texts");
    assert!(texts > 60, "only {texts} texts of {prefixes} prefixes were run");
}

/// What a step changes is told, with the step: a kernel that writes past an object's end has no one meaning.
#[test]
fn a_step_that_changes_the_result_is_told() {
    let folder = home().join("../docs/examples");
    let text = std::fs::read_to_string(folder.join("past_the_end.launch.toml"));
    let launch = optx_launch::LaunchFile::parse(&text.expect("the file")).expect("a launch file");
    let source = folder.join("past_the_end.cu");
    let case = Case { name: "past_the_end".to_owned(), source, launch };
    let why = judge(&case, &["-O3"], |_| true).expect_err("a difference");
    assert!(why.contains("value-numbering on k: buffer `p`: 4 of 4"), "{why}");
    assert!(judge(&case, &["-O3", "--passes=-value-numbering,-load-pre"], |_| true).is_ok());
}
