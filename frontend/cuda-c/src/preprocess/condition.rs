//! The value of `#if` expressions: 64-bit integers, signed or not.

use optx_source::{Span, code};

use super::Preprocessor;
use crate::{
    literal::{self, Number},
    token::{Tok, Token},
    words,
};

#[derive(Clone, Copy)]
struct Value {
    bits: u64,
    unsigned: bool,
}

impl Value {
    fn signed(v: i64) -> Value {
        Value { bits: v as u64, unsigned: false }
    }

    fn truth(b: bool) -> Value {
        Value::signed(i64::from(b))
    }
}

/// What is wrong, and where.
struct Wrong(Span, String);

struct Evaluator<'a, 'b> {
    pp: &'a mut Preprocessor<'b>,
    tokens: &'a [Token],
    at: usize,
    depth: u32,
    span: Span,
}

impl Preprocessor<'_> {
    /// Whether the expanded tokens of an `#if` are not zero.
    pub(super) fn condition_value(&mut self, tokens: &[Token], span: Span) -> bool {
        let mut e = Evaluator { pp: self, tokens, at: 0, depth: 0, span };
        let result = e.conditional(true).and_then(|v| match e.tokens.get(e.at) {
            None => Ok(v),
            Some(t) => Err(Wrong(t.span, "this does not belong to the condition".to_string())),
        });
        match result {
            Ok(v) => v.bits != 0,
            Err(Wrong(at, message)) => {
                self.error(code::BAD_CONDITION, at, message);
                false
            }
        }
    }
}

fn precedence(kind: Tok) -> Option<u8> {
    Some(match kind {
        Tok::PipePipe => 1,
        Tok::AmpAmp => 2,
        Tok::Pipe => 3,
        Tok::Caret => 4,
        Tok::Amp => 5,
        Tok::EqEq | Tok::Ne => 6,
        Tok::Lt | Tok::Gt | Tok::Le | Tok::Ge => 7,
        Tok::Shl | Tok::Shr => 8,
        Tok::Plus | Tok::Minus => 9,
        Tok::Star | Tok::Slash | Tok::Percent => 10,
        _ => return None,
    })
}

impl Evaluator<'_, '_> {
    fn kind(&self) -> Tok {
        self.tokens.get(self.at).map_or(Tok::Eof, |t| match t.sym {
            _ if t.kind != Tok::Ident => t.kind,
            words::AND => Tok::AmpAmp,
            words::OR => Tok::PipePipe,
            words::NOT => Tok::Bang,
            words::BITAND => Tok::Amp,
            words::BITOR => Tok::Pipe,
            words::XOR => Tok::Caret,
            words::COMPL => Tok::Tilde,
            words::NOT_EQ => Tok::Ne,
            _ => t.kind,
        })
    }

    fn here(&self) -> Span {
        match self.tokens.get(self.at) {
            Some(t) => t.span,
            None => self.tokens.last().map_or(self.span, |t| t.span.after()),
        }
    }

    fn enter(&mut self) -> Result<(), Wrong> {
        self.depth += 1;
        if self.depth > self.pp.limits.nesting {
            return Err(Wrong(self.here(), "the condition nests too deep".to_string()));
        }
        Ok(())
    }

    fn conditional(&mut self, live: bool) -> Result<Value, Wrong> {
        self.enter()?;
        let c = self.binary(1, live)?;
        let v = if self.kind() == Tok::Question {
            self.at += 1;
            let a = self.conditional(live && c.bits != 0)?;
            if self.kind() != Tok::Colon {
                return Err(Wrong(self.here(), "`:` must stand here".to_string()));
            }
            self.at += 1;
            let b = self.conditional(live && c.bits == 0)?;
            let v = if c.bits != 0 { a } else { b };
            Value { bits: v.bits, unsigned: a.unsigned || b.unsigned }
        } else {
            c
        };
        self.depth -= 1;
        Ok(v)
    }

    fn binary(&mut self, least: u8, live: bool) -> Result<Value, Wrong> {
        self.enter()?;
        let mut a = self.unary(live)?;
        while let Some(p) = precedence(self.kind()).filter(|p| *p >= least) {
            let op = self.kind();
            let span = self.here();
            self.at += 1;
            let right_live = match op {
                Tok::AmpAmp => live && a.bits != 0,
                Tok::PipePipe => live && a.bits == 0,
                _ => live,
            };
            let b = self.binary(p + 1, right_live)?;
            a = apply(op, a, b, right_live)
                .ok_or_else(|| Wrong(span, "division by zero".to_string()))?;
        }
        self.depth -= 1;
        Ok(a)
    }

    fn unary(&mut self, live: bool) -> Result<Value, Wrong> {
        let mut ops = Vec::new();
        while let k @ (Tok::Plus | Tok::Minus | Tok::Bang | Tok::Tilde) = self.kind() {
            ops.push(k);
            self.at += 1;
        }
        let mut v = self.primary(live)?;
        while let Some(op) = ops.pop() {
            v = match op {
                Tok::Minus => Value { bits: v.bits.wrapping_neg(), ..v },
                Tok::Bang => Value::truth(v.bits == 0),
                Tok::Tilde => Value { bits: !v.bits, ..v },
                _ => v,
            };
        }
        Ok(v)
    }

    fn primary(&mut self, live: bool) -> Result<Value, Wrong> {
        let Some(t) = self.tokens.get(self.at).copied() else {
            return Err(Wrong(self.here(), "the condition ends too early".to_string()));
        };
        self.at += 1;
        let text = t.spelling(self.pp.names);
        match t.kind {
            Tok::Number => match literal::number(text) {
                Ok(Number::Int { value, unsigned, .. }) => {
                    Ok(Value { bits: value, unsigned: unsigned || value > i64::MAX as u64 })
                }
                Ok(Number::Float { .. }) => {
                    Err(Wrong(t.span, "a floating constant in a condition".to_string()))
                }
                Err(e) => Err(Wrong(t.span, e.to_string())),
            },
            Tok::Char => match literal::character(text) {
                Ok((v, _)) => Ok(Value::signed(v)),
                Err(e) => Err(Wrong(t.span, e.to_string())),
            },
            // The words for operators are no names, and so not 0 ([lex.digraph] 2).
            Tok::Ident if words::is_alternative_operator(t.sym) => {
                Err(Wrong(t.span, format!("`{text}` is an operator, and no operand")))
            }
            Tok::Ident => {
                let v = Value::truth(t.sym == words::TRUE);
                if self.kind() == Tok::LParen {
                    return Err(Wrong(t.span, format!("`{text}` is not a function-like macro")));
                }
                Ok(v)
            }
            Tok::LParen => {
                let v = self.conditional(live)?;
                if self.kind() != Tok::RParen {
                    return Err(Wrong(self.here(), "`)` must stand here".to_string()));
                }
                self.at += 1;
                Ok(v)
            }
            _ => Err(Wrong(t.span, format!("{} is not an operand", t.describe(self.pp.names)))),
        }
    }
}

/// One operation; `None` for a division by zero that is carried out.
fn apply(op: Tok, a: Value, b: Value, live: bool) -> Option<Value> {
    let unsigned = (a.unsigned || b.unsigned) && !wrong!(ConditionsAreSigned);
    let (x, y) = (a.bits, b.bits);
    let (sx, sy) = (x as i64, y as i64);
    let number = |bits: u64| Value { bits, unsigned };
    Some(match op {
        Tok::PipePipe => Value::truth(x != 0 || y != 0),
        Tok::AmpAmp => Value::truth(x != 0 && y != 0),
        Tok::Pipe => number(x | y),
        Tok::Caret => number(x ^ y),
        Tok::Amp => number(x & y),
        Tok::EqEq => Value::truth(x == y),
        Tok::Ne => Value::truth(x != y),
        Tok::Lt => Value::truth(if unsigned { x < y } else { sx < sy }),
        Tok::Gt => Value::truth(if unsigned { x > y } else { sx > sy }),
        Tok::Le => Value::truth(if unsigned { x <= y } else { sx <= sy }),
        Tok::Ge => Value::truth(if unsigned { x >= y } else { sx >= sy }),
        Tok::Shl => Value { bits: if y < 64 { x << y } else { 0 }, ..a },
        Tok::Shr if a.unsigned => Value { bits: if y < 64 { x >> y } else { 0 }, ..a },
        Tok::Shr => Value { bits: (sx >> y.min(63)) as u64, ..a },
        Tok::Plus => number(x.wrapping_add(y)),
        Tok::Minus => number(x.wrapping_sub(y)),
        Tok::Star => number(x.wrapping_mul(y)),
        Tok::Slash | Tok::Percent if y == 0 => {
            if live {
                return None;
            }
            number(0)
        }
        Tok::Slash if unsigned => number(x / y),
        Tok::Slash => number(sx.wrapping_div(sy) as u64),
        Tok::Percent if unsigned => number(x % y),
        _ => number(sx.wrapping_rem(sy) as u64),
    })
}
