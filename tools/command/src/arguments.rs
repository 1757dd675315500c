//! The command line. Options of the compiler come from the library's own table, in nvcc's manner (one dash or two,
//! `=` or a separate word); clap reads the rest and shows help for all.

use crate::Failure;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches};
use optx::{Input, Options, Takes};

/// What to do.
pub(crate) enum Command {
    /// Help or the version was shown.
    Shown,
    /// `--explain CODE`.
    Explain(String),
    /// `optx compile`.
    Compile(Box<Compile>),
    /// `optx run`.
    Run(Box<Run>),
    /// `optx passes`.
    Passes {
        /// `--format=json`.
        json: bool,
    },
}

/// `optx compile IN [-o OUT]`.
pub(crate) struct Compile {
    pub(crate) input: String,
    pub(crate) output: Option<String>,
    pub(crate) options: Options,
}

/// `optx run IN`.
pub(crate) struct Run {
    pub(crate) input: String,
    pub(crate) launch: Option<String>,
    pub(crate) kernel: Option<String>,
    pub(crate) device: DeviceChoice,
    pub(crate) schedule: optx_launch::Schedule,
    pub(crate) approx: optx_launch::ApproxMode,
    pub(crate) strict_barriers: bool,
    /// A kernel that runs longer on a GPU is given up.
    pub(crate) time_limit: Option<std::time::Duration>,
    /// The emulator ends a launch behind so many warp instructions.
    pub(crate) max_instructions: Option<u64>,
    pub(crate) json: bool,
    pub(crate) options: Options,
    /// The compiler's options as given, to be added to the launch file's.
    pub(crate) raw_options: Vec<String>,
}

/// `--device`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DeviceChoice {
    /// The GPU if there is one, else the emulator.
    Auto,
    /// The emulator.
    Emulator,
    /// This GPU.
    Cuda(u32),
}

const ABOUT: &str = "Compiles a C subset of CUDA to PTX, and runs it on a GPU or on an emulator";
const EXAMPLES: &str = "\
Examples:
  optx compile saxpy.cu -arch=sm_80 -o saxpy.ptx
  optx compile saxpy.cu --emit=ssa
  optx run saxpy.cu                      with saxpy.launch.toml beside it
  optx run saxpy.ptx --launch saxpy.launch.toml --device=emulator --schedule=adversarial:7
  optx passes

Exit status: 0 done; 1 diagnostics; 2 usage; 3 an expected output differs; 4 the kernel went wrong;
5 the device is missing or failed.";

fn compiler_options() -> Vec<Arg> {
    optx::TABLE
        .iter()
        .map(|row| {
            let single = row.name.chars().count() == 1;
            let mut arg = Arg::new(row.name)
                .help(row.help)
                .help_heading("Compiler options (one dash or two, = or a separate word)")
                .hide(row.help.is_empty())
                .action(ArgAction::Append);
            arg = if single {
                arg.short(row.name.chars().next().unwrap_or('?'))
            } else {
                arg.long(row.name)
            };
            match row.takes {
                Takes::Nothing => arg.action(ArgAction::SetTrue),
                Takes::Flag => arg.num_args(0..=1).require_equals(true).value_name("true|false"),
                Takes::Value | Takes::Joined => arg.value_name(row.value),
            }
        })
        .collect()
}

fn input(help: &'static str) -> Arg {
    Arg::new("IN").help(help).required(true)
}

fn format_option() -> Arg {
    Arg::new("format")
        .long("format")
        .value_name("FORMAT")
        .value_parser(["text", "json"])
        .default_value("text")
        .help("Report as text or JSON")
}

fn command() -> clap::Command {
    clap::Command::new("optx")
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .after_help(EXAMPLES)
        .arg_required_else_help(true)
        .arg(
            Arg::new("explain")
                .long("explain")
                .value_name("CODE")
                .help("Say what a diagnostic's code means, e.g. --explain E0040"),
        )
        .subcommand(
            clap::Command::new("compile")
                .about("Compile a source, or go on from a text form, to PTX")
                .arg(input("A .cu, .whirl or .ssa file, or - for standard input"))
                .arg(
                    Arg::new("output")
                        .short('o')
                        .value_name("OUT")
                        .help("Write there instead of to standard output"),
                )
                .args(compiler_options()),
        )
        .subcommand(
            clap::Command::new("run")
                .about("Run kernels as a launch file says, and compare what comes out")
                .arg(input("A .cu, .ptx, .whirl or .ssa file"))
                .arg(
                    Arg::new("launch")
                        .long("launch")
                        .value_name("FILE")
                        .help("The launch file [default: IN with the ending .launch.toml]"),
                )
                .arg(
                    Arg::new("kernel")
                        .long("kernel")
                        .value_name("NAME")
                        .help("Run only the launches of this kernel"),
                )
                .arg(
                    Arg::new("device")
                        .long("device")
                        .value_name("DEVICE")
                        .default_value("auto")
                        .help("auto, emulator, cuda or cuda:N; auto is the GPU if one answers"),
                )
                .arg(
                    Arg::new("schedule")
                        .long("schedule")
                        .value_name("SCHEDULE")
                        .default_value("lockstep")
                        .help("The emulator's: lockstep, or adversarial[:seed]"),
                )
                .arg(
                    Arg::new("approx")
                        .long("approx")
                        .value_name("WHERE")
                        .default_value("exact")
                        .help("The emulator's .approx results within their bound: exact, low, high or seed:N"),
                )
                .arg(
                    Arg::new("time-limit")
                        .long("time-limit")
                        .value_name("SECONDS")
                        .help("A kernel that runs longer on a GPU is given up [default: 20]"),
                )
                .arg(
                    Arg::new("max-instructions")
                        .long("max-instructions")
                        .value_name("N")
                        .help("The emulator ends a launch behind N warp instructions [default: 2^32]"),
                )
                .arg(
                    Arg::new("strict-barriers")
                        .long("strict-barriers")
                        .action(ArgAction::SetTrue)
                        .help("In the emulator, a barrier that exited threads miss is an error"),
                )
                .arg(format_option())
                .args(compiler_options()),
        )
        .subcommand(clap::Command::new("passes").about("Show the pipeline").arg(format_option()))
}

/// Parts and reads the arguments.
pub(crate) fn parse(arguments: Vec<String>) -> Result<Command, Failure> {
    // It stands alone, without a subcommand.
    match arguments.first().map(|a| a.split_once('=').unwrap_or((a, ""))) {
        Some(("--explain", "")) if arguments.len() == 2 => {
            return Ok(Command::Explain(arguments[1].clone()));
        }
        Some(("--explain", code)) if arguments.len() == 1 && !code.is_empty() => {
            return Ok(Command::Explain(code.to_owned()));
        }
        _ => {}
    }
    let takes_compiler_options =
        matches!(arguments.first().map(String::as_str), Some("compile" | "run"));
    let (ours, others) = if takes_compiler_options {
        let (ours, mut others) = Options::split_args(&arguments[1..]);
        others.insert(0, arguments[0].clone());
        (ours, others)
    } else {
        (Vec::new(), arguments)
    };
    let mut words = vec!["optx".to_owned()];
    words.extend(others);
    let matches = match command().try_get_matches_from(&words) {
        Ok(matches) => matches,
        Err(error) => return clap_failure(&error, &words),
    };
    let refs: Vec<&str> = ours.iter().map(String::as_str).collect();
    let (options, _) = Options::parse_args(&refs).map_err(|e| Failure::usage(e.to_string()))?;
    match matches.subcommand() {
        Some(("compile", m)) => compile(m, options),
        Some(("run", m)) => run(m, options, ours),
        Some(("passes", m)) => Ok(Command::Passes { json: is_json(m) }),
        _ => Err(Failure::usage("no subcommand")),
    }
}

fn clap_failure(error: &clap::Error, words: &[String]) -> Result<Command, Failure> {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let status = i32::from(error.use_stderr());
            let _ = error.print();
            if status == 0 { Ok(Command::Shown) } else { Err(Failure::new(2, "")) }
        }
        ErrorKind::UnknownArgument => {
            // The library's table knows the compiler's options, so its suggestion comes first.
            let bad = words.iter().skip(2).find(|w| w.starts_with('-') && w.len() > 1);
            let from_table = bad.map(|w| optx::unknown_option(w).to_string());
            match from_table.filter(|text| text.contains("did you mean")) {
                Some(text) => Err(Failure::usage(text)),
                None => {
                    let _ = error.print();
                    Err(Failure::new(2, ""))
                }
            }
        }
        _ => {
            let _ = error.print();
            Err(Failure::new(2, ""))
        }
    }
}

fn word(m: &ArgMatches, name: &str) -> Option<String> {
    m.get_one::<String>(name).cloned()
}

fn is_json(m: &ArgMatches) -> bool {
    word(m, "format").as_deref() == Some("json")
}

/// What the file's ending says, unless `--input` was given.
fn set_input(options: &mut Options, name: &str) {
    if options.given.contains(&"input") {
        return;
    }
    let ending = std::path::Path::new(name).extension().and_then(|e| e.to_str());
    options.input = match ending {
        Some("whirl") => Input::Whirl,
        Some("ssa") => Input::Ssa,
        _ => Input::Cu,
    };
}

fn compile(m: &ArgMatches, mut options: Options) -> Result<Command, Failure> {
    let Some(input) = word(m, "IN") else { return Err(Failure::usage("no input")) };
    set_input(&mut options, &input);
    Ok(Command::Compile(Box::new(Compile { input, output: word(m, "output"), options })))
}

fn run(m: &ArgMatches, mut options: Options, raw_options: Vec<String>) -> Result<Command, Failure> {
    let Some(input) = word(m, "IN") else { return Err(Failure::usage("no input")) };
    set_input(&mut options, &input);
    Ok(Command::Run(Box::new(Run {
        input,
        launch: word(m, "launch"),
        kernel: word(m, "kernel"),
        device: device(word(m, "device").as_deref().unwrap_or("auto"))?,
        schedule: parsed(m, "schedule", "lockstep or adversarial[:seed]")?,
        approx: parsed(m, "approx", "exact, low, high or seed:N")?,
        time_limit: m
            .contains_id("time-limit")
            .then(|| parsed(m, "time-limit", "a number of seconds"))
            .transpose()?
            .map(std::time::Duration::from_secs),
        max_instructions: m
            .contains_id("max-instructions")
            .then(|| parsed(m, "max-instructions", "a number"))
            .transpose()?,
        strict_barriers: m.get_flag("strict-barriers"),
        json: is_json(m),
        options,
        raw_options,
    })))
}

fn device(text: &str) -> Result<DeviceChoice, Failure> {
    match text {
        "auto" => Ok(DeviceChoice::Auto),
        "emulator" => Ok(DeviceChoice::Emulator),
        "cuda" => Ok(DeviceChoice::Cuda(0)),
        _ => match text.strip_prefix("cuda:").and_then(|n| n.parse().ok()) {
            Some(n) => Ok(DeviceChoice::Cuda(n)),
            None => Err(Failure::usage(format!(
                "`--device={text}`: wants auto, emulator, cuda or cuda:N"
            ))),
        },
    }
}

/// A value of the emulator's own syntax.
fn parsed<T: std::str::FromStr>(m: &ArgMatches, name: &str, wants: &str) -> Result<T, Failure> {
    let text = word(m, name).unwrap_or_default();
    text.parse().map_err(|_| Failure::usage(format!("`--{name}={text}`: wants {wants}")))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_is_well_formed() {
        super::command().debug_assert();
    }
}
