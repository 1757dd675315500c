//! Places in the source, in one table of a module.
//!
//! Idea: a node carries a [`Loc`] of 4 bytes, a number in the module's [`LocTable`], whose entries are [`SourcePlace`]s: where
//! the text stands, how much of it there is, the statement that it is part of, and the call that it was inlined at.
//! Equal places are one entry, so that comparing two `Loc`s compares places.
//!
//! A node without a `Loc` of its own has the place of its statement ([`LocTable::of`]): only what the readers of
//! remarks ask after (accesses of memory, calls, intrinsics, divisions, branches) has an entry.
//!
//! Rules, checked by [`LocTable::flaw`]: what an entry refers to is older than it, so that there are no circles; a
//! statement is no part of another, and was inlined at the same call as its parts.
//!
//! Cost: constant for each place that is asked for; 20 bytes an entry, and 5 to 10 for finding it again.

pub mod text;

use hashbrown::HashTable;

/// A line and column of a source file. Lines and columns count from 1; line 0 is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Pos {
    /// Index into [`crate::Module::files`].
    pub file: u16,
    /// Column in bytes from 1, saturating.
    pub column: u16,
    /// Line from 1; 0 where there is no place.
    pub line: u32,
}

/// A place of a module's [`LocTable`], or none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Loc(u32);

impl Loc {
    /// No place.
    pub const NONE: Loc = Loc(0);

    /// Whether this is no place.
    pub fn is_none(self) -> bool {
        self == Loc::NONE
    }

    /// This place, or another where it is none.
    #[must_use]
    pub fn or(self, other: Loc) -> Loc {
        if self.is_none() { other } else { self }
    }
}

impl std::fmt::Debug for Loc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "loc{}", self.0)
    }
}

/// A piece of a source file's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct SourcePlace {
    /// Index into [`crate::Module::files`].
    pub file: u16,
    /// Column in bytes from 1, saturating.
    pub column: u16,
    /// Line from 1; 0 is no place.
    pub line: u32,
    /// Bytes of text, saturating; 0 where nobody knows.
    pub length: u16,
    /// The statement that this is a part of; none where this is a statement's own place.
    pub statement: Loc,
    /// The call in another function at which this text's function was inlined.
    pub inlined_at: Loc,
}

impl SourcePlace {
    /// Where it begins.
    pub fn pos(&self) -> Pos {
        Pos { file: self.file, column: self.column, line: self.line }
    }

    /// Whether two places cover the same text, whatever they are parts of.
    pub fn same_text(&self, other: &SourcePlace) -> bool {
        self.pos() == other.pos() && self.length == other.length
    }

    fn hash(&self) -> u64 {
        const K: u64 = 0x517c_c1b7_2722_0a95;
        let text = u64::from(self.file) << 48 | u64::from(self.column) << 32 | u64::from(self.line);
        let within = u64::from(self.statement.0) << 32 | u64::from(self.inlined_at.0);
        let mut hash = text.wrapping_mul(K).rotate_left(23) ^ u64::from(self.length);
        hash = (hash.wrapping_mul(K).rotate_left(23) ^ within).wrapping_mul(K);
        hash ^ hash >> 32
    }
}

/// The places of a module, each once.
#[derive(Clone, Default)]
pub struct LocTable {
    places: Vec<SourcePlace>,
    numbers: HashTable<Loc>,
}

/// Most files have this many places.
const FIRST: usize = 128;

impl LocTable {
    /// How many places there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// True where there is none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The place; that of line 0 for none.
    pub fn get(&self, loc: Loc) -> SourcePlace {
        match (loc.0 as usize).checked_sub(1) {
            Some(index) => self.places[index],
            None => SourcePlace::default(),
        }
    }

    /// Where it begins.
    pub fn pos(&self, loc: Loc) -> Pos {
        self.get(loc).pos()
    }

    /// The place of the statement that it is part of: itself where it is a statement's.
    pub fn statement(&self, loc: Loc) -> Loc {
        self.get(loc).statement.or(loc)
    }

    /// Where the statement begins that it is part of.
    pub fn statement_pos(&self, loc: Loc) -> Pos {
        self.pos(self.statement(loc))
    }

    /// The place of a node: its own, or that of the statement it stands in, whose node has the place `around`.
    pub fn of(&self, own: Loc, around: Loc) -> Loc {
        if own.is_none() { self.statement(around) } else { own }
    }

    /// The call that it was inlined at.
    pub fn inlined_at(&self, loc: Loc) -> Loc {
        self.get(loc).inlined_at
    }

    /// The number of a place; none where its line is 0.
    pub fn intern(&mut self, place: SourcePlace) -> Loc {
        if place.line == 0 {
            return Loc::NONE;
        }
        let LocTable { places, numbers } = self;
        if places.is_empty() {
            places.reserve(FIRST);
            numbers.reserve(FIRST, |_| 0);
        }
        let at = |loc: &Loc| places[loc.0 as usize - 1];
        let found = numbers.entry(place.hash(), |loc| at(loc) == place, |loc| at(loc).hash());
        let next = u32::try_from(places.len() + 1).map_or(Loc::NONE, Loc);
        match found {
            hashbrown::hash_table::Entry::Occupied(entry) => *entry.get(),
            // Past the last number there is no place.
            hashbrown::hash_table::Entry::Vacant(_) if next.is_none() => Loc::NONE,
            hashbrown::hash_table::Entry::Vacant(entry) => {
                entry.insert(next);
                places.push(place);
                next
            }
        }
    }

    /// A piece of text as a part of a statement: the statement itself where it is all of it.
    pub fn part(&mut self, text: SourcePlace, statement: Loc) -> Loc {
        let whole = self.get(statement);
        if text.line == 0 || whole.same_text(&text) {
            return statement;
        }
        self.intern(SourcePlace { statement, inlined_at: whole.inlined_at, ..text })
    }

    /// The place that two evaluations have in common when they become one: theirs where it is the same, else the
    /// statement that both are parts of, else none. A statement runs where any of its parts does, so its line is never
    /// charged to a path that does not run it.
    pub fn common(&self, a: Loc, b: Loc) -> Loc {
        if a == b {
            return a;
        }
        let statement = self.statement(a);
        if statement == self.statement(b) { statement } else { Loc::NONE }
    }

    /// What breaks the table's rules, if anything.
    pub fn flaw(&self) -> Option<String> {
        for (index, place) in self.places.iter().enumerate() {
            let older = |loc: Loc| loc.0 as usize <= index;
            let what = if !older(place.inlined_at) {
                "was inlined at a place that is not older"
            } else if !older(place.statement) {
                "is part of a statement that is not older"
            } else if !place.statement.is_none() && !self.get(place.statement).statement.is_none() {
                "is part of a statement that is itself a part"
            } else if !place.statement.is_none() && self.get(place.statement).same_text(place) {
                "is all of its statement"
            } else if !place.statement.is_none()
                && self.inlined_at(place.statement) != place.inlined_at
            {
                "was inlined at another call than its statement"
            } else {
                continue;
            };
            return Some(format!("the place loc{} {what}", index + 1));
        }
        None
    }

    /// Whether it is none or a place of this table.
    pub fn holds(&self, loc: Loc) -> bool {
        loc.0 as usize <= self.places.len()
    }
}

impl PartialEq for LocTable {
    fn eq(&self, other: &LocTable) -> bool {
        self.places == other.places
    }
}

impl std::fmt::Debug for LocTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&self.places).finish()
    }
}

/// Places of an inlined body: each place of the callee becomes one at the call.
///
/// Cost: constant for each place of the callee, once a body; chains are followed without recursion, since calls nest as
/// deep as a program makes them. One map serves all bodies of a module, one after another: an entry counts only for the
/// body in which it was made, so beginning another body costs nothing. 8 bytes a place of the table.
#[derive(Default)]
pub(crate) struct Inlined {
    call: Loc,
    body: u32,
    /// By [`Loc`]: its copy, and the body that it was made for.
    copies: Vec<(u32, Loc)>,
    /// What is not known yet, outermost last: a part's statement, the calls further out.
    chain: Vec<Loc>,
}

impl Inlined {
    /// Begins with the body that is inlined at a call.
    pub(crate) fn begin(&mut self, call: Loc) {
        self.call = call;
        self.body += 1;
    }

    fn known(&self, loc: Loc) -> Option<Loc> {
        if loc.is_none() {
            return Some(Loc::NONE);
        }
        let (body, copy) = self.copies.get(loc.0 as usize)?;
        (*body == self.body).then_some(*copy)
    }

    /// The place of a copied node; none stays none.
    pub(crate) fn map(&mut self, locs: &mut LocTable, loc: Loc) -> Loc {
        if loc.is_none() || self.call.is_none() {
            return loc;
        }
        if let Some(known) = self.known(loc) {
            return known;
        }
        self.chain.push(loc);
        while let Some(&last) = self.chain.last() {
            let place = locs.get(last);
            let at = [place.inlined_at, place.statement].map(|l| self.known(l).ok_or(l));
            let [Ok(inlined_at), Ok(statement)] = at else {
                self.chain.extend(at.into_iter().find_map(Result::err));
                continue;
            };
            let copy = locs.intern(SourcePlace {
                inlined_at: inlined_at.or(self.call),
                statement,
                ..place
            });
            let index = last.0 as usize;
            if index >= self.copies.len() {
                self.copies.resize(locs.len() + 1, (0, Loc::NONE));
            }
            self.copies[index] = (self.body, copy);
            self.chain.pop();
        }
        self.known(loc).unwrap_or(Loc::NONE)
    }
}

#[cfg(test)]
mod tests;
