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

    /// That of parameters, by whether each has a default: those before the first that has one are needed.
    pub(in crate::check) fn of(defaults: impl Iterator<Item = bool>, variadic: bool) -> Arity {
        let (mut least, mut count) = (None, 0);
        for has_default in defaults {
            least = least.or(has_default.then_some(count));
            count += 1;
        }
        Arity { least: least.unwrap_or(count), most: (!variadic).then_some(count) }
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
        let of = |defaults: &[bool], variadic| Arity::of(defaults.iter().copied(), variadic);
        for (arity, taken, text) in [
            (Arity::exactly(0), &[0][..], "0 arguments"),
            (Arity::exactly(1), &[1], "1 argument"),
            (of(&[false, true, true], false), &[1, 2, 3], "1 to 3 arguments"),
            (of(&[false], true), &[1, 2, 3, 4], "at least 1 argument"),
            (of(&[true], false), &[0, 1], "0 to 1 arguments"),
            (of(&[], true), &[0, 1, 2, 3, 4], "at least 0 arguments"),
        ] {
            let takes: Vec<usize> = (0..5).filter(|n| arity.takes(*n)).collect();
            assert_eq!(takes, taken);
            assert_eq!(arity.to_string(), text);
        }
        assert_eq!(Arity::exactly(2).refuses(1), "takes 2 arguments, and 1 is given");
    }
}
