//! Inline PTX taken apart: statements, their modifiers and operands, and what registers it declares.
//!
//! Source: NVIDIA's PTX ISA documentation, "Syntax". Only what decides versions is told apart. Cost: a walk over the text.

/// What stands between quotation marks.
pub fn strings(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').skip(1).step_by(2)
}

/// A space for each comment.
pub fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("/*").into_iter().chain(rest.find("//")).min() {
        out.push_str(&rest[..at]);
        let (end, skip) = if rest[at..].starts_with("/*") { ("*/", 2) } else { ("\n", 0) };
        let from = at + 2;
        rest = rest[from..].find(end).map_or("", |k| &rest[from + k + skip..]);
        out.push(' ');
    }
    out.push_str(rest);
    out
}

/// An instruction: its name, its modifiers in order, and its operands.
pub struct Instruction<'a> {
    /// Its name.
    pub head: &'a str,
    /// Its modifiers.
    pub parts: Vec<&'a str>,
    /// What stands behind them.
    rest: &'a str,
    /// Its operands.
    pub operands: Vec<&'a str>,
}

/// Behind braces that open or close a scope, labels and a guard.
pub fn behind_labels(text: &str) -> &str {
    let mut text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '{' || c == '}');
    loop {
        let word = text.find(|c: char| !(c.is_alphanumeric() || "_$%=".contains(c)));
        let behind = word.map_or("", |at| text[at..].trim_start());
        let label = behind.strip_prefix(':').filter(|rest| !rest.starts_with(':'));
        if let Some(rest) = label {
            text = rest;
        } else if let Some(guard) = text.strip_prefix('@') {
            let guard = guard.trim_start_matches(|c: char| c.is_whitespace() || c == '!');
            let end = guard.find(char::is_whitespace).unwrap_or(guard.len());
            text = &guard[end..];
        } else {
            return text.trim_end();
        }
        text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '{' || c == '}');
    }
}

/// Takes an instruction or a directive apart.
pub fn instruction(text: &str) -> Instruction<'_> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let (head, mut rest) = text.split_at(end);
    let mut parts = Vec::new();
    // Modifiers may stand apart.
    while let Some(part) = rest.trim_start().strip_prefix('.') {
        let end = part.find(|c| !is_part(c)).unwrap_or(part.len());
        parts.push(&part[..end]);
        rest = &part[end..];
    }
    let mut operands = Vec::new();
    let (mut depth, mut from) = (0i32, 0);
    for (at, c) in rest.char_indices() {
        match c {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth -= 1,
            ',' if depth == 0 => {
                operands.push(rest[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    if !rest.trim().is_empty() {
        operands.push(rest[from..].trim());
    }
    Instruction { head, parts, rest, operands }
}

/// The registers of values that a text declares: an operand that may be a value or a predicate is no predicate where it is one
/// of them, a number or an operand of the statement (`%0`), for which there are no predicates. Others may have been declared before.
pub struct Values<'a> {
    /// Names, and stems where a number follows (`r<9>`).
    names: Vec<(&'a str, bool)>,
}

impl<'a> Values<'a> {
    /// Those of a text.
    pub fn declared(text: &'a str) -> Self {
        let (mut names, mut predicates) = (Vec::new(), Vec::new());
        for statement in text.split(';') {
            let Some(directive) = behind_labels(statement).strip_prefix('.') else { continue };
            let i = instruction(directive);
            if i.head != "reg" {
                continue;
            }
            let is_predicate = i.parts.contains(&"pred");
            for name in i.rest.split(',') {
                let (name, numbered) = match name.split_once('<') {
                    Some((stem, _)) => (stem.trim(), true),
                    None => (name.trim(), false),
                };
                if is_predicate { &mut predicates } else { &mut names }.push((name, numbered));
            }
        }
        // What is both, in different scopes, may be either.
        names.retain(|n| !predicates.contains(n));
        Self { names }
    }

    /// Whether an operand may be a predicate.
    pub fn may_be_predicate(&self, operand: &str) -> bool {
        let is_digit = |c: char| c.is_ascii_digit();
        let number = operand.trim_start_matches(['-', '+', '(', ' ', '%']);
        if number.starts_with(is_digit) {
            return false;
        }
        !self.names.iter().any(|(name, numbered)| match numbered {
            true => operand.strip_prefix(name).is_some_and(|n| n.chars().all(is_digit)),
            false => operand == *name,
        })
    }
}
