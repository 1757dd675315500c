//! Codes and sizes: of null, of programs before and behind their compilation, of results that there are none of.

use crate::Case;
use crate::library::{Info, Library, Program, at, c};
use std::ffi::{c_char, c_int, c_void};
use std::fmt::Write as _;
use std::ptr::{null, null_mut};

const KERNEL: &str = "extern \"C\" __global__ void k(int *p) { *p = 1; }";

pub const CASES: &[Case] = &[
    Case {
        name: "versions and names of codes",
        observe: versions,
        expected: "version 0 13.5; without a place for it 3 3
            13 architectures 0: 75 80 86 87 88 89 90 100 103 107 110 120 121; without a place 3 3
            -1 NVRTC_ERROR unknown; 0 NVRTC_SUCCESS; 1 NVRTC_ERROR_OUT_OF_MEMORY; 2 NVRTC_ERROR_PROGRAM_CREATION_FAILURE; 3 NVRTC_ERROR_INVALID_INPUT; 4 NVRTC_ERROR_INVALID_PROGRAM; 5 NVRTC_ERROR_INVALID_OPTION; 6 NVRTC_ERROR_COMPILATION; 7 NVRTC_ERROR_BUILTIN_OPERATION_FAILURE; 8 NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION; 9 NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION; 10 NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID; 11 NVRTC_ERROR_INTERNAL_ERROR; 12 NVRTC_ERROR_TIME_FILE_WRITE_FAILED; 13 NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED; 14 NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED; 15 NVRTC_ERROR_PCH_CREATE; 16 NVRTC_ERROR_CANCELLED; 17 NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED; 18 NVRTC_ERROR_BUSY; 19 NVRTC_ERROR unknown;",
    },
    Case {
        name: "null programs",
        observe: null_programs,
        expected: "PTX 4 4; CUBIN 4 4; LTOIR 4 4; OptiXIR 4 4; TileIR 4 4; log 4 4
            compile 4, add 4, lowered 4, callback 4, header 4 4, destroy 4 4",
    },
    Case {
        name: "what programs are created of",
        observe: created,
        expected: "no place 4, no source 3, headers: fewer than none 3, none at all 0, no arrays 3, no names 3, no texts 3, \
                   a null name 3, a null text 3, one name twice 3, an empty name 0",
    },
    Case {
        name: "null for results",
        observe: null_results,
        expected: "PTX 3 3; CUBIN 3 3; LTOIR 3 3; OptiXIR 3 3; TileIR 3 3; log 3 3
            lowered 3 3, add 3, callback 3, header 13 0",
    },
    Case {
        name: "sizes, stage by stage",
        observe: stages,
        expected: "new: PTX 1, CUBIN 0, LTOIR 0, OptiXIR 0, TileIR 0, log 1
            compute_80 0: PTX more, CUBIN 0, LTOIR 0, OptiXIR 0, TileIR 0, log 1
            sm_80 0: PTX more, CUBIN more, LTOIR 0, OptiXIR 0, TileIR 0, log 1
            nothing 0: PTX more, CUBIN 0, LTOIR 0, OptiXIR 0, TileIR 0, log 1
            -Dk=) 6: PTX 1, CUBIN 0, LTOIR 0, OptiXIR 0, TileIR 0, log more
            --foo 5: PTX 1, CUBIN 0, LTOIR 0, OptiXIR 0, TileIR 0, log more",
    },
    Case {
        name: "counts of options",
        observe: counts,
        expected: "fewer than none 3: log ``
            none, from nowhere 0: log ``
            none of one 0: log ``
            one, from nowhere 5: log `nvrtc: error: number of arguments supplied does not match number of arguments specified`
            a null one 5: log `nvrtc: error: number of arguments supplied does not match number of arguments specified`",
    },
    Case {
        name: "callbacks end compilations",
        observe: callbacks,
        expected: "0: 0, PTX more; 1: 16, PTX 1, log 1; 7: 16, PTX 1, log 1; 0 again: 0, PTX more
            it was given the payload, and null",
    },
    Case {
        name: "the heap of precompiled headers",
        observe: heap,
        expected: "0 12345 becomes 16384, 0 0 becomes 0, no place 3",
    },
    Case {
        name: "headers that come along, where nothing is named",
        observe: bundled,
        expected: "info 3 `nvrtc: error: info is NULL`, without a log 3
            install 3 `nvrtc: error: installPath is NULL or empty`, an empty path 3, without a log 3
            remove 3 `nvrtc: error: installPath is NULL or empty`, an empty path 3, of nothing 0 ``",
    },
];

fn versions(l: &Library) -> String {
    let (mut major, mut minor, mut count, mut archs) = (0, 0, 0, [0; 64]);
    let mut out = String::new();
    // SAFETY: all pointers are null or valid; no version of NVRTC has as many architectures.
    unsafe {
        let code = (l.version)(&mut major, &mut minor);
        let wrong = ((l.version)(null_mut(), &mut minor), (l.version)(&mut major, null_mut()));
        let _ = writeln!(
            out,
            "version {code} {major}.{minor}; without a place for it {} {}",
            wrong.0, wrong.1
        );
        let code = (l.archs_count)(&mut count) + (l.archs)(archs.as_mut_ptr());
        let archs: Vec<String> = archs[..count as usize].iter().map(c_int::to_string).collect();
        let wrong = ((l.archs_count)(null_mut()), (l.archs)(null_mut()));
        let _ = writeln!(
            out,
            "{count} architectures {code}: {}; without a place {} {}",
            archs.join(" "),
            wrong.0,
            wrong.1
        );
        let names = (-1..20).map(|code| format!("{code} {};", at((l.error_string)(code))));
        out += &names.collect::<Vec<_>>().join(" ");
    }
    out
}

fn null_programs(l: &Library) -> String {
    let mut bytes = 0;
    // SAFETY: null is a handle that is none.
    unsafe {
        let results = l.results().map(|(name, size, get)| {
            format!("{name} {} {}", size(null_mut(), &mut bytes), get(null_mut(), null_mut()))
        });
        format!(
            "{}\ncompile {}, add {}, lowered {}, callback {}, header {} {}, destroy {} {}",
            results.join("; "),
            (l.compile)(null_mut(), 0, null()),
            (l.add)(null_mut(), null()),
            (l.lowered)(null_mut(), null(), null_mut()),
            (l.flow)(null_mut(), None, null_mut()),
            (l.header_status)(null_mut()),
            (l.heap_required)(null_mut(), &mut bytes),
            (l.destroy)(null_mut()),
            (l.destroy)(&mut null_mut()),
        )
    }
}

fn created(l: &Library) -> String {
    let (source, name, empty) = (c(KERNEL), c("a.h"), c(""));
    let one = |text: *const c_char| [text];
    let (text, nothing, nameless) = (one(name.as_ptr()), one(null()), one(empty.as_ptr()));
    let twice = [name.as_ptr(), name.as_ptr()];
    // SAFETY: all pointers are null or valid, and there are as many as is said.
    let create = |count: c_int, texts: *const *const c_char, names: *const *const c_char| unsafe {
        let mut handle = null_mut();
        let code = (l.create)(&mut handle, source.as_ptr(), null(), count, texts, names);
        assert_eq!(handle.is_null(), code != 0);
        (l.destroy)(&mut handle);
        code
    };
    // SAFETY: as above.
    let (nowhere, no_source) = unsafe {
        let nowhere = (l.create)(null_mut(), source.as_ptr(), null(), 0, null(), null());
        let mut handle = null_mut();
        (nowhere, (l.create)(&mut handle, null(), null(), 0, null(), null()))
    };
    format!(
        "no place {nowhere}, no source {no_source}, headers: fewer than none {}, none at all {}, no arrays {}, no names {}, no texts {}, \
         a null name {}, a null text {}, one name twice {}, an empty name {}",
        create(-1, null(), null()),
        create(0, null(), null()),
        create(1, null(), null()),
        create(1, text.as_ptr(), null()),
        create(1, null(), text.as_ptr()),
        create(1, text.as_ptr(), nothing.as_ptr()),
        create(1, nothing.as_ptr(), text.as_ptr()),
        create(2, twice.as_ptr(), twice.as_ptr()),
        create(1, text.as_ptr(), nameless.as_ptr()),
    )
}

fn null_results(l: &Library) -> String {
    let program = l.program(KERNEL);
    assert_eq!(program.compile(&[]), 0);
    let (p, mut bytes, mut name, k) = (program.handle, 1, null(), c("k"));
    // SAFETY: the program lives, and all pointers are null or valid.
    unsafe {
        let results = l.results();
        let results = results.map(|(name, size, get)| {
            format!("{name} {} {}", size(p, null_mut()), get(p, null_mut()))
        });
        format!(
            "{}\nlowered {} {}, add {}, callback {}, header {} {}",
            results.join("; "),
            (l.lowered)(p, null(), &mut name),
            (l.lowered)(p, k.as_ptr(), null_mut()),
            (l.add)(p, null()),
            (l.flow)(p, None, null_mut()),
            (l.header_status)(p),
            (l.heap_required)(p, &mut bytes) + bytes as c_int,
        )
    }
}

fn stages(l: &Library) -> String {
    let sizes = |program: &Program<'_>| {
        let sizes = l.results().map(|(name, size, get)| match program.result(size, get).len() {
            few @ 0..=1 => format!("{name} {few}"),
            _ => format!("{name} more"),
        });
        sizes.join(", ")
    };
    let mut out = format!("new: {}\n", sizes(&l.program(KERNEL)));
    for (what, options) in [
        ("compute_80", &["--gpu-architecture=compute_80"][..]),
        ("sm_80", &["--gpu-architecture=sm_80"]),
        ("nothing", &[]),
        ("-Dk=)", &["-arch=sm_80", "-Dk=)"]),
        ("--foo", &["-arch=sm_80", "--foo"]),
    ] {
        let program = l.program(KERNEL);
        let code = program.compile(options);
        let _ = writeln!(out, "{what} {code}: {}", sizes(&program));
    }
    out
}

fn counts(l: &Library) -> String {
    let wrong = c("--foo");
    let (one, nothing) = ([wrong.as_ptr()], [null()]);
    let asked: [(&str, c_int, *const *const c_char); 5] = [
        ("fewer than none", -1, null()),
        ("none, from nowhere", 0, null()),
        ("none of one", 0, one.as_ptr()),
        ("one, from nowhere", 1, null()),
        ("a null one", 1, nothing.as_ptr()),
    ];
    let said = asked.map(|(what, count, options)| {
        let program = l.program(KERNEL);
        // SAFETY: the program lives, and the pointers are null or valid.
        let code = unsafe { (l.compile)(program.handle, count, options) };
        format!("{what} {code}: log `{}`", program.log())
    });
    said.join("\n")
}

/// What a callback is given: what it is to answer, and whether it was called as documented.
struct Payload {
    answer: c_int,
    calls: u32,
    all_well: bool,
}

unsafe extern "C" fn callback(payload: *mut c_void, reserved: *mut c_void) -> c_int {
    // SAFETY: the payload is that of `callbacks`, which waits meanwhile.
    let payload = unsafe { &mut *payload.cast::<Payload>() };
    payload.calls += 1;
    payload.all_well &= reserved.is_null();
    payload.answer
}

fn callbacks(l: &Library) -> String {
    let mut all_well = true;
    let mut out = Vec::new();
    let program = l.program(KERNEL);
    for (said, answer) in [("0", 0), ("1", 1), ("7", 7), ("0 again", 0)] {
        let mut payload = Payload { answer, calls: 0, all_well: true };
        // SAFETY: the program lives, and the payload outlives the compilation.
        let code = unsafe {
            assert_eq!((l.flow)(program.handle, Some(callback), (&raw mut payload).cast()), 0);
            program.compile(&[])
        };
        all_well &= payload.all_well && payload.calls > 0;
        let size = |bytes: usize| if bytes > 1 { "more".to_owned() } else { bytes.to_string() };
        let (ptx, log) = (size(program.ptx().len() + 1), size(program.log().len() + 1));
        let log = if code == 0 { String::new() } else { format!(", log {log}") };
        out.push(format!("{said}: {code}, PTX {ptx}{log}"));
    }
    assert!(all_well);
    format!("{}\nit was given the payload, and null", out.join("; "))
}

fn heap(l: &Library) -> String {
    // The size is the process's: one test at a time.
    static ONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    // SAFETY: the pointer is null or valid.
    let set = |size: usize| unsafe {
        let mut now = 1;
        let code = (l.set_heap)(size);
        assert_eq!((l.heap)(&mut now), 0);
        format!("{code} {size} becomes {now}")
    };
    // SAFETY: null is no place.
    format!("{}, {}, no place {}", set(12345), set(0), unsafe { (l.heap)(null_mut()) })
}

fn bundled(l: &Library) -> String {
    let empty = c("");
    let nowhere = c(std::env::temp_dir().join("optx-no-such-folder").to_string_lossy().as_bytes());
    let mut log = null();
    // SAFETY: all pointers are null or valid; nothing is named that is there.
    unsafe {
        let info = (l.info)(null_mut(), &mut log);
        let mut out = format!(
            "info {info} `{}`, without a log {}\n",
            at(log),
            (l.info)(null_mut(), null_mut())
        );
        let install = (l.install)(null(), 0, &mut log);
        let _ = writeln!(
            out,
            "install {install} `{}`, an empty path {}, without a log {}",
            at(log),
            (l.install)(empty.as_ptr(), 0, &mut log),
            (l.install)(null(), 0, null_mut())
        );
        let remove = (l.remove)(null(), &mut log);
        let said = at(log);
        let (empty, nothing) =
            ((l.remove)(empty.as_ptr(), &mut log), (l.remove)(nowhere.as_ptr(), &mut log));
        let _ = writeln!(
            out,
            "remove {remove} `{said}`, an empty path {empty}, of nothing {nothing} `{}`",
            at(log)
        );
        let mut info = Info::default();
        assert_eq!((l.info)(&mut info, null_mut()), 0);
        assert_eq!((info.major, info.minor), (13, 5));
        out
    }
}
