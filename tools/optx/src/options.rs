//! Options: one table for the command, for NVRTC's users, and for the library's own callers.

use crate::phases::{FRONTEND, LOWERING};
use optx_cg::pipeline::whole;
use optx_cg::target::Target;
use optx_source::{ERROR_KINDS, State, WarningStates, nearest, warning_number};
use optx_whirl::remark::{EVERY, INLINING, PROMOTION};
use optx_whirl::{CodeOptions, RemarkKind, code_option};
use optx_wopt::RunOptions;
use optx_wopt::driver::observe::When;
use optx_wopt::driver::observers::Asked;

/// What a compilation is asked for. The fields mirror NVRTC's and cudarc's options.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the later phases work with: target, level, float options.
    pub code: CodeOptions,
    /// Names of the [`optx_whirl::CODE_OPTIONS`] that were given, not defaulted, to which alone a text form's own options
    /// yield; and `input`.
    pub given: Vec<&'static str>,
    /// `-D` and `-U` in order: `(true, "NAME=value")` defines.
    pub macros: Vec<(bool, String)>,
    /// `-I` directories in order.
    pub include_dirs: Vec<String>,
    /// `-isystem` directories in order.
    pub system_dirs: Vec<String>,
    /// `-include` files in order.
    pub pre_includes: Vec<String>,
    /// `--name-expression`: names whose names in PTX are asked for, and instances of templates to compile.
    pub name_expressions: Vec<String>,
    /// `-default-device`: functions and variables that are not marked are the device's.
    pub default_device: bool,
    /// `-w`, `-W`, `--diag-suppress` and the like.
    pub warnings: WarningStates,
    /// What stands behind a `-W` and is the name of no warning: a warning each.
    pub unknown_warnings: Vec<String>,
    /// What the input text is.
    pub input: Input,
    /// What to give instead of PTX.
    pub emit: Emit,
    /// What is asked of the runner.
    pub run: RunOptions,
    /// What is shown of the steps, and how many run.
    pub asked: Asked,
    /// `--stats`.
    pub stats: bool,
    /// `--time-passes`.
    pub time_passes: bool,
    /// `--message-format=json`.
    pub json_messages: bool,
    /// `--emit-claims`: where variance claims go.
    pub claims_file: Option<String>,
    /// `-Rpass-analysis=variance`.
    pub variance_remarks: bool,
    /// What is to be said of options that were taken and are ignored: a warning each.
    pub ignored: Vec<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            code: CodeOptions::default(),
            given: Vec::new(),
            macros: Vec::new(),
            include_dirs: Vec::new(),
            system_dirs: Vec::new(),
            pre_includes: Vec::new(),
            name_expressions: Vec::new(),
            default_device: false,
            warnings: WarningStates::default(),
            unknown_warnings: Vec::new(),
            input: Input::Cu,
            emit: Emit::Ptx,
            run: RunOptions::default(),
            asked: Asked::default(),
            stats: false,
            time_passes: false,
            json_messages: false,
            claims_file: None,
            variance_remarks: false,
            ignored: Vec::new(),
        }
    }
}

/// A kind of input text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// CUDA C.
    Cu,
    /// WHIRL, VH or M.
    Whirl,
    /// The optimizer's form.
    Ssa,
}

/// A kind of result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emit {
    /// Tokens after preprocessing.
    Tokens,
    /// The syntax tree.
    Ast,
    /// WHIRL as translated.
    WhirlVh,
    /// WHIRL after lowering.
    WhirlM,
    /// The optimizer's input.
    Cfg,
    /// The optimizer's output in SSA form.
    Ssa,
    /// After leaving SSA.
    Regs,
    /// The code generator's instructions.
    Lir,
    /// PTX.
    Ptx,
    /// The control-flow graph for Graphviz.
    CfgDot,
    /// The dominator tree for Graphviz.
    DomDot,
}

impl Emit {
    /// All kinds with their names.
    pub const NAMES: &'static [(&'static str, Emit)] = &[
        ("tokens", Emit::Tokens),
        ("ast", Emit::Ast),
        ("whirl-vh", Emit::WhirlVh),
        ("whirl-m", Emit::WhirlM),
        ("cfg", Emit::Cfg),
        ("ssa", Emit::Ssa),
        ("regs", Emit::Regs),
        ("lir", Emit::Lir),
        ("ptx", Emit::Ptx),
        ("cfg.dot", Emit::CfgDot),
        ("dom.dot", Emit::DomDot),
    ];
}

/// How an option takes its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// None.
    Nothing,
    /// `=value`, or the next word.
    Value,
    /// As `Value`, or joined to the name (`-O3`, `-DX`).
    Joined,
    /// `=true`, `=false`, or nothing for true.
    Flag,
    /// `=value`, the next word where it is one of nvcc's kinds of errors, or nothing.
    Kinds,
}

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
    apply: fn(&mut Options, &str) -> Result<(), String>,
}

macro_rules! rows {
    ($($name:literal $aliases:expr, $takes:ident $value:literal $help:literal $apply:expr;)*) => {
        /// The table of options.
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
    "ftz" [], Flag "" "Flush single-precision subnormals to zero [default: false]" |o, v| code(o, "ftz", v);
    "prec-div" [], Flag "" "Single-precision division rounds to nearest [default: true]" |o, v| code(o, "prec-div", v);
    "prec-sqrt" [], Flag "" "Single-precision square root rounds to nearest [default: true]" |o, v| code(o, "prec-sqrt", v);
    "fmad" [], Flag "" "Contract multiplications and additions [default: true]" |o, v| code(o, "fmad", v);
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
    "Werror" [], Kinds "" "" |o, v| {
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
    "emit" [], Value "KIND" "Result: tokens, ast, whirl-vh, whirl-m, cfg, ssa, regs, lir, ptx, cfg.dot or dom.dot [default: ptx]"
        |o, v| {
            let found = Emit::NAMES.iter().find(|(name, _)| *name == v);
            o.emit = found.ok_or_else(|| {
                let names: Vec<&str> = Emit::NAMES.iter().map(|(n, _)| *n).collect();
                format!("wants one of {}", names.join(", "))
            })?.1;
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
    "std" [], Value "" "" |o, v| ignore(o, "std", v);
    "Xptxas" ["ptxas-options"], Value "" "" |o, v| ignore(o, "Xptxas", v);
    "Xcompiler" ["compiler-options"], Value "" "" |o, v| ignore(o, "Xcompiler", v);
    "Xlinker" ["linker-options"], Value "" "" |o, v| ignore(o, "Xlinker", v);
    "Xnvlink" ["nvlink-options"], Value "" "" |o, v| ignore(o, "Xnvlink", v);
    "Xcudafe" [], Value "" "" front_end;
    "ccbin" ["compiler-bindir"], Value "" "" |o, v| ignore(o, "ccbin", v);
    "cudart" [], Value "" "" |o, v| ignore(o, "cudart", v);
    "gencode" ["generate-code"], Value "" "" generate_code;
    "code" ["gpu-code"], Value "" "" |o, v| ignore(o, "code", v);
    "rdc" ["relocatable-device-code"], Value "" "" |o, v| match v {
        "false" => ignore(o, "rdc=false", ""),
        "true" => whole_program(o, "rdc=true"),
        _ => Err("wants true or false".into()),
    };
    "dc" ["device-c"], Nothing "" "" |o, _| whole_program(o, "dc");
    "dw" ["device-w"], Nothing "" "" |o, v| ignore(o, "dw", v);
    "expt-relaxed-constexpr" [], Nothing "" "" |o, v| ignore(o, "expt-relaxed-constexpr", v);
    "extended-lambda" ["expt-extended-lambda"], Nothing "" "" |o, v| ignore(o, "extended-lambda", v);
    "res-usage" ["resource-usage"], Nothing "" "" |o, v| ignore(o, "res-usage", v);
    "display-error-number" [], Nothing "" "" |o, v| ignore(o, "display-error-number", v);
    // What scripts for nvcc pass to compile and not to link, and for linking: PTX is compiled and not linked, so that nothing is left out.
    "c" ["compile"], Nothing "" "" |_, _| Ok(());
    "L" ["library-path"], Joined "" "" |_, _| Ok(());
    "l" ["library"], Joined "" "" library;
    "m64" [], Nothing "" "" |o, v| ignore(o, "m64", v);
    "ptx" [], Nothing "" "" |o, v| ignore(o, "ptx", v);
    "G" ["device-debug"], Nothing "" "" |o, v| ignore(o, "G", v);
    "g" ["debug"], Nothing "" "" |o, v| ignore(o, "g", v);
}

/// Sets an option of [`optx_whirl::CODE_OPTIONS`].
fn code(o: &mut Options, name: &str, value: &str) -> Result<(), String> {
    let Some(row) = code_option(name) else { return Err("is no option of the code".into()) };
    (row.read)(&mut o.code, value)?;
    o.given.push(row.name);
    Ok(())
}

fn set_version(o: &mut Options, v: &str) -> Result<(), String> {
    code(o, "ptx-version", v)?;
    o.code.ptx_version.map_or(Ok(()), optx_cg::target::known_version)
}

fn set_target(o: &mut Options, v: &str) -> Result<(), String> {
    match Target::parse(v) {
        Some(target) => code(o, "target", &target.to_string()),
        None => {
            let names = Target::names();
            let near = nearest(v, names.iter().map(String::as_str));
            let hint = near.map_or(String::new(), |n| format!("; did you mean {n}?"));
            Err(format!("knows no target `{v}`{hint}"))
        }
    }
}

fn number(v: &str, low: u64, high: u64) -> Result<u64, String> {
    match v.parse() {
        Ok(n) if (low..=high).contains(&n) => Ok(n),
        _ if high == u64::MAX => Err("wants a number".into()),
        _ => Err(format!("wants a number from {low} to {high}")),
    }
}

fn named(v: &str) -> Result<String, String> {
    let starts = v.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if starts { Ok(v.to_owned()) } else { Err("wants a macro's name".into()) }
}

fn numbered(o: &mut Options, v: &str, state: State) -> Result<(), String> {
    for word in v.split(',') {
        let number = word.trim().parse().map_err(|_| "wants numbers, as 177,549".to_owned())?;
        o.warnings.number(number, state);
    }
    Ok(())
}

fn ignore(o: &mut Options, name: &str, v: &str) -> Result<(), String> {
    let equals = if v.is_empty() { "" } else { "=" };
    o.ignored.push(format!("-{name}{equals}{v} means nothing for PTX and is ignored"));
    Ok(())
}

/// `-lNAME`, but for what is nearly another option: `-lineinfo` begins so too.
fn library(_: &mut Options, v: &str) -> Result<(), String> {
    let word = format!("l{v}");
    let longer = TABLE.iter().map(|row| row.name).filter(|n| n.starts_with('l') && n.len() > 1);
    match nearest(&word, longer) {
        Some(near) => Err(format!("is no option; did you mean --{near}?")),
        None => Ok(()),
    }
}

/// What nvcc compiles to be linked.
fn whole_program(o: &mut Options, name: &str) -> Result<(), String> {
    o.ignored.push(format!("-{name} is ignored: a file is compiled as a whole program"));
    Ok(())
}

/// `-Xcudafe`: words for nvcc's front end, apart by commas or spaces. Those of warnings do what nvcc's own options do.
fn front_end(o: &mut Options, v: &str) -> Result<(), String> {
    let mut state = None;
    for word in v.split([',', ' ']).filter(|word| !word.is_empty()) {
        let mut number = word;
        if let Some(body) = option_body(word) {
            let (name, value) = body.split_once('=').unwrap_or((body, ""));
            state = match name.replace('-', "_").as_str() {
                "diag_suppress" => Some(State::Off),
                "diag_warning" | "diag_warn" => Some(State::On),
                "diag_error" => Some(State::Error),
                _ => {
                    ignore(o, "Xcudafe", word)?;
                    None
                }
            };
            number = value;
        }
        let Some(state) = state else { continue };
        // Names of what is not told here are taken as numbers of it are.
        if let Some(number) = number.parse().ok().or_else(|| warning_number(number)) {
            o.warnings.number(number, state);
        }
    }
    Ok(())
}

/// `-gencode arch=compute_NN,code=sm_NN`: the first says the target, unless `-arch` did.
fn generate_code(o: &mut Options, v: &str) -> Result<(), String> {
    let words = v.trim_matches(['"', '\'']).split(',');
    let Some(arch) = words.map(str::trim).find_map(|word| word.strip_prefix("arch=")) else {
        return Err("wants arch=compute_NN,code=sm_NN".into());
    };
    if !o.given.contains(&"target") {
        return set_target(o, arch);
    }
    o.ignored.push(format!(
        "-gencode={v} is ignored: PTX has one target, and an option before it says which"
    ));
    Ok(())
}

/// What nvcc takes behind `-Werror` as a word of its own.
fn is_kinds_of_errors(word: &str) -> bool {
    word.split(',').all(|kind| kind == "all-warnings" || ERROR_KINDS.contains(&kind))
}

/// Asks passes for remarks; `.*` asks all, as clang has it.
fn remarks(o: &mut Options, kind: RemarkKind, word: &str) -> Result<(), String> {
    let word = if word == ".*" { EVERY } else { word };
    let names = || whole().flat_map(|p| [p.name, p.group]).chain([INLINING, PROMOTION]);
    if word.is_empty() || word != EVERY && !names().any(|name| name.contains(word)) {
        let near = nearest(word, names());
        let hint = near.map_or(String::new(), |n| format!("; did you mean {n}?"));
        return Err(format!("knows no pass `{word}`{hint} (see optx passes)"));
    }
    o.run.remarks.ask(kind, word);
    Ok(())
}

/// One word of `--passes`.
pub(crate) fn passes_word(word: &str) -> Result<(), String> {
    match (word.strip_prefix('+'), word.strip_prefix('-')) {
        (Some(name), _) => on_demand(name),
        (None, Some(name)) => pass_named(name, false),
        (None, None) => Err("wants names with a minus: --passes=-dead-code".into()),
    }
}

/// A row that no level runs.
fn on_demand(name: &str) -> Result<(), String> {
    let mut rows =
        whole().filter(|p| p.level == optx_wopt::driver::pipeline::ON_DEMAND).map(|p| p.name);
    if rows.clone().any(|row| row == name) {
        return Ok(());
    }
    let known: Vec<&str> = rows.by_ref().collect();
    Err(format!("can add no pass `{name}`, but {}", known.join(", ")))
}

fn pass_named(name: &str, required_too: bool) -> Result<(), String> {
    let found = whole().find(|p| p.name == name || (!required_too && p.group == name));
    // What builds the functions is no row, and is listed as one.
    let is_build = name == optx_wopt::driver::pipeline::BUILD;
    if !required_too && (is_build || found.is_some_and(|pass| pass.required)) {
        return Err(format!("cannot leave out `{name}`, which is required"));
    }
    if is_build || found.is_some() {
        return Ok(());
    }
    let near = nearest(name, whole().map(|p| p.name));
    let hint = near.map_or(String::new(), |n| format!("; did you mean {n}?"));
    Err(format!("knows no pass `{name}`{hint} (see optx passes)"))
}

fn print(o: &mut Options, when: When, v: &str) -> Result<(), String> {
    // Steps on WHIRL come before the table.
    if ![FRONTEND, LOWERING].contains(&v) {
        pass_named(v, true)?;
    }
    o.asked.print.push((when, v.to_owned()));
    Ok(())
}

/// An argument that is wrong: which, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError(pub String);

impl std::fmt::Display for UsageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// An argument read as an option: the row, its value if it has one, and whether that was the next word.
struct Recognised<'a> {
    row: &'static OptionRow,
    value: Option<&'a str>,
    from_next: bool,
}

/// The text after one or two dashes; None for what is no option.
fn option_body(arg: &str) -> Option<&str> {
    let body = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-'))?;
    (!body.is_empty()).then_some(body)
}

fn recognise<'a>(arg: &'a str, next: Option<&'a str>) -> Option<Recognised<'a>> {
    let body = option_body(arg)?;
    let (name, value) = match body.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (body, None),
    };
    let whole = TABLE.iter().find(|row| row.name == name || row.aliases.contains(&name));
    let (row, value) = match whole {
        Some(row) => (row, value),
        None => {
            // `-O3`, `-DNAME=value`, `-Idir`.
            let is_prefix = |r: &&OptionRow| {
                r.takes == Takes::Joined && r.name.len() == 1 && body.starts_with(r.name)
            };
            let row = TABLE.iter().find(is_prefix).filter(|_| !arg.starts_with("--"))?;
            (row, Some(&body[1..]))
        }
    };
    let wants = match row.takes {
        Takes::Value | Takes::Joined => value.is_none(),
        Takes::Kinds => value.is_none() && next.is_some_and(is_kinds_of_errors),
        Takes::Nothing | Takes::Flag => false,
    };
    Some(Recognised {
        row,
        value: if wants { next } else { value },
        from_next: wants && next.is_some(),
    })
}

impl Options {
    /// Reads options as nvcc and NVRTC have them: one or two dashes, `=` or a separate word. What is no option is
    /// given back in order.
    pub fn parse_args(args: &[&str]) -> Result<(Options, Vec<String>), UsageError> {
        let mut options = Options::default();
        let mut rest = Vec::new();
        let mut at = 0;
        while at < args.len() {
            let arg = args[at];
            let next = args.get(at + 1).copied();
            at += 1;
            if option_body(arg).is_none() {
                rest.push(arg.to_owned());
                continue;
            }
            let Some(found) = recognise(arg, next) else { return Err(unknown(arg)) };
            at += usize::from(found.from_next);
            options.apply(arg, &found)?;
        }
        options.fit_together()?;
        Ok((options, rest))
    }

    /// What makes no sense together is a mistake.
    fn fit_together(&self) -> Result<(), UsageError> {
        let code = &self.code;
        let wrong = |why: &str| Err(UsageError(why.to_owned()));
        match (code.ptx_registers, code.allocator, code.max_registers) {
            (None, Some(_), _) => {
                wrong("`--regalloc` says how --ptx-regs=N allocates: without that ptxas does")
            }
            (Some(_), _, Some(_)) => wrong(
                "`--ptx-regs` and `--maxrregcount` are two ways to say how many registers there are: leave one out",
            ),
            _ => Ok(()),
        }
    }

    /// Parts arguments into those of this table, values with them, and all others, for callers with options of their
    /// own. Both keep their order.
    pub fn split_args(args: &[String]) -> (Vec<String>, Vec<String>) {
        let (mut ours, mut others) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < args.len() {
            let next = args.get(at + 1).map(String::as_str);
            match recognise(&args[at], next) {
                Some(found) => {
                    let end = at + 1 + usize::from(found.from_next);
                    ours.extend_from_slice(&args[at..end]);
                    at = end;
                }
                None => {
                    others.push(args[at].clone());
                    at += 1;
                }
            }
        }
        (ours, others)
    }

    fn apply(&mut self, arg: &str, found: &Recognised<'_>) -> Result<(), UsageError> {
        let row = found.row;
        let value = match (row.takes, found.value) {
            (Takes::Nothing, Some(_)) => {
                return Err(UsageError(format!("`{arg}`: -{} takes no value", row.name)));
            }
            (Takes::Value | Takes::Joined, None) => {
                return Err(UsageError(format!("`{arg}` wants a value")));
            }
            (Takes::Flag, None | Some("")) => "true",
            (_, value) => value.unwrap_or(""),
        };
        (row.apply)(self, value).map_err(|why| UsageError(format!("`{arg}` {why}")))
    }
}

/// The error for an option that the table does not have.
pub fn unknown(arg: &str) -> UsageError {
    let name = option_body(arg).unwrap_or(arg);
    let name = name.split_once('=').map_or(name, |(n, _)| n);
    let names = TABLE.iter().flat_map(|r| r.aliases.iter().chain([&r.name]).copied());
    let hint = nearest(name, names).map_or(String::new(), |n| {
        format!("; did you mean {}{n}?", if n.len() == 1 { "-" } else { "--" })
    });
    UsageError(format!("unknown option `{arg}`{hint}"))
}
