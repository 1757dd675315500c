//! The codes of operators (Itanium C++ ABI, 5.1.3).

use crate::{
    ast::{BinaryOp, UnaryOp},
    check::Checker,
    intern::Symbol,
    words,
};

/// A name with its length, or the code of an operator.
pub(super) fn unqualified(cx: &Checker<'_, '_>, name: Symbol, params: usize) -> String {
    let code = match name {
        words::OP_PLUS if params < 2 => "ps",
        words::OP_PLUS => "pl",
        words::OP_MINUS if params < 2 => "ng",
        words::OP_MINUS => "mi",
        words::OP_STAR if params < 2 => "de",
        words::OP_STAR => "ml",
        words::OP_SLASH => "dv",
        words::OP_PERCENT => "rm",
        words::OP_CARET => "eo",
        words::OP_AMP if params < 2 => "ad",
        words::OP_AMP => "an",
        words::OP_PIPE => "or",
        words::OP_TILDE => "co",
        words::OP_BANG => "nt",
        words::OP_ASSIGN => "aS",
        words::OP_LT => "lt",
        words::OP_GT => "gt",
        words::OP_PLUS_EQ => "pL",
        words::OP_MINUS_EQ => "mI",
        words::OP_STAR_EQ => "mL",
        words::OP_SLASH_EQ => "dV",
        words::OP_PERCENT_EQ => "rM",
        words::OP_CARET_EQ => "eO",
        words::OP_AMP_EQ => "aN",
        words::OP_PIPE_EQ => "oR",
        words::OP_SHL => "ls",
        words::OP_SHR => "rs",
        words::OP_SHL_EQ => "lS",
        words::OP_SHR_EQ => "rS",
        words::OP_EQ => "eq",
        words::OP_NE => "ne",
        words::OP_LE => "le",
        words::OP_GE => "ge",
        words::OP_AND => "aa",
        words::OP_OR => "oo",
        words::OP_INC => "pp",
        words::OP_DEC => "mm",
        words::OP_COMMA => "cm",
        words::OP_ARROW_STAR => "pm",
        words::OP_ARROW => "pt",
        words::OP_CALL => "cl",
        words::OP_INDEX => "ix",
        _ => {
            let text = cx.text(name);
            // `li` and the suffix: an operator of literals.
            return match text.strip_prefix(crate::parse::literal_operator::OPERATOR) {
                Some(suffix) => format!("li{}{suffix}", suffix.len()),
                None => format!("{}{text}", text.len()),
            };
        }
    };
    code.to_string()
}

pub(super) fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "ps",
        UnaryOp::Minus => "ng",
        UnaryOp::Not => "nt",
        UnaryOp::BitNot => "co",
        UnaryOp::Deref => "de",
        UnaryOp::AddrOf => "ad",
    }
}

pub(super) fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "pl",
        BinaryOp::Sub => "mi",
        BinaryOp::Mul => "ml",
        BinaryOp::Div => "dv",
        BinaryOp::Rem => "rm",
        BinaryOp::Shl => "ls",
        BinaryOp::Shr => "rs",
        BinaryOp::And => "an",
        BinaryOp::Or => "or",
        BinaryOp::Xor => "eo",
        BinaryOp::Lt => "lt",
        BinaryOp::Gt => "gt",
        BinaryOp::Le => "le",
        BinaryOp::Ge => "ge",
        BinaryOp::Eq => "eq",
        BinaryOp::Ne => "ne",
        BinaryOp::LogAnd => "aa",
        BinaryOp::LogOr => "oo",
        BinaryOp::Comma => "cm",
    }
}
