//! Variance claims as JSON, for `optx run --check-claims` and for other tools; docs/emulator.md says what they mean.
//!
//! `{"version":1,"kernels":[{"name","definitions","claims":[{"at":"def|live-in|branch","ptx_line","reg","width","coef":[c,c,c],"lane":c,
//! "base":n|"uniform","block_uniform","warp_uniform","src":[file,line,col]}]}]}`, where a coefficient is a number, null (unknown) or
//! `{"reg":"%rN"}`, a register's value as it was before the line, with `"scale"` where it is multiplied and `"extend"` (`"s"`, `"z"`) where
//! it is widened. A claim of a block has no register: `{"at":"block","ptx_line","whole_warp":true,"src":[file,line,col]}`, where all lanes of a warp that live come
//! to the label on the line, or none.

use crate::diagnostics::string;
use optx_cg::claims::{Claim, Claims, Of};
use optx_cg::lir::Coefficient;
use optx_whirl::Module;
use optx_wopt::analysis::variance::Extension;
use std::fmt::Write as _;

/// The claims of a module's kernels.
pub(crate) fn json(module: &Module, kernels: &[(String, Claims)]) -> String {
    let mut out = String::from("{\"version\":1,\"kernels\":[");
    let kernels =
        kernels.iter().filter(|(_, claims)| claims.definitions > 0 || !claims.list.is_empty());
    for (k, (name, claims)) in kernels.enumerate() {
        out.push_str(if k > 0 { ",\n{\"name\":" } else { "\n{\"name\":" });
        string(&mut out, name);
        let _ = write!(out, ",\"definitions\":{},\"claims\":[", claims.definitions);
        for (n, claim) in claims.list.iter().enumerate() {
            out.push_str(if n > 0 { ",\n " } else { "\n " });
            one(&mut out, module, claim);
        }
        out.push_str("]}");
    }
    out.push_str("]}\n");
    out
}

fn one(out: &mut String, module: &Module, claim: &Claim) {
    let at = match claim.of {
        Of::Definition => "def",
        Of::LiveIn => "live-in",
        Of::Branch => "branch",
        Of::Block => {
            let _ =
                write!(out, "{{\"at\":\"block\",\"ptx_line\":{},\"whole_warp\":true", claim.ptx);
            return source(out, module, claim);
        }
    };
    let Claim { ptx, reg, width, state, named, .. } = claim;
    let _ = write!(out, "{{\"at\":\"{at}\",\"ptx_line\":{ptx},\"reg\":");
    string(out, reg);
    let _ = write!(out, ",\"width\":{width},\"coef\":[");
    for (k, &coef) in state.coef.iter().enumerate() {
        if k > 0 {
            out.push(',');
        }
        coefficient(out, coef, named[k].as_deref());
    }
    out.push_str("],\"lane\":");
    coefficient(out, state.lane, named[3].as_deref());
    let _ = match state.base {
        Some(base) => write!(out, ",\"base\":{base}"),
        None => write!(out, ",\"base\":\"uniform\""),
    };
    let (block, warp) = (state.is_block_uniform(), state.is_warp_uniform());
    let _ = write!(out, ",\"block_uniform\":{block},\"warp_uniform\":{warp}");
    source(out, module, claim);
}

/// The place in the source, and the claim's end.
fn source(out: &mut String, module: &Module, claim: &Claim) {
    out.push_str(",\"src\":[");
    let pos = module.locs.pos(claim.loc);
    string(out, module.files.get(usize::from(pos.file)).map_or("", String::as_str));
    let _ = write!(out, ",{},{}]}}", pos.line, pos.column);
}

fn coefficient(out: &mut String, coef: Coefficient, register: Option<&str>) {
    let _ = match (coef, register) {
        (Coefficient::Known(value), _) => write!(out, "{value}"),
        (Coefficient::Register { scale, extended, .. }, Some(register)) => {
            let extend = match extended {
                Extension::None => "",
                Extension::Sign => ",\"extend\":\"s\"",
                Extension::Zero => ",\"extend\":\"z\"",
            };
            write!(out, "{{\"reg\":\"{register}\",\"scale\":{scale}{extend}}}")
        }
        _ => write!(out, "null"),
    };
}
