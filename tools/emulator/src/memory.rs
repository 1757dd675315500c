//! Device memory: buffers with guards around them, and the windows of the other state spaces.

use std::collections::HashMap;

use crate::error::RunError;
use crate::lower::symbols::GlobalVar;
use crate::unknown::{Kept, Partly};

/// Generic addresses of shared memory begin here.
pub const SHARED_WINDOW: u64 = 0x0100_0000_0000_0000;
/// Generic addresses of thread-local memory begin here.
pub const LOCAL_WINDOW: u64 = 0x0200_0000_0000_0000;
/// Generic addresses of kernel parameters begin here.
pub const PARAM_WINDOW: u64 = 0x0300_0000_0000_0000;
/// Size of each window.
pub const WINDOW: u64 = 1 << 32;
/// Bytes around every buffer in which no other buffer lies.
pub const GUARD: u64 = 64 << 10;
/// First address of device memory.
const FIRST: u64 = 0x10_0000_0000;
/// Most bytes of device memory.
const CAPACITY: u64 = 64 << 30;

/// What bytes hold that nobody wrote.
pub const UNWRITTEN_BYTE: u8 = 0xa5;

/// A device address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DevicePtr(pub u64);

/// A buffer of device memory.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// Address of the first byte.
    pub base: u64,
    /// Contents.
    pub data: Vec<u8>,
    /// What messages call it.
    pub name: String,
    /// Kernels may not write it.
    pub read_only: bool,
    /// It is constant memory.
    pub constant: bool,
    /// A flag for each byte, [`crate::unknown`]: where it began unwritten, or a kernel stored unknown bits.
    pub(crate) written: Option<Vec<u8>>,
    /// Unknown bits of it.
    pub(crate) partly: Partly,
}

impl Buffer {
    /// One past the last byte.
    pub fn end(&self) -> u64 {
        self.base + self.data.len() as u64
    }
}

/// The memory of an emulated device.
#[derive(Clone, Debug, Default)]
pub struct Device {
    pub(crate) buffers: Vec<Buffer>,
    next: u64,
    used: u64,
    modules: HashMap<u64, Vec<u64>>,
    printed: Vec<u8>,
    unprinted: u64,
    /// Where unknown bits come from that kernels stored.
    pub(crate) kept: Kept,
}

/// Bytes that kernels may print before somebody takes them; what goes past it is lost, and counted.
const PRINTED: usize = 1 << 20;

impl Device {
    /// A device without buffers.
    pub fn new() -> Self {
        Self { next: FIRST, ..Self::default() }
    }

    /// Allocates a buffer of zero bytes.
    pub fn alloc(&mut self, bytes: u64, name: &str) -> Result<DevicePtr, RunError> {
        self.place(vec_of(bytes, self.used)?, name, 512, false)
    }

    /// Allocates a buffer of bytes that nobody wrote. They hold a pattern, [`UNWRITTEN_BYTE`]; what reads them before they are
    /// written gets undefined values.
    pub fn alloc_unwritten(&mut self, bytes: u64, name: &str) -> Result<DevicePtr, RunError> {
        let at = self.alloc(bytes, name)?;
        if let Some(b) = self.buffers.last_mut() {
            b.data.fill(UNWRITTEN_BYTE);
            b.written = Some(vec_of(bytes, self.used)?);
        }
        Ok(at)
    }

    fn place(
        &mut self,
        data: Vec<u8>,
        name: &str,
        align: u64,
        constant: bool,
    ) -> Result<DevicePtr, RunError> {
        let base = (self.next.max(FIRST) + GUARD).next_multiple_of(align.max(512));
        self.next = base + data.len() as u64 + GUARD;
        self.used += data.len() as u64;
        self.buffers.push(Buffer {
            base,
            data,
            name: name.to_string(),
            read_only: constant,
            constant,
            written: None,
            partly: Partly::new(),
        });
        Ok(DevicePtr(base))
    }

    /// What kernels printed since it was last taken, in order. Lost text is said so at its end.
    pub fn take_printed(&mut self) -> Vec<u8> {
        let mut text = std::mem::take(&mut self.printed);
        let lost = std::mem::take(&mut self.unprinted);
        if lost > 0 {
            text.extend_from_slice(format!("\n({lost} more bytes were printed)\n").as_bytes());
        }
        text
    }

    pub(crate) fn print(&mut self, text: &[u8]) {
        if self.unprinted == 0 && self.printed.len() + text.len() <= PRINTED {
            self.printed.extend_from_slice(text);
        } else {
            self.unprinted += text.len() as u64;
        }
    }

    /// Frees a buffer, given its address.
    pub fn free(&mut self, at: DevicePtr) -> Result<(), RunError> {
        match self.buffers.iter().position(|b| b.base == at.0) {
            Some(k) => {
                self.used -= self.buffers[k].data.len() as u64;
                self.buffers.remove(k);
                Ok(())
            }
            None => Err(RunError::launch(format!("0x{:x} is not the start of a buffer", at.0))),
        }
    }

    /// Makes a buffer read-only for kernels, or writable again.
    pub fn set_read_only(&mut self, at: DevicePtr, read_only: bool) -> Result<(), RunError> {
        match self.buffers.iter_mut().find(|b| b.base == at.0) {
            Some(b) => {
                b.read_only = read_only;
                Ok(())
            }
            None => Err(RunError::launch(format!("0x{:x} is not the start of a buffer", at.0))),
        }
    }

    pub(crate) fn range(&self, at: DevicePtr, bytes: u64) -> Result<(usize, usize), RunError> {
        let found = self.find(at.0).filter(|&k| at.0 + bytes <= self.buffers[k].end());
        match found {
            Some(k) => Ok((k, (at.0 - self.buffers[k].base) as usize)),
            None if bytes == 0 => Ok((0, 0)),
            None => Err(RunError::launch(format!(
                "copy of {bytes} bytes at 0x{:x} is outside every buffer",
                at.0
            ))),
        }
    }

    /// Copies bytes to the device.
    pub fn write(&mut self, at: DevicePtr, bytes: &[u8]) -> Result<(), RunError> {
        if bytes.is_empty() {
            return Ok(());
        }
        let (k, o) = self.range(at, bytes.len() as u64)?;
        self.buffers[k].data[o..o + bytes.len()].copy_from_slice(bytes);
        if let Some(flags) = &mut self.buffers[k].written {
            flags[o..o + bytes.len()].fill(1);
        }
        Ok(())
    }

    /// Copies bytes from the device.
    pub fn read(&self, at: DevicePtr, bytes: u64) -> Result<Vec<u8>, RunError> {
        if bytes == 0 {
            return Ok(Vec::new());
        }
        let (k, o) = self.range(at, bytes)?;
        Ok(self.buffers[k].data[o..o + bytes as usize].to_vec())
    }

    /// The buffer that holds an address.
    pub(crate) fn find(&self, at: u64) -> Option<usize> {
        let k = self.buffers.partition_point(|b| b.base <= at).checked_sub(1)?;
        (at < self.buffers[k].end()).then_some(k)
    }

    /// Says where an address lies that is in no buffer.
    pub(crate) fn describe(&self, at: u64) -> String {
        let near = self
            .buffers
            .iter()
            .filter(|b| at >= b.base.saturating_sub(GUARD) && at < b.end() + GUARD)
            .min_by_key(
                |b| if at < b.base { b.base - at } else { (at + 1).saturating_sub(b.end()) },
            );
        match near {
            Some(b) if at >= b.base && at < b.end() => {
                format!(
                    "{} bytes before the end of `{}` ({} bytes)",
                    b.end() - at,
                    b.name,
                    b.data.len()
                )
            }
            Some(b) if at < b.base => format!("{} bytes before `{}`", b.base - at, b.name),
            Some(b) => {
                format!(
                    "{} bytes past the end of `{}` ({} bytes)",
                    at - b.end(),
                    b.name,
                    b.data.len()
                )
            }
            None => "outside every buffer".to_string(),
        }
    }

    /// Places a module's variables, once.
    pub(crate) fn load(&mut self, id: u64, globals: &[GlobalVar]) -> Result<(), RunError> {
        if self.modules.contains_key(&id) {
            return Ok(());
        }
        let mut at = Vec::new();
        for g in globals {
            let p = self.place(g.bytes.clone(), &g.name, u64::from(g.align), g.constant)?;
            at.push(p.0);
        }
        for (g, &base) in globals.iter().zip(&at) {
            for &(offset, size, symbol, add) in &g.relocations {
                let v = at.get(symbol as usize).copied().unwrap_or(0).wrapping_add_signed(add);
                self.write(
                    DevicePtr(base + u64::from(offset)),
                    &v.to_le_bytes()[..(size as usize).min(8)],
                )?;
            }
        }
        self.modules.insert(id, at);
        Ok(())
    }

    /// Frees a module's variables.
    pub(crate) fn unload(&mut self, id: u64) {
        for at in self.modules.remove(&id).unwrap_or_default() {
            if let Some(k) = self.buffers.iter().position(|b| b.base == at) {
                self.used -= self.buffers[k].data.len() as u64;
                self.buffers.remove(k);
            }
        }
    }

    /// Addresses of a loaded module's variables.
    pub(crate) fn addresses(&self, id: u64) -> Option<&[u64]> {
        self.modules.get(&id).map(Vec::as_slice)
    }
}

fn vec_of(bytes: u64, used: u64) -> Result<Vec<u8>, RunError> {
    if bytes > CAPACITY || used + bytes > CAPACITY {
        return Err(RunError::launch(format!("{bytes} bytes are more than the device has")));
    }
    let mut v = Vec::new();
    if v.try_reserve_exact(bytes as usize).is_err() {
        return Err(RunError::launch(format!("{bytes} bytes cannot be allocated")));
    }
    v.resize(bytes as usize, 0);
    Ok(v)
}
