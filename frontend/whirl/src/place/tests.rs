use super::text::{Sites, parse, print};
use super::*;

fn spot(line: u32, column: u16, length: u16) -> SourcePlace {
    SourcePlace { line, column, length, ..SourcePlace::default() }
}

#[test]
fn a_place_is_four_bytes_and_an_entry_twenty() {
    assert_eq!(size_of::<Loc>(), 4);
    assert_eq!(size_of::<SourcePlace>(), 20);
    assert_eq!(Loc::default(), Loc::NONE);
}

#[test]
fn equal_places_are_one_entry() {
    let mut locs = LocTable::default();
    let a = locs.intern(spot(3, 4, 5));
    assert_eq!(locs.intern(spot(3, 4, 5)), a);
    for other in [spot(4, 4, 5), spot(3, 5, 5), spot(3, 4, 6)] {
        assert_ne!(locs.intern(other), a);
    }
    assert_ne!(locs.intern(SourcePlace { file: 1, ..spot(3, 4, 5) }), a);
    assert_ne!(locs.intern(SourcePlace { inlined_at: a, ..spot(3, 4, 5) }), a);
    assert_eq!(locs.len(), 6);
    assert_eq!(locs.get(a), spot(3, 4, 5));
    assert_eq!(locs.pos(a), Pos { file: 0, line: 3, column: 4 });
    assert_eq!(locs.flaw(), None);
}

#[test]
fn line_0_is_no_place() {
    let mut locs = LocTable::default();
    assert_eq!(locs.intern(spot(0, 4, 5)), Loc::NONE);
    assert!(locs.is_empty());
    assert_eq!(locs.get(Loc::NONE), SourcePlace::default());
    assert_eq!(locs.pos(Loc::NONE), Pos::default());
    assert_eq!(locs.statement(Loc::NONE), Loc::NONE);
}

#[test]
fn parts_know_their_statement() {
    let mut locs = LocTable::default();
    let statement = locs.intern(spot(3, 1, 20));
    let part = locs.part(spot(3, 9, 4), statement);
    assert_eq!((locs.statement(part), locs.statement(statement)), (statement, statement));
    assert_eq!(locs.statement_pos(part), Pos { file: 0, line: 3, column: 1 });
    assert_eq!(locs.pos(part), Pos { file: 0, line: 3, column: 9 });
    // All of a statement is the statement.
    assert_eq!(locs.part(spot(3, 1, 20), statement), statement);
    // A node without a place has its statement's, not that of the part that its statement's node has.
    assert_eq!(locs.of(Loc::NONE, part), statement);
    assert_eq!(locs.of(part, statement), part);
}

#[test]
fn what_two_evaluations_have_in_common() {
    let mut locs = LocTable::default();
    let (one, two) = (locs.intern(spot(3, 1, 20)), locs.intern(spot(4, 1, 20)));
    let (a, b) = (locs.part(spot(3, 5, 1), one), locs.part(spot(3, 7, 1), one));
    let c = locs.part(spot(4, 5, 1), two);
    assert_eq!(locs.common(a, a), a);
    assert_eq!(locs.common(a, b), one);
    assert_eq!(locs.common(a, one), one);
    assert_eq!(locs.common(a, c), Loc::NONE);
    assert_eq!(locs.common(one, two), Loc::NONE);
    assert_eq!(locs.common(a, Loc::NONE), Loc::NONE);
    assert_eq!(locs.common(Loc::NONE, Loc::NONE), Loc::NONE);
}

#[test]
fn inlining_hangs_the_call_behind_the_last_of_a_chain() {
    let mut locs = LocTable::default();
    let (outer, inner) = (locs.intern(spot(30, 1, 9)), locs.intern(spot(20, 1, 9)));
    let statement = locs.intern(SourcePlace { inlined_at: inner, ..spot(10, 1, 9) });
    let part = locs.part(spot(10, 3, 2), statement);
    let mut inlined = Inlined::default();
    inlined.begin(outer);
    let copy = inlined.map(&mut locs, part);
    assert_eq!(inlined.map(&mut locs, part), copy);
    assert_eq!(inlined.map(&mut locs, Loc::NONE), Loc::NONE);
    let mut chain = Vec::new();
    let mut at = copy;
    while !at.is_none() {
        chain.push((locs.pos(at).line, locs.pos(at).column));
        at = locs.inlined_at(at);
    }
    assert_eq!(chain, [(10, 3), (20, 1), (30, 1)]);
    assert_eq!(locs.statement(copy), inlined.map(&mut locs, statement));
    assert_eq!(locs.inlined_at(locs.statement(copy)), locs.inlined_at(copy));
    assert_eq!(locs.flaw(), None);
}

/// A copy that one body made is not the next body's.
#[test]
fn each_inlined_body_has_its_own_copies() {
    let mut locs = LocTable::default();
    let calls = [30, 40].map(|line| locs.intern(spot(line, 1, 9)));
    let at = locs.intern(spot(10, 1, 9));
    let mut inlined = Inlined::default();
    for call in calls {
        inlined.begin(call);
        let copy = inlined.map(&mut locs, at);
        assert_eq!((locs.pos(copy), locs.inlined_at(copy)), (locs.pos(at), call));
    }
}

#[test]
fn long_chains_need_no_stack() {
    let mut locs = LocTable::default();
    let mut at = locs.intern(spot(1, 1, 1));
    for line in 2..200_000 {
        at = locs.intern(SourcePlace { inlined_at: at, ..spot(line, 1, 1) });
    }
    let call = locs.intern(spot(9, 9, 9));
    let mut inlined = Inlined::default();
    inlined.begin(call);
    let copy = inlined.map(&mut locs, at);
    assert_eq!(locs.pos(copy).line, 199_999);
    assert_eq!(locs.flaw(), None);
}

#[test]
fn broken_tables_are_found() {
    let (one, two, three) = (Loc(1), Loc(2), Loc(3));
    let flaw = |places: &[SourcePlace]| {
        let table = LocTable { places: places.to_vec(), ..LocTable::default() };
        table.flaw().unwrap_or_default()
    };
    assert_eq!(flaw(&[spot(1, 1, 1)]), "");
    let at = |inlined_at| SourcePlace { inlined_at, ..spot(1, 1, 1) };
    let of = |statement| SourcePlace { statement, ..spot(1, 1, 1) };
    assert!(flaw(&[at(one)]).contains("inlined at a place that is not older"));
    assert!(flaw(&[at(two), spot(2, 1, 1)]).contains("inlined at a place that is not older"));
    assert!(flaw(&[at(three)]).contains("inlined at a place that is not older"));
    assert!(flaw(&[of(one)]).contains("a statement that is not older"));
    assert!(flaw(&[spot(2, 1, 1), of(one), of(two)]).contains("itself a part"));
    let other = SourcePlace { inlined_at: one, statement: two, ..spot(1, 1, 1) };
    assert!(flaw(&[spot(3, 1, 1), spot(2, 1, 1), other]).contains("another call"));
    assert!(flaw(&[spot(1, 1, 1), of(one)]).contains("all of its statement"));
}

#[test]
fn text_reads_back() {
    let mut locs = LocTable::default();
    let call = locs.intern(spot(12, 7, 5));
    let statement = locs.intern(SourcePlace { inlined_at: call, ..spot(3, 5, 20) });
    let part = locs.part(SourcePlace { file: 2, ..spot(3, 9, 4) }, statement);
    let bare = locs.intern(spot(7, 1, 0));
    let sites = [call];
    for (loc, around, wanted) in [
        (call, Loc::NONE, " @0:12:7+5"),
        (statement, Loc::NONE, " @0:3:5+20<0"),
        (part, Loc::NONE, " @2:3:9+4/0:3:5+20<0"),
        (part, call, " @2:3:9+4/0:3:5+20<0"),
        (part, statement, " @2:3:9+4/"),
        (bare, Loc::NONE, " @0:7:1"),
        (Loc::NONE, statement, ""),
    ] {
        let mut text = String::new();
        print(&mut text, &locs, &Sites::of(&locs, [loc]), loc, around);
        assert_eq!(text, wanted);
        if !loc.is_none() {
            assert_eq!(parse(text.trim(), &mut locs, &sites, around), Ok(loc), "{text}");
        }
    }
}

#[test]
fn text_that_is_no_place_is_refused() {
    let mut locs = LocTable::default();
    let sites = [locs.intern(spot(1, 1, 1))];
    for (text, wanted) in [
        ("@", "is no place"),
        ("0:1:2", "is no place"),
        ("@0:1", "is no place"),
        ("@0:1:2:3", "is no place"),
        ("@0:1:x", "is no place"),
        ("@65536:1:1", "is no place"),
        ("@0:1:65536", "is no place"),
        ("@0:4294967296:1", "is no place"),
        ("@0:1:2+65536", "is no place"),
        ("@0:1:2+-1", "is no place"),
        ("@0:1:2/x", "is no place"),
        ("@0:1:2<1", "no site <1"),
        ("@0:1:2<", "no site <"),
        ("@0:1:2<0<0", "no site <0<0"),
        ("@0:1:2/", "no statement around it"),
        ("@0:1:2/<0", "inlined where its statement is"),
        ("@0:1:2/0:0:0", "has no line"),
    ] {
        let error = parse(text, &mut locs, &sites, Loc::NONE).expect_err(text);
        assert!(error.contains(wanted), "{text}: {error}");
    }
}
