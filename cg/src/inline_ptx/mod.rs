//! What inline PTX asks of the target and of the PTX version.
//!
//! Its text is read instruction by instruction; [`table`] says of each instruction, and of modifiers, types, numbers of
//! operands and special registers that came later, from which target and version on ptxas takes them. What the
//! table does not know may be anything: it gets the newest version that ptxas has for the target, and the target is left to ptxas.
//!
//! Source: NVIDIA's PTX ISA documentation; each row was found by asking ptxas 12.9 or 13.5, and a test asks again.
//! Cost: a walk over the text, and for each instruction one over the rows of its name.

mod read;
pub mod table;

use crate::target::{Target, VERSIONS, Version};
use read::{Instruction, Values, behind_labels, instruction, strings, without_comments};
use table::{KNOWN, ROWS, Row};

/// What inline PTX asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The lowest architecture number.
    pub arch: u32,
    /// Only targets of one architecture or family have it: `sm_90a`, `sm_100f`.
    pub specific: bool,
    /// The lowest PTX version.
    pub version: Version,
}

impl Needs {
    const NOTHING: Needs = Needs { arch: 0, specific: false, version: (1, 0) };

    /// What both ask for.
    fn and(self, other: Needs) -> Needs {
        Needs {
            arch: self.arch.max(other.arch),
            specific: self.specific || other.specific,
            version: self.version.max(other.version),
        }
    }

    /// What a row asks for.
    fn of(row: &Row) -> Needs {
        Needs { arch: row.arch.into(), specific: row.specific, version: row.version }
    }
}

/// The newest version that ptxas takes for a target: what came before sm_75 went with CUDA 13.
pub fn newest(target: Target) -> Version {
    if target.arch < 75 { (8, 8) } else { VERSIONS.last().copied().unwrap_or((1, 0)) }
}

/// What a text asks for on a target.
pub fn needs(text: &str, target: Target) -> Needs {
    // A string must not be cut where a statement seems to end or a comment to begin.
    let divided = strings(text).any(|s| s.contains([';', '/']));
    let text = without_comments(text);
    let unknown = Needs { version: newest(target), ..Needs::NOTHING };
    let values = Values::declared(&text);
    let statements = text.split(';').map(|s| statement(s, &values).unwrap_or(unknown));
    let registers = special_registers(&text).map(|name| special(name).unwrap_or(unknown));
    let strings = if divided { unknown } else { Needs::NOTHING };
    let all = statements.chain(registers).fold(strings, Needs::and);
    // A pragma that is younger than all that ptxas has for an old target is ignored there.
    Needs { version: all.version.min(newest(target)), ..all }
}

/// What a statement asks for; None where it names something unknown.
fn statement(text: &str, values: &Values<'_>) -> Option<Needs> {
    let text = behind_labels(text);
    if text.is_empty() {
        return Some(Needs::NOTHING);
    }
    if let Some(directive) = text.strip_prefix('.') {
        return declaration(directive);
    }
    let i = instruction(text);
    let known = KNOWN.iter().find(|(head, _)| *head == i.head)?.1;
    let is_known = |part: &str| is_plain_type(part) || known.split(' ').any(|k| k == part);
    if !i.parts.iter().all(|part| is_known(part)) {
        return None;
    }
    Some(
        rows(i.head)
            .filter(|row| fits(row, &i, values))
            .map(Needs::of)
            .fold(Needs::NOTHING, Needs::and),
    )
}

/// A type that every version has, where an instruction takes it.
fn is_plain_type(part: &str) -> bool {
    const TYPES: &[&str] = &[
        "pred", "b8", "b16", "b32", "b64", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64",
        "f32", "f64",
    ];
    TYPES.contains(&part)
}

/// Whether a row is about an instruction: each part of its key is there, or not where it has a `!`; two types stand in order.
fn fits(row: &Row, i: &Instruction<'_>, values: &Values<'_>) -> bool {
    let mut last_type = 0;
    row.key.split(' ').skip(1).all(|part| {
        if let Some(absent) = part.strip_prefix('!') {
            return !i.parts.contains(&absent);
        }
        if let Some((what, number)) = part.split_once('#') {
            let Ok(number) = number.parse::<usize>() else { return false };
            let operand = number.checked_sub(1).and_then(|k| i.operands.get(k));
            return match what {
                "" => i.operands.len() == number,
                "pred" => operand.is_some_and(|o| values.may_be_predicate(o)),
                "|" => operand.is_some_and(|o| o.contains(what)),
                _ => operand == Some(&what),
            };
        }
        if !is_type(part) {
            return i.parts.contains(&part);
        }
        let at = i.parts.iter().skip(last_type).position(|p| *p == part);
        last_type += at.map_or(0, |at| at + 1);
        at.is_some()
    })
}

fn is_type(part: &str) -> bool {
    let letters = part.trim_start_matches("b").trim_start_matches(['u', 's', 'f', 'e', 't']);
    part == "pred" || letters.starts_with(|c: char| c.is_ascii_digit())
}

fn rows(head: &str) -> impl Iterator<Item = &'static Row> + '_ {
    ROWS.iter().filter(move |row| row.key.split(' ').next() == Some(head))
}

/// What a pragma asks for: ptxas ignores what it does not know, but a newer one may know it.
fn pragma(text: &str) -> Option<Needs> {
    let known = KNOWN.iter().find(|(head, _)| *head == ".pragma")?.1;
    strings(text).try_fold(Needs::NOTHING, |needs, string| {
        let name = string.split_whitespace().next().unwrap_or("");
        known.split(' ').find(|k| *k == name)?;
        let row = rows(".pragma").find(|row| row.key.split(' ').nth(1) == Some(name));
        Some(needs.and(row.map_or(Needs::NOTHING, Needs::of)))
    })
}

/// Whether an initial value takes a byte of an address: `0xff00(name)`.
fn has_mask(text: &str) -> bool {
    let word = |before: &str| {
        let at = before.trim_end().rfind(|c: char| !c.is_alphanumeric()).map_or(0, |at| at + 1);
        before[at..].starts_with(|c: char| c.is_ascii_digit())
    };
    text.match_indices('(').any(|(at, _)| word(&text[..at]))
}

/// What a directive asks for, by its types.
fn declaration(text: &str) -> Option<Needs> {
    const PLAIN: &[&str] = &[
        "reg",
        "local",
        "shared",
        "param",
        "global",
        "const",
        "branchtargets",
        "callprototype",
        "calltargets",
        "loc",
    ];
    let i = instruction(text);
    if i.head == "pragma" {
        return pragma(text);
    }
    if !PLAIN.contains(&i.head) {
        return None;
    }
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '.'));
    let types = words.flat_map(|w| w.split('.').skip(1)).filter(|w| !w.is_empty());
    let mut needs = Needs::NOTHING;
    for part in types {
        let plain = is_plain_type(part) || ["v2", "v4", "align", "f16", "f16x2"].contains(&part);
        let row = rows(".reg").find(|row| row.key.split(' ').nth(1) == Some(part));
        match row {
            Some(row) => needs = needs.and(Needs::of(row)),
            None if plain => {}
            None => return None,
        }
    }
    if has_mask(text) {
        needs = rows(".mask").map(Needs::of).fold(needs, Needs::and);
    }
    Some(needs)
}

/// The special registers that a text names, without percent signs. What the text declares may be called the same.
fn special_registers(text: &str) -> impl Iterator<Item = &str> {
    text.split('%').skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let name = &rest[..end];
        name.starts_with(|c: char| c.is_alphabetic()).then_some(name)
    })
}

/// What a special register asks for; what is none is a register that the text declares.
fn special(name: &str) -> Option<Needs> {
    let family = |stem: &'static str| {
        let rest = name.strip_prefix(stem)?;
        rest.bytes().all(|b| b.is_ascii_digit()).then_some(stem)
    };
    let stem = family("envreg").or_else(|| family("pm")).or_else(|| {
        let pm = name.strip_prefix("pm")?.strip_suffix("_64")?;
        pm.bytes().all(|b| b.is_ascii_digit()).then_some("pm0_64")
    });
    let name = stem.unwrap_or(name);
    let row = ROWS.iter().find(|row| row.key.strip_prefix('%') == Some(name));
    Some(row.map_or(Needs::NOTHING, Needs::of))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> (u32, Version) {
        let target = Target::parse("sm_90").expect("a target");
        let needs = needs(text, target);
        (needs.arch.max(52), needs.version.max((4, 1)))
    }

    #[test]
    fn instructions_are_found_wherever_they_stand() {
        let nothing = (52, (4, 1));
        for text in ["", " ", "{ }", "/* szext.wrap.s32 */", "// bmsk\n", "mov.u32 %0, %%laneid;"] {
            assert_eq!(asked(text), nothing, "{text}");
        }
        for text in [
            "szext.wrap.s32 %0, %1, 7",
            "szext.wrap.s32 %0, %1, 7;",
            "{ .reg .u32 t; szext.wrap.s32 t, %1, 7; }",
            "{ .reg .pred p; @p szext.wrap.s32 %0, %1, 7; }",
            "{ .reg .pred p; @!p szext .wrap.s32 %0, %1, 7; }",
            "L: szext.wrap.s32 %0, %1, 7;",
            "L%=: { M: szext.s32.wrap %0, %1, 7; }",
            "add.u32 %0, %0, 1; /* then */ szext.wrap.s32 %0, %1, 7; // and no more",
        ] {
            assert_eq!(asked(text), (70, (7, 6)), "{text}");
        }
        assert_eq!(asked("activemask.b32 %0;"), (52, (6, 2)));
        assert_eq!(asked("redux.sync.add.s32 %0, %1, %2;").0, 80);
        assert_eq!(asked("mov.u32 %0, %clusterid.x;"), (90, (7, 8)));
        assert_eq!(asked("mov.u32 %0, %%envreg12;"), nothing);
        assert_eq!(asked("ld.global.L2::128B.u32 %0, [%1];"), (75, (7, 4)));
        assert_eq!(asked("{ .reg.b128 q; }"), (70, (8, 3)));
    }

    #[test]
    fn types_count_in_their_order() {
        assert_eq!(asked("cvt.rn.bf16.f32 %0, %1;"), (80, (7, 0)));
        assert_eq!(asked("cvt.f32.bf16 %0, %1;"), (80, (7, 1)));
        assert_eq!(asked("max.f32 %0, %1, %2;"), (52, (4, 1)));
        assert_eq!(asked("max.f32 %0, %1, %2, %3;"), (100, (8, 8)));
    }

    #[test]
    fn operands_count_by_what_they_are() {
        let cp = |declared: &str, ignored: &str| {
            asked(&format!("{{ {declared} cp.async.ca.shared.global [%0], [%1], 4, {ignored}; }}"))
                .1
        };
        for (declared, ignored) in
            [("", "%2"), ("", "2"), (".reg .b32 t, u;", "u"), (".reg .u32 t<3>;", "t2")]
        {
            assert_eq!(cp(declared, ignored), (7, 0), "{declared} {ignored}");
        }
        for (declared, ignored) in [
            (".reg .pred p;", "p"),
            (".reg .pred p;", "!p"),
            (".reg .b32 t; .reg .pred %p<3>;", "%p2"),
            // Declared by another statement, or as both.
            ("", "p"),
            (".reg .b32 p; } { .reg .pred p;", "p"),
        ] {
            assert_eq!(cp(declared, ignored), (7, 5), "{declared} {ignored}");
        }
    }

    #[test]
    fn pragmas_have_versions() {
        let pragma = |text: &str, target: &str| {
            needs(text, Target::parse(target).expect("a target")).version.max((4, 1))
        };
        assert_eq!(pragma(".pragma \"nounroll\";", "sm_80"), (4, 1));
        assert_eq!(pragma("{ .pragma \"nounroll\", \"frequency 12\"; }", "sm_80"), (9, 0));
        // No ptxas that has the target knows 9.0.
        assert_eq!(pragma(".pragma \"frequency 12\";", "sm_70"), (8, 8));
    }

    #[test]
    fn what_is_unknown_gets_the_newest() {
        for text in [
            "frobnicate.u32 %0;",
            "add.frob.u32 %0, %0, 1;",
            ".frob 3;",
            "{ .reg .b256 q; }",
            ".pragma \"frob\";",
            ".pragma \"nounroll\", \"frob 3\";",
            ".pragma \"a;b\";",
            ".pragma \"//\"; bar.sync 0;",
        ] {
            assert_eq!(asked(text), (52, (9, 5)), "{text}");
            let old = Target::parse("sm_61").expect("a target");
            assert_eq!(needs(text, old).version, (8, 8), "{text}");
        }
    }

    #[test]
    fn keys_name_known_modifiers() {
        for row in ROWS.iter().filter(|row| !row.key.starts_with(['%', '.'])) {
            let head = row.key.split(' ').next();
            assert!(KNOWN.iter().any(|(h, _)| Some(*h) == head), "{}", row.key);
        }
        for (k, (head, _)) in KNOWN.iter().enumerate() {
            assert!(KNOWN[..k].iter().all(|(h, _)| h != head), "{head} twice");
        }
    }
}
