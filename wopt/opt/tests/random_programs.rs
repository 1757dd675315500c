//! Random functions keep their meaning through the whole pipeline: the stores that a run makes, in order, are those of
//! the function as built. The functions have any shape of flow, irreducible cycles included, variables that swap and
//! rotate around cycles, and loads and stores of a shared object.

mod interpreter;

use interpreter::run;
use optx_ir::{
    Access, AuxId, AuxKind, BbId, CodeRep, CrId, Form, Func, Space, StmtOp, StmtRep, Terminator,
};
use optx_whirl::{Module, Mtype, Operator, Pos, St, StId, Storage, TyKind};
use optx_wopt::RunOptions;
use smallvec::{SmallVec, smallvec};

/// A small generator with a fixed sequence for a seed (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % below
    }
}

fn module(level: u8) -> Module {
    let mut module = Module::default();
    module.options.opt_level = level;
    let int = module.types.scalar(Mtype::U4);
    let array = module.types.intern(TyKind::Array(int, 16));
    module.add_global(St::new("shared", array, Storage::Shared, 4));
    module
}

struct Generator {
    random: Random,
    f: Func,
    variables: Vec<AuxId>,
    bb: BbId,
}

impl Generator {
    fn push(&mut self, op: StmtOp, result: CrId, kid: CrId) {
        let stmt = StmtRep {
            op,
            results: smallvec![result],
            kids: smallvec![kid],
            mu: SmallVec::new(),
            chi: SmallVec::new(),
            bb: self.bb,
            pos: Pos::default(),
        };
        let id = self.f.new_stmt(stmt);
        self.f.bbs[self.bb].stmts.push(id);
    }

    fn variable(&mut self) -> CrId {
        let k = self.random.next(self.variables.len());
        self.f.plain_var(self.variables[k])
    }

    fn tree(&mut self, depth: usize) -> CrId {
        if depth == 0 || self.random.next(3) == 0 {
            return if self.random.next(3) == 0 {
                let value = self.random.next(9) as u64;
                self.f.codemap.integer(Mtype::U4, value)
            } else {
                self.variable()
            };
        }
        use Operator::*;
        let operators = [Add, Sub, Mpy, Bxor, Band, Bior, Shl, Lshr, Add, Add];
        let opr = operators[self.random.next(operators.len())];
        let (a, b) = (self.tree(depth - 1), self.tree(depth - 1));
        self.f.codemap.binary(opr, Mtype::U4, a, b)
    }

    fn condition(&mut self) -> CrId {
        use Operator::*;
        let opr = [Lt, Gt, Ge, Le, Eq, Ne][self.random.next(6)];
        let (a, b) = (self.tree(2), self.tree(1));
        self.f.codemap.compare(opr, Mtype::U4, a, b)
    }

    fn place(&mut self) -> CrId {
        let base = self.f.codemap.intern(CodeRep::Lda { st: StId::global(0), offset: 0 });
        let offset = self.random.next(4) as i64 * 4;
        let access = Access { desc: Mtype::U4, space: Space::Shared, base, offset, align: 0 };
        self.f.codemap.intern(CodeRep::Ivar { access, mu: None, read_only: false })
    }

    fn statement(&mut self) {
        match self.random.next(8) {
            0 => {
                let (value, place) = (self.tree(2), self.place());
                self.push(StmtOp::Istore, place, value);
            }
            1 => {
                let (place, to) = (self.place(), self.variable());
                self.push(StmtOp::Stid, to, place);
            }
            // Plain copies make swaps and lost copies.
            2..=4 => {
                let (from, to) = (self.variable(), self.variable());
                self.push(StmtOp::Stid, to, from);
            }
            _ => {
                let (value, to) = (self.tree(3), self.variable());
                self.push(StmtOp::Stid, to, value);
            }
        }
    }
}

fn generate(seed: u64) -> Func {
    let mut f = Func::new("random", "random");
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let count = 2 + random.next(5);
    let variables =
        (0..count).map(|k| f.new_aux(AuxKind::Temp, Mtype::U4, &format!("x{k}"))).collect();
    let blocks: Vec<BbId> = (0..2 + random.next(9)).map(|_| f.new_bb()).collect();
    let mut g = Generator { random, f, variables, bb: blocks[0] };
    // Every variable has a value on entry.
    for k in 0..g.variables.len() {
        let var = g.f.plain_var(g.variables[k]);
        let value = g.f.codemap.integer(Mtype::U4, k as u64 * 3 + 1);
        g.push(StmtOp::Stid, var, value);
    }
    for (k, &bb) in blocks.iter().enumerate() {
        g.bb = bb;
        for _ in 0..g.random.next(5) {
            g.statement();
        }
        // The entry has no predecessor.
        let target = |g: &mut Generator| blocks[1 + g.random.next(blocks.len() - 1)];
        let terminator = match g.random.next(8) {
            0 if k > 0 => Terminator::Return,
            1..=2 => Terminator::Goto(target(&mut g)),
            _ => {
                let condition = g.condition();
                let (on_true, on_false) = (target(&mut g), target(&mut g));
                Terminator::Branch { condition, on_true, on_false }
            }
        };
        g.f.bbs[bb].terminator = terminator;
    }
    optx_wopt::build::remove_unreachable(&mut g.f);
    g.f.at = "build".to_owned();
    g.f
}

fn keeps_its_meaning(seed: u64) {
    let source = generate(seed);
    assert_eq!(optx_ir::verify::verify(&source), vec![], "seed {seed}");
    let wanted = run(&source, 60);
    for level in [0, 3] {
        let mut f = source.clone();
        let options = RunOptions { verify: true, ..RunOptions::default() };
        let report = optx_wopt::resume(&module(level), std::slice::from_mut(&mut f), &options);
        assert_eq!(report.violations, Vec::<String>::new(), "seed {seed} at -O{level}");
        assert_eq!(f.form, Form::Regs);
        // Blocks are merged on the way, so the budget means more of them; one run's stores begin the other's.
        let got = run(&f, 60);
        let common = wanted.stores.len().min(got.stores.len());
        assert_eq!(wanted.stores[..common], got.stores[..common], "seed {seed} at -O{level}");
        if wanted.ended {
            assert_eq!(wanted, got, "seed {seed} at -O{level}");
        }
    }
}

#[test]
fn random_functions_keep_their_meaning() {
    let start = std::time::Instant::now();
    let mut seed = 1;
    // At least these, and then for about a second.
    while seed <= 3000 || start.elapsed().as_millis() < 1000 {
        keeps_its_meaning(seed);
        seed += 1;
    }
    println!("{seed} functions");
}
