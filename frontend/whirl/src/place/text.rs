//! Places as text.
//!
//! | text | place |
//! |---|---|
//! | `@0:12:7+5` | file 0, line 12, column 7, 5 bytes: a statement |
//! | `@0:12:9+2/` | a part of the statement that the node stands in |
//! | `@0:12:9+2/0:12:7+5` | a part of that statement |
//! | `@0:3:9+4<1` | inlined at the call of site 1 |
//! | nothing | of an expression: its statement's; of a statement: none |
//!
//! `+5` is left out where the length is 0. A statement's own node names its statement, as nothing stands around it.
//! Sites are calls that were inlined, `(site =1 @0:12:7+5/0:12:3+20<0)`: a table, since a chain of calls as long as a
//! program makes it would else stand at each node.

use crate::fixed_hash::Map;

use super::{Loc, LocTable, Pos, SourcePlace};
use std::fmt::Write as _;

/// The sites of a text: the calls at which what stands at its places was inlined.
///
/// They count in the order in which the text's places ask for them, callers before callees, so that a text that is read and
/// printed again has the same numbers.
#[derive(Debug, Default)]
pub struct Sites {
    list: Vec<Loc>,
    numbers: Map<Loc, u32>,
}

impl Sites {
    /// Those of the places `used`, in the text's order. Cost: linear in the places.
    pub fn of(locs: &LocTable, used: impl IntoIterator<Item = Loc>) -> Sites {
        let mut sites = Sites::default();
        let mut chain = Vec::new();
        for loc in used {
            let mut site = locs.inlined_at(loc);
            while !site.is_none() && !sites.numbers.contains_key(&site) {
                chain.push(site);
                site = locs.inlined_at(site);
            }
            for site in chain.drain(..).rev() {
                sites.numbers.insert(site, sites.list.len() as u32);
                sites.list.push(site);
            }
        }
        sites
    }
}

/// Prints ` @` and a place, as a part of the statement `around` where it is one; nothing for none.
pub fn print(out: &mut String, locs: &LocTable, sites: &Sites, loc: Loc, around: Loc) {
    if loc.is_none() {
        return;
    }
    let place = locs.get(loc);
    out.push_str(" @");
    spot(out, &place);
    if !place.statement.is_none() {
        out.push('/');
        if place.statement == around {
            return;
        }
        spot(out, &locs.get(place.statement));
    }
    if let Some(site) = sites.numbers.get(&place.inlined_at) {
        let _ = write!(out, "<{site}");
    }
}

/// Prints the table of sites, a line each behind `indent`.
pub fn print_sites(out: &mut String, indent: &str, locs: &LocTable, sites: &Sites) {
    for (index, &site) in sites.list.iter().enumerate() {
        let _ = write!(out, "{indent}(site ={index}");
        print(out, locs, sites, site, Loc::NONE);
        out.push_str(")\n");
    }
}

fn spot(out: &mut String, place: &SourcePlace) {
    let _ = write!(out, "{}:{}:{}", place.file, place.line, place.column);
    if place.length != 0 {
        let _ = write!(out, "+{}", place.length);
    }
}

/// Reads what [`print`] prints, without the blank. `around` is the statement that the node stands in.
pub fn parse(word: &str, locs: &mut LocTable, sites: &[Loc], around: Loc) -> Result<Loc, String> {
    let bad = || format!("`{word}` is no place: `@file:line:column+length` is");
    let text = word.strip_prefix('@').ok_or_else(bad)?;
    let (text, inlined_at) = match text.split_once('<') {
        None => (text, Loc::NONE),
        Some((text, number)) => {
            let site = number.parse::<usize>().ok().and_then(|n| sites.get(n));
            (text, *site.ok_or_else(|| format!("`{word}`: there is no site <{number}"))?)
        }
    };
    let (own, statement) = match text.split_once('/') {
        None => (text, None),
        Some((own, statement)) => (own, Some(statement)),
    };
    let own = parse_spot(own).ok_or_else(bad)?;
    match statement {
        None => Ok(locs.intern(SourcePlace { inlined_at, ..own })),
        Some("") if !inlined_at.is_none() => {
            Err(format!("`{word}`: a part is inlined where its statement is"))
        }
        Some("") if around.is_none() => {
            Err(format!("`{word}`: there is no statement around it with a place"))
        }
        Some("") => Ok(whole_or_part(locs, own, around)),
        Some(statement) => {
            let statement = parse_spot(statement).ok_or_else(bad)?;
            let statement = locs.intern(SourcePlace { inlined_at, ..statement });
            if statement.is_none() {
                return Err(format!("`{word}`: the statement has no line"));
            }
            Ok(whole_or_part(locs, own, statement))
        }
    }
}

/// A place without a line is none, be it a part of something or not.
fn whole_or_part(locs: &mut LocTable, own: SourcePlace, statement: Loc) -> Loc {
    if own.line == 0 { Loc::NONE } else { locs.part(own, statement) }
}

fn parse_spot(text: &str) -> Option<SourcePlace> {
    let (text, length) = match text.split_once('+') {
        None => (text, 0),
        Some((text, length)) => (text, length.parse().ok()?),
    };
    let Pos { file, line, column } = parse_pos(text)?;
    Some(SourcePlace { file, line, column, length, ..SourcePlace::default() })
}

/// Reads `file:line:column`.
pub fn parse_pos(text: &str) -> Option<Pos> {
    let mut parts = text.split(':');
    let pos = Pos {
        file: parts.next()?.parse().ok()?,
        line: parts.next()?.parse().ok()?,
        column: parts.next()?.parse().ok()?,
    };
    parts.next().is_none().then_some(pos)
}
