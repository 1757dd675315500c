//! `optx run`: compile if need be, launch as the launch file says, compare, report.

use crate::arguments::{ClaimsOf, DeviceChoice, Emulation, Run};
use crate::{Failure, claims, compile, output, races};
use optx::Options;
use optx_launch::spec::Expected;
use optx_launch::{
    Claims, Cuda, Device, DeviceError, Emulator, LaunchError, LaunchFile, NoReferences, Note,
    Outcome, Unknown,
};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Elements of a buffer that a report shows.
const SHOWN: usize = 6;

pub(crate) fn run(r: &Run) -> Result<(), Failure> {
    let Launch { mut file, folder } = read_launch(&r.input, &r.launch, r.kernel.as_deref())?;
    let unknown = drop_references(&mut file);
    let Compiled { ptx, claims } = ptx_of(r, &file)?;
    let mut device = open(r, claims)?;
    output::tell(format_args!("device: {}", device.name()));
    for buffer in unknown {
        output::tell(format_args!(
            "note: what `{buffer}` is to hold is a reference of a test suite, so it is not compared here"
        ));
    }
    let outcome = match optx_launch::run(&file, &ptx, device.as_mut(), &NoReferences, &folder) {
        Ok(outcome) => outcome,
        Err(e) => {
            // What was printed before the failure often says why.
            print_text(r, device.printed())?;
            if let Some(races) = device.races() {
                races::show(&races);
            }
            if let Some(report) = device.claims() {
                claims::show(&report);
            }
            return Err(failure(&e));
        }
    };
    print_text(r, outcome.printed.clone())?;
    output::print(&if r.json { json(&outcome) } else { report(&outcome, r.options.stats) })?;
    if let Some(races) = &outcome.races {
        races::judge(races)?;
    }
    if let Some(report) = &outcome.claims {
        claims::judge(report)?;
    }
    match outcome.difference() {
        None => Ok(()),
        Some(difference) => Err(Failure::new(3, difference)),
    }
}

/// What kernels printed, on standard output as the driver has it; in JSON it is a member of the report.
fn print_text(r: &Run, printed: Option<Vec<u8>>) -> Result<(), Failure> {
    match printed {
        Some(text) if !r.json => output::print(&String::from_utf8_lossy(&text)),
        _ => Ok(()),
    }
}

fn failure(error: &LaunchError) -> Failure {
    if matches!(error, LaunchError::Hang(_)) {
        // The driver's clean-up would wait for the kernel.
        crate::render::error(&error.to_string());
        optx_launch::leave(error.exit_status());
    }
    Failure::new(error.exit_status(), error.to_string())
}

/// A launch file, and where the files that it names are.
pub(crate) struct Launch {
    pub(crate) file: LaunchFile,
    pub(crate) folder: PathBuf,
}

/// Where an input's launch file stands if none is named.
pub(crate) fn beside(input: &str) -> PathBuf {
    Path::new(input).with_extension("launch.toml")
}

/// Reads the launch file that is named, or stands beside the input; only the launches of a kernel, if one is named.
pub(crate) fn read_launch(
    input: &str,
    launch: &Option<String>,
    kernel: Option<&str>,
) -> Result<Launch, Failure> {
    let path = match launch {
        Some(path) => PathBuf::from(path),
        None => beside(input),
    };
    let shown = path.display();
    let text = std::fs::read_to_string(&path).map_err(|e| {
        let hint = if launch.is_none() { "; name one with --launch" } else { "" };
        Failure::new(1, format!("{shown}: {e}{hint}"))
    })?;
    let mut file =
        LaunchFile::parse(&text).map_err(|e| Failure::new(1, format!("{shown}: {e}")))?;
    choose_kernel(&mut file, kernel)?;
    let folder = path.parent().unwrap_or(Path::new(".")).to_path_buf();
    Ok(Launch { file, folder })
}

fn choose_kernel(file: &mut LaunchFile, kernel: Option<&str>) -> Result<(), Failure> {
    let Some(kernel) = kernel else { return Ok(()) };
    let known: Vec<String> = file.launches.iter().map(|l| l.kernel.clone()).collect();
    file.launches.retain(|l| l.kernel == kernel);
    if file.launches.is_empty() {
        let near = optx::nearest(kernel, known.iter().map(String::as_str));
        let hint = near.map_or(String::new(), |n| format!("; did you mean `{n}`?"));
        return Err(Failure::new(1, format!("no launch is of kernel `{kernel}`{hint}")));
    }
    Ok(())
}

/// Takes out expectations that name a reference, and gives their buffers.
fn drop_references(file: &mut LaunchFile) -> Vec<String> {
    let is_reference = |e: &&optx_launch::spec::Expect| matches!(e.from, Expected::Reference(_));
    let unknown = file.expects.iter().filter(is_reference).map(|e| e.buffer.clone()).collect();
    file.expects.retain(|e| !is_reference(&e));
    unknown
}

/// What is run.
struct Compiled {
    ptx: String,
    /// Claims to check.
    claims: Option<Claims>,
}

fn ptx_of(r: &Run, file: &LaunchFile) -> Result<Compiled, Failure> {
    let source = output::read(&r.input)?;
    if Path::new(&r.input).extension().is_some_and(|e| e == "ptx") {
        let claims = match &r.claims {
            Some(ClaimsOf::File(path)) => Some(claims::read(path, &output::read(path)?)?),
            _ => None,
        };
        return Ok(Compiled { ptx: source, claims });
    }
    let mut raw = r.raw_options.clone();
    if r.races {
        // Every access of the source as it is written, with its line.
        raw.extend(["-O0", "-lineinfo"].map(String::from));
    }
    let mut options = options_of(file, &raw, &r.options)?;
    options.code.claims |= r.claims.is_some();
    let ptx = compile::compile(&r.input, &source, &options)?;
    let claims = r.claims.as_ref().map(|_| claims::of_compile(&ptx)).transpose()?;
    Ok(Compiled { ptx: ptx.text().to_owned(), claims })
}

/// The launch file's options, and those of the command line, which win.
pub(crate) fn options_of(
    file: &LaunchFile,
    raw: &[String],
    parsed: &Options,
) -> Result<Options, Failure> {
    let all: Vec<&str> = file.options.iter().chain(raw).map(String::as_str).collect();
    let (mut options, _) = Options::parse_args(&all)
        .map_err(|e| Failure::new(1, format!("`options` of the launch file: {e}")))?;
    options.input = parsed.input;
    options.emit = optx::Emit::Ptx;
    options.run.launches = shapes(file);
    Ok(options)
}

/// The shapes of a launch file's blocks, by kernel.
pub(crate) fn shapes(file: &LaunchFile) -> Vec<(String, [u32; 3])> {
    file.launches.iter().map(|launch| (launch.kernel.clone(), launch.block)).collect()
}

/// The emulator as the options say.
pub(crate) fn emulator(e: &Emulation) -> Emulator {
    let mut emulator = Emulator::new(e.schedule).with_approx(e.approx);
    emulator.config.strict_barriers = e.strict_barriers;
    if let Some(budget) = e.max_instructions {
        emulator.config.budget = budget;
    }
    emulator
}

fn open(r: &Run, claims: Option<Claims>) -> Result<Box<dyn Device>, Failure> {
    let emulator = || {
        let emulator = emulator(&r.emulation).with_races(r.races);
        Box::new(emulator.with_claims(claims)) as Box<dyn Device>
    };
    let cuda = |n: u32| -> Result<_, DeviceError> {
        let mut cuda = Cuda::open(n)?;
        cuda.limit = r.time_limit.unwrap_or(cuda.limit);
        Ok(Box::new(cuda) as Box<dyn Device>)
    };
    match r.device {
        DeviceChoice::Emulator => Ok(emulator()),
        DeviceChoice::Cuda(n) => cuda(n).map_err(|e| failure(&LaunchError::from(e))),
        DeviceChoice::Auto => Ok(cuda(0).unwrap_or_else(|_| emulator())),
    }
}

/// The outcome as text; the counts of each PTX line only where `--stats` asks for them.
fn report(outcome: &Outcome, per_line: bool) -> String {
    let mut out = String::new();
    for l in &outcome.launches {
        let _ = write!(out, "{}: ran", l.kernel);
        if l.repeat > 1 {
            let _ = write!(out, " {} times", l.repeat);
        }
        let _ = writeln!(out, " in {:.3} ms", l.time.as_secs_f64() * 1e3);
        if let Some(counters) = &l.counters {
            let text = counters.to_text();
            let shown = text.lines().take_while(|l| per_line || !l.starts_with("PTX line"));
            for line in shown {
                let _ = writeln!(out, "  {line}");
            }
            for note in &counters.notes {
                let _ = writeln!(out, "{note}");
            }
        }
    }
    for (name, data) in &outcome.outputs {
        let unknown = outcome.unknown.get(name).map_or(&[][..], Vec::as_slice);
        let show = |k| match unknown.binary_search_by_key(&k, |u| u.element) {
            Ok(at) if unknown[at].origin.is_some() => "undefined".to_owned(),
            Ok(_) => "unwritten".to_owned(),
            Err(_) => data.show(k),
        };
        let shown: Vec<String> = (0..data.len().min(SHOWN)).map(show).collect();
        let more = if data.len() > SHOWN { ", ..." } else { "" };
        let _ = writeln!(out, "{name}[{}] = {}{more}", data.len(), shown.join(", "));
    }
    for (name, unknown) in &outcome.unknown {
        let never = unknown.iter().filter(|u| u.origin.is_none()).count();
        if never > 0 {
            let _ = writeln!(out, "{name}: {never} elements were never written");
        }
        if let Some((element, origin)) = first_stored(unknown) {
            let stored = unknown.len() - never;
            let _ = writeln!(
                out,
                "{name}: {stored} elements hold undefined bits; those of element {element} come from {origin}"
            );
        }
    }
    for check in &outcome.checks {
        let word = if check.verdict.agrees() { "agrees" } else { "DIFFERS" };
        let _ = writeln!(out, "{}: {word} ({} elements)", check.buffer, check.verdict.total);
    }
    out
}

/// The first element that a kernel stored undefined bits to, and where they come from.
fn first_stored(unknown: &[Unknown]) -> Option<(usize, &str)> {
    unknown.iter().find_map(|u| Some((u.element, u.origin.as_deref()?)))
}

fn note(n: &Note) -> serde_json::Value {
    let p = &n.place;
    let source = p.source.as_ref();
    serde_json::json!({
        "message": n.message, "kernel": p.kernel, "ptx_line": p.ptx_line, "block": p.block, "thread": p.thread,
        "source": source.map(|(file, line)| serde_json::json!({ "file": file, "line": line })),
    })
}

fn json(outcome: &Outcome) -> String {
    let launches: Vec<serde_json::Value> = outcome
        .launches
        .iter()
        .map(|l| {
            let counters = l.counters.as_ref().map(|c| {
                serde_json::from_str::<serde_json::Value>(&c.to_json())
                    .unwrap_or(serde_json::Value::Null)
            });
            serde_json::json!({
                "kernel": l.kernel, "repeat": l.repeat,
                "milliseconds": l.time.as_secs_f64() * 1e3, "counters": counters,
                "notes": l.counters.iter().flat_map(|c| &c.notes).map(note).collect::<Vec<_>>(),
            })
        })
        .collect();
    let checks: Vec<serde_json::Value> = outcome
        .checks
        .iter()
        .map(|c| {
            serde_json::json!({
                "buffer": c.buffer, "agrees": c.verdict.agrees(), "wrong": c.verdict.wrong,
                "total": c.verdict.total, "worst": c.verdict.worst,
            })
        })
        .collect();
    let printed = outcome.printed.as_ref().map(|text| String::from_utf8_lossy(text).into_owned());
    let unwritten: Vec<serde_json::Value> = outcome
        .unknown
        .iter()
        .filter_map(|(name, unknown)| {
            let never = || unknown.iter().filter(|u| u.origin.is_none());
            let first = never().next()?.element;
            Some(serde_json::json!({ "buffer": name, "elements": never().count(), "first": first }))
        })
        .collect();
    let undefined: Vec<serde_json::Value> = outcome
        .unknown
        .iter()
        .filter_map(|(name, unknown)| {
            let (first, origin) = first_stored(unknown)?;
            let elements = unknown.iter().filter(|u| u.origin.is_some()).count();
            Some(serde_json::json!({
                "buffer": name, "elements": elements, "first": first, "origin": origin,
            }))
        })
        .collect();
    let mut report = serde_json::json!({
        "launches": launches, "checks": checks, "printed": printed, "unwritten": unwritten,
        "undefined": undefined,
    });
    if let Some(races) = &outcome.races {
        report["races"] = serde_json::from_str(&races.to_json()).unwrap_or(serde_json::Value::Null);
    }
    if let Some(claims) = &outcome.claims {
        report["claims"] =
            serde_json::from_str(&claims.to_json()).unwrap_or(serde_json::Value::Null);
    }
    format!("{report}\n")
}
