//! Claims as JSON text. A mistake names the kernel and the claim, counted from 1.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{At, Base, Claim, ClaimError, Claims, Coef, Extend, KernelClaims, Source};

/// The version of the text.
const VERSION: u64 = 1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u64,
    kernels: Vec<Kernel>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kernel {
    name: String,
    /// How many registers the kernel writes: of interest to who counts, not to who checks.
    #[serde(default, rename = "definitions")]
    _definitions: Option<u64>,
    claims: Vec<Value>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Written {
    at: String,
    ptx_line: u32,
    reg: String,
    width: u32,
    coef: [Value; 3],
    #[serde(default)]
    lane: Value,
    #[serde(default)]
    base: Value,
    #[serde(default)]
    block_uniform: bool,
    #[serde(default)]
    warp_uniform: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    src: Option<(String, u32, u32)>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Symbol {
    reg: String,
    #[serde(default = "one")]
    scale: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    extend: Option<String>,
}

fn one() -> i64 {
    1
}

/// A 64-bit number, signed or not; two's complement.
fn number(v: &Value) -> Option<i64> {
    v.as_i64().or_else(|| v.as_u64().map(|n| n as i64))
}

fn coefficient(v: &Value) -> Result<Coef, String> {
    if v.is_null() {
        return Ok(Coef::Unknown);
    }
    if let Some(n) = number(v) {
        return Ok(Coef::Known(n));
    }
    let s = Symbol::deserialize(v)
        .map_err(|e| format!("coefficient {v}: wants a number, null, or a register: {e}"))?;
    let extend = match s.extend.as_deref() {
        None => None,
        Some("s") => Some(Extend::Signed),
        Some("z") => Some(Extend::Unsigned),
        Some(other) => return Err(format!("`extend` is \"s\" or \"z\", not \"{other}\"")),
    };
    Ok(Coef::Symbolic { reg: s.reg, scale: s.scale, extend })
}

fn claim(v: Value) -> Result<Claim, String> {
    let w: Written = serde_json::from_value(v).map_err(|e| e.to_string())?;
    let at = match w.at.as_str() {
        "def" => At::Def,
        "live-in" => At::LiveIn,
        "branch" => At::Branch,
        other => return Err(format!("`at` is def, live-in or branch, not `{other}`")),
    };
    if !matches!(w.width, 1 | 16 | 32 | 64) {
        return Err(format!("a width is 1, 16, 32 or 64, not {}", w.width));
    }
    let [x, y, z] = &w.coef;
    let base = match &w.base {
        Value::Null => Base::Uniform,
        Value::String(s) if s == "uniform" => Base::Uniform,
        v => {
            let wrong = || format!("`base` is a number, \"uniform\" or null, not {v}");
            Base::Const(number(v).ok_or_else(wrong)?)
        }
    };
    Ok(Claim {
        at,
        ptx_line: w.ptx_line,
        reg: w.reg,
        width: w.width,
        coef: [coefficient(x)?, coefficient(y)?, coefficient(z)?],
        lane: coefficient(&w.lane)?,
        base,
        block_uniform: w.block_uniform,
        warp_uniform: w.warp_uniform,
        source: w.src.map(|(file, line, column)| Source { file, line, column }),
    })
}

/// Reads claims.
pub fn parse(text: &str) -> Result<Claims, ClaimError> {
    let all: Value = serde_json::from_str(text).map_err(|e| ClaimError(e.to_string()))?;
    // Another version may have another shape.
    let version = all.get("version");
    if let Some(v) = version
        && v.as_u64() != Some(VERSION)
    {
        return Err(ClaimError(format!("version {v} is not {VERSION}")));
    }
    let file = File::deserialize(all).map_err(|e| ClaimError(e.to_string()))?;
    debug_assert_eq!(file.version, VERSION);
    let mut kernels = Vec::new();
    for k in file.kernels {
        let mut claims = Vec::with_capacity(k.claims.len());
        for (n, v) in k.claims.into_iter().enumerate() {
            let wrong = |e| ClaimError(format!("kernel `{}`, claim {}: {e}", k.name, n + 1));
            claims.push(claim(v).map_err(wrong)?);
        }
        kernels.push(KernelClaims { name: k.name, claims });
    }
    Ok(Claims { kernels })
}

fn coefficient_value(c: &Coef) -> Value {
    match c {
        Coef::Unknown => Value::Null,
        Coef::Known(n) => Value::from(*n),
        Coef::Symbolic { reg, scale, extend } => {
            let extend = extend.map(|e| if e == Extend::Signed { "s" } else { "z" }.to_string());
            let symbol = Symbol { reg: reg.clone(), scale: *scale, extend };
            serde_json::to_value(symbol).unwrap_or(Value::Null)
        }
    }
}

fn written(c: &Claim) -> Value {
    let at = c.at.name().to_string();
    let written = Written {
        at,
        ptx_line: c.ptx_line,
        reg: c.reg.clone(),
        width: c.width,
        coef: [0, 1, 2].map(|k| coefficient_value(&c.coef[k])),
        lane: coefficient_value(&c.lane),
        base: match c.base {
            Base::Uniform => Value::from("uniform"),
            Base::Const(n) => Value::from(n),
        },
        block_uniform: c.block_uniform,
        warp_uniform: c.warp_uniform,
        src: c.source.as_ref().map(|s| (s.file.clone(), s.line, s.column)),
    };
    serde_json::to_value(written).unwrap_or(Value::Null)
}

/// Claims as text, which [`parse`] reads.
pub fn to_json(claims: &Claims) -> String {
    let kernels: Vec<Value> = claims
        .kernels
        .iter()
        .map(|k| {
            let list: Vec<Value> = k.claims.iter().map(written).collect();
            serde_json::json!({ "name": k.name, "claims": list })
        })
        .collect();
    serde_json::json!({ "version": VERSION, "kernels": kernels }).to_string()
}
