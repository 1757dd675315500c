//! What comes behind form Regs.

use super::pipeline::Pass;
use super::snapshot::Written;
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::Func;

/// What comes behind form Regs: the rows that follow [`super::pipeline::TABLE`], run by the same runner. It holds the code of one function
/// at a time.
pub trait Backend {
    /// Its rows, in order.
    fn rows(&self) -> &'static [Pass];

    /// Runs one of its rows, by number, for function number `number`: the first takes it from form Regs.
    fn run(&mut self, row: usize, f: &mut Func, number: usize, cx: &mut Cx<'_>) -> Stats;

    /// The code as it stands, for the reader; with `marks` what is wrong stands where it is (`;!!`).
    fn dump(&self, f: &Func, marks: bool) -> String;

    /// The registers that each instruction of the dump writes, in order; nothing where nobody knows, as of PTX.
    fn written(&self) -> Vec<Written> {
        Vec::new()
    }

    /// What is wrong with the code.
    fn verify(&self) -> Vec<String>;
}

/// Nothing comes behind form Regs.
pub struct NoBackend;

impl Backend for NoBackend {
    fn rows(&self) -> &'static [Pass] {
        &[]
    }

    fn run(&mut self, _: usize, _: &mut Func, _: usize, _: &mut Cx<'_>) -> Stats {
        Stats::new("")
    }

    fn dump(&self, _: &Func, _: bool) -> String {
        String::new()
    }

    fn verify(&self) -> Vec<String> {
        Vec::new()
    }
}
