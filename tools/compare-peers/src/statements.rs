//! PTX with one statement a line, so that a line number names one instruction.
//!
//! The emulator counts by line and ptxas writes lines into the machine code; both agree on what a line is only where no two
//! statements share one and none has several. Places (`.loc`) are taken out and kept beside the text, as is everything that
//! only a debugger reads: compilers write different amounts of it, and ptxas would use it in place of PTX's own lines.
//!
//! At the label that heads a loop ([`crate::loops`]) `.pragma "nounroll";` is written, on a line of its own, or an empty line, so
//! both texts have the same numbers.

use crate::loops::Loops;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A place in a source: file number and line, as `.loc` has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The number that `.file` gives the file.
    pub file: u32,
    /// The line, from 1.
    pub line: u32,
}

/// PTX with one statement a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statements {
    /// The lines; those of `heads` are empty.
    lines: Vec<String>,
    /// Indices of the lines behind labels that head loops.
    heads: Vec<usize>,
    /// Place of each line, where the compiler wrote one.
    places: Vec<Option<Place>>,
    /// The files that places name, by number.
    files: BTreeMap<u32, String>,
}

impl Statements {
    /// Reads PTX; any text gives some lines, whether it is PTX ptxas will say.
    pub fn read(ptx: &str) -> Statements {
        let mut reader = Reader::default();
        let code = without_comments(ptx);
        reader.text(&code);
        reader.out.without_idle_labels().with_heads()
    }

    /// The text with `.pragma "nounroll"` at each loop's head, or without.
    pub fn text(&self, nounroll: bool) -> String {
        let mut out = String::new();
        for (k, line) in self.lines.iter().enumerate() {
            if nounroll && self.heads.binary_search(&k).is_ok() {
                out.push_str("\t.pragma \"nounroll\";");
            }
            out.push_str(line);
            out.push('\n');
        }
        out
    }

    /// The line of a number, counted from 1.
    pub fn line(&self, number: u32) -> Option<&str> {
        self.lines.get((number as usize).checked_sub(1)?).map(String::as_str)
    }

    /// Where a line, counted from 1, comes from.
    pub fn place(&self, number: u32) -> Option<Place> {
        *self.places.get((number as usize).checked_sub(1)?)?
    }

    /// The name of a place's file.
    pub fn file(&self, place: Place) -> Option<&str> {
        self.files.get(&place.file).map(String::as_str)
    }

    /// True where the line, counted from 1, is one that a thread can execute.
    pub fn is_instruction(&self, number: u32) -> bool {
        self.line(number).is_some_and(|line| {
            line.ends_with(';') && (line.starts_with('@') || line.starts_with(char::is_alphabetic))
        })
    }

    /// True where the line, counted from 1, jumps if a predicate says so.
    pub fn is_branch(&self, number: u32) -> bool {
        let words = self.line(number).map(|line| line.split_whitespace());
        words.is_some_and(|mut words| {
            words.next().is_some_and(|guard| guard.starts_with('@'))
                && words.next().is_some_and(|operation| operation.split('.').next() == Some("bra"))
        })
    }

    /// How many loops there are.
    pub fn loops(&self) -> usize {
        self.heads.len()
    }

    /// Takes labels out that nothing names; a debugger reads those.
    fn without_idle_labels(self) -> Statements {
        let separators = |c: char| c.is_whitespace() || [',', ';', '{', '}', '(', ')'].contains(&c);
        let others = self.lines.iter().filter(|line| !line.ends_with(':'));
        let named: HashSet<&str> = others.flat_map(|line| line.split(separators)).collect();
        let keeps = |line: &str| line.strip_suffix(':').is_none_or(|label| named.contains(label));
        let kept: Vec<bool> = self.lines.iter().map(|line| keeps(line)).collect();
        let mut out = Statements { files: self.files, ..Statements::default() };
        for ((line, place), _) in
            self.lines.into_iter().zip(self.places).zip(kept).filter(|(_, kept)| *kept)
        {
            out.lines.push(line);
            out.places.push(place);
        }
        out
    }

    /// Adds an empty line behind each label that heads a loop.
    fn with_heads(self) -> Statements {
        let heads = loop_heads(&self.lines);
        let mut out = Statements { files: self.files, ..Statements::default() };
        for (k, (line, place)) in self.lines.into_iter().zip(self.places).enumerate() {
            out.lines.push(line);
            out.places.push(place);
            if heads.binary_search(&k).is_ok() {
                out.heads.push(out.lines.len());
                out.lines.push(String::new());
                out.places.push(None);
            }
        }
        out
    }
}

/// The text with every comment replaced by a space, strings left alone.
fn without_comments(ptx: &str) -> String {
    let mut out = String::with_capacity(ptx.len());
    let mut rest = ptx;
    while let Some(at) = rest.find(['"', '/']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |k| k + 2)
        } else if rest.starts_with('"') {
            let length = rest[1..].find('"').map_or(rest.len(), |k| k + 2);
            out.push_str(&rest[..length]);
            rest = &rest[length..];
            continue;
        } else {
            out.push('/');
            rest = &rest[1..];
            continue;
        };
        out.push(' ');
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

/// Cuts a text into statements.
#[derive(Default)]
struct Reader {
    out: Statements,
    /// The statement as far as it was read.
    statement: String,
    /// Open parentheses, brackets and braces within the statement.
    nested: usize,
    /// Within a section of a debugger's.
    skips: bool,
    place: Option<Place>,
}

impl Reader {
    fn text(&mut self, code: &str) {
        let mut quoted = false;
        let mut previous = ' ';
        for (k, c) in code.char_indices() {
            if self.skips {
                self.skips = c != '}';
            } else if quoted || c == '"' {
                quoted = (c == '"') != quoted;
                self.statement.push(c);
            } else if c == '\n' && self.is_whole_line() {
                self.finish();
            } else if c.is_whitespace() {
                self.space();
            } else {
                let doubled = c == ':' && (previous == ':' || code[k + 1..].starts_with(':'));
                self.mark(c, doubled);
            }
            previous = c;
        }
        self.finish();
    }

    /// True where the statement is a directive that ends with its line.
    fn is_whole_line(&self) -> bool {
        let word = self.statement.split_whitespace().next().unwrap_or("");
        [".version", ".target", ".address_size", ".file", ".loc", "@@DWARF"].contains(&word)
    }

    fn space(&mut self) {
        if !self.statement.is_empty() && !self.statement.ends_with(' ') {
            self.statement.push(' ');
        }
    }

    /// Takes a character that is neither space nor in a string; `doubled` is one of `::`.
    fn mark(&mut self, c: char, doubled: bool) {
        match c {
            '{' if self.nested == 0 && self.statement.starts_with(".section") => {
                self.statement.clear();
                self.skips = true;
                return;
            }
            '{' if self.nested == 0 && self.opens_block() => {
                self.finish();
                self.line("{".to_owned());
                return;
            }
            '}' if self.nested == 0 => {
                self.finish();
                self.line("}".to_owned());
                return;
            }
            '(' | '[' | '{' => self.nested += 1,
            ')' | ']' | '}' => self.nested = self.nested.saturating_sub(1),
            _ => {}
        }
        self.statement.push(c);
        let ends = c == ';' || c == ':' && !doubled && self.is_label();
        if self.nested == 0 && ends {
            self.finish();
        }
    }

    /// True where `{` opens a scope or a body, and not a vector or an initialiser.
    fn opens_block(&self) -> bool {
        let statement = self.statement.trim();
        statement.is_empty()
            || statement.split_whitespace().any(|word| word == ".entry" || word == ".func")
    }

    /// True where the statement is one name and a colon.
    fn is_label(&self) -> bool {
        let name = self.statement.trim_end_matches(':').trim();
        !name.is_empty() && !name.starts_with('.') && !name.contains(char::is_whitespace)
    }

    /// Ends the statement; places are kept and not written.
    fn finish(&mut self) {
        let statement = std::mem::take(&mut self.statement);
        self.nested = 0;
        let statement = statement.trim();
        if let Some(place) = statement.strip_prefix(".loc ") {
            let mut numbers = place.split_whitespace().map(str::parse);
            if let (Some(Ok(file)), Some(Ok(line))) = (numbers.next(), numbers.next()) {
                self.place = Some(Place { file, line });
            }
        } else if let Some(target) = statement.strip_prefix(".target ") {
            let kept = target.split(',').map(str::trim).filter(|word| *word != "debug");
            self.line(format!(".target {}", kept.collect::<Vec<_>>().join(", ")));
        } else if let Some(file) = statement.strip_prefix(".file ") {
            let number = file.split_whitespace().next().and_then(|n| n.parse().ok());
            if let (Some(number), Some(name)) = (number, file.rsplit('"').nth(1)) {
                self.out.files.insert(number, name.to_owned());
            }
        } else if !statement.is_empty() {
            self.line(statement.to_owned());
        }
    }

    fn line(&mut self, text: String) {
        if text.contains(".entry") || text.contains(".func") {
            self.place = None;
        }
        self.out.lines.push(text);
        self.out.places.push(self.place);
    }
}

/// Indices of the labels that head loops, in order.
fn loop_heads(lines: &[String]) -> Vec<usize> {
    let is_function =
        |line: &String| line.split_whitespace().any(|word| word == ".entry" || word == ".func");
    let mut starts: Vec<usize> = (0..lines.len()).filter(|&k| is_function(&lines[k])).collect();
    starts.push(lines.len());
    let mut heads = Vec::new();
    for function in starts.windows(2) {
        heads.extend(heads_of_function(&lines[function[0]..function[1]]).map(|k| function[0] + k));
    }
    heads
}

/// Of one function, counted from its first line.
fn heads_of_function(lines: &[String]) -> impl Iterator<Item = usize> {
    let mut starts = vec![0];
    let mut labels: HashMap<&str, usize> = HashMap::new();
    for (k, line) in lines.iter().enumerate() {
        if let Some(name) = line.strip_suffix(':') {
            starts.push(k);
            labels.insert(name, k);
        } else if leaves(line).is_some() {
            starts.push(k + 1);
        }
    }
    starts.dedup();
    starts.retain(|&start| start < lines.len());
    let block_of = |label: &str| starts.binary_search(labels.get(label)?).ok();
    let words = |line: &'_ str| {
        let separators = [' ', ',', ';', '{', '}'];
        line.split(separators).map(String::from).collect::<Vec<String>>()
    };
    let successors: Vec<Vec<usize>> = (0..starts.len())
        .map(|block| {
            let end = starts.get(block + 1).copied().unwrap_or(lines.len());
            let last = &lines[end - 1];
            let next = (block + 1 < starts.len()).then_some(block + 1);
            match leaves(last) {
                None => next.into_iter().collect(),
                Some(leaving) => {
                    let list = leaving.list.then(|| list_of(lines, last)).flatten();
                    let targets = words(list.unwrap_or(last));
                    let targets = targets.iter().filter_map(|word| block_of(word));
                    targets.chain(next.filter(|_| leaving.may_stay)).collect()
                }
            }
        })
        .collect();
    let mut heads: Vec<usize> = Loops::of(&successors)
        .all
        .into_iter()
        .map(|l| starts[l.header])
        .filter(|&k| lines[k].ends_with(':'))
        .collect();
    heads.sort_unstable();
    heads.dedup();
    heads.into_iter()
}

/// How a statement leaves its block.
struct Leaves {
    /// It may go on behind itself.
    may_stay: bool,
    /// Its targets stand in a list that it names.
    list: bool,
}

/// None for a statement that does not.
fn leaves(line: &str) -> Option<Leaves> {
    let guarded = line.starts_with('@');
    let first = line.split([' ', ';']).find(|word| !word.starts_with('@')).unwrap_or("");
    match first.split('.').next().unwrap_or("") {
        "bra" => Some(Leaves { may_stay: guarded, list: false }),
        "brx" => Some(Leaves { may_stay: guarded, list: true }),
        "ret" | "exit" | "trap" => Some(Leaves { may_stay: guarded, list: false }),
        _ => None,
    }
}

/// `.branchtargets` of the list that `brx.idx` names.
fn list_of<'l>(lines: &'l [String], jump: &str) -> Option<&'l str> {
    let name = jump.trim_end_matches(';').rsplit([' ', ',']).next()?;
    let at = lines.iter().position(|line| line.strip_suffix(':') == Some(name))?;
    lines.get(at + 1).map(String::as_str).filter(|line| line.starts_with(".branchtargets"))
}

#[cfg(test)]
mod tests {
    use super::{Place, Statements};

    fn lines(ptx: &str) -> Vec<String> {
        Statements::read(ptx).text(true).lines().map(str::trim).map(String::from).collect()
    }

    #[test]
    fn a_line_has_one_statement_and_a_statement_one_line() {
        let ptx = "\
.version 8.0 // a comment; with a semicolon
.target sm_80, debug
.address_size 64
.global .align 4 .b8 table[4] = {1,
  2, 3, 4};
.visible .entry k(
  .param .u64 k_p /* two
lines */
)
.maxntid 64, 1, 1
{ .reg .b32 %r<9>; .local .align 8 .b8 depot[16];
  { // a scope
  mov.b32 %r1, {%r2, %r3}; call.uni (retval0),
    vprintf, (param0,
    param1); }
  $L_debug: mov.u32 %r4, %tid.x; @%p1 bra $L_1; ld.shared::cta.u32 %r5, [%r6+4];
$L_1: ret;
}";
        let expected = [
            ".version 8.0",
            ".target sm_80",
            ".address_size 64",
            ".global .align 4 .b8 table[4] = {1, 2, 3, 4};",
            ".visible .entry k( .param .u64 k_p ) .maxntid 64, 1, 1",
            "{",
            ".reg .b32 %r<9>;",
            ".local .align 8 .b8 depot[16];",
            "{",
            "mov.b32 %r1, {%r2, %r3};",
            "call.uni (retval0), vprintf, (param0, param1);",
            "}",
            "mov.u32 %r4, %tid.x;",
            "@%p1 bra $L_1;",
            "ld.shared::cta.u32 %r5, [%r6+4];",
            "$L_1:",
            "ret;",
            "}",
        ];
        assert_eq!(lines(ptx), expected);
    }

    #[test]
    fn strings_may_hold_what_ends_statements() {
        let ptx = ".global .b8 x;\n.pragma \"a;b//c{\";\nmov.u32 %r1, 2;";
        let expected = [".global .b8 x;", ".pragma \"a;b//c{\";", "mov.u32 %r1, 2;"];
        assert_eq!(lines(ptx), expected);
    }

    /// Only what a jump of the same function goes back to is a head; numbers of lines do not hang on the pragma.
    #[test]
    fn heads_of_loops_get_the_pragma() {
        let ptx = "\
.func f() {
back:
mov.u32 %r1, 1;
bra out;
out:
ret;
}
.entry k() {
out: add.u32 %r1, %r1, 1;
back: @%q bra.uni back;
@%p bra out;
list: .branchtargets out, back;
brx.idx %r1, list;
}";
        let all = Statements::read(ptx);
        assert_eq!(all.loops(), 2);
        let (with, without) = (all.text(true), all.text(false));
        let pragma = "\t.pragma \"nounroll\";";
        assert_eq!(with.lines().count(), without.lines().count());
        for (a, b) in with.lines().zip(without.lines()) {
            assert!(a == b || a == pragma && b.is_empty(), "{a} | {b}");
        }
        let behind: Vec<&str> = with
            .lines()
            .zip(with.lines().skip(1))
            .filter(|(_, next)| *next == pragma)
            .map(|(label, _)| label)
            .collect();
        assert_eq!(behind, ["out:", "back:"]);
    }

    /// As clang lays some loops out: entered in the middle of the text, from whose end control falls back to the head.
    #[test]
    fn the_head_is_where_a_loop_is_entered() {
        let ptx = "\
.entry k() {
bra.uni head;
first: bra.uni last;
second: bra.uni last;
last: @%p bra out;
head: @%q bra second;
bra.uni first;
out: ret;
}";
        let all = Statements::read(ptx);
        assert_eq!(all.loops(), 1);
        assert!(all.text(true).contains("head:\n\t.pragma \"nounroll\";\n"));
    }

    #[test]
    fn places_are_kept_beside_the_text_and_debuggers_sections_are_not() {
        let ptx = "\
.file 1 \"/a b/k.cu\"
.entry k() {
.loc 1 7 3
mov.u32 %r1, 1;
.loc 1 9 1, function_name $L__info, inlined_at 1 8 3
mov.u32 %r2, 1;
}
.section .debug_str {
$L__info: .b8 95
.b8 0
}
.func g() { ret; }";
        let all = Statements::read(ptx);
        let text = all.text(false);
        let expected =
            ".entry k()\n{\nmov.u32 %r1, 1;\nmov.u32 %r2, 1;\n}\n.func g()\n{\nret;\n}\n";
        assert_eq!(text, expected);
        assert_eq!(all.place(3), Some(Place { file: 1, line: 7 }));
        assert_eq!(all.place(4), Some(Place { file: 1, line: 9 }));
        assert_eq!(all.place(8), None);
        assert_eq!(all.file(Place { file: 1, line: 7 }), Some("/a b/k.cu"));
        assert!(all.is_instruction(3) && all.is_instruction(8));
        assert!(!all.is_branch(3));
        assert!(!all.is_instruction(1) && !all.is_instruction(2) && !all.is_instruction(99));
    }

    #[test]
    fn any_text_gives_some_lines() {
        for text in ["", "}", "{{{", "\"", "/*", "//", ")", ".loc", ".section {", "a:b:c", "é;ü:"]
        {
            Statements::read(text).text(true);
        }
    }
}
