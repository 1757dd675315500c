//! Inline PTX.

use std::fmt::Write as _;

use optx_source::{Span, code};

use crate::{
    ast::{AsmOperand, AsmStmt, CharKind},
    check::{
        Body,
        body::{E, asm_text},
    },
    intern::Map,
    literal,
    typed::{TAsm, TAsmBefore, TKind, TStmt, TStmtKind},
    types::Ty,
    words,
};

/// The operands of inline PTX, checked.
#[derive(Default)]
struct Operands<'t> {
    /// Each with its register class, and what it holds before.
    outputs: Vec<(E<'t>, char, TAsmBefore)>,
    inputs: Vec<(E<'t>, char)>,
    /// The numbers of those that have a name.
    names: Map<String, usize>,
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    pub(super) fn asm(&mut self, a: &'a AsmStmt<'a>, span: Span, out: &mut Vec<TStmt<'t>>) {
        if !self.are_plain_strings(a) {
            return;
        }
        let (operands, memory) = (self.asm_operands(a), self.asm_clobbers(a));
        let (Some(operands), Some(memory)) = (operands, memory) else { return };
        match self.asm_text(a, &operands) {
            Ok(text) => {
                let Operands { outputs, inputs, .. } = operands;
                let volatile = a.volatile || outputs.is_empty();
                let asm = TAsm { text, volatile, memory, outputs, inputs };
                out.push(TStmt { kind: TStmtKind::Asm(asm), span });
            }
            Err(wrong) => {
                self.error(code::BAD_ASM, a.text_span, wrong);
            }
        }
    }

    /// Whether text and constraints have no prefix, or one that changes nothing.
    fn are_plain_strings(&mut self, a: &AsmStmt<'_>) -> bool {
        self.check_string(a.text, a.text_span);
        let constraints = a.outputs.iter().chain(a.inputs).map(|o| o.constraint);
        let constraints = constraints.map(|c| (c.sym, c.span));
        for (sym, span) in a.text.iter().map(|s| (*s, a.text_span)).chain(constraints) {
            if self.string_kind(&[sym]) != CharKind::Char {
                self.error(code::BAD_ASM, span, "inline PTX is of plain strings");
                return false;
            }
        }
        true
    }

    fn asm_operands(&mut self, a: &'a AsmStmt<'a>) -> Option<Operands<'t>> {
        let mut operands = Operands::default();
        let mut ok = true;
        for (number, o) in a.outputs.iter().enumerate() {
            ok &= self.new_operand(o, number, &mut operands.names);
            match self.asm_output(o) {
                Some(output) => operands.outputs.push(output),
                None => ok = false,
            }
        }
        for (number, o) in (a.outputs.len()..).zip(a.inputs) {
            ok &= self.new_operand(o, number, &mut operands.names);
            let place = operands.inputs.len();
            match self.asm_input(o, place, &mut operands.outputs) {
                Some(input) => operands.inputs.push(input),
                None => ok = false,
            }
        }
        ok.then_some(operands)
    }

    fn asm_output(&mut self, o: &'a AsmOperand<'a>) -> Option<(E<'t>, char, TAsmBefore)> {
        let c = literal::string_text(self.cx.text(o.constraint.sym));
        let e = self.expr(o.expr);
        let (sign, class) = match c[..] {
            [s @ (b'=' | b'+'), c] | [s @ (b'=' | b'+'), b'&', c] => (s, char::from(c)),
            _ => (b'?', '?'),
        };
        if sign == b'?' || !"hrlfd".contains(class) {
            let text = "the constraint of an output is `=` or `+` and one of h, r, l, f, d";
            self.error(code::BAD_ASM, o.constraint.span, text);
            return None;
        }
        if e.ty.is_error() || !self.assignable(e, o.expr.span) {
            return None;
        }
        let before = if sign == b'+' { TAsmBefore::Target } else { TAsmBefore::Nothing };
        self.operand_fits(e, class, o.expr.span).then_some((e, class, before))
    }

    /// An input, by its place among them.
    fn asm_input(
        &mut self,
        o: &'a AsmOperand<'a>,
        place: usize,
        outputs: &mut [(E<'t>, char, TAsmBefore)],
    ) -> Option<(E<'t>, char)> {
        let c = literal::string_text(self.cx.text(o.constraint.sym));
        let e = self.value(o.expr);
        let class = match c[..] {
            [c] if b"hrlfdn".contains(&c) => char::from(c),
            // A number ties the input to an output: it is what that one's register holds before.
            [c @ b'0'..=b'9'] if usize::from(c - b'0') < outputs.len() => {
                let (_, class, before) = &mut outputs[usize::from(c - b'0')];
                if *before != TAsmBefore::Nothing {
                    let text = "the output that this input is tied to has a value before already";
                    self.error(code::BAD_ASM, o.constraint.span, text);
                    return None;
                }
                *before = TAsmBefore::Input(place);
                *class
            }
            _ => {
                let text = "the constraint of an input is one of h, r, l, f, d, n";
                self.error(code::BAD_ASM, o.constraint.span, text);
                return None;
            }
        };
        if e.ty.is_error() {
            return None;
        }
        let mut ok = self.operand_fits(e, class, o.expr.span);
        if class == 'n' && !matches!(e.kind, TKind::Int(_)) {
            let text = "the operand of a constraint `n` must be an integer constant";
            self.error(code::BAD_ASM, o.expr.span, text);
            ok = false;
        }
        ok.then_some((e, class))
    }

    /// Whether the clobbers name memory.
    fn asm_clobbers(&mut self, a: &AsmStmt<'_>) -> Option<bool> {
        let mut memory = Some(false);
        for &(c, span) in a.clobbers {
            match &self.string_bytes(c)[..] {
                b"memory" => memory = memory.map(|_| true),
                // There are no flags that anything else would read.
                b"cc" => {}
                _ => {
                    let text = "the clobbers of inline PTX are \"memory\" and \"cc\"";
                    self.error(code::BAD_ASM, span, text);
                    memory = None;
                }
            }
        }
        memory
    }

    /// The text without comments and with numbers for names; what it says of the file is noted.
    fn asm_text(&mut self, a: &AsmStmt<'_>, operands: &Operands<'_>) -> Result<String, String> {
        let bytes = self.string_bytes(a.text);
        let text = asm_text::without_comments(&String::from_utf8_lossy(&bytes))?;
        // What no kernel reaches is given to no assembler.
        if self.sink.is_none() {
            return Ok(text);
        }
        let number = text.contains("%=").then(|| self.cx.output.asm_names.number());
        let text = operands.numbered(&text, number.unwrap_or(0))?;
        for name in asm_text::judge(&text)? {
            self.cx.output.asm_names.note(name, self.function, a.text_span);
        }
        Ok(text)
    }

    /// Adds the name of operand `number`, if it has one; whether no other has it.
    fn new_operand(
        &mut self,
        o: &AsmOperand<'_>,
        number: usize,
        names: &mut Map<String, usize>,
    ) -> bool {
        if o.name.sym == words::EMPTY {
            return true;
        }
        let name = self.cx.text(o.name.sym).to_owned();
        let text = format!("two operands have the name `{name}`");
        let new = names.insert(name, number).is_none();
        if !new {
            self.error(code::BAD_ASM, o.name.span, text);
        }
        new
    }

    /// Whether an operand's type fits its register class.
    fn operand_fits(&mut self, e: E<'t>, class: char, span: Span) -> bool {
        let t = &self.cx.types;
        let size = t.size(e.ty);
        let ok = match class {
            'f' => e.ty.bare() == Ty::FLOAT,
            'd' => e.ty.bare() == Ty::DOUBLE,
            'h' => t.is_integer(e.ty) && size == 2,
            'r' => t.is_integer(e.ty) && size == 4,
            // What a function's address is the text would have to know.
            'l' if t.is_function_pointer(e.ty) => false,
            'l' => (t.is_integer(e.ty) || t.is_pointer(e.ty)) && size == 8,
            _ => t.is_integer(e.ty),
        };
        if !ok {
            let n = self.cx.type_name(e.ty);
            self.error(
                code::BAD_ASM,
                span,
                format!("a value of type `{n}` does not fit the constraint `{class}`"),
            );
        }
        ok
    }
}

impl Operands<'_> {
    fn count(&self) -> usize {
        self.outputs.len() + self.inputs.len()
    }

    /// The operand whose register operand `k` is: an input that is tied has its output's.
    fn register(&self, k: usize) -> usize {
        let Some(input) = k.checked_sub(self.outputs.len()) else { return k };
        self.outputs.iter().position(|o| o.2 == TAsmBefore::Input(input)).unwrap_or(k)
    }

    /// The text with numbers for names of operands, and `unique` for `%=`; or what is wrong with it. `%%` and names of registers
    /// stay as they are.
    fn numbered(&self, text: &str, unique: u32) -> Result<String, String> {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find('%') {
            out.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                // A number that is too large for any is one that no operand has.
                let number = &rest[..digits];
                let k = number.parse().unwrap_or(usize::MAX);
                if k >= self.count() {
                    return Err(self.none(number));
                }
                let _ = write!(out, "%{}", self.register(k));
                rest = &rest[digits..];
                continue;
            }
            match rest.as_bytes().first() {
                Some(b'%') => {
                    out.push_str("%%");
                    rest = &rest[1..];
                }
                Some(b'=') => {
                    let _ = write!(out, "{unique}");
                    rest = &rest[1..];
                }
                Some(b'[') => {
                    let Some(end) = rest.find(']') else { return Err(self.none("[")) };
                    match self.names.get(&rest[1..end]) {
                        Some(&k) => drop(write!(out, "%{}", self.register(k))),
                        None => return Err(self.none(&rest[..=end])),
                    }
                    rest = &rest[end + 1..];
                }
                Some(c) if c.is_ascii_alphabetic() || b"_$".contains(c) => out.push('%'),
                _ => return Err(self.none("")),
            }
        }
        out.push_str(rest);
        Ok(out)
    }

    fn none(&self, what: &str) -> String {
        format!("`%{what}` names no operand: there are {}", self.count())
    }
}
