//! What `optx run --sanitize=race` says: each race as an error, equal stores as notes, at most so many of either.

use crate::{Failure, output, render};
use annotate_snippets::Level;
use optx_launch::{Race, Races};

/// Pairs of lines that are shown; JSON has them all.
const SHOWN: usize = 20;

/// Says what was found, on standard error.
pub(crate) fn show(races: &Races) {
    list(Level::NOTE, races.notes());
    list(Level::ERROR, races.races());
}

/// The same; a race is a failure, a note is none.
pub(crate) fn judge(races: &Races) -> Result<(), Failure> {
    show(races);
    match races.races().count() {
        0 => {
            output::tell(format_args!("no data race"));
            Ok(())
        }
        1 => Err(Failure::new(4, "1 data race")),
        n => Err(Failure::new(4, format!("{n} data races"))),
    }
}

fn list<'a>(level: Level<'static>, all: impl Iterator<Item = &'a Race>) {
    let all: Vec<&Race> = all.collect();
    for race in all.iter().take(SHOWN) {
        render::message(level.clone(), &race.to_string());
    }
    if all.len() > SHOWN {
        output::tell(format_args!("{} more are not shown", all.len() - SHOWN));
    }
}
