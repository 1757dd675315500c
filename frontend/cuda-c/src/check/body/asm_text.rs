//! What the text of inline PTX may not say: names that stand for nothing there, and scopes that do not close.
//!
//! Idea: the text is cut into PTX's words and statements, as far as names and scopes need it: a statement is a declaration
//! (`.reg`, a variable), a label, or an operation whose operands are names, numbers and operands of the `asm`. The printer puts
//! braces around each text, so that its registers and labels are its own; what it names has to be declared in it, be a special
//! register, or be something of the file. Registers and labels of the compiler are nobody's business: a text that names
//! `%r1` or `$L2` is refused, though an assembler may find one of that name. What an operation is, and whether its operands
//! have its types, is left to the assembler.
//!
//! Source: PTX ISA 8.7, 4 (syntax), 5.1 (state spaces), 10 (special registers). Cost: linear in the text.

use optx_whirl::fixed_hash::Set;

/// Special registers, without what follows a dot; those in numbered rows by their beginning.
const SPECIAL: &[&str] = &[
    "tid",
    "ntid",
    "laneid",
    "warpid",
    "nwarpid",
    "ctaid",
    "nctaid",
    "smid",
    "nsmid",
    "gridid",
    "is_explicit_cluster",
    "clusterid",
    "nclusterid",
    "cluster_ctaid",
    "cluster_nctaid",
    "cluster_ctarank",
    "cluster_nctarank",
    "lanemask_eq",
    "lanemask_le",
    "lanemask_lt",
    "lanemask_ge",
    "lanemask_gt",
    "clock",
    "clock_hi",
    "clock64",
    "globaltimer",
    "globaltimer_lo",
    "globaltimer_hi",
    "reserved_smem_offset_begin",
    "reserved_smem_offset_end",
    "reserved_smem_offset_cap",
    "reserved_smem_offset_0",
    "reserved_smem_offset_1",
    "total_smem_size",
    "aggr_smem_size",
    "dynamic_smem_size",
    "current_graph_exec",
];
/// `%pm0`, `%pm0_64`, `%envreg0`.
const NUMBERED: &[&str] = &["pm", "envreg"];

/// The text with a blank for each comment: one at its end would take in what the printer puts behind.
pub(super) fn without_comments(text: &str) -> Result<String, String> {
    let bytes = text.as_bytes();
    let (mut out, mut kept, mut at) = (String::with_capacity(text.len()), 0, 0);
    while let Some(&c) = bytes.get(at) {
        let end = match (c, bytes.get(at + 1)) {
            (b'"', _) => {
                at = find(bytes, at + 1, b"\"").map_or(bytes.len(), |end| end + 1);
                continue;
            }
            (b'/', Some(b'/')) => find(bytes, at, b"\n").unwrap_or(bytes.len()),
            (b'/', Some(b'*')) => match find(bytes, at + 2, b"*/") {
                Some(end) => end + 2,
                None => return Err("a comment of the text does not end in it".into()),
            },
            _ => {
                at += 1;
                continue;
            }
        };
        out.push_str(&text[kept..at]);
        out.push(' ');
        (kept, at) = (end, end);
    }
    out.push_str(&text[kept..]);
    Ok(if out.trim().is_empty() { String::new() } else { out })
}

/// The names without `%` that a text without comments does not declare and that something of the file has to have, or what is
/// wrong with it.
pub(super) fn judge(text: &str) -> Result<Vec<&str>, String> {
    let words = cut(text)?;
    let mut reader = Reader { words: &words, at: 0, scopes: Vec::new(), of_file: Vec::new() };
    reader.statements()?;
    Ok(reader.of_file)
}

/// A word of PTX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word<'a> {
    /// A name with all its dots, or a directive. Its `%` is one, be it written `%` or `%%`.
    Name { percent: bool, text: &'a str },
    /// A number, an operand of the `asm`, or a string.
    Value(&'a str),
    /// Anything else.
    Sign(u8),
}

fn in_name(c: u8) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$')
}

fn cut(text: &str) -> Result<Vec<Word<'_>>, String> {
    let bytes = text.as_bytes();
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(&c) = bytes.get(at) {
        let next = bytes.get(at + 1).copied().unwrap_or(0);
        match c {
            _ if c.is_ascii_whitespace() => at += 1,
            b'"' => match find(bytes, at + 1, b"\"") {
                Some(end) => {
                    words.push(Word::Value(&text[at..=end]));
                    at = end + 1;
                }
                None => return Err("a string of the text does not end in it".into()),
            },
            b'%' if next.is_ascii_digit() => {
                let begin = at;
                at = end_of(bytes, at + 1, |c| c.is_ascii_digit());
                words.push(Word::Value(&text[begin..at]));
            }
            b'%' => {
                let begin = at + 1 + usize::from(next == b'%');
                at = name_end(bytes, begin);
                if at == begin {
                    words.push(Word::Sign(b'%'));
                } else {
                    words.push(Word::Name { percent: true, text: &text[begin..at] });
                }
            }
            _ if c.is_ascii_digit() => {
                let begin = at;
                at = end_of(bytes, at, |c| in_name(c) || c == b'.');
                words.push(Word::Value(&text[begin..at]));
            }
            _ if in_name(c) || c == b'.' && in_name(next) => {
                let begin = at;
                at = name_end(bytes, at + usize::from(c == b'.'));
                words.push(Word::Name { percent: false, text: &text[begin..at] });
            }
            _ => {
                words.push(Word::Sign(c));
                at += 1;
            }
        }
    }
    Ok(words)
}

fn find(bytes: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    let rest = bytes.get(from..)?;
    rest.windows(what.len()).position(|w| w == what).map(|k| from + k)
}

fn end_of(bytes: &[u8], from: usize, keep: impl Fn(u8) -> bool) -> usize {
    bytes[from..].iter().position(|&c| !keep(c)).map_or(bytes.len(), |k| from + k)
}

/// The end of a name with its dots, and `::` within an opcode.
fn name_end(bytes: &[u8], from: usize) -> usize {
    let mut at = end_of(bytes, from, in_name);
    loop {
        let rest = &bytes[at..];
        let joint = match rest {
            [b'.', c, ..] if in_name(*c) => 1,
            [b':', b':', c, ..] if in_name(*c) => 2,
            _ => return at,
        };
        at = end_of(bytes, at + joint, in_name);
    }
}

/// A scope in braces: what is declared in it, with `%` where it has one, and the labels that were asked for.
#[derive(Default)]
struct Scope<'a> {
    names: Set<(bool, &'a str)>,
    /// `r<4>` declares `r0` to `r3`.
    rows: Vec<(bool, &'a str, u32)>,
    labels: Set<&'a str>,
    jumps: Vec<Jump<'a>>,
}

/// A name that a jump or a call says.
struct Jump<'a> {
    to: &'a str,
    /// It may be a function of the file.
    is_call: bool,
}

struct Reader<'w, 'a> {
    words: &'w [Word<'a>],
    at: usize,
    scopes: Vec<Scope<'a>>,
    of_file: Vec<&'a str>,
}

impl<'a> Reader<'_, 'a> {
    fn peek(&self) -> Option<Word<'a>> {
        self.words.get(self.at).copied()
    }

    fn take(&mut self) -> Option<Word<'a>> {
        let word = self.peek();
        self.at += usize::from(word.is_some());
        word
    }

    /// The statements of the text, and of the scopes in it. Without recursion: scopes nest as deep as the text says.
    fn statements(&mut self) -> Result<(), String> {
        self.scopes.push(Scope::default());
        loop {
            match self.peek() {
                None if self.scopes.len() > 1 => {
                    return Err("a `{` of the text is not closed".into());
                }
                None => return self.close(),
                Some(Word::Sign(b'{')) => {
                    self.at += 1;
                    self.scopes.push(Scope::default());
                }
                Some(Word::Sign(b'}')) if self.scopes.len() == 1 => {
                    return Err("a `}` of the text closes nothing".into());
                }
                Some(Word::Sign(b'}')) => {
                    self.at += 1;
                    self.close()?;
                }
                Some(_) => self.statement()?,
            }
        }
    }

    /// Ends a scope: labels that it jumps to and does not have are the next one's to have.
    fn close(&mut self) -> Result<(), String> {
        let Some(scope) = self.scopes.pop() else { return Ok(()) };
        let missing = scope.jumps.into_iter().filter(|jump| !scope.labels.contains(jump.to));
        match self.scopes.last_mut() {
            Some(outer) => outer.jumps.extend(missing),
            None => {
                for Jump { to, is_call } in missing {
                    if !is_call {
                        return Err(format!("`{to}` is no label of the text"));
                    }
                    self.of_file.push(to);
                }
            }
        }
        Ok(())
    }

    fn statement(&mut self) -> Result<(), String> {
        // A label.
        if let (Some(Word::Name { percent: false, text }), Some(Word::Sign(b':'))) =
            (self.peek(), self.words.get(self.at + 1).copied())
            && !text.contains('.')
        {
            self.at += 2;
            if let Some(scope) = self.scopes.last_mut()
                && !scope.labels.insert(text)
            {
                return Err(format!("`{text}` is a label twice"));
            }
            return Ok(());
        }
        if self.peek() == Some(Word::Sign(b'@')) {
            self.at += 1;
            if self.peek() == Some(Word::Sign(b'!')) {
                self.at += 1;
            }
            match self.take() {
                Some(Word::Name { percent, text }) => self.uses(percent, text)?,
                Some(Word::Value(_)) => {}
                _ => return Err("behind `@` of the text stands no predicate".into()),
            }
        }
        match self.take() {
            Some(Word::Name { percent: false, text }) if text.starts_with('.') => {
                self.declaration(text)
            }
            Some(Word::Name { percent: false, text }) => self.operation(text),
            // An operation may be made of the text before it; nothing can be said of the rest.
            _ => {
                self.skip();
                Ok(())
            }
        }
    }

    /// To the end of the statement.
    fn skip(&mut self) {
        while !matches!(self.take(), None | Some(Word::Sign(b';'))) {}
    }

    /// `.reg .u32 a, b<4>;`, `.shared .align 4 .b8 x[16];`, and directives that declare nothing.
    fn declaration(&mut self, directive: &'a str) -> Result<(), String> {
        const DECLARE: [&str; 7] =
            [".reg", ".local", ".shared", ".param", ".const", ".global", ".tex"];
        let head = directive.split('.').nth(1).unwrap_or_default();
        if !DECLARE.iter().any(|d| d[1..] == *head) {
            self.skip();
            return Ok(());
        }
        // In an initialiser names are used, not declared; what they are is left to the assembler.
        let mut initialiser = false;
        while let Some(word) = self.take() {
            match word {
                Word::Sign(b';') => break,
                Word::Sign(b'=') => initialiser = true,
                Word::Name { percent, text } if !text.starts_with('.') && !initialiser => {
                    let row = match (self.peek(), self.words.get(self.at + 1)) {
                        (Some(Word::Sign(b'<')), Some(Word::Value(count))) => Some(*count),
                        _ => None,
                    };
                    if let Some(scope) = self.scopes.last_mut() {
                        if let Some(count) = row {
                            scope.rows.push((percent, text, count.parse().unwrap_or(u32::MAX)));
                        } else if !scope.names.insert((percent, text)) {
                            let sign = if percent { "%" } else { "" };
                            return Err(format!("`{sign}{text}` is declared twice in the text"));
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn operation(&mut self, opcode: &'a str) -> Result<(), String> {
        let mut jumps = matches!(opcode.split('.').next(), Some("bra"));
        // The first operand is an index, the second the name of a list of labels.
        let indexed = opcode.split('.').next() == Some("brx");
        let calls = opcode.split('.').next() == Some("call");
        let mut lists = 0;
        while let Some(word) = self.peek() {
            match word {
                Word::Sign(b';') => {
                    self.at += 1;
                    break;
                }
                // The scope ends, and the statement with it.
                Word::Sign(b'}') if lists == 0 => break,
                Word::Sign(b'{') => lists += 1,
                Word::Sign(b'}') => lists -= 1,
                Word::Sign(b',') if indexed => jumps = true,
                Word::Name { percent: false, text }
                    if jumps || calls && text != "_" && !self.declares(false, text) =>
                {
                    if let Some(scope) = self.scopes.last_mut() {
                        scope.jumps.push(Jump { to: text, is_call: calls });
                    }
                }
                Word::Name { percent, text } => self.uses(percent, text)?,
                _ => {}
            }
            self.at += 1;
        }
        Ok(())
    }

    /// Whether an open scope declares a name.
    fn declares(&self, percent: bool, base: &str) -> bool {
        let in_row = |&(p, name, count): &(bool, &str, u32)| {
            let number = base.strip_prefix(name).and_then(|n| n.parse().ok());
            p == percent && number.is_some_and(|n: u32| n < count)
        };
        self.scopes
            .iter()
            .any(|scope| scope.names.contains(&(percent, base)) || scope.rows.iter().any(in_row))
    }

    /// A name as an operand.
    fn uses(&mut self, percent: bool, text: &'a str) -> Result<(), String> {
        let base = text.split('.').next().unwrap_or(text);
        if self.declares(percent, base) {
            return Ok(());
        }
        if percent {
            let digit = |name: &str| {
                base.strip_prefix(name).is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()))
            };
            if SPECIAL.contains(&base) || NUMBERED.iter().any(|name| digit(name)) {
                return Ok(());
            }
            let near = optx_source::nearest(base, SPECIAL.iter().copied());
            let hint = near.map_or(String::new(), |n| format!("; did you mean `%%{n}`?"));
            return Err(format!(
                "`%{base}` is no special register, and the text declares no register of that name{hint}"
            ));
        }
        // `_` is the bit bucket; `.` begins a type or a space.
        if !matches!(base, "_" | "" | "WARP_SZ") {
            self.of_file.push(base);
        }
        Ok(())
    }
}
