//! Unknown bits where lanes of a warp meet.

use super::bits::low;
use super::origin::{Origin, Source, Unset};
use crate::exec::env::Env;
use crate::exec::mem::lanes;
use crate::exec::sync::source;
use crate::exec::warp::Warp;
use crate::op::{R32, Row, WarpOp};

/// Before a warp-synchronous instruction is executed for lanes that met: a shuffle carries what is unknown of the lane that it
/// reads, all others write what is known. A lane that does not take part gives nothing that is known.
pub fn shuffled(env: &Env<'_>, w: &mut Warp, pc: u32, op: WarpOp, mask: u32) {
    let p = env.program;
    let WarpOp::Shfl { mode, d, p: valid, a, b, c } = op else {
        if !w.undefined.is_empty() {
            p.flow.writes(pc).iter().for_each(|slot| w.undefined.clear(*slot, mask));
        }
        return;
    };
    if w.undefined.is_empty() && mask == !0 {
        return;
    }
    let mut found: [Option<Unset>; 32] = [None; 32];
    let mut unsure = [None; 32];
    let of = |w: &Warp, r: R32, lane: usize, bits: u64| {
        let unset = w.undefined.get(p.slot(Row::W(r)), lane)?.among(bits)?;
        Some(Unset::at_home(low(32), unset.origin))
    };
    for l in lanes(mask) {
        let (from, _) = source(mode, l, w.r32[b.0 as usize][l], w.r32[c.0 as usize][l]);
        unsure[l] = of(w, b, l, 0x1f).or_else(|| of(w, c, l, 0x1f1f));
        found[l] = match unsure[l] {
            Some(found) => Some(found),
            None if mask >> from & 1 == 1 => w.undefined.get(p.slot(Row::W(a)), from),
            None if env.opts.allow_unwritten => None,
            None => Some(Unset::at_home(low(32), Origin::new(Source::Lane(from as u32), pc))),
        };
    }
    for l in lanes(mask) {
        let mut write = |row: Row, found: Option<Unset>, all: u64| match found {
            Some(unset) => {
                let unset = Unset { bits: unset.bits & all, ..unset };
                w.undefined.set(p.slot(row), l, unset.read_at(pc));
            }
            None => w.undefined.clear(p.slot(row), 1 << l),
        };
        write(Row::W(d), found[l], low(32));
        if let Some(valid) = valid {
            write(Row::P(valid), unsure[l], 1);
        }
    }
}
