//! The dotted parts of an opcode.
//!
//! ptxas takes modifiers in any order, and so does this: `vote.ballot.sync` is `vote.sync.ballot`. Parts of the operation's
//! name (`mul.lo`, `shf.l`, `cvta.to`) come next to it, and types stand in their order.

use crate::error::LoadError;
use crate::ptx::types::Ty;
use crate::soft::Rnd;

/// An opcode being read.
pub struct Mods<'a> {
    whole: &'a str,
    /// The part before the first dot.
    pub head: &'a str,
    /// Those that were not read yet.
    parts: Vec<&'a str>,
    line: u32,
}

impl<'a> Mods<'a> {
    /// Splits an opcode.
    pub fn new(whole: &'a str, line: u32) -> Self {
        let mut it = whole.split('.').map(str::trim_end);
        let head = it.next().unwrap_or("");
        Self { whole, head, parts: it.collect(), line }
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
        self.parts.first().copied()
    }

    /// Reads the first part that `f` knows.
    pub fn first<T>(&mut self, f: impl Fn(&'a str) -> Option<T>) -> Option<T> {
        let (at, found) = self.parts.iter().enumerate().find_map(|(k, p)| Some((k, f(p)?)))?;
        self.parts.remove(at);
        Some(found)
    }

    /// Reads a part if it is there.
    pub fn eat(&mut self, name: &str) -> bool {
        self.first(|p| (p == name).then_some(())).is_some()
    }

    /// Reads the next part if it is `name`.
    pub fn eat_next(&mut self, name: &str) -> bool {
        self.peek() == Some(name) && self.eat(name)
    }

    /// Reads a part if the table knows one.
    pub fn pick<T: Copy>(&mut self, table: &[(&str, T)]) -> Option<T> {
        self.first(|p| table.iter().find(|(n, _)| *n == p).map(|found| found.1))
    }

    /// Reads the next part, which the table must know.
    pub fn need_next<T: Copy>(&mut self, table: &[(&str, T)], what: &str) -> Result<T, LoadError> {
        if self.peek().is_some_and(|p| table.iter().all(|(n, _)| *n != p)) {
            return self.unknown(what);
        }
        self.need(table, what)
    }

    fn unknown<T>(&self, what: &str) -> Result<T, LoadError> {
        match self.peek() {
            Some(p) => self.err(format!("`.{p}` is not a {what} that is supported")),
            None => self.err(format!("{what} missing")),
        }
    }

    /// Reads a part that the table must know.
    pub fn need<T: Copy>(&mut self, table: &[(&str, T)], what: &str) -> Result<T, LoadError> {
        match self.pick(table) {
            Some(v) => Ok(v),
            None => self.unknown(what),
        }
    }

    /// Reads a type.
    pub fn ty(&mut self) -> Result<Ty, LoadError> {
        match self.first(Ty::parse) {
            Some(Ty::F16) => self.err("this instruction does not exist in half precision"),
            Some(t) => Ok(t),
            None => match self.peek() {
                Some(p) => self.err(format!("unknown modifier or type `.{p}`")),
                None => self.err("type missing"),
            },
        }
    }

    /// The last type, which tells integer from floating forms.
    pub fn last_is_float(&self) -> bool {
        self.parts.iter().rev().find_map(|p| Ty::parse(p)).is_some_and(Ty::is_float)
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
