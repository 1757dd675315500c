//! What the arguments say. Options of the compiler are read by the library's own table, in nvcc's manner (one dash or two,
//! `=` or a separate word), the rest by clap.

use std::mem::ManuallyDrop;

use crate::Failure;
use crate::command_line::command;
use crate::{cache::Asked, forwarding, options_file};
use clap::ArgMatches;
use clap::error::ErrorKind;
use optx::{Input, Options};

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
    /// `optx bisect`.
    Bisect(Box<Bisect>),
    /// `optx variance`.
    Variance(Box<VarianceReport>),
    /// `optx precision`.
    Precision(Box<Precision>),
    /// `optx cache`.
    Cache(Asked),
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
    pub(crate) emulation: Emulation,
    /// `--sanitize=race`.
    pub(crate) races: bool,
    /// `--check-claims`.
    pub(crate) claims: Option<ClaimsOf>,
    /// A kernel that runs longer on a GPU is given up.
    pub(crate) time_limit: Option<std::time::Duration>,
    pub(crate) json: bool,
    pub(crate) options: Options,
    /// The compiler's options as given, to be added to the launch file's.
    pub(crate) raw_options: Vec<String>,
}

/// Whose claims are checked.
pub(crate) enum ClaimsOf {
    /// The compiler's.
    Compile,
    /// A file's, beside PTX.
    File(String),
}

/// `optx bisect IN`.
pub(crate) struct Bisect {
    pub(crate) input: String,
    pub(crate) launch: Option<String>,
    pub(crate) kernel: Option<String>,
    pub(crate) emulation: Emulation,
    /// Try every limit.
    pub(crate) every: bool,
    /// Show the IR before and after the step, not only what it changed.
    pub(crate) whole: bool,
    pub(crate) json: bool,
    pub(crate) options: Options,
    /// As in [`Run`].
    pub(crate) raw_options: Vec<String>,
}

/// `optx variance IN`.
pub(crate) struct VarianceReport {
    pub(crate) input: String,
    pub(crate) kernel: Option<String>,
    /// The launch file whose blocks are meant.
    pub(crate) launch: Option<String>,
    /// The pass behind which states are taken.
    pub(crate) after: Option<String>,
    pub(crate) json: bool,
    pub(crate) options: Options,
}

/// `optx precision IN...`.
pub(crate) struct Precision {
    pub(crate) inputs: Vec<String>,
    pub(crate) launch: Option<String>,
    pub(crate) request: optx_precision::Request,
    pub(crate) json: bool,
    pub(crate) options: Options,
    /// As in [`Run`].
    pub(crate) raw_options: Vec<String>,
}

/// How the emulator runs.
#[derive(Clone, Copy)]
pub(crate) struct Emulation {
    pub(crate) schedule: optx_launch::Schedule,
    pub(crate) approx: optx_launch::ApproxMode,
    pub(crate) strict_barriers: bool,
    /// It ends a launch behind so many warp instructions.
    pub(crate) max_instructions: Option<u64>,
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
    let takes_compiler_options = matches!(
        arguments.first().map(String::as_str),
        Some("compile" | "run" | "bisect" | "variance" | "precision")
    );
    let (ours, others) = if takes_compiler_options {
        let arguments = options_file::expanded(arguments)?;
        let (ours, mut others) = Options::split_args(&arguments[1..]);
        others.insert(0, arguments[0].clone());
        (ours, others)
    } else {
        (Vec::new(), arguments)
    };
    let mut words = vec!["optx".to_owned()];
    words.extend(others);
    let forwards = forwarding::is_asked(&ours);
    let matches = loop {
        // It lives as long as the process: taking it apart costs a tenth of a small program's compilation.
        match ManuallyDrop::new(command()).try_get_matches_from_mut(&words) {
            Ok(matches) => break matches,
            Err(error) if forwards && forwarding::leave_out_unknown(&error, &mut words) => {}
            Err(error) => return clap_failure(&error, &words),
        }
    };
    let refs: Vec<&str> = ours.iter().map(String::as_str).collect();
    let (mut options, _) = Options::parse_args(&refs).map_err(|e| Failure::usage(e.to_string()))?;
    options.take_environment().map_err(|e| Failure::usage(e.to_string()))?;
    match matches.subcommand() {
        Some(("compile", m)) => compile(m, options),
        Some(("run", m)) => run(m, options, ours),
        Some(("bisect", m)) => bisect(m, options, ours),
        Some(("variance", m)) => variance(m, options),
        Some(("precision", m)) => precision(m, options, ours),
        Some(("cache", m)) => Ok(cache(m, options)),
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

fn cache(m: &ArgMatches, options: Options) -> Command {
    let folder = word(m, "DIR").or(options.cache.folder);
    let clears = word(m, "WHAT").as_deref() == Some("clear");
    Command::Cache(Asked { folder, clears, json: is_json(m) })
}

fn compile(m: &ArgMatches, mut options: Options) -> Result<Command, Failure> {
    let Some(input) = word(m, "IN") else { return Err(Failure::usage("no input")) };
    set_input(&mut options, &input);
    Ok(Command::Compile(Box::new(Compile { input, output: word(m, "output"), options })))
}

fn run(m: &ArgMatches, mut options: Options, raw_options: Vec<String>) -> Result<Command, Failure> {
    let Some(input) = word(m, "IN") else { return Err(Failure::usage("no input")) };
    set_input(&mut options, &input);
    let races = m.contains_id("sanitize");
    let device = device(word(m, "device").as_deref().unwrap_or("auto"))?;
    if races && matches!(device, DeviceChoice::Cuda(_)) {
        return Err(Failure::usage("`--sanitize=race` is the emulator's: leave `--device` out"));
    }
    let claims = claims_of(m, &input)?;
    if claims.is_some() && matches!(device, DeviceChoice::Cuda(_)) {
        return Err(Failure::usage("`--check-claims` is the emulator's: leave `--device` out"));
    }
    let emulated = races || claims.is_some();
    Ok(Command::Run(Box::new(Run {
        input,
        launch: word(m, "launch"),
        kernel: word(m, "kernel"),
        device: if emulated { DeviceChoice::Emulator } else { device },
        races,
        claims,
        emulation: emulation(m)?,
        time_limit: m
            .contains_id("time-limit")
            .then(|| parsed(m, "time-limit", "a number of seconds"))
            .transpose()?
            .map(std::time::Duration::from_secs),
        json: is_json(m),
        options,
        raw_options,
    })))
}

/// `--check-claims[=FILE]`: a file's beside PTX, the compiler's own where it compiles.
fn claims_of(m: &ArgMatches, input: &str) -> Result<Option<ClaimsOf>, Failure> {
    let Some(file) = word(m, "check-claims") else { return Ok(None) };
    let is_ptx = std::path::Path::new(input).extension().is_some_and(|e| e == "ptx");
    match (is_ptx, file.is_empty()) {
        (true, true) => Err(Failure::usage("PTX has no claims of its own: `--check-claims=FILE`")),
        (true, false) => Ok(Some(ClaimsOf::File(file))),
        (false, true) => Ok(Some(ClaimsOf::Compile)),
        (false, false) => Err(Failure::usage(format!(
            "the lines of `{file}` are those of a PTX text: run that, or leave `=FILE` out"
        ))),
    }
}

fn bisect(
    m: &ArgMatches,
    mut options: Options,
    raw_options: Vec<String>,
) -> Result<Command, Failure> {
    let Some(input) = word(m, "IN") else { return Err(Failure::usage("no input")) };
    if options.asked.bisect_limit.is_some() {
        return Err(Failure::usage("`--opt-bisect-limit` is what `optx bisect` tries itself"));
    }
    set_input(&mut options, &input);
    Ok(Command::Bisect(Box::new(Bisect {
        input,
        launch: word(m, "launch"),
        kernel: word(m, "kernel"),
        emulation: emulation(m)?,
        every: m.get_flag("every"),
        whole: m.get_flag("whole"),
        json: is_json(m),
        options,
        raw_options,
    })))
}

fn variance(m: &ArgMatches, mut options: Options) -> Result<Command, Failure> {
    let Some(input) = word(m, "IN") else { return Err(Failure::usage("no input")) };
    set_input(&mut options, &input);
    if options.input != Input::Cu {
        return Err(Failure::usage(
            "`optx variance` reads CUDA C: a text form has no source to show",
        ));
    }
    let after = word(m, "after");
    if let Some(pass) = after.as_deref().filter(|pass| !optx::facts::is_stage(pass)) {
        let known = optx::pipeline::whole().map(|p| p.name).filter(|p| optx::facts::is_stage(p));
        let hint = match optx::nearest(pass, known) {
            Some(near) => format!("; did you mean {near}?"),
            None => " (see optx passes)".to_owned(),
        };
        return Err(Failure::usage(format!(
            "`--after={pass}`: no such pass leaves form ssa{hint}"
        )));
    }
    let (kernel, json) = (word(m, "kernel"), is_json(m));
    let launch = word(m, "launch");
    Ok(Command::Variance(Box::new(VarianceReport { input, kernel, launch, after, json, options })))
}

fn precision(
    m: &ArgMatches,
    options: Options,
    raw_options: Vec<String>,
) -> Result<Command, Failure> {
    let inputs: Vec<String> = m.get_many::<String>("IN").into_iter().flatten().cloned().collect();
    let launch = word(m, "launch");
    if launch.is_some() && inputs.len() > 1 {
        return Err(Failure::usage("`--launch` is of one input: others have theirs beside them"));
    }
    if let Some(other) = inputs.iter().find(|name| !name.ends_with(".cu")) {
        return Err(Failure::usage(format!(
            "`optx precision` compiles CUDA C: `{other}` is no .cu file"
        )));
    }
    let number = |name| parsed::<u64>(m, name, "a number");
    let further = number("further")?;
    let request = optx_precision::Request {
        launches: number("launches")?.max(1),
        further,
        seed: number("seed")?,
        classify: further > 0,
    };
    let json = is_json(m);
    Ok(Command::Precision(Box::new(Precision {
        inputs,
        launch,
        request,
        json,
        options,
        raw_options,
    })))
}

fn emulation(m: &ArgMatches) -> Result<Emulation, Failure> {
    Ok(Emulation {
        schedule: parsed(m, "schedule", "lockstep or adversarial[:seed]")?,
        approx: parsed(m, "approx", "exact, low, high or seed:N")?,
        strict_barriers: m.get_flag("strict-barriers"),
        max_instructions: m
            .contains_id("max-instructions")
            .then(|| parsed(m, "max-instructions", "a number"))
            .transpose()?,
    })
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
