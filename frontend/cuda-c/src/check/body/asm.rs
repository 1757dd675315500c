//! Inline PTX.

use optx_source::{Span, code};

use crate::{
    ast::AsmStmt,
    check::{
        Body,
        body::{E, asm_text},
    },
    literal,
    typed::{TAsm, TKind, TStmt, TStmtKind},
    types::Ty,
    words,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    pub(in crate::check) fn asm(
        &mut self,
        a: &'a AsmStmt<'a>,
        span: Span,
        out: &mut Vec<TStmt<'t>>,
    ) {
        let bytes = self.string_bytes(a.text);
        let text = asm_text::without_comments(&String::from_utf8_lossy(&bytes));
        let mut text = match text {
            Ok(text) => text,
            Err(wrong) => {
                self.error(code::BAD_ASM, a.text_span, wrong);
                return;
            }
        };
        let mut outputs = Vec::new();
        let mut inputs: Vec<(E<'t>, char)> = Vec::new();
        let mut names = Vec::new();
        let mut ok = true;
        for o in a.outputs {
            let c = literal::string_text(self.cx.text(o.constraint.sym));
            let e = self.expr(o.expr);
            names.push(o.name.sym);
            let (sign, class) = match c[..] {
                [s @ (b'=' | b'+'), c] | [s @ (b'=' | b'+'), b'&', c] => (s, char::from(c)),
                _ => (b'?', '?'),
            };
            if sign == b'?' || !"hrlfd".contains(class) {
                self.error(
                    code::BAD_ASM,
                    o.constraint.span,
                    "the constraint of an output is `=` or `+` and one of h, r, l, f, d",
                );
                ok = false;
                continue;
            }
            if e.ty.is_error() || !self.assignable(e, o.expr.span) {
                ok = false;
                continue;
            }
            ok &= self.operand_fits(e, class, o.expr.span);
            outputs.push((e, class, sign == b'+'));
        }
        for o in a.inputs {
            let c = literal::string_text(self.cx.text(o.constraint.sym));
            let e = self.value(o.expr);
            names.push(o.name.sym);
            let class = match c[..] {
                [c] if b"hrlfdn".contains(&c) => char::from(c),
                // A number ties the input to an output.
                [c @ b'0'..=b'9'] if usize::from(c - b'0') < outputs.len() => {
                    outputs[usize::from(c - b'0')].1
                }
                _ => {
                    self.error(
                        code::BAD_ASM,
                        o.constraint.span,
                        "the constraint of an input is one of h, r, l, f, d, n",
                    );
                    ok = false;
                    continue;
                }
            };
            if e.ty.is_error() {
                ok = false;
                continue;
            }
            ok &= self.operand_fits(e, class, o.expr.span);
            if class == 'n' && !matches!(e.kind, TKind::Int(_)) {
                self.error(
                    code::BAD_ASM,
                    o.expr.span,
                    "the operand of a constraint `n` must be an integer constant",
                );
                ok = false;
            }
            inputs.push((e, class));
        }
        let mut memory = false;
        for c in a.clobbers {
            memory |= literal::string_text(self.cx.text(*c)) == b"memory";
        }
        if !ok {
            return;
        }
        let named: Vec<(usize, String)> = names
            .iter()
            .enumerate()
            .filter(|(_, n)| **n != words::EMPTY)
            .map(|(i, n)| (i, format!("%[{}]", self.cx.text(*n))))
            .collect();
        for (i, n) in named {
            text = text.replace(&n, &format!("%{i}"));
        }
        if let Some(wrong) = bad_operand(&text, outputs.len() + inputs.len()) {
            self.error(
                code::BAD_ASM,
                a.text_span,
                format!("`{wrong}` names no operand: there are {}", outputs.len() + inputs.len()),
            );
            return;
        }
        let cx = &mut *self.cx;
        let mut of_file = |name: &str| {
            let symbol = cx.names.find(name);
            symbol.is_some_and(|symbol| cx.lookup(symbol).is_some())
        };
        if let Some(wrong) = asm_text::judge(&text, &mut of_file) {
            self.error(code::BAD_ASM, a.text_span, wrong);
            return;
        }
        let volatile = a.volatile || outputs.is_empty();
        let asm = TAsm { text, volatile, memory, outputs, inputs };
        out.push(TStmt { kind: TStmtKind::Asm(asm), span });
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

/// The first `%` in the text that begins neither the number of an operand nor a name.
fn bad_operand(text: &str, count: usize) -> Option<&str> {
    let b = text.as_bytes();
    let mut i = 0;
    while i < b.len() {
        if b[i] != b'%' {
            i += 1;
            continue;
        }
        i += 1;
        if b.get(i) == Some(&b'%') {
            i += 1;
            continue;
        }
        let from = i;
        while b.get(i).is_some_and(u8::is_ascii_digit) {
            i += 1;
        }
        let names = b.get(i).is_some_and(|c| c.is_ascii_alphabetic() || b"_$".contains(c));
        // A number that is too large for any is one that no operand has.
        let number = text[from..i].parse().unwrap_or(usize::MAX);
        if if from == i { !names } else { number >= count } {
            return Some(&text[from - 1..i]);
        }
    }
    None
}
