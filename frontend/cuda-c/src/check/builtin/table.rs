//! The built-in functions, in one table: name, signature or rule, action, and by the action's intrinsic the least
//! architecture. A name with several signatures is a set of overloads like the user's; where the user adds some to it,
//! all are looked at together.
//!
//! The table (`rows`) is sorted when the compiler is built: a process makes nothing of it.

mod rows;

use optx_whirl::{Intrinsic, Intrinsic as I};

use self::rows::SORTED;
use super::gnu::Gnu;
use crate::{library, typed::Action, types::Ty};

/// What a call of a built-in function means.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) enum Meaning {
    /// The arguments become the parameters, and the action is done on them. The result's type, then the parameters', as
    /// letters; `#` is what the row is an overload on.
    Signature(&'static str, Action),
    /// A rule of its own for the types of its arguments, in `call` or `gnu`.
    Rule(Rule),
    /// A signature that is chosen by, and what is chosen is called in another way.
    Overload(&'static str),
}

/// How a call is checked that no signature describes.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) enum Rule {
    /// `__ldg`: any object.
    ReadOnlyLoad,
    /// `__ldcg` and its kin, `volatile` or not: how a load is cached is a hint.
    Load(bool),
    /// `__stcg` and its kin.
    Store,
    /// A shuffle of a number; the lane, or what is added to it, is of the type.
    Shuffle(Intrinsic, Ty),
    /// `__match_any_sync`, `__match_all_sync`.
    Match(bool),
    /// An atomic on an object of one of the types.
    Atomic(Action, &'static [Ty]),
    /// `make_float4` and its kin, which the name's end says.
    MakeVector,
    Printf,
    AssertFail,
    /// One of GCC's.
    Gnu(Gnu),
}

/// A row of the table: one overload of a built-in function.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) struct Row {
    name: &'static str,
    pub meaning: Meaning,
    /// An integer argument, or a mixture, means the overload on double, as in C++'s `<cmath>` ([cmath.syn] 2).
    pub promotes: bool,
    /// What `#` in its signature stands for.
    on: u8,
}

impl Row {
    const fn ruled(name: &'static str, rule: Rule) -> Row {
        Row { name, meaning: Meaning::Rule(rule), promotes: false, on: 0 }
    }

    /// A signature to choose by.
    pub(super) const fn overload(signature: &'static str) -> Row {
        Row { name: "", meaning: Meaning::Overload(signature), promotes: false, on: 0 }
    }

    pub fn result(&self) -> Ty {
        self.letters().next().unwrap_or(Ty::ERROR)
    }

    /// The parameters' types; none where a rule says what they are.
    pub fn params(&self) -> impl Iterator<Item = Ty> {
        self.letters().skip(1)
    }

    fn letters(&self) -> impl Iterator<Item = Ty> {
        let text = match self.meaning {
            Meaning::Signature(text, _) | Meaning::Overload(text) => text,
            Meaning::Rule(_) => "",
        };
        text.bytes().map(|c| letter(if c == b'#' { self.on } else { c }))
    }

    /// The overloads of a shuffle, by the type of the lane or of what is added to it, none of another function (CUDA C++
    /// Programming Guide, "Warp Shuffle Functions").
    pub fn shuffles(&self) -> &'static [Row] {
        const BY_INT: &[Row] = &[
            Row::overload("iuii"),
            Row::overload("iuiii"),
            Row::overload("uuui"),
            Row::overload("uuuii"),
            Row::overload("quqi"),
            Row::overload("quqii"),
            Row::overload("kuki"),
            Row::overload("kukii"),
            Row::overload("luli"),
            Row::overload("lulii"),
            Row::overload("mumi"),
            Row::overload("mumii"),
            Row::overload("fufi"),
            Row::overload("fufii"),
            Row::overload("dudi"),
            Row::overload("dudii"),
        ];
        const BY_UINT: &[Row] = &[
            Row::overload("iuiu"),
            Row::overload("iuiui"),
            Row::overload("uuuu"),
            Row::overload("uuuui"),
            Row::overload("ququ"),
            Row::overload("ququi"),
            Row::overload("kuku"),
            Row::overload("kukui"),
            Row::overload("lulu"),
            Row::overload("lului"),
            Row::overload("mumu"),
            Row::overload("mumui"),
            Row::overload("fufu"),
            Row::overload("fufui"),
            Row::overload("dudu"),
            Row::overload("dudui"),
        ];
        match self.meaning {
            Meaning::Rule(Rule::Shuffle(_, Ty::UINT)) => BY_UINT,
            Meaning::Rule(Rule::Shuffle(..)) => BY_INT,
            _ => &[],
        }
    }

    /// The least architecture number; that of an atomic goes by its object.
    pub fn least_arch(&self) -> u32 {
        match self.meaning {
            Meaning::Signature(_, Action::Pure(i) | Action::Effect(i))
            | Meaning::Rule(Rule::Shuffle(i, _)) => i.least_arch(),
            Meaning::Rule(Rule::Match(all)) => {
                (if all { I::MatchAll } else { I::MatchAny }).least_arch()
            }
            _ => 0,
        }
    }
}

fn letter(c: u8) -> Ty {
    match c {
        b'v' => Ty::VOID,
        b'b' => Ty::BOOL,
        b'i' => Ty::INT,
        b'u' => Ty::UINT,
        b'q' => Ty::LONG,
        b'k' => Ty::ULONG,
        b'l' => Ty::LONGLONG,
        b'm' => Ty::ULONGLONG,
        b'f' => Ty::FLOAT,
        b'd' => Ty::DOUBLE,
        b'e' => Ty::LONGDOUBLE,
        _ => Ty::ERROR,
    }
}

/// Whether a built-in function has its name as C has it, and is no overload of C++'s: the only one of its name, one on doubles beside others,
/// and `abs` of an int.
pub(crate) fn is_c_function(name: &str, params: &[Ty]) -> bool {
    let rows = find(name).map_or(0, <[Row]>::len);
    let single = format!("{name}f");
    let overloaded = rows > 1 || find(&single).is_some() || library::file_of(&single).is_some();
    match name {
        "min" | "max" => params == [Ty::INT, Ty::INT],
        "abs" => params == [Ty::INT],
        _ => !overloaded || params.iter().all(|p| *p == Ty::DOUBLE),
    }
}

/// The overloads of a built-in function.
///
/// Cost: a binary search in a table that the compiler was built with.
pub(in crate::check) fn find(name: &str) -> Option<&'static [Row]> {
    const MAKE_VECTOR: &[Row] = &[Row::ruled("make_", Rule::MakeVector)];
    if name.strip_prefix("make_").is_some_and(crate::builtin_types::is_type) {
        return Some(MAKE_VECTOR);
    }
    let first = SORTED.partition_point(|row| row.name < name);
    let (_, rest) = SORTED.split_at_checked(first)?;
    let count = rest.iter().take_while(|row| row.name == name).count();
    rest.get(..count).filter(|rows| !rows.is_empty())
}

/// The names of built-in functions, but for most of `make_`.
pub(in crate::check) fn names() -> impl Iterator<Item = &'static str> {
    const MORE: [&str; 10] = [
        "make_float2",
        "make_float3",
        "make_float4",
        "make_int2",
        "make_int4",
        "expf",
        "logf",
        "powf",
        "sinf",
        "cosf",
    ];
    let mut v: Vec<&str> = SORTED.iter().map(|row| row.name).chain(MORE).collect();
    v.sort_unstable();
    v.dedup();
    v.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_with_its_overloads_in_order() {
        assert!(SORTED.is_sorted_by_key(|row| row.name));
        for row in &SORTED {
            let rows = find(row.name).unwrap_or_else(|| panic!("{}", row.name));
            assert!(
                rows.iter().any(|r| std::ptr::eq(r, row))
                    && rows.iter().all(|r| r.name == row.name)
            );
        }
        let signatures = |name: &str| -> Vec<String> {
            let types =
                |r: &Row| r.params().map(|t| format!("{t:?}")).collect::<Vec<_>>().join(" ");
            find(name).unwrap_or_default().iter().map(types).collect()
        };
        let of = |list: &[Ty]| list.iter().map(|t| format!("{t:?}")).collect::<Vec<_>>();
        assert_eq!(
            signatures("abs"),
            of(&[Ty::INT, Ty::LONG, Ty::LONGLONG, Ty::FLOAT, Ty::DOUBLE])
        );
        assert_eq!(signatures("sqrt"), of(&[Ty::FLOAT, Ty::DOUBLE]));
        assert_eq!(signatures("__double2float_ru"), of(&[Ty::DOUBLE]));
        assert_eq!(find("min").map(<[Row]>::len), Some(16));
        assert!(find("atomicCAS_system").is_some() && find("make_float3").is_some());
        for name in ["", "mi", "minn", "zzz", "make_", "make_foo", "atomicAdd_"] {
            assert!(find(name).is_none(), "{name}");
        }
    }
}
