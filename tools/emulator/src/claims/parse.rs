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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reg: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    width: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    coef: Option<[Value; 3]>,
    #[serde(default, skip_serializing_if = "Value::is_null")]
    lane: Value,
    #[serde(default, skip_serializing_if = "Value::is_null")]
    base: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    block_uniform: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    warp_uniform: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    whole_warp: Option<bool>,
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
        "block" => At::Block,
        other => return Err(format!("`at` is def, live-in, branch or block, not `{other}`")),
    };
    let source = w.src.map(|(file, line, column)| Source { file, line, column });
    if at == At::Block {
        let of_registers = [
            ("reg", w.reg.is_some()),
            ("width", w.width.is_some()),
            ("coef", w.coef.is_some()),
            ("lane", !w.lane.is_null()),
            ("base", !w.base.is_null()),
            ("block_uniform", w.block_uniform.is_some()),
            ("warp_uniform", w.warp_uniform.is_some()),
        ];
        if let Some((member, _)) = of_registers.iter().find(|member| member.1) {
            return Err(format!("a claim of a block has no `{member}`"));
        }
        let whole_warp = w.whole_warp.unwrap_or(false);
        let nothing = Claim::nothing(at, w.ptx_line, String::new(), 0);
        return Ok(Claim { whole_warp, source, ..nothing });
    }
    if w.whole_warp.is_some() {
        return Err(format!("`whole_warp` is of a block, not of `{}`", at.name()));
    }
    let missing = |member: &str| format!("missing field `{member}`");
    let reg = w.reg.ok_or_else(|| missing("reg"))?;
    let width = w.width.ok_or_else(|| missing("width"))?;
    if !matches!(width, 1 | 16 | 32 | 64) {
        return Err(format!("a width is 1, 16, 32 or 64, not {width}"));
    }
    let [x, y, z] = &w.coef.ok_or_else(|| missing("coef"))?;
    let base = match &w.base {
        Value::Null => Base::Uniform,
        Value::String(s) if s == "uniform" => Base::Uniform,
        v => {
            let wrong = || format!("`base` is a number, \"uniform\" or null, not {v}");
            Base::Const(number(v).ok_or_else(wrong)?)
        }
    };
    Ok(Claim {
        coef: [coefficient(x)?, coefficient(y)?, coefficient(z)?],
        lane: coefficient(&w.lane)?,
        base,
        block_uniform: w.block_uniform.unwrap_or(false),
        warp_uniform: w.warp_uniform.unwrap_or(false),
        source,
        ..Claim::nothing(at, w.ptx_line, reg, width)
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
    let of_register = c.at != At::Block;
    let base = || match c.base {
        Base::Uniform => Value::from("uniform"),
        Base::Const(n) => Value::from(n),
    };
    let written = Written {
        at: c.at.name().to_string(),
        ptx_line: c.ptx_line,
        reg: of_register.then(|| c.reg.clone()),
        width: of_register.then_some(c.width),
        coef: of_register.then(|| [0, 1, 2].map(|k| coefficient_value(&c.coef[k]))),
        lane: if of_register { coefficient_value(&c.lane) } else { Value::Null },
        base: if of_register { base() } else { Value::Null },
        block_uniform: of_register.then_some(c.block_uniform),
        warp_uniform: of_register.then_some(c.warp_uniform),
        whole_warp: (!of_register).then_some(c.whole_warp),
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
