//! Passes that reshape the flow of a function leave every path's values as they are.
//!
//! Random functions in text, in form Ssa, with any edges: empty blocks in chains and at joins, critical edges, cycles,
//! branches to one target and on constants. Every phi gets another constant from each of its predecessors, so that an
//! operand that came from the wrong edge is seen. Before and after the pass the *printed* function is walked, with
//! nothing of the passes' own code, by every way of deciding its branches for a while and by random ways after that:
//! the values stored, in order, must be the same.

use std::collections::HashMap;
use std::fmt::Write as _;

use optx_random_functions::Random;
use optx_wopt::{Cx, driver::pipeline};

/// A phi: symbol, version of the result, and by predecessor the versions of the operands.
type Phi = (usize, usize, Vec<(usize, usize)>);

/// A block that is to be written, and what it goes to.
#[derive(Default)]
struct Block {
    to: Vec<usize>,
    constant: bool,
    preds: Vec<usize>,
    phis: Vec<Phi>,
    stores: usize,
}

/// The symbols that phis merge.
const SYMBOLS: usize = 3;

/// A function in text.
fn function(seed: u64) -> String {
    let mut r = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut blocks: Vec<Block> = (0..3 + r.next(9)).map(|_| Block::default()).collect();
    let count = blocks.len();
    for (k, block) in blocks.iter_mut().enumerate() {
        // Mostly forward, so that many walks end. Nothing goes to the entry.
        let target = |r: &mut Random| {
            if k + 1 < count && r.next(6) > 0 {
                k + 1 + r.next((count - k - 1).min(4))
            } else {
                1 + r.next(count - 1)
            }
        };
        let ways = match r.next(8) {
            _ if k + 1 == count => 0,
            0 if k > 1 => 0,
            1..=4 => 1,
            _ => 2,
        };
        block.to = (0..ways).map(|_| target(&mut r)).collect();
        block.constant = r.next(12) == 0;
        block.stores = r.next(5) / 3;
    }
    let mut reached = vec![false; count];
    let mut work = vec![0];
    while let Some(k) = work.pop() {
        if !std::mem::replace(&mut reached[k], true) {
            work.extend(&blocks[k].to);
        }
    }
    for k in (0..count).filter(|k| reached[*k]) {
        for to in blocks[k].to.clone() {
            if !blocks[to].preds.contains(&k) {
                blocks[to].preds.push(k);
            }
        }
    }
    let mut versions = [0; SYMBOLS];
    let mut new = |symbol: usize| {
        versions[symbol] += 1;
        versions[symbol]
    };
    for block in blocks.iter_mut().skip(1) {
        r.shuffle(&mut block.preds);
        let joins = block.preds.len() > 1 || r.next(6) == 0;
        for symbol in (0..SYMBOLS).filter(|_| joins) {
            if r.next(5) < 2 {
                block.phis.push((symbol, new(symbol), Vec::new()));
            }
        }
    }
    // Constants first, one for each edge and phi; some operands are a phi of the predecessor.
    let mut constants = String::new();
    for k in 1..count {
        for p in 0..blocks[k].phis.len() {
            let symbol = blocks[k].phis[p].0;
            for pred in blocks[k].preds.clone() {
                let theirs = blocks[pred].phis.iter().find(|phi| phi.0 == symbol).map(|phi| phi.1);
                let operand = match theirs {
                    Some(version) if r.next(4) == 0 => version,
                    _ => {
                        let version = new(symbol);
                        let value = k * 10_000 + p * 1000 + pred + 1;
                        let _ = writeln!(
                            constants,
                            "   (stid @0:1:1 (v{}.{version}) ={value}:U4)",
                            symbol + 1
                        );
                        version
                    }
                };
                blocks[k].phis[p].2.push((pred, operand));
            }
        }
    }
    written(&blocks, &reached, versions, &constants, &mut r)
}

fn written(
    blocks: &[Block],
    reached: &[bool],
    versions: [usize; SYMBOLS],
    constants: &str,
    r: &mut Random,
) -> String {
    let mut text = format!(
        "(ssa 1\n (options target=sm_75 O=3)\n (type t0 scalar U4)\n (type t1 array t0 65536)\n \
         (global $0 \"s\" t1 shared align=16)\n (global $1 \"c\" t1 constant align=4)\n \
         (func ssa \"k\" \"k\" @0:0:0 at=start\n  (aux v0 temp U4 \"c\" {})\n",
        blocks.len() + 1
    );
    for (k, n) in versions.iter().enumerate() {
        let _ = writeln!(text, "  (aux v{} temp U4 \"x{k}\" {})", k + 1, n + 1);
    }
    // The entry comes first, the others in any order.
    let mut layout: Vec<usize> = (1..blocks.len()).filter(|k| reached[*k]).collect();
    r.shuffle(&mut layout);
    for k in std::iter::once(0).chain(layout) {
        let block = &blocks[k];
        let preds: String = block.preds.iter().map(|p| format!(" bb{p}")).collect();
        let preds = if preds.is_empty() { preds } else { format!(" (preds{preds})") };
        let unroll = if k > 0 && r.next(15) == 0 { " (unroll 4)" } else { "" };
        let _ = writeln!(text, "  (bb bb{k}{preds}{unroll}");
        let mut stores = String::new();
        let mut store = |place: usize, value: &str| {
            let _ = writeln!(
                stores,
                "   (istore @0:2:1 ((ivar U4 shared (lda $0 0) {})) {value})",
                4 * (k * 8 + place)
            );
        };
        for (symbol, result, operands) in &block.phis {
            let list: String =
                operands.iter().map(|(_, v)| format!(" v{}.{v}", symbol + 1)).collect();
            let _ = writeln!(text, "   (phi v{}.{result}{list})", symbol + 1);
            // Some are not read here, and may be dead.
            if r.next(5) > 0 {
                store(*symbol, &format!("v{}.{result}", symbol + 1));
            }
        }
        for n in 0..block.stores {
            store(SYMBOLS + n, &format!("={}:U4", 900_000 + k));
        }
        if k == 0 {
            text.push_str(constants);
            for c in 1..=blocks.len() {
                let _ = writeln!(
                    text,
                    "   (stid @0:1:1 (v0.{c}) (ivar U4 const (lda $1 0) {}))",
                    4 * c
                );
            }
        }
        text.push_str(&stores);
        let condition = match r.next(2) {
            value if block.constant => format!("={value}:B"),
            _ => format!("(BU4LT v0.{} =7:U4)", k + 1),
        };
        let end = match block.to[..] {
            [] => "return @0:3:1".to_owned(),
            [to] => format!("goto @0:3:1 bb{to}"),
            _ => format!("branch @0:3:1 {condition} bb{} bb{}", block.to[0], block.to[1]),
        };
        let _ = writeln!(text, "   ({end}))");
    }
    text + " )\n)\n"
}

/// A printed function, as words: what the walk reads.
struct Walkable {
    blocks: HashMap<String, Lines>,
    entry: String,
}

#[derive(Default)]
struct Lines {
    preds: Vec<String>,
    phis: Vec<Vec<String>>,
    /// (variable, value), or ("", place and value) for a store.
    statements: Vec<(String, String)>,
    end: Vec<String>,
    condition: String,
}

/// The words of a line without parentheses.
fn words(line: &str) -> Vec<String> {
    line.replace(['(', ')'], " ").split_whitespace().map(str::to_owned).collect()
}

impl Walkable {
    fn read(text: &str) -> Walkable {
        let mut all = Walkable { blocks: HashMap::new(), entry: String::new() };
        let mut name = String::new();
        for line in text.lines() {
            let w = words(line);
            let Some(first) = w.first() else { continue };
            if first == "bb" {
                name = w[1].clone();
                if all.blocks.is_empty() {
                    all.entry = name.clone();
                }
                let preds = w.iter().skip(2).filter(|p| p.starts_with("bb")).cloned().collect();
                all.blocks.insert(name.clone(), Lines { preds, ..Lines::default() });
                continue;
            }
            let Some(block) = all.blocks.get_mut(&name) else { continue };
            match first.as_str() {
                "phi" => block.phis.push(w[1..].to_vec()),
                "stid" => block.statements.push((w[2].clone(), w[3..].join(" "))),
                "istore" => {
                    // istore place ivar U4 shared lda $0 0 offset value
                    assert_eq!(w.len(), 10, "{line}");
                    block.statements.push((String::new(), format!("{} {}", w[8], w[9])));
                }
                "goto" => block.end = vec![w[2].clone()],
                "branch" => {
                    let n = w.len();
                    block.end = w[n - 2..].to_vec();
                    block.condition = w[2..n - 2].join(" ");
                }
                "return" => block.end.clear(),
                other => panic!("{other} is not walked: {line}"),
            }
        }
        all
    }

    /// Walks by decisions, each found by its condition and how often that was asked: the stores, and whether it ended.
    fn walk(&self, decide: &dyn Fn(&str, usize) -> bool, budget: usize) -> (Vec<String>, bool) {
        let mut values: HashMap<String, String> = HashMap::new();
        let mut asked: HashMap<&str, usize> = HashMap::new();
        let mut stores = Vec::new();
        let (mut from, mut at) = (String::new(), self.entry.clone());
        for _ in 0..budget {
            let block = self.blocks.get(&at).unwrap_or_else(|| panic!("there is no {at}"));
            let value = |values: &HashMap<String, String>, word: &str| {
                values.get(word).cloned().unwrap_or_else(|| word.to_owned())
            };
            // All phis of a block read before any writes.
            let place = block.preds.iter().position(|p| *p == from);
            let read: Vec<(String, String)> = block
                .phis
                .iter()
                .map(|phi| {
                    let k = place.unwrap_or_else(|| panic!("{at} does not know {from}"));
                    (phi[0].clone(), value(&values, &phi[k + 1]))
                })
                .collect();
            values.extend(read);
            for (variable, tree) in &block.statements {
                if variable.is_empty() {
                    let (offset, stored) = tree.split_once(' ').expect("an offset and a value");
                    stores.push(format!("{offset}: {}", value(&values, stored)));
                } else {
                    let new = value(&values, tree);
                    values.insert(variable.clone(), new);
                }
            }
            let next = match &block.end[..] {
                [] => return (stores, true),
                [to] => to,
                [on_true, on_false, ..] => {
                    let holds = match block.condition.as_str() {
                        "=1:B" => true,
                        "=0:B" => false,
                        condition => {
                            let times = asked.entry(condition).or_default();
                            *times += 1;
                            decide(condition, *times)
                        }
                    };
                    if holds { on_true } else { on_false }
                }
            };
            from = std::mem::replace(&mut at, next.clone());
        }
        (stores, false)
    }
}

/// The ways of deciding: all of the first decisions of four conditions, then pseudo-random ones.
fn decision(way: u64, condition: &str, times: usize) -> bool {
    let number: u64 = condition
        .split_once("v0.")
        .and_then(|(_, n)| n.split_whitespace().next()?.parse().ok())
        .unwrap_or(0);
    if way < 16 && times == 1 {
        return way >> (number % 4) & 1 == 1;
    }
    let mut r = Random((way + 1) * 0x9e37_79b9 + number * 7919 + times as u64 * 104_729);
    r.next(2);
    r.next(2) == 1
}

/// Runs passes one after another on a function and compares each result with what it was made of; true where one
/// changed the text.
fn keep_values(seed: u64, passes: &[&str]) -> bool {
    let source = function(seed);
    let (module, mut funcs) = optx_ir::parse::parse_module(&source)
        .unwrap_or_else(|e| panic!("seed {seed}: {e}\n{source}"));
    let mut cx = Cx::of(&module, &funcs);
    let f = &mut funcs[0];
    let found = optx_ir::verify::verify(f);
    assert_eq!(found, vec![], "seed {seed}:\n{source}");
    let mut before = String::new();
    optx_ir::print::print_func(&mut before, &module.locs, f);
    let mut changed = false;
    for name in passes {
        let pass = &pipeline::TABLE[pipeline::position(name).expect("a pass")];
        let pipeline::Work::Func(run) = pass.run else {
            panic!("{name} is no pass over functions")
        };
        run(f, &mut cx);
        // What the runner does with what a pass does not preserve.
        cx.analyses = optx_wopt::analysis::cache::Analyses::default();
        let mut after = String::new();
        optx_ir::print::print_func(&mut after, &module.locs, f);
        let found = optx_ir::verify::verify(f);
        assert_eq!(found, vec![], "seed {seed}, {name}:\n{before}\n{after}");
        compare(&before, &after, &format!("seed {seed}, {name}"));
        changed |= before != after;
        before = after;
    }
    changed
}

fn compare(before: &str, after: &str, what: &str) {
    let (a, b) = (Walkable::read(before), Walkable::read(after));
    for way in 0..36 {
        let decide = |condition: &str, times: usize| decision(way, condition, times);
        let (wanted, ended) = a.walk(&decide, 60);
        // A pass at most doubles the blocks of a path.
        let (got, got_ended) = b.walk(&decide, 130);
        let same = if ended { got_ended && got == wanted } else { got.starts_with(&wanted) };
        assert!(same, "{what}, way {way}: {wanted:?}\nand then {got:?}\n{before}\n{after}");
    }
}

fn many(passes: &[&str], seeds: u64) {
    let changed = (0..seeds).filter(|seed| keep_values(*seed, passes)).count() as u64;
    assert!(changed * 4 > seeds, "{passes:?} changed {changed} of {seeds} functions only");
}

#[test]
fn simplified_flow_keeps_the_values_of_every_path() {
    many(&["simplify-cfg"], 1500);
}

#[test]
fn split_edges_keep_the_values_of_every_path() {
    many(&["split-edges"], 800);
}

#[test]
fn dead_code_keeps_the_values_of_every_path() {
    many(&["dead-code"], 800);
}

/// What one pass leaves is the next one's input, shapes included that no source has.
#[test]
fn passes_on_what_passes_left_keep_the_values_of_every_path() {
    many(&["split-edges", "simplify-cfg", "dead-code", "simplify-cfg", "split-edges"], 800);
}
