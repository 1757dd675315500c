//! What the driver and a worker say to each other over pipes: lengths in little-endian, then bytes.

use std::io::{self, Read, Write};

/// One input and how to compile it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Options as the command takes them.
    pub options: Vec<String>,
    /// The text, of any bytes.
    pub text: Vec<u8>,
    /// Send the result back, or what was said.
    pub want_result: bool,
}

/// What became of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// It compiled.
    pub accepted: bool,
    /// Processor time.
    pub micros: u64,
    /// The most that was resident.
    pub kib: u64,
    /// The result or what was said, where it was wanted.
    pub result: String,
}

/// No message is longer.
const LONGEST: u64 = 1 << 30;

fn put(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    out.write_all(&(bytes.len() as u64).to_le_bytes())?;
    out.write_all(bytes)
}

fn number(from: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

fn get(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let length = number(from)?;
    if length > LONGEST {
        return Err(io::Error::other("a message is too long"));
    }
    let mut bytes = vec![0; length as usize];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn text(from: &mut impl Read) -> io::Result<String> {
    String::from_utf8(get(from)?).map_err(io::Error::other)
}

impl Request {
    /// Sends it.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        put(out, self.options.join("\0").as_bytes())?;
        put(out, &[u8::from(self.want_result)])?;
        put(out, &self.text)?;
        out.flush()
    }

    /// Receives one.
    pub fn read(from: &mut impl Read) -> io::Result<Request> {
        let options = text(from)?;
        let options = options.split('\0').filter(|o| !o.is_empty()).map(str::to_owned).collect();
        let want_result = get(from)? == [1];
        Ok(Request { options, want_result, text: get(from)? })
    }
}

impl Reply {
    /// Sends it.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        put(out, &[u8::from(self.accepted)])?;
        out.write_all(&self.micros.to_le_bytes())?;
        out.write_all(&self.kib.to_le_bytes())?;
        put(out, self.result.as_bytes())?;
        out.flush()
    }

    /// Receives one.
    pub fn read(from: &mut impl Read) -> io::Result<Reply> {
        let accepted = get(from)? == [1];
        Ok(Reply { accepted, micros: number(from)?, kib: number(from)?, result: text(from)? })
    }
}
