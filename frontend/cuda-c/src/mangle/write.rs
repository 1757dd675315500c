//! Trees of components as text: those met before are references back.

use super::text::{Encoding, Kind, Node, Part, Piece, TextId, base36, number, param_text};
use crate::{
    ast::RefQualifier,
    intern::Map,
    types::{CONST, Suffix, Ty, VOLATILE},
};

/// What stands before and behind the types in a function's type: `K`, `Do`, `F` and `RE`.
fn function_marks(suffix: Suffix) -> (String, &'static str) {
    let mut before = String::new();
    for (is, mark) in [
        (suffix.quals & VOLATILE != 0, "V"),
        (suffix.quals & CONST != 0, "K"),
        (suffix.noexcept, "Do"),
        (true, "F"),
    ] {
        if is {
            before.push_str(mark);
        }
    }
    let behind = match suffix.object {
        RefQualifier::None => "E",
        RefQualifier::Lvalue => "RE",
        RefQualifier::Rvalue => "OE",
    };
    (before, behind)
}

pub(super) struct Writer {
    /// Components that a later mention may stand back to, by their full text.
    seen: Map<TextId, usize>,
    /// How many there are.
    count: usize,
    pub(super) out: String,
}

impl Writer {
    pub(super) fn new() -> Writer {
        Writer { seen: Map::default(), count: 0, out: String::from("_Z") }
    }

    /// A node without back references to anything.
    pub(super) fn text(n: &Node) -> String {
        let mut out = String::new();
        write_text(n, &mut out);
        out
    }

    /// Writes a back reference if the component was met.
    fn back(&mut self, text: TextId) -> bool {
        let Some(&i) = self.seen.get(&text) else { return false };
        if i == 0 {
            self.out.push_str("S_");
        } else {
            self.out.push_str(&format!("S{}_", base36(i - 1)));
        }
        true
    }

    /// Notes a component that was written.
    fn note(&mut self, text: TextId) {
        self.seen.entry(text).or_insert(self.count);
        self.count += 1;
    }

    fn node(&mut self, n: &Node) {
        match &n.kind {
            Kind::Builtin(s) => return self.out.push_str(s),
            Kind::Object(text) => return self.out.push_str(text),
            Kind::Known(f, address) => {
                self.out.push_str(if *address { "XadL_Z" } else { "L_Z" });
                self.encoding(f);
                return self.out.push_str(if *address { "EE" } else { "E" });
            }
            Kind::Named(parts) => return self.named(parts),
            Kind::Pack(list) => {
                self.out.push('J');
                list.iter().for_each(|n| self.node(n));
                return self.out.push('E');
            }
            Kind::Literal(t, v, signed) => {
                self.out.push('L');
                self.node(t);
                self.out.push_str(&number(*v, *signed));
                self.out.push('E');
                return;
            }
            Kind::Pieces(pieces, false) => return self.pieces(pieces),
            _ => {}
        }
        if self.back(n.text) {
            return;
        }
        if let Kind::Param(i) = n.kind {
            self.out.push_str(&param_text(i));
        }
        if let Kind::Function(suffix, parts) = &n.kind {
            let (before, behind) = function_marks(*suffix);
            self.out.push_str(&before);
            parts.iter().for_each(|n| self.node(n));
            self.out.push_str(behind);
        }
        if let Kind::Member(class, to) = &n.kind {
            self.out.push('M');
            self.node(class);
            self.node(to);
        }
        if let Kind::Pieces(pieces, _) = &n.kind {
            self.pieces(pieces);
        }
        if let Some((before, n)) = n.of() {
            self.out.push_str(&before);
            self.node(n);
        }
        self.note(n.text);
    }

    fn pieces(&mut self, pieces: &[Piece]) {
        for p in pieces {
            match p {
                Piece::Text(text) => self.out.push_str(text),
                Piece::Node(n) => self.node(n),
            }
        }
    }

    /// What stands behind `_Z` in a function's name.
    pub(super) fn encoding(&mut self, f: &Encoding) {
        if let Some(name) = &f.plain {
            return self.out.push_str(&format!("{}{name}", name.len()));
        }
        self.function_name(&f.parts, f.this, f.qualifier);
        f.signature.iter().for_each(|n| self.node(n));
    }

    pub(super) fn named(&mut self, parts: &[Part]) {
        if parts.last().is_some_and(|p| self.back(p.full)) {
            return;
        }
        self.around(parts);
        let nested = is_nested(parts);
        if nested {
            self.out.push('N');
        }
        self.prefix(parts, true);
        if nested {
            self.out.push('E');
        }
    }

    /// Writes the function around what has these parts.
    fn around(&mut self, parts: &[Part]) {
        let Some(local) = parts.first().and_then(|p| p.local.as_deref()) else { return };
        self.out.push('Z');
        self.encoding(&local.around);
        self.out.push('E');
    }

    /// Writes a part without its arguments.
    fn part(&mut self, p: &Part) {
        let Some(local) = p.local.as_deref() else { return self.out.push_str(&p.name) };
        self.out.push_str("Ul");
        local.params.iter().for_each(|n| self.node(n));
        self.out.push('E');
        if let Some(n) = local.number.checked_sub(1) {
            self.out.push_str(&n.to_string());
        }
        self.out.push('_');
    }

    /// Writes the parts of a name, each a component of its own; the last whole one only if `whole`.
    fn prefix(&mut self, parts: &[Part], whole: bool) {
        // The longest part that was met.
        let mut from = 0;
        let mut args_done = true;
        for (k, p) in parts.iter().enumerate().rev() {
            if (k + 1 < parts.len() || whole) && self.back(p.full) {
                from = k + 1;
                break;
            }
            if p.args.is_some() && self.back(p.bare) {
                from = k;
                args_done = false;
                break;
            }
        }
        for (k, p) in parts.iter().enumerate().skip(from) {
            let last = k + 1 == parts.len();
            if args_done {
                let std = k == 1 && parts[0].is_std;
                // The names that the ABI has short forms of are no components.
                let short = if std { short_form(p) } else { None };
                match short {
                    Some(short) => {
                        self.out.truncate(self.out.len() - 2);
                        self.out.push_str(short);
                    }
                    None => self.part(p),
                }
                // A name that is all of a function's is no component.
                if short.is_none() && !p.is_std && (p.args.is_some() || !last || whole) {
                    self.note(p.bare);
                }
            }
            args_done = true;
            if let Some(args) = &p.args {
                self.out.push('I');
                for a in args {
                    self.node(a);
                }
                self.out.push('E');
                if !last || whole {
                    self.note(p.full);
                }
            }
        }
    }

    /// `this` is what the function's object is, and `object` says of `&` and `&&` behind the parameters.
    fn function_name(&mut self, parts: &[Part], this: Option<Ty>, object: RefQualifier) {
        self.around(parts);
        let nested = is_nested(parts);
        if nested {
            self.out.push('N');
            if this.is_some_and(Ty::is_volatile) {
                self.out.push('V');
            }
            if this.is_some_and(Ty::is_const) {
                self.out.push('K');
            }
            match object {
                RefQualifier::Lvalue => self.out.push('R'),
                RefQualifier::Rvalue => self.out.push('O'),
                RefQualifier::None => {}
            }
        }
        self.prefix(parts, false);
        if nested {
            self.out.push('E');
        }
    }
}

/// Whether a name is written between `N` and `E`: one in `std` itself is not.
fn is_nested(parts: &[Part]) -> bool {
    parts.len() > if parts.first().is_some_and(|p| p.is_std) { 2 } else { 1 }
}

/// The short form of a template of `std`.
fn short_form(p: &Part) -> Option<&'static str> {
    match (p.name.as_str(), &p.args) {
        ("9allocator", Some(_)) => Some("Sa"),
        ("12basic_string", Some(_)) => Some("Sb"),
        _ => None,
    }
}

/// Writes a node's full text.
fn write_text(n: &Node, out: &mut String) {
    match &n.kind {
        Kind::Builtin(s) => out.push_str(s),
        Kind::Param(i) => out.push_str(&param_text(*i)),
        Kind::Object(text) => out.push_str(text),
        Kind::Known(f, _) => match &f.plain {
            Some(name) => out.push_str(name),
            None => {
                f.parts.iter().for_each(|p| out.push_str(&p.name));
                f.signature.iter().for_each(|n| write_text(n, out));
            }
        },
        Kind::Literal(t, v, signed) => {
            out.push('L');
            write_text(t, out);
            out.push_str(&number(*v, *signed));
            out.push('E');
        }
        Kind::Named(parts) => {
            for p in parts {
                out.push_str(&p.name);
                if let Some(list) = &p.args {
                    out.push('I');
                    list.iter().for_each(|a| write_text(a, out));
                    out.push('E');
                }
            }
        }
        Kind::Pack(list) => {
            out.push('J');
            list.iter().for_each(|n| write_text(n, out));
            out.push('E');
        }
        Kind::Function(suffix, parts) => {
            let (before, behind) = function_marks(*suffix);
            out.push_str(&before);
            parts.iter().for_each(|n| write_text(n, out));
            out.push_str(behind);
        }
        Kind::Member(class, to) => {
            out.push('M');
            write_text(class, out);
            write_text(to, out);
        }
        Kind::Pieces(pieces, _) => pieces.iter().for_each(|p| match p {
            Piece::Text(text) => out.push_str(text),
            Piece::Node(n) => write_text(n, out),
        }),
        Kind::Pointer(_)
        | Kind::Reference(..)
        | Kind::Array(..)
        | Kind::Qualified(..)
        | Kind::Expansion(_) => {
            if let Some((before, n)) = n.of() {
                out.push_str(&before);
                write_text(n, out);
            }
        }
    }
}
