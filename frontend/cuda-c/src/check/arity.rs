//! How many arguments a function, a template or a conversion of `printf` takes, and the words for it.

use std::fmt;

/// A least number of arguments, and a most where there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) struct Arity {
    least: usize,
    most: Option<usize>,
}

impl Arity {
    /// So many.
    pub(in crate::check) fn exactly(count: usize) -> Arity {
        Arity { least: count, most: Some(count) }
    }

    /// That of parameters of which the first `needed` have no default.
    pub(in crate::check) fn of(needed: usize, params: usize, variadic: bool) -> Arity {
        Arity { least: needed.min(params), most: (!variadic).then_some(params) }
    }

    /// Whether so many are taken.
    pub(in crate::check) fn takes(self, given: usize) -> bool {
        given >= self.least && self.most.is_none_or(|most| given <= most)
    }

    /// `takes 2 arguments, and 1 is given`.
    pub(in crate::check) fn refuses(self, given: usize) -> String {
        format!("takes {self}, and {given} {} given", if given == 1 { "is" } else { "are" })
    }
}

impl fmt::Display for Arity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let least = self.least;
        match self.most {
            Some(1) if least == 1 => write!(f, "1 argument"),
            Some(most) if most == least => write!(f, "{most} arguments"),
            Some(most) => write!(f, "{least} to {most} arguments"),
            None if least == 1 => write!(f, "at least 1 argument"),
            None => write!(f, "at least {least} arguments"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Arity;

    #[test]
    fn what_is_taken_and_how_it_is_said() {
        for (arity, taken, text) in [
            (Arity::exactly(0), &[0][..], "0 arguments"),
            (Arity::exactly(1), &[1], "1 argument"),
            (Arity::of(1, 3, false), &[1, 2, 3], "1 to 3 arguments"),
            (Arity::of(1, 1, true), &[1, 2, 3, 4], "at least 1 argument"),
            (Arity::of(0, 1, false), &[0, 1], "0 to 1 arguments"),
        ] {
            let takes: Vec<usize> = (0..5).filter(|n| arity.takes(*n)).collect();
            assert_eq!(takes, taken);
            assert_eq!(arity.to_string(), text);
        }
        assert_eq!(Arity::exactly(2).refuses(1), "takes 2 arguments, and 1 is given");
    }
}
