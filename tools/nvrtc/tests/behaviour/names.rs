//! Name expressions and lowered names.

use crate::Case;
use crate::library::Library;

const SOURCE: &str = "template<class T> __global__ void k(T *p) { *p = 1; }
extern \"C\" __global__ void plain(int *p) { *p = 2; }
namespace n { __device__ int v; }
__constant__ float c[3];
";

pub const CASES: &[Case] = &[
    Case {
        name: "lowered names",
        observe: lowered,
        expected: "added 0 0 0 0 0 0 0, before 9
            compiled 0
            k<float> 0 _Z1kIfEvPT_; &k<int> 0 _Z1kIiEvPT_;  k<double>  0 _Z1kIdEvPT_; plain 0 plain; &n::v 0 _ZN1n1vE; &c 0 c; k<float> 0 _Z1kIfEvPT_
            with other blanks 10, one that was not added 10, added now 8",
    },
    Case {
        name: "name expressions that are wrong",
        observe: wrong,
        expected: "q<int>: 6, then 9, added 8; then 6
            k<float: 6, then 9, added 8; then 6
            )(: 6, then 9, added 8; then 6
            : 6, then 9, added 8; then 6
            k<float>(: 6, then 9, added 8; then 6",
    },
    Case {
        name: "name expressions behind wrong options",
        observe: behind_wrong_options,
        expected: "wrong options 5, name 9, added 0, compiled 0, name 0 plain, added 8",
    },
    Case {
        name: "names stay where a program is compiled again",
        observe: again,
        expected: "_Z1kIfEvPT_ then 6 then 0 _Z1kIfEvPT_, the first one still _Z1kIfEvPT_",
    },
];

fn lowered(l: &Library) -> String {
    let program = l.program(SOURCE);
    let names = ["k<float>", "&k<int>", " k<double> ", "plain", "&n::v", "&c", "k<float>"];
    let added: Vec<String> = names.iter().map(|name| program.add(name).to_string()).collect();
    let before = program.lowered("plain").0;
    let compiled = program.compile(&[]);
    let told = names.map(|name| {
        let (code, lowered) = program.lowered(name);
        format!("{name} {code} {lowered}")
    });
    format!(
        "added {}, before {before}\ncompiled {compiled}\n{}\nwith other blanks {}, one that was not added {}, added now {}",
        added.join(" "),
        told.join("; "),
        program.lowered("k< float >").0,
        program.lowered("k<char>").0,
        program.add("k<char>"),
    )
}

fn wrong(l: &Library) -> String {
    let told = ["q<int>", "k<float", ")(", "", "k<float>("].map(|name| {
        let program = l.program(SOURCE);
        assert_eq!(program.add(name), 0);
        let code = program.compile(&[]);
        let lowered = program.lowered(name).0;
        let added = program.add("plain");
        format!("{name}: {code}, then {lowered}, added {added}; then {}", program.compile(&[]))
    });
    told.join("\n")
}

fn behind_wrong_options(l: &Library) -> String {
    let program = l.program(SOURCE);
    let wrong = program.compile(&["--foo"]);
    let (name, added) = (program.lowered("plain").0, program.add("plain"));
    let compiled = program.compile(&[]);
    let (code, lowered) = program.lowered("plain");
    let late = program.add("k<int>");
    format!(
        "wrong options {wrong}, name {name}, added {added}, compiled {compiled}, name {code} {lowered}, added {late}"
    )
}

fn again(l: &Library) -> String {
    let program = l.program(&format!("#ifdef WRONG\n#error wrong\n#endif\n{SOURCE}"));
    assert_eq!(program.add("k<float>"), 0);
    assert_eq!(program.compile(&[]), 0);
    let mut first = std::ptr::null();
    let name = crate::library::c("k<float>");
    // SAFETY: the program lives, and the pointers are valid.
    assert_eq!(unsafe { (l.lowered)(program.handle, name.as_ptr(), &mut first) }, 0);
    let before = crate::library::at(first);
    let wrong = program.compile(&["-DWRONG"]);
    let right = program.compile(&[]);
    let after = program.lowered("k<float>").1;
    format!(
        "{before} then {wrong} then {right} {after}, the first one still {}",
        crate::library::at(first)
    )
}
