//! Operands in all their states, and going through all that they allow.

use crate::model::{Claims, Setting, Shared, Threads, mask};
use optx_ir::{CrId, Fact};
use optx_wopt::analysis::variance::transfer::Operand;
use optx_wopt::analysis::variance::{Base, Coef, Exact, Extension, Symbol, Variance};

/// The width of most tests.
pub const WIDTH: u32 = 4;

/// All four.
pub const EXACTNESS: [Exact; 4] = [
    Exact::NEITHER,
    Exact { signed: true, unsigned: false },
    Exact { signed: false, unsigned: true },
    Exact::BOTH,
];

/// The node of an operand.
pub fn node(k: usize) -> CrId {
    CrId::from_index(k)
}

/// An operand, and by setting the pairs of values that two threads may have for it.
#[derive(Clone, Debug)]
pub struct Case {
    pub operand: Operand,
    pairs: Vec<Vec<[u64; 2]>>,
}

/// A row and what the operation computes.
pub struct Row<'a> {
    pub name: &'a str,
    /// The width of the operands.
    pub from: u32,
    /// The width of the result.
    pub width: u32,
    pub state: &'a dyn Fn(&[Operand]) -> Variance,
    /// None where the operation has no value.
    pub value: &'a dyn Fn(&[u64]) -> Option<u64>,
}

impl Case {
    /// The case of an operand; None where no values are so.
    pub fn of(operand: Operand, settings: &[Setting], width: u32) -> Option<Case> {
        let values: Vec<u64> = (0..=mask(width)).collect();
        let pair = |&v: &u64| values.iter().map(move |&w| [v, w]);
        let pairs: Vec<[u64; 2]> = values.iter().flat_map(pair).collect();
        Case::among(operand, settings, width, &pairs)
    }

    /// The same where only these pairs of values are tried.
    pub fn among(
        operand: Operand,
        settings: &[Setting],
        width: u32,
        pairs: &[[u64; 2]],
    ) -> Option<Case> {
        let holds = |value: u64| operand.fact.is_none_or(|fact| fact.holds(value));
        let held = pairs.iter().copied().filter(|pair| pair.iter().all(|&value| holds(value)));
        let held: Vec<[u64; 2]> = held.collect();
        let of = |setting: &Setting| {
            let claims = Claims::of(&operand.state, &setting.threads, &setting.shared, width);
            held.iter().copied().filter(|&pair| claims.hold(pair)).collect::<Vec<_>>()
        };
        let pairs: Vec<Vec<[u64; 2]>> = settings.iter().map(of).collect();
        pairs.iter().any(|pairs| !pairs.is_empty()).then_some(Case { operand, pairs })
    }

    /// That of a constant.
    pub fn constant(k: usize, value: i64, settings: &[Setting], width: u32) -> Case {
        let fact = Some(Fact::constant(width, value as u64));
        let state = Variance::constant(value);
        let operand = Operand { node: node(k), state, constant: Some(value), fact };
        Case::of(operand, settings, width).expect("a constant has its value")
    }
}

/// All states with all facts.
pub fn cases(
    k: usize,
    states: &[Variance],
    facts: &[Fact],
    settings: &[Setting],
    width: u32,
) -> Vec<Case> {
    let operand = |&state: &Variance, &fact: &Fact| Operand {
        node: node(k),
        state,
        constant: None,
        fact: Some(fact),
    };
    let all = states.iter().flat_map(|state| facts.iter().map(move |fact| operand(state, fact)));
    all.filter_map(|operand| Case::of(operand, settings, width)).collect()
}

/// An operation's results: of few operands they are computed once.
enum Results<'a> {
    Each(&'a dyn Fn(&[u64]) -> Option<u64>),
    /// By the operands' bits one after the other.
    Table {
        from: u32,
        all: Vec<Option<u64>>,
    },
}

impl<'a> Results<'a> {
    fn of_row(row: &Row<'a>, count: u32) -> Results<'a> {
        let (from, bits) = (row.from, row.from * count);
        if bits > 14 {
            return Results::Each(row.value);
        }
        let kid = |all: u64, k: u32| all >> (from * (count - 1 - k)) & mask(from);
        let of = |all| (row.value)(&(0..count).map(|k| kid(all, k)).collect::<Vec<_>>());
        Results::Table { from, all: (0..1 << bits).map(of).collect() }
    }

    /// That of a thread.
    fn of(&self, values: &[[u64; 2]], thread: usize) -> Option<u64> {
        match self {
            Results::Each(value) => {
                value(&values.iter().map(|pair| pair[thread]).collect::<Vec<_>>())
            }
            Results::Table { from, all } => {
                let mut index = 0;
                for pair in values {
                    index = index << from | pair[thread];
                }
                all[index as usize]
            }
        }
    }
}

/// The nodes that a state's coefficients name.
fn names(state: &Variance, node: CrId) -> bool {
    let named = |c: &Coef| matches!(c, Coef::Symbolic(symbol) if symbol.node == node);
    state.coef.iter().chain([&state.lane]).any(named)
}

/// Goes through all values that operands of these cases may have; gives the number of pairs of results of which something was claimed.
fn check(row: &Row<'_>, results: &Results<'_>, settings: &[Setting], operands: &[&Case]) -> usize {
    let given: Vec<Operand> = operands.iter().map(|case| case.operand).collect();
    let result = (row.state)(&given);
    let names_operand = given.iter().any(|operand| names(&result, operand.node));
    let mut count = 0;
    for (k, setting) in settings.iter().enumerate() {
        let of = |shared: &[Shared]| Claims::of(&result, &setting.threads, shared, row.width);
        let fixed = (!names_operand).then(|| of(&setting.shared));
        if fixed.is_some_and(|claims| claims.is_none()) {
            continue;
        }
        let lists: Vec<&[[u64; 2]]> = operands.iter().map(|case| &case.pairs[k][..]).collect();
        for_each_choice(&lists, &mut |values: &[[u64; 2]]| {
            let of_thread = |t: usize| results.of(values, t);
            let (Some(first), Some(second)) = (of_thread(0), of_thread(1)) else { return };
            let claims = fixed.unwrap_or_else(|| of(&with_operands(setting, &given, values, row)));
            count += 1;
            assert!(
                claims.hold([first, second]),
                "{}: {given:#?}\ngive {result:#?},\nbut {setting:?} with {values:?} give {:?}",
                row.name,
                [first, second],
            );
        });
    }
    count
}

/// The nodes that threads share, with the operands of which they have one value.
fn with_operands(
    setting: &Setting,
    given: &[Operand],
    values: &[[u64; 2]],
    row: &Row<'_>,
) -> Vec<Shared> {
    let of = |(operand, pair): (&Operand, &[u64; 2])| {
        let shared = Shared { node: operand.node, value: pair[0], width: row.from };
        (pair[0] == pair[1]).then_some(shared)
    };
    setting.shared.iter().copied().chain(given.iter().zip(values).filter_map(of)).collect()
}

/// Calls with every choice of one from each list.
fn for_each_choice(lists: &[&[[u64; 2]]], with: &mut dyn FnMut(&[[u64; 2]])) {
    match *lists {
        [a] => a.iter().for_each(|&a| with(&[a])),
        [a, b] => a.iter().for_each(|&a| b.iter().for_each(|&b| with(&[a, b]))),
        [a, b, c] => {
            a.iter().for_each(|&a| {
                b.iter().for_each(|&b| c.iter().for_each(|&c| with(&[a, b, c])));
            });
        }
        _ => panic!("one to three operands"),
    }
}

/// A test in which fewer pairs of results were looked at means nothing.
const AT_LEAST: usize = 50;

/// Checks a row of one operand with all cases, and that enough was claimed for the test to mean anything.
pub fn check_each(row: &Row<'_>, settings: &[Setting], cases: &[Case]) {
    let results = Results::of_row(row, 1);
    let count: usize = cases.iter().map(|case| check(row, &results, settings, &[case])).sum();
    assert!(count >= AT_LEAST, "{}: only {count} pairs were looked at", row.name);
}

/// The same for a row of two operands.
pub fn check_pairs(row: &Row<'_>, settings: &[Setting], a: &[Case], b: &[Case]) {
    let results = Results::of_row(row, 2);
    let with =
        |a: &Case| -> usize { b.iter().map(|b| check(row, &results, settings, &[a, b])).sum() };
    let count: usize = a.iter().map(with).sum();
    assert!(count >= AT_LEAST, "{}: only {count} pairs were looked at", row.name);
}

/// The same for a row of three operands.
pub fn check_triples(row: &Row<'_>, settings: &[Setting], lists: [&[Case]; 3]) {
    let results = Results::of_row(row, 3);
    let mut count = 0;
    for a in lists[0] {
        for b in lists[1] {
            let of = |c| check(row, &results, settings, &[a, b, c]);
            count += lists[2].iter().map(of).sum::<usize>();
        }
    }
    assert!(count >= AT_LEAST, "{}: only {count} pairs were looked at", row.name);
}

/// Facts at a width of 4 to 8: ranges in one half, over zero, over the middle, low bits, high bits, one bit, and nothing.
pub fn facts(width: u32) -> Vec<Fact> {
    let half = 1i64 << (width - 1);
    vec![
        Fact::full(width),
        Fact::unsigned(width, 0, half as u64 - 1),
        Fact::unsigned(width, 1, 5),
        Fact::signed(width, -3, 2),
        Fact::signed(width, -half, -half + 3),
        Fact::unsigned(width, half as u64 - 2, half as u64 + 2),
        Fact::bits(width, 0b0011, 0),
        Fact::bits(width, mask(width) & !0b0011, 0),
        // What times the most negative number, or shifted to the last bit, still fits.
        Fact::unsigned(width, 0, 1),
        Fact::signed(width, -1, 0),
    ]
}

/// A state of these coefficients on the axes, with all exactness that says something; of lanes nothing is known.
pub fn on_axes(coef: [Coef; 3], base: Base) -> Vec<Variance> {
    let of = |exact| Variance { coef, base, exact, ..Variance::VARYING }.normal();
    distinct(EXACTNESS.into_iter().map(of))
}

/// Each once.
pub fn distinct(states: impl Iterator<Item = Variance>) -> Vec<Variance> {
    let mut list: Vec<Variance> = Vec::new();
    for state in states {
        if !list.contains(&state) {
            list.push(state);
        }
    }
    list
}

/// The coefficients tried on one axis.
pub fn coefficients() -> impl Iterator<Item = Coef> {
    [0, 1, -1, 2, 3, 7, -8].into_iter().map(Coef::Known).chain([Coef::Unknown])
}

/// States with something on one axis, and some with a base.
pub fn one_axis() -> Vec<Variance> {
    let plain = coefficients().flat_map(|c| on_axes([c, Coef::ZERO, Coef::ZERO], Base::Uniform));
    let based = [(0, 3), (0, -1), (1, 0), (1, 7), (-1, -8), (3, 2)]
        .into_iter()
        .flat_map(|(c, b)| on_axes([Coef::Known(c), Coef::ZERO, Coef::ZERO], Base::Const(b)));
    plain.chain(based).collect()
}

/// States with something on two axes.
pub fn two_axes() -> Vec<Variance> {
    let some = [Coef::ZERO, Coef::Known(1), Coef::Known(-3), Coef::Unknown];
    let pair = |c: Coef| some.into_iter().map(move |d| (c, d));
    let pairs = some.into_iter().flat_map(pair);
    let based = [Base::Uniform, Base::Const(5)];
    distinct(pairs.flat_map(|(c, d)| {
        based.into_iter().flat_map(move |base| on_axes([c, Coef::ZERO, d], base))
    }))
}

/// Two threads apart on one axis: next to each other, further, half of all and all values away.
pub fn apart() -> Vec<Setting> {
    let pair = |first, second| [[first, 0, 0], [second, 0, 0]];
    [(3, 2), (2, 4), (10, 2), (0, 7)]
        .into_iter()
        .map(|(first, second)| Setting {
            threads: Threads::Block(pair(first, second)),
            shared: Vec::new(),
        })
        .collect()
}

/// Two threads apart on one or both of two axes.
pub fn apart_on_two() -> Vec<Setting> {
    [[[3, 0, 1], [2, 0, 1]], [[1, 0, 3], [1, 0, 1]], [[2, 0, 2], [1, 0, 1]], [[0, 0, 3], [2, 0, 1]]]
        .into_iter()
        .map(|tids| Setting { threads: Threads::Block(tids), shared: Vec::new() })
        .collect()
}

/// A symbol.
pub fn symbol(k: usize, scale: i64, extended: Extension) -> Coef {
    Coef::Symbolic(Symbol { node: node(k), scale, extended })
}
