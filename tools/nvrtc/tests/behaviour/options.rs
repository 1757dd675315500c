//! Options that are wrong: the code, and what the log says of them.

use crate::Case;
use crate::library::Library;
use std::fmt::Write as _;

pub const CASES: &[Case] = &[
    Case {
        name: "options that nobody knows",
        observe: unknown,
        expected: "--foo: 5 nvrtc: error: unrecognized option --foo found
            --foo --bar: 5 nvrtc: error: unrecognized option --foo found
            -foo=3: 5 nvrtc: error: unrecognized option -foo=3 found
            foo: 5 nvrtc: error: unrecognized option foo found
            foo.cu: 5 nvrtc: error: unrecognized option foo.cu found
            : 5 nvrtc: error: unrecognized option  found
            -w -O3: 5 nvrtc: error: unrecognized option -O3 found
            -isystem=/tmp: 5 nvrtc: error: unrecognized option -isystem=/tmp found
            -Wall: 5 nvrtc: error: unrecognized option -Wall found
            -lfoo: 5 nvrtc: error: unrecognized option -lfoo found
            --nvrtc: 5 nvrtc: error: unrecognized option --nvrtc found
            --emit=ssa: 5 nvrtc: error: unrecognized option --emit=ssa found
            -code=sm_80: 5 nvrtc: error: unrecognized option -code=sm_80 found
            -ptx: 5 nvrtc: error: unrecognized option -ptx found",
    },
    Case {
        name: "architectures that are none",
        observe: architectures,
        expected: "-arch=sm_34: 5 nvrtc: error: invalid value for --gpu-architecture (-arch)
            --gpu-architecture=compute_999: 5 nvrtc: error: invalid value for --gpu-architecture (-arch)
            -arch=: 5 nvrtc: error: invalid value for --gpu-architecture (-arch)
            -arch: 5 nvrtc: error: invalid value for --gpu-architecture (-arch)
            -arch=native: 5 nvrtc: error: invalid value for --gpu-architecture (-arch)
            -arch=all: 5 nvrtc: error: invalid value for --gpu-architecture (-arch)
            -arch=lto_80: 5 nvrtc: error: invalid value for --gpu-architecture (-arch)
            -arch=sm_80x: 5 nvrtc: error: invalid value for --gpu-architecture (-arch)",
    },
    Case {
        name: "options that are taken",
        observe: taken,
        expected: "-arch sm_80: 0
            --gpu-architecture=compute_90: 0
            -arch=sm_90a: 0
            -arch=sm_100f: 0
            '  -arch=sm_80 ': 0
            -I/tmp '-I /tmp' --include-path=/tmp: 0
            -DA=1 '-D B=2' --define-macro=C=3 -UA: 0
            --std=c++17: 0
            -lineinfo -G -dopt=on: 0
            -default-device: 0
            --use_fast_math --fmad=false -ftz=true: 0
            -maxrregcount=32: 0
            --pre-include=x.h: 0
            --disable-warnings: 0
            -Xptxas=-v -extra-device-vectorization: 0",
    },
];

fn each(l: &Library, all: &[&[&str]], says: bool) -> String {
    let mut out = String::new();
    for words in all {
        let headers = [("x.h", "#pragma once\n")];
        let program = l.program_of("extern \"C\" __global__ void k() {}", "k.cu", &headers);
        let code = program.compile(words);
        let log = if says { format!(" {}", program.log().trim_end()) } else { String::new() };
        let quoted = |w: &&str| if w.contains(' ') { format!("'{w}'") } else { (*w).to_owned() };
        let words: Vec<String> = words.iter().map(quoted).collect();
        let _ = writeln!(out, "{}: {code}{log}", words.join(" "));
    }
    out
}

fn unknown(l: &Library) -> String {
    let words: &[&[&str]] = &[
        &["--foo"],
        &["--foo", "--bar"],
        &["-foo=3"],
        &["foo"],
        &["foo.cu"],
        &[""],
        &["-w", "-O3"],
        &["-isystem=/tmp"],
        &["-Wall"],
        &["-lfoo"],
        &["--nvrtc"],
        &["--emit=ssa"],
        &["-code=sm_80"],
        &["-ptx"],
    ];
    each(l, words, true)
}

fn architectures(l: &Library) -> String {
    let words: &[&[&str]] = &[
        &["-arch=sm_34"],
        &["--gpu-architecture=compute_999"],
        &["-arch="],
        &["-arch"],
        &["-arch=native"],
        &["-arch=all"],
        &["-arch=lto_80"],
        &["-arch=sm_80x"],
    ];
    each(l, words, true)
}

fn taken(l: &Library) -> String {
    let words: &[&[&str]] = &[
        &["-arch", "sm_80"],
        &["--gpu-architecture=compute_90"],
        &["-arch=sm_90a"],
        &["-arch=sm_100f"],
        &["  -arch=sm_80 "],
        &["-I/tmp", "-I /tmp", "--include-path=/tmp"],
        &["-DA=1", "-D B=2", "--define-macro=C=3", "-UA"],
        &["--std=c++17"],
        &["-lineinfo", "-G", "-dopt=on"],
        &["-default-device"],
        &["--use_fast_math", "--fmad=false", "-ftz=true"],
        &["-maxrregcount=32"],
        &["--pre-include=x.h"],
        &["--disable-warnings"],
        &["-Xptxas=-v", "-extra-device-vectorization"],
    ];
    each(l, words, false)
}
