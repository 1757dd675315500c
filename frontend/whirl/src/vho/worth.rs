//! What a body costs, and what the arguments of a call take from that: the one model that inlining of functions called at several places goes by.
//!
//! Idea: a body costs what its nodes do in the table of costs ([`cost`]), and what accesses, branches and calls do. Of that goes, at one call:
//! * for an argument that is a constant, what then folds: operations on the parameter and constants, and half of what stands behind a branch that
//!   nothing but the parameter decides, up to where the branch leads;
//! * for an argument that is the address of a local, [`IN_REGISTER`] for each access by that pointer: where nothing else needs the address, the local
//!   becomes registers, and its stores and loads in the caller go too;
//! * the call itself: [`CALL`].
//!
//! A parameter counts where the body neither assigns it nor takes its address; a local that is assigned once, from such a parameter, is
//! that parameter: so bodies inlined into this one hand on what they make of it. At least an eighth of a body stays.
//!
//! Source: the cost model of LLVM's inliner (`InlineCost`), which walks the callee for each call; here a body is walked once.
//! Cost: linear in the nodes of a body, once; a few look-ups a call.

use crate::cost::cost;
use crate::module::Pu;
use crate::operator::Operator;
use crate::symbol::{StId, Storage};
use crate::tree::{Tree, WnId};

/// What an access by a pointer costs more than a register: it is of local memory, as are the caller's own accesses of that object.
const IN_REGISTER: u32 = 4;

/// What a call costs: parameters go through memory, and nothing is kept in scratch registers.
const CALL: u32 = 16;

/// What inline PTX costs.
const ASM: u32 = 4;

/// What a branch costs that stays.
const BRANCH: u32 = 2;

/// What inlining a body is worth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Worth {
    /// What the body costs.
    pub(super) cost: u32,
    /// What goes where a parameter is a constant, and where it is the address of a local, by parameter.
    parameters: Vec<Saved>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Saved {
    constant: u32,
    address: u32,
}

impl Worth {
    /// Of a lowered body.
    pub(super) fn of(pu: &Pu) -> Worth {
        let mut worth = Worth { cost: 0, parameters: vec![Saved::default(); pu.params.len()] };
        let stands_for = stands_for(pu);
        let statements = pu.tree.kids(pu.body);
        // What the statements before each cost together.
        let mut before = Vec::with_capacity(statements.len() + 1);
        let mut branches: Vec<(usize, usize)> = Vec::new();
        let mut walk = Walk {
            tree: &pu.tree,
            stands_for: &stands_for,
            steps: Vec::new(),
            depends: Vec::new(),
        };
        let mut labels = vec![None; pu.label_count as usize];
        for (k, &statement) in statements.iter().enumerate() {
            before.push(worth.cost);
            let wn = pu.tree.get(statement);
            let depends = walk.statement(statement, &mut worth);
            match (wn.opr, wn.label) {
                (Operator::Label, Some(label)) => {
                    if let Some(at) = labels.get_mut(label.0 as usize) {
                        *at = Some(k);
                    }
                }
                (Operator::TrueBr | Operator::FalseBr, Some(_)) => {
                    if let Depends::On(parameter) = depends {
                        branches.push((k, parameter));
                    }
                }
                _ => {}
            }
        }
        before.push(worth.cost);
        for (k, parameter) in branches {
            let label = pu.tree.get(statements[k]).label;
            let to = label.and_then(|label| *labels.get(label.0 as usize)?).filter(|&to| to > k);
            let guarded = to.map_or(0, |to| before[to] - before[k + 1]);
            let saved = &mut worth.parameters[parameter].constant;
            *saved = saved.saturating_add(BRANCH + guarded / 2);
        }
        worth
    }

    /// What a call of it with these arguments would add, the call itself taken off, and what share of the body stays.
    pub(super) fn at(&self, caller: &Pu, arguments: &[WnId]) -> (u32, Share) {
        let saved = self.parameters.iter().zip(arguments).map(|(saved, &argument)| {
            match kind(caller, argument) {
                Argument::Constant => saved.constant,
                Argument::Address => saved.address,
                Argument::Other => 0,
            }
        });
        let saved = saved.fold(0, u32::saturating_add).min(self.cost - self.cost / 8);
        let stays = self.cost - saved;
        (stays.saturating_sub(CALL), Share { stays, whole: self.cost })
    }
}

/// What share of a body stays at a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    stays: u32,
    whole: u32,
}

impl Share {
    /// So much of a number; all of it where the body costs nothing.
    pub(super) fn of(self, number: usize) -> usize {
        if self.whole == 0 {
            return number;
        }
        (number as u128 * u128::from(self.stays) / u128::from(self.whole)) as usize
    }
}

enum Argument {
    Constant,
    /// Of a local, or of a part of one.
    Address,
    Other,
}

fn kind(caller: &Pu, mut argument: WnId) -> Argument {
    let tree = &caller.tree;
    let is_own = |st: StId| {
        let st = caller.locals.get(st.index()).filter(|_| st.is_local());
        st.is_some_and(|st| st.storage == Storage::Auto)
    };
    loop {
        let wn = tree.get(argument);
        match (wn.opr, wn.st, tree.kids(argument)) {
            (Operator::Intconst | Operator::Const, ..) => return Argument::Constant,
            (Operator::Lda, Some(st), _) if is_own(st) => return Argument::Address,
            (Operator::Add, _, &[base, offset]) if tree.opr(offset) == Operator::Intconst => {
                argument = base;
            }
            _ => return Argument::Other,
        }
    }
}

/// The parameter that each local is in the whole body, by its number.
fn stands_for(pu: &Pu) -> Vec<Option<usize>> {
    let tree = &pu.tree;
    let mut found: Vec<Option<usize>> = vec![None; pu.locals.len()];
    let mut spoilt = vec![false; pu.locals.len()];
    // What is assigned, from what; in the order of the text, so that what a copy is made of is known.
    let mut once: Vec<Option<StId>> = vec![None; pu.locals.len()];
    let mut assigned = vec![0u32; pu.locals.len()];
    for &statement in tree.kids(pu.body) {
        let wn = tree.get(statement);
        if let Some(st) = wn.st.filter(|st| st.is_local()) {
            assigned[st.index()] += 1;
            let value = tree.kids(statement).first().map(|&value| tree.get(value));
            let read = value.filter(|v| wn.opr == Operator::Stid && v.opr == Operator::Ldid);
            once[st.index()] = read.and_then(|v| v.st).filter(|st| st.is_local());
        }
    }
    for id in tree.of_operator(Operator::Lda) {
        if let Some(st) = tree.get(id).st.filter(|st| st.is_local()) {
            spoilt[st.index()] = true;
        }
    }
    for asm in &pu.asms {
        asm.outputs.iter().filter(|o| o.0.is_local()).for_each(|o| spoilt[o.0.index()] = true);
    }
    for (k, &param) in pu.params.iter().enumerate() {
        let at = param.index();
        found[at] = (assigned[at] == 0 && !spoilt[at]).then_some(k);
    }
    for &statement in tree.kids(pu.body) {
        let Some(st) = tree.get(statement).st.filter(|st| st.is_local()) else { continue };
        let at = st.index();
        if assigned[at] == 1 && !spoilt[at] && found[at].is_none() {
            found[at] = once[at].and_then(|of| found[of.index()]);
        }
    }
    found
}

/// What decides the value of a tree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depends {
    /// Constants alone.
    Nothing,
    /// One parameter, and constants.
    On(usize),
    /// Something else.
    More,
}

impl Depends {
    fn and(self, other: Depends) -> Depends {
        match (self, other) {
            (Depends::Nothing, one) | (one, Depends::Nothing) => one,
            (a, b) if a == b => a,
            _ => Depends::More,
        }
    }
}

struct Walk<'a> {
    tree: &'a Tree,
    stands_for: &'a [Option<usize>],
    steps: Vec<(WnId, bool)>,
    depends: Vec<Depends>,
}

impl Walk<'_> {
    /// Adds what a statement costs; what its kids depend on.
    fn statement(&mut self, statement: WnId, worth: &mut Worth) -> Depends {
        use Operator::*;
        let (tree, opr) = (self.tree, self.tree.opr(statement));
        let own = match opr {
            Call => CALL,
            Asm => ASM,
            TrueBr | FalseBr => BRANCH,
            Label | Goto | Stid | Return | ReturnVal | PragmaUnroll => 0,
            _ => 1,
        };
        worth.cost = worth.cost.saturating_add(own);
        if opr == Istore
            && let Some(&base) = tree.kids(statement).last()
        {
            self.access(base, worth);
        }
        let mut all = Depends::Nothing;
        for &kid in tree.kids(statement) {
            all = all.and(self.tree(kid, worth));
        }
        all
    }

    /// Adds what a tree costs.
    fn tree(&mut self, root: WnId, worth: &mut Worth) -> Depends {
        self.steps.push((root, false));
        while let Some((id, done)) = self.steps.pop() {
            let kids = self.tree.kids(id);
            if !done && !kids.is_empty() {
                self.steps.push((id, true));
                self.steps.extend(kids.iter().rev().map(|&kid| (kid, false)));
                continue;
            }
            let wn = self.tree.get(id);
            let at = self.depends.len() - kids.len();
            let inside = self.depends.drain(at..).fold(Depends::Nothing, Depends::and);
            let depends = match wn.opr {
                Operator::Ldid => {
                    let st = wn.st.filter(|st| st.is_local());
                    let of = st.and_then(|st| self.stands_for[st.index()]);
                    of.map_or(Depends::More, Depends::On)
                }
                Operator::Iload => {
                    worth.cost = worth.cost.saturating_add(1);
                    self.access(kids[0], worth);
                    Depends::More
                }
                Operator::Lda => Depends::More,
                opr => {
                    let own = cost(opr, wn.rtype, wn.desc, wn.intrinsic);
                    worth.cost = worth.cost.saturating_add(own);
                    if let Depends::On(parameter) = inside {
                        let saved = &mut worth.parameters[parameter].constant;
                        *saved = saved.saturating_add(own);
                    }
                    inside
                }
            };
            self.depends.push(depends);
        }
        self.depends.pop().unwrap_or(Depends::More)
    }

    /// Notes an access by an address.
    fn access(&self, mut base: WnId, worth: &mut Worth) {
        while self.tree.opr(base) == Operator::Add
            && let &[inner, offset] = self.tree.kids(base)
            && self.tree.opr(offset) == Operator::Intconst
        {
            base = inner;
        }
        let st = self.tree.get(base).st.filter(|st| st.is_local());
        if self.tree.opr(base) == Operator::Ldid
            && let Some(parameter) = st.and_then(|st| self.stands_for[st.index()])
        {
            let saved = &mut worth.parameters[parameter].address;
            *saved = saved.saturating_add(IN_REGISTER);
        }
    }
}
