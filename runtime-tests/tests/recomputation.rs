//! What is made once more in PTX and is not kept is made where it is read in machine code, too, and not spilled. What is kept as well ptxas finds: there the
//! machine code is as it was.

use optx_judge::machine_code::{Disassembled, disassemble};
use optx_judge::{Tool, trials};

/// Addresses of several arrays, each by another multiple of the thread's number, that are made before a loop and read behind it; in it 14 sums live.
const SOURCE: &str = include_str!("recomputation.cu");

/// The same, where the addresses are read before the loop, too.
fn read_before() -> String {
    let read = "s = pa[0] + pb[0] + pc[0] + pd[0];";
    let source = SOURCE.replace("s = 1.0f;", read);
    assert!(source.contains(read));
    source
}

const CAP: u32 = 24;

/// The machine code at the cap, with further options of the compiler.
fn assembled(source: &str, options: &[&str], arch: &str) -> Disassembled {
    let (cap, target) = (format!("--maxrregcount={CAP}"), format!("-arch={arch}"));
    let words: Vec<&str> =
        ["-O3", cap.as_str(), target.as_str()].iter().chain(options).copied().collect();
    let (options, _) = optx::Options::parse_args(&words).expect("valid options");
    let ptx = optx::compile(source, &options).unwrap_or_else(|d| panic!("{d}"));
    let made = disassemble(ptx.text(), arch, &["-O3", "-v"], &["-c"]);
    made.unwrap_or_else(|e| panic!("{e}\n{}", ptx.text()))
}

/// The instructions, without comments, which name the options.
fn code(made: &Disassembled) -> Vec<&str> {
    made.text.lines().filter(|line| line.contains("/*0")).collect()
}

/// The number of the last instruction that makes an address of a product.
fn last_address(made: &Disassembled) -> usize {
    let is_address = |line: &&str| line.contains("IMAD.WIDE") || line.contains(" LEA ");
    code(made).iter().rposition(is_address).expect("an address")
}

/// The number that stands before some words of ptxas's report.
fn reported(made: &Disassembled, words: &str) -> u32 {
    let before = made.report.split(words).next().unwrap_or_default();
    let number = before.rsplit([' ', ',', '\n']).next().and_then(|word| word.parse().ok());
    number.unwrap_or_else(|| panic!("no `{words}` in {}", made.report))
}

/// From sm_90 on ptxas spills three addresses without the pass.
fn what_is_made_where_it_is_read_is_not_spilled() {
    for arch in ["sm_90", "sm_120"] {
        let with = assembled(SOURCE, &[], arch);
        let without = assembled(SOURCE, &["--passes=-rematerialize"], arch);
        for words in [" bytes spill stores", " bytes spill loads"] {
            let [spilled, wanted] = [&with, &without].map(|made| reported(made, words));
            assert!(spilled < wanted, "{arch}: {spilled}{words}, {wanted} without the pass");
        }
        assert!(reported(&with, " registers") <= CAP, "{arch}: {}", with.report);
        let [late, early] = [&with, &without].map(last_address);
        assert!(late > early, "{arch}: {late}, {early} without the pass");
    }
}

fn what_is_kept_as_well_is_found_by_ptxas() {
    let source = read_before();
    for arch in ["sm_80", "sm_120"] {
        let [with, without] = [&[][..], &["--passes=-rematerialize"]]
            .map(|options| assembled(&source, options, arch));
        assert_eq!(code(&with), code(&without), "{arch}");
    }
}

fn main() {
    let tests: [(&str, fn()); 2] = [
        (
            "what_is_made_where_it_is_read_is_not_spilled",
            what_is_made_where_it_is_read_is_not_spilled,
        ),
        ("what_is_kept_as_well_is_found_by_ptxas", what_is_kept_as_well_is_found_by_ptxas),
    ];
    let tools = [Tool::Ptxas13, Tool::Nvdisasm];
    trials::run(tests.iter().map(|(name, run)| trials::assertions(*name, &tools, *run)).collect());
}
