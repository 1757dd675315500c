//! Calls of functions that the driver provides: `vprintf` and `__assertfail`.

use super::env::{Env, Fault, Shared};
use super::format::{self, Arguments};
use super::mem::{Place, lanes, peek};
use super::undefined::access::{flagged, must_be_written};
use super::warp::{Warp, thread_index};
use crate::error::RunErrorKind;
use crate::op::HostFunction;

/// The longest text that a kernel's string may be.
const LONGEST: usize = 1 << 16;

/// A thread's arguments of `vprintf`: each at its natural alignment behind a pointer.
struct Buffer<'x, 'e> {
    env: &'x mut Env<'e>,
    shared: &'x Shared,
    warp: &'x Warp,
    lane: usize,
    at: u64,
    pc: u32,
}

impl Buffer<'_, '_> {
    fn peek(&mut self, at: u64, bytes: u32) -> Result<u64, Fault> {
        let what = ("printf's read", self.pc);
        peek(self.env, self.shared, self.warp, self.lane, (at, bytes), what)
    }
}

impl Arguments for Buffer<'_, '_> {
    type Error = Fault;

    fn next(&mut self, bytes: u32) -> Result<u64, Fault> {
        let at = self.at.next_multiple_of(u64::from(bytes));
        self.at = at.wrapping_add(u64::from(bytes));
        self.peek(at, bytes)
    }

    fn text(&mut self, at: u64) -> Result<Vec<u8>, Fault> {
        let mut out = Vec::new();
        while out.len() < LONGEST {
            match self.peek(at.wrapping_add(out.len() as u64), 1)? as u8 {
                0 => break,
                byte => out.push(byte),
            }
        }
        Ok(out)
    }
}

/// Executes a call for the lanes of a mask, one after the other.
pub fn call(
    env: &mut Env<'_>,
    shared: &Shared,
    w: &mut Warp,
    index: u32,
    (mask, pc): (u32, u32),
) -> Result<(), Fault> {
    env.tally.changes += 1;
    let program = env.program;
    let Some(call) = program.host_calls.get(index as usize) else { return Ok(()) };
    let local_bytes = program.local_bytes as usize;
    for lane in lanes(mask) {
        for &(offset, bytes) in &call.arguments {
            let place = Place::Local(lane * local_bytes + offset as usize);
            let given = flagged(env, shared, w, place, bytes as usize);
            if let Some(given) = given.filter(|_| !env.opts.allow_unwritten) {
                must_be_written(env, "an argument of this call", given, lane, pc)?;
            }
        }
        let argument = |k: usize| {
            let (offset, bytes) = call.arguments.get(k).copied().unwrap_or((0, 0));
            let from = lane * local_bytes + offset as usize;
            let mut word = [0; 8];
            if let Some(bytes) = w.local.get(from..from + bytes.min(8) as usize) {
                word[..bytes.len()].copy_from_slice(bytes);
            }
            u64::from_le_bytes(word)
        };
        match call.function {
            HostFunction::Vprintf => {
                let (format, at) = (argument(0), argument(1));
                let mut text = Vec::new();
                let used = if format == 0 {
                    -1
                } else {
                    let mut buffer = Buffer { env, shared, warp: w, lane, at, pc };
                    let format = buffer.text(format)?;
                    format::format(&format, &mut buffer, &mut text)? as i32
                };
                env.device.print(&text);
                if let Some(offset) = call.result {
                    let to = lane * local_bytes + offset as usize;
                    if let (Some(bytes), Some(written)) =
                        (w.local.get_mut(to..to + 4), w.local_written.get_mut(to..to + 4))
                    {
                        bytes.copy_from_slice(&used.to_le_bytes());
                        written.fill(1);
                    }
                }
            }
            HostFunction::AssertFail => {
                let (expression, file, line, function) =
                    (argument(0), argument(1), argument(2), argument(3));
                let [x, y, z] = env.ctaid;
                let [tx, ty, tz] = thread_index(w.index * 32 + lane as u32, env.block);
                let mut buffer = Buffer { env, shared, warp: w, lane, at: 0, pc };
                let mut text = |at: u64| {
                    let bytes = buffer.text(at)?;
                    Ok::<String, Fault>(String::from_utf8_lossy(&bytes).into_owned())
                };
                let (file, function) = (text(file)?, text(function)?);
                let expression = text(expression)?;
                return Err(Fault {
                    kind: RunErrorKind::Assertion,
                    message: format!(
                        "{file}:{line}: {function}: block: [{x},{y},{z}], thread: [{tx},{ty},{tz}] \
                         Assertion `{expression}` failed."
                    ),
                    lane: lane as u32,
                });
            }
        }
    }
    Ok(())
}
