//! What options set.

use super::parse::option_body;
use super::{Options, TABLE};
use crate::phases::{FRONTEND, LOWERING};
use optx_cg::pipeline::whole;
use optx_cg::target::Target;
use optx_frontend::Standard;
use optx_source::{State, nearest, warning_number};
use optx_whirl::remark::{EVERY, INLINING, PROMOTION};
use optx_whirl::{RemarkKind, code_option};
use optx_wopt::driver::observe::When;

/// Sets an option of [`optx_whirl::CODE_OPTIONS`].
pub(super) fn code(o: &mut Options, name: &str, value: &str) -> Result<(), String> {
    let Some(row) = code_option(name) else { return Err("is no option of the code".into()) };
    (row.read)(&mut o.code, value)?;
    o.given.push(row.name);
    Ok(())
}

pub(super) fn set_version(o: &mut Options, v: &str) -> Result<(), String> {
    code(o, "ptx-version", v)?;
    o.code.ptx_version.map_or(Ok(()), optx_cg::target::known_version)
}

pub(super) fn set_target(o: &mut Options, v: &str) -> Result<(), String> {
    let another = |what: &str| Err(format!("{what}: name it, as in -arch=sm_80"));
    match v {
        "native" => return another("asks which GPU is at hand, and a compiler looks at none"),
        "all" | "all-major" => {
            return another(
                "asks for several targets, and PTX has one, the lowest that is to load it",
            );
        }
        _ if v.starts_with("lto_") => {
            return another(
                "asks for code to be optimized when it is linked, and optx makes PTX for a target",
            );
        }
        _ => {}
    }
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

pub(super) fn number(v: &str, low: u64, high: u64) -> Result<u64, String> {
    match v.parse() {
        Ok(n) if (low..=high).contains(&n) => Ok(n),
        _ if high == u64::MAX => Err("wants a number".into()),
        _ => Err(format!("wants a number from {low} to {high}")),
    }
}

/// A number of bytes, in units of 1024 where a letter says so.
pub(super) fn bytes(v: &str) -> Result<u64, String> {
    let units = [('K', 10), ('M', 20), ('G', 30)];
    let unit = units.iter().find_map(|(letter, bits)| Some((v.strip_suffix(*letter)?, *bits)));
    let (digits, bits) = unit.unwrap_or((v, 0));
    let count = digits.parse::<u64>().ok().filter(|count| *count > 0);
    let bytes = count.and_then(|count| count.checked_mul(1 << bits));
    bytes.ok_or_else(|| "wants a number of bytes, as 500M or 2G".to_owned())
}

pub(super) fn named(v: &str) -> Result<String, String> {
    let starts = v.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if starts { Ok(v.to_owned()) } else { Err("wants a macro's name".into()) }
}

pub(super) fn numbered(o: &mut Options, v: &str, state: State) -> Result<(), String> {
    for word in v.split(',') {
        let number = word.trim().parse().map_err(|_| "wants numbers, as 177,549".to_owned())?;
        o.warnings.number(number, state);
    }
    Ok(())
}

/// Predefines a macro as 1.
pub(super) fn predefine(o: &mut Options, name: &'static str) -> Result<(), String> {
    if !o.dialect.option_macros.contains(&name) {
        o.dialect.option_macros.push(name);
    }
    Ok(())
}

/// A macro that NVRTC predefines unless it is told not to.
pub(super) fn built_in(o: &mut Options, v: &str, name: &str) -> Result<(), String> {
    match v {
        "true" => Ok(()),
        "false" => {
            o.macros.insert(0, (false, name.to_owned()));
            Ok(())
        }
        _ => Err("wants true or false".into()),
    }
}

/// `-std`.
pub(super) fn standard(o: &mut Options, v: &str) -> Result<(), String> {
    let asked = v.replace("gnu++", "c++");
    let found = Standard::NAMES.iter().find(|(name, _)| *name == asked);
    let Some((_, standard)) = found else {
        let names: Vec<&str> = Standard::NAMES.iter().map(|(name, _)| *name).collect();
        return Err(format!("wants one of {}", names.join(", ")));
    };
    o.dialect.standard = Some(*standard);
    Ok(())
}

/// `-code=sm_NN,...`: what machine code is made for.
pub(super) fn gpu_code(_: &mut Options, v: &str) -> Result<(), String> {
    let words = v.trim_matches(['[', ']']).split(',').map(str::trim);
    match words.clone().find(|word| word.starts_with("lto_")) {
        Some(_) => {
            Err("asks for code to be optimized when it is linked, and optx makes PTX of one file"
                .into())
        }
        None => Ok(()),
    }
}

/// `-lNAME`, but for what is nearly another option: `-lineinfo` begins so too.
pub(super) fn library(_: &mut Options, v: &str) -> Result<(), String> {
    let word = format!("l{v}");
    let longer = TABLE.iter().map(|row| row.name).filter(|n| n.starts_with('l') && n.len() > 1);
    match nearest(&word, longer) {
        Some(near) => Err(format!("is no option; did you mean --{near}?")),
        None => Ok(()),
    }
}

/// `-Xcudafe`: words for nvcc's front end, apart by commas or spaces. Those of warnings do what nvcc's own options do.
pub(super) fn front_end(o: &mut Options, v: &str) -> Result<(), String> {
    let mut state = None;
    for word in v.split([',', ' ']).filter(|word| !word.is_empty()) {
        let mut number = word;
        if let Some(body) = option_body(word) {
            let (name, value) = body.split_once('=').unwrap_or((body, ""));
            state = match name.replace('-', "_").as_str() {
                "diag_suppress" => Some(State::Off),
                "diag_warning" | "diag_warn" => Some(State::On),
                "diag_error" => Some(State::Error),
                _ => None,
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
pub(super) fn generate_code(o: &mut Options, v: &str) -> Result<(), String> {
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

/// Asks passes for remarks; `.*` asks all, as clang has it.
pub(super) fn remarks(o: &mut Options, kind: RemarkKind, word: &str) -> Result<(), String> {
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
pub(super) fn on_demand(name: &str) -> Result<(), String> {
    let mut rows =
        whole().filter(|p| p.level == optx_wopt::driver::pipeline::ON_DEMAND).map(|p| p.name);
    if rows.clone().any(|row| row == name) {
        return Ok(());
    }
    let known: Vec<&str> = rows.by_ref().collect();
    Err(format!("can add no pass `{name}`, but {}", known.join(", ")))
}

pub(super) fn pass_named(name: &str, required_too: bool) -> Result<(), String> {
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

pub(super) fn print(o: &mut Options, when: When, v: &str) -> Result<(), String> {
    // Steps on WHIRL come before the table.
    if ![FRONTEND, LOWERING].contains(&v) {
        pass_named(v, true)?;
    }
    o.asked.print.push((when, v.to_owned()));
    Ok(())
}
