//! The source map: files and macro expansions in one address space.

use std::sync::{Arc, OnceLock};

use crate::{FileId, Pos, Span, splice};

/// A file: its name and its text, or a name alone (a `#line` directive names one).
///
/// The text is kept with line splices (backslash, newline) taken out, so that no reader has to know of
/// them; the line table still counts the lines of the file as it was written.
#[derive(Debug)]
pub struct SourceFile {
    /// The name, as the user gave it or as the include was found.
    pub name: String,
    /// The text without line splices.
    pub text: Arc<str>,
    /// Whether this is text built into the compiler or made up by it.
    pub builtin: bool,
    /// Whether it is a header of the system: one that was found in an `-isystem` folder, says `#pragma GCC system_header`, or is included by one.
    pub system: bool,
    /// The directive that includes it; none for the first file.
    pub included: Span,
    base: u32,
    /// Counted when the first position of the file is asked for.
    line_starts: OnceLock<Vec<u32>>,
    line_marks: Vec<LineMark>,
}

/// What a `#line` directive says of the lines after it.
#[derive(Debug, Clone, Copy)]
struct LineMark {
    at: u32,
    physical: u32,
    line: u32,
    file: Option<FileId>,
}

/// One expansion of a macro.
#[derive(Debug, Clone)]
pub struct Expansion {
    /// The macro's name.
    pub name: Arc<str>,
    /// Where the macro was named; may itself lie in an expansion.
    pub call: Span,
    /// The macro's replacement text in its definition.
    pub body: Span,
}

#[derive(Debug, Clone, Copy)]
enum Region {
    File(FileId),
    Expansion(u32),
}

/// The address space of 32-bit positions is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge;

/// All files and macro expansions of one compilation.
#[derive(Debug)]
pub struct SourceMap {
    files: Vec<SourceFile>,
    expansions: Vec<Expansion>,
    regions: Vec<(u32, Region)>,
    next: u32,
    missing_headers: Vec<String>,
    /// Where pragmas say that the next function is not checked for calls of the host's.
    unchecked: Vec<u32>,
}

impl Default for SourceMap {
    fn default() -> Self {
        SourceMap::new()
    }
}

impl SourceMap {
    /// An empty map.
    #[must_use]
    pub fn new() -> SourceMap {
        SourceMap {
            files: Vec::new(),
            expansions: Vec::new(),
            regions: Vec::new(),
            next: 1,
            missing_headers: Vec::new(),
            unchecked: Vec::new(),
        }
    }

    fn take(&mut self, len: usize, region: Region) -> Result<u32, TooLarge> {
        let len = u32::try_from(len).map_err(|_| TooLarge)?;
        let base = self.next;
        // One position more than the text, for the end of file.
        self.next = base.checked_add(len).and_then(|n| n.checked_add(1)).ok_or(TooLarge)?;
        self.regions.push((base, region));
        Ok(base)
    }

    /// Adds a file.
    pub fn add_file(&mut self, name: &str, text: &str) -> Result<FileId, TooLarge> {
        self.add(name, text, false)
    }

    /// Says which directive includes a file. Of the system is what one of its headers includes.
    pub fn set_included(&mut self, id: FileId, at: Span) {
        let system = self.file_of(at).and_then(|from| self.file(from)).is_some_and(|f| f.system);
        if let Some(file) = self.files.get_mut(id.0 as usize) {
            file.included = at;
            file.system |= system;
        }
    }

    /// Says that a file is a header of the system.
    pub fn set_system(&mut self, id: FileId) {
        if let Some(file) = self.files.get_mut(id.0 as usize) {
            file.system = true;
        }
    }

    /// Whether a place is in a file that is built into the compiler.
    #[must_use]
    pub fn is_builtin(&self, span: Span) -> bool {
        self.file_of(span).and_then(|id| self.file(id)).is_some_and(|file| file.builtin)
    }

    /// Notes that a header is not at hand and taken as empty.
    pub fn note_missing_header(&mut self, name: &str) {
        if !self.missing_headers.iter().any(|n| n == name) {
            self.missing_headers.push(name.to_owned());
        }
    }

    /// The headers that are not at hand and taken as empty, in the order in which they were asked for.
    #[must_use]
    pub fn missing_headers(&self) -> &[String] {
        &self.missing_headers
    }

    /// Whether some header is not at hand: what is declared nowhere may be declared there.
    #[must_use]
    pub fn lacks_headers(&self) -> bool {
        !self.missing_headers.is_empty()
    }

    /// Notes a pragma that lets the next function call what it may not (`nv_exec_check_disable`).
    pub fn note_unchecked(&mut self, at: Span) {
        self.unchecked.push(at.lo);
    }

    /// Whether such a pragma stands between two places of one file.
    #[must_use]
    pub fn is_unchecked(&self, from: Span, to: Span) -> bool {
        let (from, to) = (self.outermost(from).lo, self.outermost(to).lo);
        self.unchecked.iter().any(|at| (from..to).contains(at))
    }

    /// When a place is read: the directives that include its file, outermost first, and the place. Of two the smaller is read first.
    #[must_use]
    pub fn reading_order(&self, span: Span) -> Vec<u32> {
        let mut at = self.outermost(span);
        let mut order = vec![at.lo];
        while let Some(file) = self.file_of(at).and_then(|id| self.file(id))
            && !file.included.is_none()
            && order.len() < 256
        {
            at = self.outermost(file.included);
            order.push(at.lo);
        }
        order.reverse();
        order
    }

    /// Adds text that is built into the compiler or made up by it.
    pub fn add_builtin(&mut self, name: &str, text: &str) -> Result<FileId, TooLarge> {
        self.add(name, text, true)
    }

    fn add(&mut self, name: &str, text: &str, builtin: bool) -> Result<FileId, TooLarge> {
        let id = FileId(u32::try_from(self.files.len()).map_err(|_| TooLarge)?);
        let base = self.take(text.len(), Region::File(id))?;
        let (text, line_starts) = match splice::splice(text) {
            Some((text, starts)) => (text.into(), OnceLock::from(starts)),
            None => (text.into(), OnceLock::new()),
        };
        let name = name.to_string();
        let line_marks = Vec::new();
        let (system, included) = (false, Span::NONE);
        self.files.push(SourceFile {
            name,
            text,
            builtin,
            system,
            included,
            base,
            line_starts,
            line_marks,
        });
        Ok(id)
    }

    /// Adds a name without text, for `#line` and for intermediate forms read back from text.
    pub fn add_name(&mut self, name: &str) -> Result<FileId, TooLarge> {
        if let Some(i) = self.files.iter().position(|f| f.name == name) {
            return u32::try_from(i).map(FileId).map_err(|_| TooLarge);
        }
        self.add(name, "", false)
    }

    /// Records an expansion of the macro `name` and gives the position at which its copy of `body` starts:
    /// a token at `body.lo + k` has the position `base + k` in this expansion.
    pub fn add_expansion(
        &mut self,
        name: &Arc<str>,
        call: Span,
        body: Span,
    ) -> Result<u32, TooLarge> {
        let id = u32::try_from(self.expansions.len()).map_err(|_| TooLarge)?;
        let base = self.take((body.hi - body.lo) as usize, Region::Expansion(id))?;
        self.expansions.push(Expansion { name: Arc::clone(name), call, body });
        Ok(base)
    }

    /// The uses of macros.
    #[must_use]
    pub fn expansions(&self) -> &[Expansion] {
        &self.expansions
    }

    /// The files, in the order in which they were added.
    #[must_use]
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// A file.
    #[must_use]
    pub fn file(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// A file's name, or `<unknown>`.
    #[must_use]
    pub fn file_name(&self, id: FileId) -> &str {
        self.file(id).map_or("<unknown>", |f| &f.name)
    }

    fn region(&self, pos: u32) -> Option<(u32, Region)> {
        if pos == 0 {
            return None;
        }
        let i = self.regions.partition_point(|r| r.0 <= pos);
        self.regions.get(i.checked_sub(1)?).copied()
    }

    /// The macro expansion that a position lies in, if any.
    #[must_use]
    pub fn expansion(&self, span: Span) -> Option<&Expansion> {
        match self.region(span.lo)? {
            (_, Region::Expansion(e)) => self.expansions.get(e as usize),
            _ => None,
        }
    }

    /// The span in a file where the text of `span` is spelled: inside an expansion, in the macro's definition.
    #[must_use]
    pub fn spelling(&self, mut span: Span) -> Span {
        for _ in 0..256 {
            let Some((base, Region::Expansion(e))) = self.region(span.lo) else { return span };
            let Some(x) = self.expansions.get(e as usize) else { return span };
            let len = span.hi.saturating_sub(span.lo);
            let lo = x.body.lo + (span.lo - base);
            span = Span::new(lo, lo.saturating_add(len));
        }
        span
    }

    /// The span in a file that a reader of the file sees: inside an expansion, the outermost use of the macro.
    #[must_use]
    pub fn outermost(&self, mut span: Span) -> Span {
        while let Some(x) = self.expansion(span) {
            span = x.call;
        }
        span
    }

    /// The expansions that `span` came out of, innermost first.
    #[must_use]
    pub fn backtrace(&self, mut span: Span) -> Vec<(Span, &Expansion)> {
        let mut out = Vec::new();
        while let Some(x) = self.expansion(span) {
            out.push((span, x));
            span = x.call;
        }
        out
    }

    /// The file and physical line index (from 0) of a position in a file, and the line's start.
    fn line_of(&self, pos: u32) -> Option<(FileId, u32, u32)> {
        let (base, Region::File(id)) = self.region(pos)? else { return None };
        let f = self.file(id)?;
        let rel = pos - base;
        let starts = f.line_starts();
        let line = starts.partition_point(|&s| s <= rel).saturating_sub(1);
        Some((id, line as u32, base + starts.get(line).copied().unwrap_or(0)))
    }

    /// The place of a span: of the macro's outermost use where it lies in an expansion, and after `#line`
    /// what the directive says.
    #[must_use]
    pub fn pos(&self, span: Span) -> Pos {
        let lo = self.outermost(span).lo;
        let Some((file, line, start)) = self.line_of(lo) else { return Pos::NONE };
        let mut pos = Pos { file, line: line + 1, column: lo - start + 1 };
        if let Some(f) = self.file(file)
            && !f.line_marks.is_empty()
        {
            let i = f.line_marks.partition_point(|m| m.at <= lo);
            if let Some(m) = i.checked_sub(1).and_then(|i| f.line_marks.get(i)) {
                pos.line = m.line.wrapping_add(line.wrapping_sub(m.physical));
                pos.file = m.file.unwrap_or(file);
            }
        }
        pos
    }

    /// The text of a file that a span covers, as a reader of the file sees it: of a macro's use its name. Text that begins
    /// in the file and ends in a macro ends with the macro's name, or is that name where it begins behind it, in an
    /// argument; text that begins in a macro goes on to where it ends behind its name. A span of no file gives [`Span::NONE`].
    #[must_use]
    pub fn extent(&self, span: Span) -> Span {
        let seen = self.outermost(span);
        let Some((_, Region::File(id))) = self.region(seen.lo) else { return Span::NONE };
        let file_end = self.file(id).map_or(seen.lo, |f| f.span().hi);
        let last = self.outermost(Span::new(span.hi.saturating_sub(1), span.hi));
        if (seen.lo..=file_end).contains(&seen.hi) {
            let goes_on = seen.lo != span.lo && (seen.hi..=file_end).contains(&last.hi);
            return if goes_on { Span::new(seen.lo, last.hi) } else { seen };
        }
        if last.hi > file_end || self.file_of(last) != Some(id) {
            return Span::new(seen.lo, seen.lo);
        }
        if last.hi >= seen.lo { Span::new(seen.lo, last.hi) } else { last }
    }

    /// The file that a position lies in (after resolving expansions).
    #[must_use]
    pub fn file_of(&self, span: Span) -> Option<FileId> {
        match self.region(self.outermost(span).lo)? {
            (_, Region::File(id)) => Some(id),
            _ => None,
        }
    }

    /// The whole physical line that a position in a file lies on, with the position of its start.
    #[must_use]
    pub fn source_line(&self, span: Span) -> Option<(u32, &str)> {
        let (id, line, start) = self.line_of(span.lo)?;
        let f = self.file(id)?;
        let lo = (start - f.base) as usize;
        let hi = f.line_starts().get(line as usize + 1).map_or(f.text.len(), |&h| h as usize);
        let text = f.text.get(lo..hi)?;
        Some((start, text.trim_end_matches(['\n', '\r'])))
    }

    /// The span of one character at a physical line and column (from 1) of the file of that name;
    /// [`Span::NONE`] where there is no such file. A column past the line's end is taken as the end.
    #[must_use]
    pub fn locate(&self, file: &str, line: u32, column: u32) -> Span {
        let Some((f, index)) = self.physical(file, line) else { return Span::NONE };
        let Some(&start) = f.line_starts().get(index) else { return Span::NONE };
        let end = f.line_starts().get(index + 1).copied().unwrap_or(f.text.len() as u32);
        let mut at = start.saturating_add(column.saturating_sub(1)).min(end);
        while !f.text.is_char_boundary(at as usize) {
            at -= 1;
        }
        let width = f.text[at as usize..].chars().next().map_or(0, char::len_utf8) as u32;
        Span::new(f.base + at, f.base + at + width)
    }

    /// The file and the index of the line that is called so: where directives name lines of a file, that is where they stand.
    fn physical(&self, file: &str, line: u32) -> Option<(&SourceFile, usize)> {
        let number = self.files.iter().position(|f| f.name == file)?;
        let marked = |f: &SourceFile| {
            let ends = f.line_marks.iter().skip(1).map(|m| m.physical).chain([f.lines() as u32]);
            let mut runs = f.line_marks.iter().zip(ends);
            let holds = |m: &LineMark, end: u32| {
                let of_file = m.file.is_some_and(|id| id.0 as usize == number);
                of_file && line >= m.line && line - m.line < end.saturating_sub(m.physical)
            };
            runs.find(|(m, end)| holds(m, *end)).map(|(m, _)| (m.physical + line - m.line) as usize)
        };
        let by_mark = |f| marked(f).map(|index| (f, index));
        let found = self.files.iter().find_map(by_mark);
        found.or_else(|| Some((&self.files[number], line.saturating_sub(1) as usize)))
    }

    /// The text of a span that lies in one file.
    #[must_use]
    pub fn text(&self, span: Span) -> Option<&str> {
        let (base, Region::File(id)) = self.region(span.lo)? else { return None };
        let f = self.file(id)?;
        f.text.get((span.lo - base) as usize..(span.hi.checked_sub(base)?) as usize)
    }

    /// Says that the line after position `at` is called `line` (of `file`, if given): `#line`.
    pub fn add_line_mark(&mut self, at: u32, line: u32, file: Option<FileId>) {
        let Some((id, physical, _)) = self.line_of(at) else { return };
        if let Some(f) = self.files.get_mut(id.0 as usize) {
            let file = file.or_else(|| f.line_marks.last().and_then(|m| m.file));
            f.line_marks.push(LineMark { at, physical: physical + 1, line, file });
        }
    }
}

impl SourceFile {
    /// The position of the file's first byte.
    #[must_use]
    pub fn base(&self) -> u32 {
        self.base
    }

    /// The span of the whole text.
    #[must_use]
    pub fn span(&self) -> Span {
        Span::new(self.base, self.base + self.text.len() as u32)
    }

    /// The number of lines.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.line_starts().len()
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| splice::line_starts(&self.text))
    }
}
