//! Launch files: what the text says, checked key by key.

use std::fmt;

use toml::{Table, Value as Toml};

use crate::data::{Data, Elem, Value, parse_float};
use crate::printed::Printed;

/// What is wrong with a launch file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError(pub String);

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SpecError {}

type Res<T> = Result<T, SpecError>;

/// Largest number of elements of a buffer.
const MOST_ELEMENTS: u64 = 1 << 31;

/// A launch file.
#[derive(Clone, Debug, PartialEq)]
pub struct LaunchFile {
    /// What is compiled or loaded; a command may name its own input instead.
    pub input: Option<Input>,
    /// Options for the compiler.
    pub options: Vec<String>,
    /// Seed of all random data.
    pub seed: u64,
    /// Buffers, by name in order.
    pub buffers: Vec<Buffer>,
    /// `__device__` and `__constant__` objects to fill.
    pub symbols: Vec<Buffer>,
    /// Launches in order.
    pub launches: Vec<Launch>,
    /// What must hold afterwards.
    pub expects: Vec<Expect>,
    /// What kernels must have printed, where that matters.
    pub printed: Option<Printed>,
}

/// What a launch file runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// CUDA source to compile.
    Source(String),
    /// PTX to load.
    Ptx(String),
}

/// A buffer or symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct Buffer {
    /// Its name.
    pub name: String,
    /// Element type.
    pub ty: Elem,
    /// Number of elements.
    pub length: usize,
    /// Contents at the start.
    pub init: Init,
}

/// Contents at the start.
#[derive(Clone, Debug, PartialEq)]
pub enum Init {
    /// Zero.
    Zeros,
    /// 0, 1, 2, ...
    Iota,
    /// Random bits: floats may be infinite or NaN.
    Bits,
    /// Nobody wrote it.
    None,
    /// One value throughout.
    Fill(Value),
    /// Evenly distributed: floats in [low, high), integers in [low, high].
    Uniform(Value, Value),
    /// Integers: 0 first, each next one the one before plus a random number of [low, high].
    Sums(u64, u64),
    /// The bytes of a file.
    File(String),
    /// These elements.
    Values(Vec<Value>),
}

/// One launch.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// The kernel, as the source names it.
    pub kernel: String,
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads a block.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// Arguments in order.
    pub args: Vec<Arg>,
    /// How many times it is launched.
    pub repeat: u32,
    /// All blocks run at once, and may wait for each other.
    pub cooperative: bool,
}

/// An argument.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// The address of a buffer or symbol.
    Pointer(String),
    /// Scalars of one type: one, or the elements of a vector.
    Scalars(Data),
    /// Bytes as they are.
    Bytes(Vec<u8>),
    /// The fields of a structure, each aligned to its own size.
    Fields(Vec<Arg>),
}

/// An expectation.
#[derive(Clone, Debug, PartialEq)]
pub struct Expect {
    /// The buffer.
    pub buffer: String,
    /// Where the expected contents come from.
    pub from: Expected,
    /// How far they may be off.
    pub tolerance: Tolerance,
}

/// Where expected contents come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// A function of the caller's table.
    Reference(String),
    /// These elements.
    Values(Vec<Value>),
    /// The bytes of a file.
    File(String),
}

/// How far results may be off. With both parts, `|got - want| <= abs + rel * |want|`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// Not at all.
    Exact,
    /// By these amounts.
    Near {
        /// Absolute.
        abs: f64,
        /// Relative to what is wanted.
        rel: f64,
    },
    /// By this many units in the last place.
    Ulp(u64),
}

pub(crate) fn fail<T>(message: impl Into<String>) -> Res<T> {
    Err(SpecError(message.into()))
}

/// What a value is, in words.
fn kind(v: &Toml) -> &'static str {
    match v {
        Toml::String(_) => "a string",
        Toml::Integer(_) => "an integer",
        Toml::Float(_) => "a float",
        Toml::Boolean(_) => "a boolean",
        Toml::Datetime(_) => "a date",
        Toml::Array(_) => "an array",
        Toml::Table(_) => "a table",
    }
}

/// Number of edits between two words.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = before + usize::from(x != *y);
            before = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(before + 1);
        }
    }
    row[b.len()]
}

/// The known word that is nearest to an unknown one.
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    known.into_iter().min_by_key(|k| distance(&word.to_lowercase(), &k.to_lowercase()))
}

/// A table whose keys must all be known.
struct Keys<'t> {
    table: &'t Table,
    place: String,
}

impl<'t> Keys<'t> {
    fn new(table: &'t Table, place: impl Into<String>, known: &[&str]) -> Res<Self> {
        let place = place.into();
        for key in table.keys() {
            if !known.contains(&key.as_str()) {
                let near = nearest(key, known.iter().copied()).unwrap_or("");
                return fail(format!(
                    "unknown key `{key}` in {place}; the nearest known one is `{near}`"
                ));
            }
        }
        Ok(Self { table, place })
    }

    fn wrong<T>(&self, key: &str, want: &str, have: &Toml) -> Res<T> {
        fail(format!("`{key}` in {} must be {want}, not {}", self.place, kind(have)))
    }

    fn need(&self, key: &str) -> Res<&'t Toml> {
        match self.table.get(key) {
            Some(v) => Ok(v),
            None => fail(format!("`{key}` is missing in {}", self.place)),
        }
    }

    fn text(&self, key: &str, want: &str) -> Res<Option<&'t str>> {
        match self.table.get(key) {
            None => Ok(None),
            Some(Toml::String(s)) => Ok(Some(s)),
            Some(v) => self.wrong(key, want, v),
        }
    }

    /// False where it is not said.
    fn flag(&self, key: &str) -> Res<bool> {
        match self.table.get(key) {
            None => Ok(false),
            Some(Toml::Boolean(b)) => Ok(*b),
            Some(v) => self.wrong(key, "true or false", v),
        }
    }

    fn unsigned(&self, key: &str, want: &str, most: u64) -> Res<Option<u64>> {
        match self.table.get(key) {
            None => Ok(None),
            Some(Toml::Integer(i)) => match u64::try_from(*i) {
                Ok(v) if v <= most => Ok(Some(v)),
                _ => fail(format!("`{key}` in {} must be {want}; {i} is out of range", self.place)),
            },
            Some(v) => self.wrong(key, want, v),
        }
    }
}

impl LaunchFile {
    /// Reads a launch file.
    pub fn parse(text: &str) -> Res<LaunchFile> {
        let table: Table = text.parse().map_err(|e: toml::de::Error| {
            SpecError(format!("not a TOML file: {}", e.to_string().trim_end()))
        })?;
        let top = Keys::new(
            &table,
            "the launch file",
            &["source", "ptx", "options", "seed", "buffers", "symbols", "launch", "expect"],
        )?;
        let source = top.text("source", "the name of a CUDA source file")?;
        let ptx = top.text("ptx", "the name of a PTX file")?;
        let input = match (source, ptx) {
            (Some(_), Some(_)) => return fail("`source` and `ptx` exclude each other"),
            (Some(s), None) => Some(Input::Source(s.to_string())),
            (None, Some(p)) => Some(Input::Ptx(p.to_string())),
            (None, None) => None,
        };
        let options = strings(&top, "options")?;
        let seed = top.unsigned("seed", "an integer from 0", u64::MAX)?.unwrap_or(1);
        let buffers = named(&top, "buffers")?;
        let symbols = named(&top, "symbols")?;
        for s in &symbols {
            if buffers.iter().any(|b| b.name == s.name) {
                return fail(format!("`{}` is both a buffer and a symbol", s.name));
            }
            if s.init == Init::None {
                return fail(format!(
                    "`init = \"none\"` is for buffers: [symbols.{}] begins as its module has it if it is left out",
                    s.name
                ));
            }
        }
        let mut launches = Vec::new();
        for (k, t) in tables(&top, "launch")?.into_iter().enumerate() {
            launches.push(launch(t, k + 1)?);
        }
        if launches.is_empty() {
            return fail("there is no [[launch]]");
        }
        let mut expects = Vec::new();
        let mut printed = None;
        for (k, t) in tables(&top, "expect")?.into_iter().enumerate() {
            if t.contains_key("printed") {
                let wanted = Printed::read(t, &format!("[[expect]] {}", k + 1))?;
                if printed.replace(wanted).is_some() {
                    return fail("`printed` stands in two [[expect]]");
                }
                continue;
            }
            expects.push(expect(t, k + 1, &buffers, &symbols)?);
        }
        let file =
            LaunchFile { input, options, seed, buffers, symbols, launches, expects, printed };
        file.check_names()?;
        Ok(file)
    }

    fn check_names(&self) -> Res<()> {
        let names = || self.buffers.iter().chain(&self.symbols).map(|b| b.name.as_str());
        fn pointers<'a>(a: &'a Arg, out: &mut Vec<&'a str>) {
            match a {
                Arg::Pointer(p) => out.push(p),
                Arg::Fields(f) => f.iter().for_each(|a| pointers(a, out)),
                _ => {}
            }
        }
        for (k, l) in self.launches.iter().enumerate() {
            let mut used = Vec::new();
            l.args.iter().for_each(|a| pointers(a, &mut used));
            for p in used {
                if !names().any(|n| n == p) {
                    let near = nearest(p, names())
                        .map_or(String::new(), |n| format!("; the nearest known one is `&{n}`"));
                    return fail(format!("`&{p}` in [[launch]] {} is no buffer{near}", k + 1));
                }
            }
        }
        Ok(())
    }
}

fn strings(top: &Keys<'_>, key: &str) -> Res<Vec<String>> {
    let want = "an array of strings";
    match top.table.get(key) {
        None => Ok(Vec::new()),
        Some(Toml::Array(a)) => a
            .iter()
            .map(|v| match v {
                Toml::String(s) => Ok(s.clone()),
                v => top.wrong(key, want, v),
            })
            .collect(),
        Some(v) => top.wrong(key, want, v),
    }
}

fn tables<'t>(top: &Keys<'t>, key: &str) -> Res<Vec<&'t Table>> {
    let want = format!("an array of tables, written [[{key}]]");
    match top.table.get(key) {
        None => Ok(Vec::new()),
        Some(Toml::Array(a)) => a
            .iter()
            .map(|v| match v {
                Toml::Table(t) => Ok(t),
                v => top.wrong(key, &want, v),
            })
            .collect(),
        Some(v) => top.wrong(key, &want, v),
    }
}

fn named(top: &Keys<'_>, key: &str) -> Res<Vec<Buffer>> {
    let table = match top.table.get(key) {
        None => return Ok(Vec::new()),
        Some(Toml::Table(t)) => t,
        Some(v) => return top.wrong(key, &format!("tables, written [{key}.NAME]"), v),
    };
    let mut out = Vec::new();
    for (name, v) in table {
        let place = format!("[{key}.{name}]");
        let Toml::Table(t) = v else {
            return fail(format!("{place} must be a table, not {}", kind(v)));
        };
        out.push(buffer(t, name, place)?);
    }
    Ok(out)
}

fn buffer(t: &Table, name: &str, place: String) -> Res<Buffer> {
    let keys = Keys::new(t, place, &["type", "length", "init"])?;
    let ty = match keys.need("type")? {
        Toml::String(s) => match Elem::parse(s) {
            Some(e) => e,
            None => {
                let near = nearest(s, Elem::ALL.iter().map(|e| e.name())).unwrap_or("");
                return fail(format!(
                    "`{s}` in {} is no element type; the nearest known one is `{near}`",
                    keys.place
                ));
            }
        },
        v => return keys.wrong("type", "the name of an element type", v),
    };
    let length = keys.unsigned("length", "a number of elements", MOST_ELEMENTS)?;
    let init = match keys.table.get("init") {
        None => Init::Zeros,
        Some(v) => init(&keys, v, ty)?,
    };
    let length = match (length, &init) {
        (Some(n), Init::Values(v)) if n as usize != v.len() => {
            return fail(format!(
                "{} has length {n}, but `values` gives {} elements",
                keys.place,
                v.len()
            ));
        }
        (Some(n), _) => n as usize,
        (None, Init::Values(v)) => v.len(),
        (None, _) => return fail(format!("`length` is missing in {}", keys.place)),
    };
    Ok(Buffer { name: name.to_string(), ty, length, init })
}

const INIT: &str = "\"zeros\", \"iota\", \"bits\", \"none\", { fill = v }, { uniform = [lo, hi] }, { sums = [lo, hi] }, { file = \"x.bin\" } or { values = [...] }";

fn init(keys: &Keys<'_>, v: &Toml, ty: Elem) -> Res<Init> {
    let t = match v {
        Toml::String(s) => match s.as_str() {
            "zeros" => return Ok(Init::Zeros),
            "iota" => return Ok(Init::Iota),
            "bits" => return Ok(Init::Bits),
            "none" => return Ok(Init::None),
            _ => {
                return fail(format!(
                    "`init = \"{s}\"` in {} is unknown; it is {INIT}",
                    keys.place
                ));
            }
        },
        Toml::Table(t) => t,
        v => return keys.wrong("init", INIT, v),
    };
    let place = format!("init of {}", keys.place);
    let inner = Keys::new(t, place.as_str(), &["fill", "uniform", "sums", "file", "values"])?;
    if t.len() != 1 {
        return fail(format!("{place} must have exactly one key: {INIT}"));
    }
    if let Some(v) = t.get("fill") {
        return Ok(Init::Fill(element(v, ty, &place)?));
    }
    if let Some(v) = t.get("uniform") {
        return match v {
            Toml::Array(a) if a.len() == 2 => {
                let (low, high) = (element(&a[0], ty, &place)?, element(&a[1], ty, &place)?);
                let empty = match (low, high) {
                    (Value::Int(l), Value::Int(h)) => l > h,
                    (Value::Float(l), Value::Float(h)) => {
                        !(l < h && l.is_finite() && h.is_finite())
                    }
                    _ => true,
                };
                if empty {
                    return fail(format!(
                        "`uniform` in {place} must be [low, high] with low < high"
                    ));
                }
                Ok(Init::Uniform(low, high))
            }
            v => inner.wrong("uniform", "[low, high]", v),
        };
    }
    if let Some(v) = t.get("sums") {
        return sums(&inner, v, ty);
    }
    if let Some(name) = inner.text("file", "a file name")? {
        return Ok(Init::File(name.to_string()));
    }
    match t.get("values") {
        Some(Toml::Array(a)) => {
            Ok(Init::Values(a.iter().map(|v| element(v, ty, &place)).collect::<Res<_>>()?))
        }
        Some(v) => inner.wrong("values", "an array", v),
        None => fail(format!("{place} is empty; it is {INIT}")),
    }
}

fn sums(keys: &Keys<'_>, v: &Toml, ty: Elem) -> Res<Init> {
    let place = &keys.place;
    if ty.is_float() {
        return fail(format!("`sums` in {place} needs integers, not {ty}"));
    }
    let (low, high) = match v {
        Toml::Array(a) if a.len() == 2 => (element(&a[0], ty, place)?, element(&a[1], ty, place)?),
        v => return keys.wrong("sums", "[low, high]", v),
    };
    match (low, high) {
        (Value::Int(l), Value::Int(h)) if (0..=h).contains(&l) => {
            Ok(Init::Sums(l as u64, h as u64))
        }
        _ => fail(format!("`sums` in {place} must be [low, high] with 0 <= low <= high")),
    }
}

/// An element of a type, checked against its range.
fn element(v: &Toml, ty: Elem, place: &str) -> Res<Value> {
    let value = match v {
        Toml::Integer(i) if ty.is_float() => Value::Float(*i as f64),
        Toml::Integer(i) => Value::Int(i128::from(*i)),
        Toml::Float(x) if ty.is_float() => Value::Float(*x),
        Toml::String(s) if ty.is_float() => match parse_float(s) {
            Some(v) => v,
            None => {
                return fail(format!(
                    "\"{s}\" in {place} is no float; strings are \"0x1p-3\", \"nan\", \"inf\" or \"bits:0x7fc00001\""
                ));
            }
        },
        // Unsigned 64-bit integers beyond TOML's range are written as strings.
        Toml::String(s) => {
            let parsed = match s.strip_prefix("0x") {
                Some(h) => i128::from_str_radix(h, 16).ok(),
                None => s.parse::<i128>().ok(),
            };
            match parsed {
                Some(i) => Value::Int(i),
                None => return fail(format!("\"{s}\" in {place} is no {ty}")),
            }
        }
        Toml::Boolean(b) if !ty.is_float() => Value::Int(i128::from(*b)),
        v => return fail(format!("{} in {place} must be {ty}, not {}", v, kind(v))),
    };
    let mut probe = Data::zeros(ty, 0);
    if !probe.push(value) {
        return fail(format!("{v} in {place} does not fit {ty}"));
    }
    Ok(value)
}

fn dims(keys: &Keys<'_>, key: &str) -> Res<[u32; 3]> {
    let want = "one to three positive integers, as in [128, 1, 1]";
    let one = |v: &Toml| match v {
        Toml::Integer(i) => match u32::try_from(*i) {
            Ok(n) if n > 0 => Ok(n),
            _ => fail(format!("`{key}` in {} must be {want}; {i} is out of range", keys.place)),
        },
        v => keys.wrong(key, want, v),
    };
    match keys.need(key)? {
        Toml::Array(a) if (1..=3).contains(&a.len()) => {
            let mut d = [1; 3];
            for (slot, v) in d.iter_mut().zip(a) {
                *slot = one(v)?;
            }
            Ok(d)
        }
        v @ Toml::Integer(_) => Ok([one(v)?, 1, 1]),
        v => keys.wrong(key, want, v),
    }
}

fn launch(t: &Table, number: usize) -> Res<Launch> {
    let keys = Keys::new(
        t,
        format!("[[launch]] {number}"),
        &["kernel", "grid", "block", "shared", "args", "repeat", "cooperative"],
    )?;
    let Some(kernel) = keys.text("kernel", "the name of a kernel")? else {
        return fail(format!("`kernel` is missing in {}", keys.place));
    };
    let args = match keys.table.get("args") {
        None => Vec::new(),
        Some(Toml::Array(a)) => a
            .iter()
            .enumerate()
            .map(|(k, v)| arg(v, &format!("argument {} of {}", k + 1, keys.place)))
            .collect::<Res<_>>()?,
        Some(v) => return keys.wrong("args", "an array", v),
    };
    Ok(Launch {
        kernel: kernel.to_string(),
        grid: dims(&keys, "grid")?,
        block: dims(&keys, "block")?,
        shared: keys.unsigned("shared", "a number of bytes", 1 << 20)?.unwrap_or(0) as u32,
        args,
        repeat: keys.unsigned("repeat", "a number of times", 1 << 20)?.unwrap_or(1) as u32,
        cooperative: keys.flag("cooperative")?,
    })
}

const ARG: &str =
    "\"&buffer\", { i32 = 5 } (or another element type), { bytes = \"hex\" } or { fields = [...] }";

fn arg(v: &Toml, place: &str) -> Res<Arg> {
    let t = match v {
        Toml::String(s) => {
            return match s.strip_prefix('&') {
                Some(n) if !n.is_empty() => Ok(Arg::Pointer(n.to_string())),
                _ => fail(format!("{place} is \"{s}\"; an argument is {ARG}")),
            };
        }
        Toml::Table(t) => t,
        v => return fail(format!("{place} must be {ARG}, not {}", kind(v))),
    };
    let mut known: Vec<&str> = Elem::ALL.iter().map(|e| e.name()).collect();
    known.extend(["bytes", "fields"]);
    let keys = Keys::new(t, place, &known)?;
    let (Some((key, value)), 1) = (t.iter().next(), t.len()) else {
        return fail(format!("{place} must have exactly one key: {ARG}"));
    };
    if key == "bytes" {
        let hex = keys.text("bytes", "a string of hexadecimal digits")?.unwrap_or("");
        let digits: Vec<u32> = hex
            .chars()
            .filter(|c| !c.is_whitespace() && *c != '_')
            .map(|c| c.to_digit(16))
            .collect::<Option<_>>()
            .filter(|d: &Vec<u32>| d.len().is_multiple_of(2))
            .ok_or_else(|| {
                SpecError(format!("`bytes` in {place} must be pairs of hexadecimal digits"))
            })?;
        return Ok(Arg::Bytes(digits.chunks(2).map(|p| (p[0] * 16 + p[1]) as u8).collect()));
    }
    if key == "fields" {
        return match value {
            Toml::Array(a) => Ok(Arg::Fields(
                a.iter()
                    .enumerate()
                    .map(|(k, v)| arg(v, &format!("field {} of {place}", k + 1)))
                    .collect::<Res<_>>()?,
            )),
            v => keys.wrong("fields", "an array of arguments", v),
        };
    }
    let Some(ty) = Elem::parse(key) else { return fail(format!("{place}: {ARG}")) };
    let mut data = Data::zeros(ty, 0);
    match value {
        Toml::Array(a) => {
            for v in a {
                data.push(element(v, ty, place)?);
            }
        }
        v => {
            data.push(element(v, ty, place)?);
        }
    }
    Ok(Arg::Scalars(data))
}

fn expect(t: &Table, number: usize, buffers: &[Buffer], symbols: &[Buffer]) -> Res<Expect> {
    let place = format!("[[expect]] {number}");
    let keys = Keys::new(
        t,
        place.as_str(),
        &["buffer", "reference", "values", "file", "abs", "rel", "ulp", "exact"],
    )?;
    let Some(name) = keys.text("buffer", "the name of a buffer")? else {
        return fail(format!("`buffer` is missing in {place}"));
    };
    let all = || buffers.iter().chain(symbols);
    let Some(ty) = all().find(|b| b.name == name).map(|b| b.ty) else {
        let near = nearest(name, all().map(|b| b.name.as_str()))
            .map_or(String::new(), |n| format!("; the nearest known one is `{n}`"));
        return fail(format!("`{name}` in {place} is no buffer{near}"));
    };
    let sources: Vec<&str> =
        ["reference", "values", "file"].into_iter().filter(|k| t.contains_key(*k)).collect();
    let from = match sources.as_slice() {
        ["reference"] => Expected::Reference(
            keys.text("reference", "the name of a reference")?.unwrap_or("").to_string(),
        ),
        ["file"] => Expected::File(keys.text("file", "a file name")?.unwrap_or("").to_string()),
        ["values"] => match t.get("values") {
            Some(Toml::Array(a)) => {
                Expected::Values(a.iter().map(|v| element(v, ty, &place)).collect::<Res<_>>()?)
            }
            Some(v) => return keys.wrong("values", "an array", v),
            None => return fail(format!("`values` is missing in {place}")),
        },
        _ => return fail(format!("{place} needs exactly one of `reference`, `values`, `file`")),
    };
    let number = |key: &str| -> Res<Option<f64>> {
        let v = match t.get(key) {
            None => return Ok(None),
            Some(Toml::Float(x)) => *x,
            Some(Toml::Integer(i)) => *i as f64,
            Some(Toml::String(s)) => match parse_float(s) {
                Some(Value::Float(x)) => x,
                _ => return fail(format!("\"{s}\" as `{key}` in {place} is no float")),
            },
            Some(v) => return keys.wrong(key, "a number", v),
        };
        if v >= 0.0 && v.is_finite() {
            Ok(Some(v))
        } else {
            fail(format!("`{key}` in {place} must be a finite number from 0"))
        }
    };
    let (abs, rel) = (number("abs")?, number("rel")?);
    let ulp = keys.unsigned("ulp", "a number of units in the last place", 1 << 40)?;
    let exact = match t.get("exact") {
        None => None,
        Some(Toml::Boolean(b)) => Some(*b),
        Some(v) => return keys.wrong("exact", "true or false", v),
    };
    let near = abs.is_some() || rel.is_some();
    let tolerance = match (near, ulp, exact) {
        (false, None, Some(true)) => Tolerance::Exact,
        (false, None, None) if !ty.is_float() => Tolerance::Exact,
        (true, None, None | Some(false)) => {
            Tolerance::Near { abs: abs.unwrap_or(0.0), rel: rel.unwrap_or(0.0) }
        }
        (false, Some(n), None | Some(false)) => Tolerance::Ulp(n),
        (false, None, _) => {
            return fail(format!(
                "{place} on floats needs one of `abs`, `rel`, `ulp`, `exact = true`"
            ));
        }
        _ => {
            return fail(format!(
                "{place}: `abs` and `rel` go together; `ulp` and `exact` each stand alone"
            ));
        }
    };
    if !ty.is_float() && matches!(tolerance, Tolerance::Ulp(_)) {
        return fail(format!("`ulp` in {place} needs floats; `{name}` holds {ty}"));
    }
    Ok(Expect { buffer: name.to_string(), from, tolerance })
}
