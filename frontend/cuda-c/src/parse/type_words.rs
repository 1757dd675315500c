//! The words that make up a built-in type, and what widths make of one.

use crate::{
    ast::{BaseWord, Mode},
    intern::Symbol,
    words,
};

/// Counts of the words that make up a built-in type.
#[derive(Default)]
pub(super) struct TypeWords {
    void: bool,
    bool: bool,
    char: bool,
    short: bool,
    int: bool,
    long: u8,
    float: bool,
    double: bool,
    signed: bool,
    unsigned: bool,
    /// A word that goes with no other.
    single: Option<BaseWord>,
}

impl TypeWords {
    /// Counts a word that goes with no other; false where there is one already.
    fn alone(&mut self, w: BaseWord) -> bool {
        self.single.replace(w).is_none()
    }

    /// Counts a word, if it is one of these; false where it may not stand once more.
    pub(super) fn add(&mut self, word: Symbol) -> Option<bool> {
        Some(match word {
            words::VOID => !std::mem::replace(&mut self.void, true),
            words::BOOL | words::C_BOOL => !std::mem::replace(&mut self.bool, true),
            words::CHAR => !std::mem::replace(&mut self.char, true),
            words::SHORT => !std::mem::replace(&mut self.short, true),
            words::INT => !std::mem::replace(&mut self.int, true),
            words::LONG => {
                self.long = self.long.saturating_add(1);
                true
            }
            words::INT64_MS => {
                self.long = self.long.saturating_add(2);
                true
            }
            words::FLOAT => !std::mem::replace(&mut self.float, true),
            words::DOUBLE => !std::mem::replace(&mut self.double, true),
            words::SIGNED | words::SIGNED_ALT | words::SIGNED_GNU => {
                !std::mem::replace(&mut self.signed, true)
            }
            words::UNSIGNED => !std::mem::replace(&mut self.unsigned, true),
            words::WCHAR => self.alone(BaseWord::WChar),
            words::CHAR16 => self.alone(BaseWord::Char16),
            words::CHAR32 => self.alone(BaseWord::Char32),
            _ => return None,
        })
    }

    /// Whether they are `long double`.
    pub(super) fn is_long_double(&self) -> bool {
        self.long == 1 && self.double
    }

    /// The type that they make, if they do.
    pub(super) fn base(&self) -> Option<BaseWord> {
        let kinds = [self.void, self.bool, self.char, self.float, self.double];
        let others = kinds.iter().filter(|k| **k).count();
        let modified = self.short || self.int || self.long > 0 || self.signed || self.unsigned;
        if others > 1
            || self.long > 2
            || self.short && self.long > 0
            || self.signed && self.unsigned
        {
            return None;
        }
        if let Some(w) = self.single {
            return (others == 0 && !modified).then_some(w);
        }
        if self.char && !self.short && !self.int && self.long == 0 {
            return Some(match (self.signed, self.unsigned) {
                (true, _) => BaseWord::SChar,
                (_, true) => BaseWord::UChar,
                _ => BaseWord::Char,
            });
        }
        if others == 1 {
            let long_double =
                self.is_long_double() && !(self.short || self.int || self.signed || self.unsigned);
            return if long_double {
                Some(BaseWord::LongDouble)
            } else if modified {
                None
            } else if self.void {
                Some(BaseWord::Void)
            } else if self.bool {
                Some(BaseWord::Bool)
            } else if self.float {
                Some(BaseWord::Float)
            } else {
                Some(BaseWord::Double)
            };
        }
        Some(match (self.short, self.long, self.unsigned) {
            (true, _, false) => BaseWord::Short,
            (true, _, true) => BaseWord::UShort,
            (_, 0, false) => BaseWord::Int,
            (_, 0, true) => BaseWord::UInt,
            (_, 1, false) => BaseWord::Long,
            (_, 1, true) => BaseWord::ULong,
            (_, _, false) => BaseWord::LongLong,
            (_, _, true) => BaseWord::ULongLong,
        })
    }
}

/// The built-in type of a mode's width, for one that modes go with.
pub(super) fn moded(w: BaseWord, mode: Mode) -> Option<BaseWord> {
    let signed = match w {
        BaseWord::Float | BaseWord::Double => {
            return match mode {
                Mode::SF => Some(BaseWord::Float),
                Mode::DF => Some(BaseWord::Double),
                _ => None,
            };
        }
        BaseWord::Short | BaseWord::Int | BaseWord::Long | BaseWord::LongLong | BaseWord::SChar => {
            true
        }
        BaseWord::UShort
        | BaseWord::UInt
        | BaseWord::ULong
        | BaseWord::ULongLong
        | BaseWord::UChar => false,
        _ => return None,
    };
    Some(match (mode, signed) {
        (Mode::QI, true) => BaseWord::SChar,
        (Mode::QI, false) => BaseWord::UChar,
        (Mode::HI, true) => BaseWord::Short,
        (Mode::HI, false) => BaseWord::UShort,
        (Mode::SI, true) => BaseWord::Int,
        (Mode::SI, false) => BaseWord::UInt,
        (Mode::DI, true) => BaseWord::Long,
        (Mode::DI, false) => BaseWord::ULong,
        (Mode::SF | Mode::DF, _) => return None,
    })
}
