//! Where unknown bits come from that kernels stored to buffers: in words, since they outlive the launch whose registers and lines
//! they speak of.
//!
//! Cost: a look at a table for each element that is stored so; one text for each origin and store.

use std::sync::Arc;

use super::origin::{Origin, Source};
use crate::exec::env::Env;
use crate::op::MemSpace;

/// The origin of bits that the instruction at a position stores to a buffer; that of a copy of what another buffer held stays.
pub fn keep(env: &mut Env<'_>, origin: Origin, pc: u32, buffer: usize) -> Origin {
    let source = match origin.source {
        Source::Kept(_) => return origin,
        // Lanes' local memory lies one behind the other.
        Source::Memory(MemSpace::Local, offset, bytes) => {
            let own = env.program.local_bytes.max(1) as usize;
            Source::Memory(MemSpace::Local, offset % own, bytes)
        }
        source => source,
    };
    let origin = Origin { source, ..origin };
    let key = (origin, pc, buffer);
    let k = match env.device.kept.found.get(&key) {
        Some(k) => *k,
        None => {
            let name = env.device.buffers.get(buffer).map_or("?", |b| &b.name);
            let (from, line) = (origin.words(env, None), env.line(pc));
            let words =
                format!("{from}; `{}` stored it to buffer `{name}` at {line}", env.program.name);
            let kept = &mut env.device.kept;
            let k = kept.number(Arc::from(words));
            kept.found.insert(key, k);
            k
        }
    };
    Origin { source: Source::Kept(k), ..origin }
}
