//! The dotted parts of an opcode, read in order.

use crate::error::LoadError;
use crate::ptx::types::Ty;
use crate::soft::Rnd;

/// An opcode being read.
pub struct Mods<'a> {
    whole: &'a str,
    /// The part before the first dot.
    pub head: &'a str,
    parts: Vec<&'a str>,
    at: usize,
    line: u32,
}

impl<'a> Mods<'a> {
    /// Splits an opcode.
    pub fn new(whole: &'a str, line: u32) -> Self {
        let mut it = whole.split('.');
        let head = it.next().unwrap_or("");
        Self { whole, head, parts: it.collect(), at: 0, line }
    }

    /// An error about this opcode.
    pub fn err<T>(&self, message: impl AsRef<str>) -> Result<T, LoadError> {
        Err(LoadError::new(self.line, format!("`{}`: {}", self.whole, message.as_ref())))
    }

    /// Whether special registers may stand as operands: ptxas takes them in moves and conversions of integers alone.
    pub fn takes_special(&self) -> bool {
        let is_float = |part: &&str| Ty::parse(part).is_some_and(Ty::is_float);
        self.head == "mov" || self.head == "cvt" && !self.parts.iter().any(is_float)
    }

    /// The next part, unread.
    pub fn peek(&self) -> Option<&'a str> {
        self.parts.get(self.at).copied()
    }

    /// Reads a part if it is `name`.
    pub fn eat(&mut self, name: &str) -> bool {
        let yes = self.peek() == Some(name);
        self.at += usize::from(yes);
        yes
    }

    /// Reads a part if the table knows it.
    pub fn pick<T: Copy>(&mut self, table: &[(&str, T)]) -> Option<T> {
        let next = self.peek()?;
        let found = table.iter().find(|(n, _)| *n == next)?;
        self.at += 1;
        Some(found.1)
    }

    /// Reads a part that the table must know.
    pub fn need<T: Copy>(&mut self, table: &[(&str, T)], what: &str) -> Result<T, LoadError> {
        match self.pick(table) {
            Some(v) => Ok(v),
            None => match self.peek() {
                Some(p) => self.err(format!("`.{p}` is not a {what} that is supported")),
                None => self.err(format!("{what} missing")),
            },
        }
    }

    /// Reads a type.
    pub fn ty(&mut self) -> Result<Ty, LoadError> {
        match self.peek().and_then(Ty::parse) {
            Some(Ty::F16) => self.err("this instruction does not exist in half precision"),
            Some(t) => {
                self.at += 1;
                Ok(t)
            }
            None => match self.peek() {
                Some(p) => self.err(format!("unknown modifier or type `.{p}`")),
                None => self.err("type missing"),
            },
        }
    }

    /// The type in the last part, which tells integer from floating forms.
    pub fn last_is_float(&self) -> bool {
        self.parts.last().and_then(|p| Ty::parse(p)).is_some_and(Ty::is_float)
    }

    /// Reads a floating rounding direction.
    pub fn rounding(&mut self) -> Option<Rnd> {
        self.pick(&[("rn", Rnd::Near), ("rz", Rnd::Zero), ("rm", Rnd::Down), ("rp", Rnd::Up)])
    }

    /// Every part must have been read.
    pub fn finish(&self) -> Result<(), LoadError> {
        match self.peek() {
            None => Ok(()),
            Some(p) => self.err(format!("unknown modifier `.{p}`")),
        }
    }

    /// The type is not one the instruction takes.
    pub fn bad_type<T>(&self, ty: Ty) -> Result<T, LoadError> {
        self.err(format!("type .{} is not possible here", ty.name()))
    }
}
