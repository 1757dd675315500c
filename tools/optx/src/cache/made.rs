//! Results as bytes.

use super::stored::{Stored, stored};
use crate::compile::Output;
use crate::{
    Diagnostics, IncludedFile, KernelInfo, Place, Ptx, Resolved, ResolvedNote, Severity, find_code,
};
use optx_source::Code;

/// A result, well or not.
pub(super) fn to_bytes(made: &Result<Ptx, Diagnostics>) -> Vec<u8> {
    let mut bytes = Vec::new();
    match made {
        Ok(ptx) => {
            true.write(&mut bytes);
            ptx.write(&mut bytes);
        }
        Err(diagnostics) => {
            false.write(&mut bytes);
            diagnostics.write(&mut bytes);
        }
    }
    bytes
}

/// What [`to_bytes`] wrote.
pub(super) fn from_bytes(bytes: &[u8]) -> Option<Result<Ptx, Diagnostics>> {
    let mut rest = bytes;
    match bool::read(&mut rest)? {
        true => Ptx::from_bytes(rest).map(Ok),
        false => Diagnostics::from_bytes(rest).map(Err),
    }
}

stored!(Ptx { output, warnings });
stored!(Diagnostics { list, dropped, errors });
stored!(Resolved { code, severity, message, place, label, notes, suggestion });
stored!(ResolvedNote { message, place });
stored!(Place { file, line, column, text, start, end });
stored!(IncludedFile { path, system });
stored!(KernelInfo { name, ptx_name, params, shared_bytes, launch_bounds, block_dim });

impl Stored for Output {
    fn write(&self, to: &mut Vec<u8>) {
        // Steps are told of compilations that are cut short, facts are asked for: neither is kept.
        let Output { text, lowered_names, kernels, notes, claims, included, offered: _, facts: _ } =
            self;
        text.write(to);
        lowered_names.write(to);
        kernels.write(to);
        notes.write(to);
        claims.write(to);
        included.write(to);
    }

    fn read(from: &mut &[u8]) -> Option<Output> {
        Some(Output {
            text: Stored::read(from)?,
            lowered_names: Stored::read(from)?,
            kernels: Stored::read(from)?,
            notes: Stored::read(from)?,
            claims: Stored::read(from)?,
            included: Stored::read(from)?,
            ..Output::default()
        })
    }
}

impl Stored for Code {
    fn write(&self, to: &mut Vec<u8>) {
        self.0.to_owned().write(to);
    }

    fn read(from: &mut &[u8]) -> Option<Code> {
        find_code(&String::read(from)?).map(|row| row.code)
    }
}

const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Remark];

impl Stored for Severity {
    fn write(&self, to: &mut Vec<u8>) {
        to.push(SEVERITIES.iter().position(|severity| severity == self).unwrap_or_default() as u8);
    }

    fn read(from: &mut &[u8]) -> Option<Severity> {
        SEVERITIES.get(usize::from(u8::read(from)?)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, compile};

    /// Bytes that are cut off or changed read as nothing, or as something else, and nothing ends there.
    #[test]
    fn any_bytes_are_read() {
        let source = "extern \"C\" __global__ void k(int *p) { int unused; p[0] = 1; }";
        let good = compile(source, &Options::default());
        let bad = compile("__global__ void k() { x = 1; }", &Options::default());
        for made in [good, bad] {
            let bytes = to_bytes(&made);
            let read = from_bytes(&bytes).expect("what was written");
            assert_eq!(format!("{read:?}"), format!("{made:?}"));
            for length in 0..bytes.len() {
                assert!(from_bytes(&bytes[..length]).is_none());
            }
            assert!(from_bytes(&[&bytes[..], b"x"].concat()).is_none());
            for (at, bit) in (0..bytes.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                let _ = from_bytes(&changed);
            }
        }
    }
}
