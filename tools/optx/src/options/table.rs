//! The table of options that mean something here.

use super::set::{
    built_in, bytes, code, front_end, generate_code, gpu_code, library, named, number, numbered,
    passes_word, predefine, print, remarks, set_target, set_version, standard,
};
use super::{Emit, Input, Options, Takes};
use optx_source::State;
use optx_whirl::RemarkKind;
use optx_whirl::remark::INLINING;
use optx_wopt::driver::observe::When;

/// A row of the table.
pub struct OptionRow {
    /// The name, without dashes.
    pub name: &'static str,
    /// Other names, NVRTC's and nvcc's long ones.
    pub aliases: &'static [&'static str],
    /// Its value.
    pub takes: Takes,
    /// A word for the value in help.
    pub value: &'static str,
    /// One line of help.
    pub help: &'static str,
    pub(super) apply: fn(&mut Options, &str) -> Result<(), String>,
}

macro_rules! rows {
    ($($name:literal $aliases:expr, $takes:ident $value:literal $help:literal $apply:expr;)*) => {
        /// The table of options.
        #[rustfmt::skip]
        pub const TABLE: &[OptionRow] = &[$(OptionRow {
            name: $name, aliases: &$aliases, takes: Takes::$takes, value: $value, help: $help, apply: $apply,
        },)*];
    };
}

rows! {
    "arch" ["gpu-architecture"], Value "sm_NN" "Target: sm_52 to sm_121, with a or f where there is one [default: sm_75]"
        |o, v| set_target(o, v);
    "O" ["optimize"], Joined "LEVEL" "Optimization level 0 to 3 [default: 3]" |o, v| code(o, "O", v);
    "D" ["define-macro"], Joined "NAME[=VALUE]" "Define a macro" |o, v| named(v).map(|v| o.macros.push((true, v)));
    "U" ["undefine-macro"], Joined "NAME" "Undefine a macro" |o, v| named(v).map(|v| o.macros.push((false, v)));
    "I" ["include-path"], Joined "DIR" "Look for included files there" |o, v| {
        o.include_dirs.push(v.to_owned());
        Ok(())
    };
    "isystem" ["system-include"], Value "DIR" "Look for included files there behind -I, and tell no warnings of them (-Wsystem-headers does)" |o, v| {
        o.system_dirs.push(v.to_owned());
        Ok(())
    };
    "include" ["pre-include"], Value "FILE" "Include a file before the source" |o, v| {
        o.pre_includes.push(v.to_owned());
        Ok(())
    };
    "block-dim" [], Value "X[,Y[,Z]]" "Compile for blocks of exactly this shape, and write .reqntid for every kernel"
        |o, v| code(o, "block-dim", v);
    "maxrregcount" [], Value "N" "Write .maxnreg N for every kernel; ptxas takes 24 at least, before sm_70 16" |o, v| code(o, "maxrregcount", v);
    "ptx-regs" [], Value "N" "Allocate kernels onto N registers of 32 bits, the rest by --regalloc: to study allocators; ptxas allocates anew"
        |o, v| code(o, "ptx-regs", v);
    "regalloc" [], Value "ALLOCATOR" "With --ptx-regs: linear-scan, remra, divra, affra (the paper's, default) or priced"
        |o, v| code(o, "regalloc", v);
    "nvrtc" [], Nothing "" "Stand for NVRTC: its macros and no others, no headers of the system, included files before what is built in, and no host functions"
        |o, _| {
            o.dialect.nvrtc = true;
            Ok(())
        };
    "std" [], Value "c++NN" "What __cplusplus and __cpp_... say: c++03, c++11, c++14, c++17, c++20 or c++23 [default: c++17]; the language is one"
        |o, v| standard(o, v);
    "G" ["device-debug"], Nothing "" "-O0 -lineinfo, and __CUDACC_DEBUG__; places of variables are not written" |o, _| {
        o.device_debug = true;
        predefine(o, "__CUDACC_DEBUG__")
    };
    "dopt" [], Value "on" "With -G: optimize" |o, v| match v {
        "on" => {
            o.optimized_debug = true;
            Ok(())
        }
        _ => Err("wants on".into()),
    };
    "use_fast_math" [], Flag "" "-ftz=true -prec-div=false -prec-sqrt=false -fmad=true, and fast forms of functions"
        |o, v| {
            code(o, "fast-math", v)?;
            if o.code.fast_math {
                for (name, value) in
                    [("ftz", "true"), ("fmad", "true"), ("prec-div", "false"), ("prec-sqrt", "false")]
                {
                    code(o, name, value)?;
                }
            }
            Ok(())
        };
    "ftz" [], Bool "" "Flush single-precision subnormals to zero [default: false]" |o, v| code(o, "ftz", v);
    "prec-div" [], Bool "" "Single-precision division rounds to nearest [default: true]" |o, v| code(o, "prec-div", v);
    "prec-sqrt" [], Bool "" "Single-precision square root rounds to nearest [default: true]" |o, v| code(o, "prec-sqrt", v);
    "fmad" [], Bool "" "Contract multiplications and additions [default: true]" |o, v| code(o, "fmad", v);
    "lineinfo" ["generate-line-info"], Flag "" "Write .loc directives" |o, v| code(o, "lineinfo", v);
    "restrict" [], Flag "" "Every pointer parameter of a kernel is __restrict__" |o, v| code(o, "restrict", v);
    "default-device" ["device-as-default-execution-space"], Nothing ""
        "What is not marked is __device__: functions, member functions, variables at file scope" |o, _| {
            o.default_device = true;
            Ok(())
        };
    "name-expression" [], Value "NAME" "Tell what NAME is called in PTX (&k<float>, n::v) on standard error; an instance of a template is compiled for it"
        |o, v| {
            o.name_expressions.push(v.to_owned());
            Ok(())
        };
    "extended-lambda" ["expt-extended-lambda"], Nothing "" "Define __CUDACC_EXTENDED_LAMBDA__; marks on lambdas need no option"
        |o, _| predefine(o, "__CUDACC_EXTENDED_LAMBDA__");
    "expt-relaxed-constexpr" [], Nothing "" "Define __CUDACC_RELAXED_CONSTEXPR__; what device code may call does not hang on it"
        |o, _| predefine(o, "__CUDACC_RELAXED_CONSTEXPR__");
    "minimal" [], Nothing "" "Define __CUDACC_RTC_MINIMAL__; what is built in costs nothing where it is not used"
        |o, _| predefine(o, "__CUDACC_RTC_MINIMAL__");
    "ewp" ["extensible-whole-program"], Nothing "" "Define __CUDACC_EWP__; a function that is called is defined in the file all the same"
        |o, _| predefine(o, "__CUDACC_EWP__");
    "default-stream" [], Value "NAME" "per-thread: define CUDA_API_PER_THREAD_DEFAULT_STREAM; legacy, null" |o, v| match v {
        "per-thread" => predefine(o, "CUDA_API_PER_THREAD_DEFAULT_STREAM"),
        "legacy" | "null" => Ok(()),
        _ => Err("wants legacy, null or per-thread".into()),
    };
    "builtin-move-forward" [], Bool "" "false: do not define __NV_BUILTIN_MOVE_FORWARD, as with NVRTC"
        |o, v| built_in(o, v, "__NV_BUILTIN_MOVE_FORWARD");
    "builtin-initializer-list" [], Bool "" "false: do not define __NV_BUILTIN_INITIALIZER_LIST, as with NVRTC"
        |o, v| built_in(o, v, "__NV_BUILTIN_INITIALIZER_LIST");
    "no-source-include" [], Nothing "" "Do not look for a file in quotes beside the one that includes it" |o, _| {
        o.no_source_include = true;
        Ok(())
    };
    "options-file" ["optf"], Value "FILE" "Read options there (the command alone)"
        |_, _| Err("names a file of options, which the command reads; the library opens no file".into());
    "forward-unknown-to-host-compiler" ["forward-unknown-to-host-linker", "forward-unknown-opts"], Nothing ""
        "Read over what is no option, as what the host's compiler is told" |o, _| {
            o.forward_unknown = true;
            Ok(())
        };
    "cache" [], Value "DIR" "Keep results in this folder, and read them there where all is the same: source, options, files, compiler (docs/cache.md)"
        |o, v| {
            if v.is_empty() {
                return Err("wants a folder".into());
            }
            o.cache.folder = Some(v.to_owned());
            Ok(())
        };
    "cache-size" [], Value "BYTES" "So many bytes of results are kept at most, as 500M or 2G [default: 1G]" |o, v| {
        o.cache.bound = Some(bytes(v)?);
        Ok(())
    };
    "no-cache" [], Nothing "" "Keep and read no results, whatever OPTX_COMPILE_CACHE says" |o, _| {
        o.cache.off = true;
        Ok(())
    };
    "fmax-errors" [], Value "N" "Tell N errors at most" |o, v| {
        o.most_errors = Some(number(v, 1, u64::from(u32::MAX))? as u32);
        Ok(())
    };
    "opt-info" ["optimization-info"], Value "inline" "-Rpass=inlining -Rpass-missed=inlining" |o, v| match v {
        "inline" => {
            remarks(o, RemarkKind::Passed, INLINING)?;
            remarks(o, RemarkKind::Missed, INLINING)
        }
        _ => Err("wants inline".into()),
    };
    "w" ["disable-warnings"], Nothing "" "No warnings" |o, _| {
        o.warnings.nothing();
        Ok(())
    };
    "W" [], Joined "NAME" "Warn of NAME, all or extra; no-NAME: do not; error, error=NAME: as an error (see optx --explain warnings)"
        |o, v| {
            if let Err(said) = o.warnings.word(v) {
                o.unknown_warnings.push(said);
            }
            Ok(())
        };
    "Werror" ["warning-as-error"], Kinds "NAME" "Take warnings for errors: all, nvcc's kinds (cross-execution-space-call, ...), or those of NAME" |o, v| {
        let word = if v.is_empty() { "error".to_owned() } else { format!("error={v}") };
        if let Err(said) = o.warnings.word(&word) {
            o.unknown_warnings.push(said);
        }
        Ok(())
    };
    "diag-suppress" [], Value "N,..." "Do not warn of what nvcc gives these numbers" |o, v| numbered(o, v, State::Off);
    "diag-warn" [], Value "N,..." "Warn of it" |o, v| numbered(o, v, State::On);
    "diag-error" [], Value "N,..." "Take it for an error" |o, v| numbered(o, v, State::Error);
    "ptx-version" [], Value "X.Y" "The .version to write [default: the lowest that will do]" set_version;
    "input" [], Value "KIND" "What the input is: cu, whirl or ssa [default: by the file's ending, else cu]" |o, v| {
        o.input = match v {
            "cu" => Input::Cu,
            "whirl" => Input::Whirl,
            "ssa" => Input::Ssa,
            _ => return Err("wants cu, whirl or ssa".into()),
        };
        o.given.push("input");
        Ok(())
    };
    "emit" [], Value "KIND" "Result: preprocessed, tokens, ast, whirl-vh, whirl-m, cfg, ssa, regs, lir, ptx, cfg.dot or dom.dot [default: ptx]"
        |o, v| {
            let found = Emit::NAMES.iter().find(|(name, _)| *name == v);
            o.emit = found.ok_or_else(|| {
                let names: Vec<&str> = Emit::NAMES.iter().map(|(n, _)| *n).collect();
                format!("wants one of {}", names.join(", "))
            })?.1;
            Ok(())
        };
    "E" ["preprocess"], Nothing "" "Result: the text after preprocessing, with line markers, which compiles as the source does"
        |o, _| {
            o.emit = Emit::Preprocessed;
            Ok(())
        };
    "M" ["generate-dependencies"], Nothing "" "Result: a rule for make with the files that are included; nothing is compiled" |o, _| {
        o.dependencies.alone = true;
        Ok(())
    };
    "MM" ["generate-nonsystem-dependencies"], Nothing "" "As -M, without headers that -isystem found" |o, _| {
        (o.dependencies.alone, o.dependencies.own_alone) = (true, true);
        Ok(())
    };
    "MD" ["generate-dependencies-with-compile"], Nothing "" "Write that rule beside the result (the command alone): its name with .d, or -MF's"
        |o, _| {
            o.dependencies.beside = true;
            Ok(())
        };
    "MMD" ["generate-nonsystem-dependencies-with-compile"], Nothing "" "As -MD, without headers that -isystem found" |o, _| {
        (o.dependencies.beside, o.dependencies.own_alone) = (true, true);
        Ok(())
    };
    "MF" ["dependency-output"], Value "FILE" "With one of these: write the rule there" |o, v| {
        o.dependencies.file = Some(v.to_owned());
        Ok(())
    };
    "MT" ["dependency-target-name"], Value "NAME" "With one of these: what hangs on the files, as make reads it [default: the result's file]" |o, v| {
        o.dependencies.targets.push(v.to_owned());
        Ok(())
    };
    "MP" ["generate-dependency-targets"], Nothing "" "With one of these: an empty rule for each included file, so that one that goes stops no make"
        |o, _| {
            o.dependencies.phony = true;
            Ok(())
        };
    "emit-claims" [], Value "FILE" "Write there what variance claims of each PTX register (see optx run --check-claims)"
        |o, v| {
            o.claims_file = Some(v.to_owned());
            code(o, "claims", "true")
        };
    "fno-assume-index-31" [], Nothing "" "gridDim * blockDim may be more than 2^31 on an axis" |o, _| code(o, "assume-index-31", "false");
    "fno-assume-flat-blocks" [], Nothing ""
        "Kernels that read no y or z index or dimension may be launched with blocks of several dimensions"
        |o, _| code(o, "assume-flat-blocks", "false");
    "variance" [], Value "MODE" "How much thread variance tells, to compare: binary, affine1 or full [default: full]" |o, v| code(o, "variance", v);
    "alias" [], Value "MODE" "How memory is told apart, to compare: by spaces, objects too, or what is __restrict__ too: spaces, objects or restrict [default: restrict]"
        |o, v| code(o, "alias", v);
    "fno-inline" [], Nothing "" "Inline no function that is not __forceinline__" |o, _| code(o, "inline", "false");
    "fno-promote-arguments" [], Nothing "" "Pass addresses where functions only read what they lead to" |o, _| code(o, "promote-arguments", "false");
    "print-after" [], Value "PASS" "Print the IR after a pass (see optx passes)" |o, v| print(o, When::After, v);
    "print-before" [], Value "PASS" "Print the IR before a pass" |o, v| print(o, When::Before, v);
    "print-after-all" [], Nothing "" "Print the IR after every pass" |o, _| {
        o.asked.print_all = true;
        Ok(())
    };
    "print-analysis" [], Value "NAME,..." "Print dom, post-dom, control, cycles, uses, alias, ranges, pressure, demanded, variance or pre after the passes printed, else after all"
        |o, v| {
            for name in v.split(',') {
                if !optx_wopt::driver::print_analysis::PRINTED.contains(&name) {
                    return Err(format!("wants some of {}", optx_wopt::driver::print_analysis::PRINTED.join(", ")));
                }
                o.asked.print_analysis.push(name.to_owned());
            }
            Ok(())
        };
    "print-diff" [], Nothing "" "Print only the lines that a pass changed; alone, of every pass" |o, _| {
        o.asked.print_diff = true;
        Ok(())
    };
    "filter-kernel" [], Value "NAME" "Print for this kernel only" |o, v| {
        o.asked.filter = Some(v.to_owned());
        Ok(())
    };
    "stats" [], Nothing "" "Print what each step did" |o, _| {
        o.stats = true;
        Ok(())
    };
    "time-passes" [], Nothing "" "Print how long each step took, from reading to writing" |o, _| {
        o.time_passes = true;
        Ok(())
    };
    "opt-bisect-limit" [], Value "N" "Run so many optional passes and no more" |o, v| {
        o.asked.bisect_limit = Some(number(v, 0, u64::MAX)?);
        Ok(())
    };
    "passes" [], Value "-NAME,..." "Leave passes out, one run or all of a group; +NAME runs one that no level runs" |o, v| {
        for word in v.split(',') {
            passes_word(word)?;
            o.code.passes.push(word.to_owned());
        }
        o.given.push("passes");
        Ok(())
    };
    "verify" [], Nothing "" "Verify the IR after every pass" |o, _| {
        o.run.verify = true;
        Ok(())
    };
    "shuffle-seed" [], Value "N" "Take in another order what has none, to see that the result does not depend on it"
        |o, v| {
            o.run.shuffle_seed = Some(number(v, 0, u64::MAX)?);
            Ok(())
        };
    "message-format" [], Value "FORMAT" "Diagnostics as human or json [default: human]" |o, v| {
        o.json_messages = match v {
            "human" => false,
            "json" => true,
            _ => return Err("wants human or json".into()),
        };
        Ok(())
    };
    "Rpass" [], Value "PASS" "Remarks on what passes did: those of whose names PASS is a part, or all"
        |o, v| remarks(o, RemarkKind::Passed, v);
    "Rpass-missed" [], Value "PASS" "Remarks on what passes did not do, and why"
        |o, v| remarks(o, RemarkKind::Missed, v);
    "Rpass-analysis" [], Value "WHAT" "variance: remarks on branches that diverge, barriers that only some threads may reach, accesses that are not coalesced; registers: about how many are taken, and by what; or a pass: what it found out"
        |o, v| match v {
            "variance" => {
                o.variance_remarks = true;
                Ok(())
            }
            _ => remarks(o, RemarkKind::Analysis, v),
        };
    "Xcudafe" [], Value "WORDS" "What nvcc's front end is told: --diag_suppress=N and the like are taken" front_end;
    "gencode" ["generate-code"], Value "arch=compute_NN,..." "Target, where -arch says none; a second one is ignored, since PTX has one" generate_code;
    "code" ["gpu-code"], Value "sm_NN,..." "Ignored: what machine code is made for, and a driver or ptxas makes that" gpu_code;
    "l" ["library"], Joined "NAME" "Ignored: about linking, and optx links nothing" library;
}
