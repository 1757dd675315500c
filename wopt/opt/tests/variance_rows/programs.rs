//! Random straight programs at 32 and 64 bits, computed for all threads of a block: what the rows claim of each value in a row of them
//! is so, where the values, the symbols and the facts are what the operations before made.

use crate::cases::node;
use crate::model::{Claims, Shared, Threads, bits, number};
use crate::{arithmetic, orders};
use optx_ir::Fact;
use optx_random_functions::Random;
use optx_whirl::Operator::{self, Add, Ashr, Band, Bior, Bnot, Bxor, Lshr, Lt, Max, Min, Mpy, Neg};
use optx_whirl::Operator::{Div, Eq, Ge, Rem, Select, Shl, Sub};
use optx_wopt::analysis::variance::transfer::{Operand, Place, extension, truncation};
use optx_wopt::analysis::variance::{Base, Coef, Variance};

/// A value: what is said of it, and what it is in each thread; None where it has no value.
struct Value {
    operand: Operand,
    width: u32,
    values: Vec<Option<u64>>,
}

/// A program being made and run.
struct Program {
    random: Random,
    threads: Vec<[i64; 3]>,
    values: Vec<Value>,
}

/// Numbers at which something happens.
const CORNERS: [i64; 16] = [
    0,
    1,
    2,
    3,
    5,
    31,
    32,
    64,
    -1,
    -2,
    -32,
    1023,
    1 << 30,
    i32::MAX as i64,
    i32::MIN as i64,
    i32::MIN as i64 + 5,
];

impl Program {
    /// One whose sources are there: indices, lanes, warps, and what the block shares.
    fn new(seed: u64) -> Program {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let (wide, high) = [(64, 1), (40, 2)][random.next(2)];
        let threads: Vec<[i64; 3]> =
            (0..high).flat_map(|y| (0..wide).map(move |x| [x, y, 0])).collect();
        let mut program = Program { random, threads, values: Vec::new() };
        let lane = if high == 1 { Coef::Known(1) } else { Coef::Unknown };
        for (axis, lane) in [(0, lane), (1, Coef::Unknown)] {
            let mut state = Variance { lane, base: Base::Const(0), ..Variance::UNIFORM };
            state.coef[axis] = Coef::Known(1);
            state.warp_aligned = lane == Coef::Known(1);
            let values = program.threads.iter().map(|tid| tid[axis] as u64).collect();
            program.source(state.normal(), Fact::unsigned(32, 0, 1023), values);
        }
        let of = |by: fn(u64) -> u64| (0..program.threads.len() as u64).map(by).collect();
        let (lanes, warps) = (of(|thread| thread % 32), of(|thread| thread / 32));
        let state = Variance { lane: Coef::Known(1), warp_aligned: true, ..Variance::VARYING };
        program.source(state.normal(), Fact::unsigned(32, 0, 31), lanes);
        let state = Variance { lane: Coef::ZERO, ..Variance::VARYING };
        program.source(state, Fact::unsigned(32, 0, 31), warps);
        for fact in [Fact::full(32), Fact::full(32), Fact::unsigned(32, 0, 1 << 16)] {
            let value = bits(CORNERS[program.random.next(16)].into(), 32);
            let value = if fact.holds(value) { value } else { 7 };
            program.source(Variance::UNIFORM, fact, vec![value; program.threads.len()]);
        }
        program
    }

    fn source(&mut self, state: Variance, fact: Fact, values: Vec<u64>) {
        let operand =
            Operand { node: node(self.values.len()), state, constant: None, fact: Some(fact) };
        let values = values.into_iter().map(Some).collect();
        self.values.push(Value { operand, width: 32, values });
    }

    fn constant(&mut self, value: i64, width: u32) -> usize {
        let value = number(value as u64, true, width) as i64;
        let fact = Some(Fact::constant(width, value as u64));
        let state = Variance::constant(value);
        let operand = Operand { node: node(self.values.len()), state, constant: Some(value), fact };
        let values = vec![Some(bits(value.into(), width)); self.threads.len()];
        self.values.push(Value { operand, width, values });
        self.values.len() - 1
    }

    /// Some value of a width, most often a late one.
    fn some(&mut self, width: u32) -> Option<usize> {
        let fitting: Vec<usize> =
            (0..self.values.len()).filter(|&k| self.values[k].width == width).collect();
        let late = fitting.len().saturating_sub(4);
        let from = if self.random.next(2) == 0 { late } else { 0 };
        let count = fitting.len() - from;
        (count > 0).then(|| fitting[from + self.random.next(count)])
    }

    /// A value of a width or a constant.
    fn some_or_constant(&mut self, width: u32) -> Option<usize> {
        if self.random.next(3) > 0 {
            return self.some(width);
        }
        let corner = CORNERS[self.random.next(16)];
        Some(self.constant(corner, width))
    }

    fn add(
        &mut self,
        kids: &[usize],
        width: u32,
        (state, fact): (Variance, Option<Fact>),
        value: &dyn Fn(&[u64]) -> Option<u64>,
    ) {
        let of_thread = |thread: usize| {
            let kids: Option<Vec<u64>> =
                kids.iter().map(|&kid| self.values[kid].values[thread]).collect();
            value(&kids?)
        };
        let values = (0..self.threads.len()).map(of_thread).collect();
        let operand = Operand { node: node(self.values.len()), state, constant: None, fact };
        self.values.push(Value { operand, width, values });
    }

    /// Adds an operation; none where there is no operand for it.
    fn step(&mut self) -> Option<()> {
        let width = [32, 32, 64][self.random.next(3)];
        let keeps = self.random.next(2) == 0;
        let operands = |p: &Program, kids: &[usize]| -> Vec<Operand> {
            kids.iter().map(|&kid| p.values[kid].operand).collect()
        };
        match self.random.next(12) {
            0..=4 => {
                let opr = [Add, Sub, Mpy, Add, Bior, Bxor, Band][self.random.next(7)];
                let kids = [self.some(width)?, self.some_or_constant(width)?];
                self.plain(opr, keeps, width, &kids);
            }
            5 => {
                let kids = [self.some(width)?];
                let opr = [Neg, Bnot][self.random.next(2)];
                self.plain(opr, keeps, width, &kids);
            }
            6 | 7 => {
                let by = [0, 1, 4, 5, 6, 31][self.random.next(6)];
                let kids = [self.some(width)?, self.constant(by, width)];
                let opr = [Shl, Shl, Lshr, Ashr][self.random.next(4)];
                self.plain(opr, false, width, &kids);
            }
            8 if self.random.next(2) == 0 => {
                let by = [32, 32, 64, 96, 7, -32][self.random.next(6)];
                let kids = [self.some(width)?, self.constant(by, width)];
                let opr = [Div, Rem][self.random.next(2)];
                self.plain(opr, keeps, width, &kids);
            }
            8 => {
                let kids = [self.some(1)?, self.some(width)?, self.some(width)?];
                self.plain(Select, keeps, width, &kids);
            }
            9 => {
                let opr = [Lt, Ge, Eq, Max, Min][self.random.next(5)];
                let kids = [self.some(width)?, self.some_or_constant(width)?];
                let state = orders::state(opr, keeps, &operands(self, &kids));
                let to = if opr.is_compare() { 1 } else { width };
                let value = |kids: &[u64]| Some(orders::value(opr, keeps, width, kids));
                self.add(&kids, to, (state, Some(Fact::full(to))), &value);
            }
            10 => {
                let a = self.some(32)?;
                let operand = self.values[a].operand;
                let fact = operand.fact.map(|fact| fact.extend(64, keeps));
                let state = extension(&operand, keeps, &Place { width: 64, keeps, fact });
                let value = |kids: &[u64]| Some(bits(number(kids[0], keeps, 32), 64));
                self.add(&[a], 64, (state, fact), &value);
            }
            _ => {
                let a = self.some(64)?;
                let operand = self.values[a].operand;
                let fact = operand.fact.map(|fact| fact.truncate(32));
                let state = truncation(&operand, &Place { width: 32, keeps, fact });
                self.add(&[a], 32, (state, fact), &|kids| Some(bits(kids[0].into(), 32)));
            }
        }
        Some(())
    }

    fn plain(&mut self, opr: Operator, keeps: bool, width: u32, kids: &[usize]) {
        let operands: Vec<Operand> = kids.iter().map(|&kid| self.values[kid].operand).collect();
        let state = arithmetic::state(opr, keeps, width, &operands);
        let fact = arithmetic::fact(opr, keeps, &operands);
        let value = |kids: &[u64]| arithmetic::value(opr, keeps, width, kids);
        self.add(kids, width, (state, fact), &value);
    }

    /// What two threads share.
    fn shared(&self, state: &Variance, pair: [usize; 2]) -> Vec<Shared> {
        let symbols = state.coef.iter().chain([&state.lane]).filter_map(|coef| match coef {
            Coef::Symbolic(symbol) => Some(symbol.node),
            _ => None,
        });
        let of = |node: optx_ir::CrId| {
            let value = &self.values[node.index()];
            let [first, second] = pair.map(|thread| value.values[thread]);
            (first == second).then_some(())?;
            Some(Shared { node, value: first?, width: value.width })
        };
        symbols.filter_map(of).collect()
    }

    /// Looks at what is claimed of a value in some pairs of threads; gives how often something was that is not plain.
    fn check(&mut self, k: usize) -> usize {
        let mut count = 0;
        for turn in 0..16 {
            let first = self.random.next(self.threads.len());
            // Near ones, so that half of them are of one warp.
            let second = (first + 1 + self.random.next(40)) % self.threads.len();
            let Value { operand, width, values } = &self.values[k];
            let (Some(a), Some(b)) = (values[first], values[second]) else { continue };
            let threads = match turn % 2 {
                0 => Threads::Block([first, second].map(|thread| self.threads[thread])),
                _ if first / 32 != second / 32 => continue,
                _ => Threads::Warp([first, second].map(|thread| thread as i64 % 32)),
            };
            let state = &operand.state;
            let shared = self.shared(state, [first, second]);
            let claims = Claims::of(state, &threads, &shared, *width);
            assert!(
                claims.hold([a, b]),
                "value {k} of threads {first}, {second}: {a:#x}, {b:#x}\n{}",
                self.text()
            );
            let plain = |c: &Coef| matches!(c, Coef::Known(0) | Coef::Unknown);
            count += usize::from(!claims.is_none() && !state.coef.iter().all(plain));
        }
        count
    }

    fn text(&self) -> String {
        let line = |value: &Value| format!("{:?} {:?}\n", value.operand, &value.values[..3]);
        self.values.iter().map(line).collect()
    }
}

#[test]
fn programs_are_as_claimed() {
    let mut count = 0;
    for seed in 0..4000 {
        let mut program = Program::new(seed);
        let sources = program.values.len();
        for _ in 0..12 {
            program.step();
        }
        count += (sources..program.values.len()).map(|k| program.check(k)).sum::<usize>();
    }
    assert!(count > 10_000, "only {count} claims were looked at");
}
