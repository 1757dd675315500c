//! In which cycles the terms of an address change, and which of its sums are taken apart.

use super::{Term, Terms};
use optx_ir::cycles::Cycles;
use optx_ir::linear::{Atom, Build, Extension, Form, Parts, Policy, Whole};
use optx_ir::walk::Walk;
use optx_ir::{BbId, Codemap, CrId, Func, SideTable};

/// The levels of trees where they are evaluated in one block.
pub(super) struct Levels<'a> {
    cycles: &'a Cycles,
    bb: BbId,
    /// The levels, each with the block that it was asked for.
    known: SideTable<CrId, (u32, u32)>,
    epoch: u32,
    walk: Walk,
}

/// What the form of an address was found in.
#[derive(Clone, Copy, Default)]
pub(super) struct Opened {
    /// Products inside extensions.
    pub(super) has_products: bool,
    /// Operations that may not overflow, or atoms that cancel: where the terms have values, the address may have none.
    pub(super) asks_for_more: bool,
}

struct ByLevels<'f, 'a, 'l> {
    f: &'f Func,
    levels: &'l mut Levels<'a>,
    opened: Opened,
}

impl Policy for ByLevels<'_, '_, '_> {
    /// Sums of 64 bits, products by constants, and of sums of 32 bits those whose sides change in different cycles.
    fn opens(&mut self, map: &Codemap, whole: Whole, parts: &Parts) -> bool {
        let (opens, is_product) = match (whole.extension, *parts) {
            (
                None,
                Parts::Sum(..) | Parts::Difference(..) | Parts::Negative(..) | Parts::Multiple(..),
            ) => (true, false),
            (None, Parts::Extension(of)) => (of.extension == Some(Extension::Sign), false),
            (Some(_), Parts::Sum(a, b) | Parts::Difference(a, b)) => {
                (self.levels.of(self.f, a.tree) != self.levels.of(self.f, b.tree), false)
            }
            (Some(_), Parts::Multiple(..)) => (true, true),
            _ => (false, false),
        };
        if opens {
            self.opened.has_products |= is_product;
            self.opened.asks_for_more |=
                map.as_op(whole.tree).is_some_and(|op| op.promises_no_wrap());
        }
        opens
    }
}

impl<'a> Levels<'a> {
    pub(super) fn new(cycles: &'a Cycles) -> Levels<'a> {
        Levels {
            cycles,
            bb: BbId::from_index(0),
            known: SideTable::new((0, 0)),
            epoch: 0,
            walk: Walk::new(),
        }
    }

    /// Asks for a block from here on.
    pub(super) fn enter(&mut self, bb: BbId) {
        self.bb = bb;
        self.epoch += 1;
    }

    /// The form of an address.
    pub(super) fn form(&mut self, f: &Func, base: CrId) -> (Form<Atom>, Opened) {
        let policy = ByLevels { f, levels: self, opened: Opened::default() };
        let mut build = Build::new(&f.codemap, policy);
        build.add(base, 1);
        let cancels = build.cancels();
        let (form, ByLevels { opened, .. }) = build.finish();
        (form, Opened { asks_for_more: opened.asks_for_more || cancels, ..opened })
    }

    /// The terms of a form with their levels.
    pub(super) fn of_terms(&mut self, f: &Func, form: &Form<Atom>) -> Terms {
        let mut of = |atom: &Atom| match atom {
            Atom::Object(_) => 0,
            Atom::Tree(Whole { tree, .. }) | Atom::Bits { kid: tree, .. } => self.of(f, *tree),
        };
        form.terms().iter().map(|term| Term { term: *term, level: of(&term.atom) }).collect()
    }

    /// How deep the innermost cycle around the block is that a tree changes in; 0 where in none.
    fn of(&mut self, f: &Func, tree: CrId) -> u32 {
        let (epoch, known) = *self.known.get(tree);
        if epoch == self.epoch {
            return known;
        }
        let (mut level, bb, cycles) = (0, self.bb, self.cycles);
        self.walk.forget();
        self.walk.variables(&f.codemap, tree, |id, _| {
            level = level.max(f.def_block(id).map_or(0, |at| cycles.common_depth(at, bb)));
        });
        *self.known.entry(tree) = (self.epoch, level);
        level
    }
}
