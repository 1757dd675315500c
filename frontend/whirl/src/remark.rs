//! What passes have to say of the source: what was done, what was not and why, and what was found out.
//!
//! Idea: a pass tells the sink of its run ([`Remarks`]), which keeps what somebody asked for. Nothing is put into words that nobody asked
//! for: a message is made by a closure. Whoever runs passes turns the sink to each; the command shows what was kept, in the order of the
//! source. [`RemarksAsked`] is the question, by words of which a pass's name or its group's holds one: `unrolling` asks `full-unrolling` and `partial-unrolling`.
//!
//! Source: clang's `-Rpass`, `-Rpass-missed` and `-Rpass-analysis`, with words in place of regular expressions.
//! Cost: a test of a bit where nobody asks.

use crate::Loc;

/// The name that the inliner, which is no row of the pipeline, makes remarks under.
pub const INLINING: &str = "inlining";

/// The name under which it is told what calls are passed by value.
pub const PROMOTION: &str = "argument-promotion";

/// The word that asks every pass.
pub const EVERY: &str = "all";

/// What a remark tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RemarkKind {
    /// Something was done (`-Rpass`).
    Passed,
    /// Something was not done (`-Rpass-missed`).
    Missed,
    /// Something was found out on which it hung whether it was done (`-Rpass-analysis`).
    Analysis,
}

impl RemarkKind {
    /// The option that asks for it, without dashes.
    pub fn option(self) -> &'static str {
        match self {
            RemarkKind::Passed => "Rpass",
            RemarkKind::Missed => "Rpass-missed",
            RemarkKind::Analysis => "Rpass-analysis",
        }
    }
}

/// One remark of a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// What it tells of.
    pub kind: RemarkKind,
    /// The pass.
    pub pass: &'static str,
    /// The function that the pass ran on, as the source names it.
    pub function: String,
    /// Where in the source.
    pub loc: Loc,
    /// What is told.
    pub message: String,
}

/// Which remarks are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RemarksAsked {
    words: Vec<(RemarkKind, String)>,
}

impl RemarksAsked {
    /// Asks passes for one kind: those of whose name, or whose group's, the word is a part.
    pub fn ask(&mut self, kind: RemarkKind, word: &str) {
        self.words.push((kind, word.to_owned()));
    }

    fn asks(&self, kind: RemarkKind, pass: &str, group: &str) -> bool {
        let names = |word: &str| word == EVERY || pass.contains(word) || group.contains(word);
        self.words.iter().any(|(k, word)| *k == kind && names(word))
    }
}

/// The sink of one pass at a time.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    pass: &'static str,
    /// By kind.
    asked: [bool; 3],
    list: Vec<Remark>,
}

impl Remarks {
    /// Turns to a pass: what is told from here on is told by it.
    pub fn turn_to(&mut self, (pass, group): (&'static str, &str), asked: &RemarksAsked) {
        use RemarkKind::{Analysis, Missed, Passed};
        self.pass = pass;
        self.asked = [Passed, Missed, Analysis].map(|kind| asked.asks(kind, pass, group));
    }

    /// Whether somebody asked the pass for a kind.
    pub fn asks(&self, kind: RemarkKind) -> bool {
        self.asked[kind as usize]
    }

    /// Tells something of a place, if somebody asked.
    pub fn tell(&mut self, kind: RemarkKind, loc: Loc, message: impl FnOnce() -> String) {
        if self.asks(kind) {
            self.insist(kind, loc, message());
        }
    }

    /// Tells something that is told whether somebody asked or not: what the source wants and does not get.
    pub fn insist(&mut self, kind: RemarkKind, loc: Loc, message: String) {
        let function = String::new();
        self.list.push(Remark { kind, pass: self.pass, function, loc, message });
    }

    /// Takes what was told of a function.
    pub fn take<'a>(&'a mut self, function: &'a str) -> impl Iterator<Item = Remark> + 'a {
        self.list.drain(..).map(|remark| Remark { function: function.to_owned(), ..remark })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_ask_passes_and_groups_for_one_kind() {
        let mut asked = RemarksAsked::default();
        asked.ask(RemarkKind::Missed, "unroll");
        asked.ask(RemarkKind::Passed, EVERY);
        let mut remarks = Remarks::default();
        let mut told = |names: (&'static str, &str), kind: RemarkKind| {
            remarks.turn_to(names, &asked);
            remarks.tell(kind, Loc::NONE, || "said".to_owned());
            remarks.take("f").map(|r| (r.pass, r.function)).collect::<Vec<_>>()
        };
        let said = |pass: &'static str| vec![(pass, "f".to_owned())];
        assert_eq!(told(("full-unrolling", "loops"), RemarkKind::Missed), said("full-unrolling"));
        assert_eq!(told(("peeling", "unrolling"), RemarkKind::Missed), said("peeling"));
        assert_eq!(told(("hoisting", "hoisting"), RemarkKind::Missed), []);
        assert_eq!(told(("hoisting", "hoisting"), RemarkKind::Passed), said("hoisting"));
        assert_eq!(told(("full-unrolling", "unrolling"), RemarkKind::Analysis), []);
    }

    #[test]
    fn nothing_is_put_into_words_that_nobody_asked_for() {
        let mut remarks = Remarks::default();
        remarks.turn_to(("full-unrolling", "unrolling"), &RemarksAsked::default());
        remarks.tell(RemarkKind::Passed, Loc::NONE, || panic!("nobody asked"));
        assert_eq!(remarks.take("f").count(), 0);
        remarks.insist(RemarkKind::Missed, Loc::NONE, "all the same".to_owned());
        assert_eq!(remarks.take("f").count(), 1);
    }
}
