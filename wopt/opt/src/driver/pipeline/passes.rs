//! The passes: what each does, on which form, with which analyses, wherever it runs.

use super::{CFG_FORM, Pass, REGS_FORM, SSA_FORM, Work};
use crate::analysis::cache::Analysis;
use Analysis::{Cycles, Dominators, PostDominators, Ranges, Uses, Variance};

/// A pass a line: its constant, what all its runs are called together, what runs, the form it works on and the one it leaves, the analyses that are there
/// when it runs, and those beside the graph's that still hold behind it.
macro_rules! passes {
    ($($id:ident $group:literal $run:path: $form:ident to $leaves:ident, needs $needs:expr$(, keeps $keeps:expr)?;)*) => {
        $(pub(super) const $id: Pass = Pass {
            name: $group,
            group: $group,
            run: Work::Func($run),
            symbol: stringify!($run),
            form: $form,
            leaves: $leaves,
            needs: $needs,
            $(preserves: $keeps,)?
            ..Pass::STEP
        };)*
    };
}

passes! {
    MEMORY_SPACES "memory-spaces" crate::pass::memory::memory_spaces::run: CFG_FORM to CFG_FORM, needs &[];
    SUMMARIZE "summarize" crate::pass::memory::summarize::run: CFG_FORM to CFG_FORM, needs &[];
    SSA "ssa" crate::pass::ssa::construct::run: CFG_FORM to SSA_FORM, needs &[Dominators];
    DIAGNOSE "diagnose" crate::pass::out::diagnose::run: SSA_FORM to SSA_FORM, needs &[], keeps &[Uses];
    PROPAGATE "propagate" crate::pass::scalars::propagate::run: SSA_FORM to SSA_FORM, needs &[Dominators, Cycles];
    SCCP "sccp" crate::pass::scalars::sccp::run: SSA_FORM to SSA_FORM, needs &[];
    SIMPLIFY_CFG "simplify-cfg" crate::pass::branches::simplify_cfg::run: SSA_FORM to SSA_FORM, needs &[];
    FULL_UNROLLING "unrolling" crate::pass::loops::unrolling::run: SSA_FORM to SSA_FORM, needs &[Cycles];
    CHOSEN_ADDRESSES "scalar-replacement" crate::pass::branches::if_conversion::run_on_addresses: SSA_FORM to SSA_FORM, needs &[];
    CHOSEN_ACCESSES "scalar-replacement" crate::pass::memory::scalar_replacement::run_on_chosen: SSA_FORM to SSA_FORM, needs &[];
    SCALARS "scalar-replacement" crate::pass::memory::scalar_replacement::run_on_scalars: SSA_FORM to SSA_FORM, needs &[Dominators];
    SCALAR_REPLACEMENT "scalar-replacement" crate::pass::memory::scalar_replacement::run: SSA_FORM to SSA_FORM, needs &[Dominators];
    SPACE_QUESTIONS "memory-spaces" crate::pass::memory::space_questions::run: SSA_FORM to SSA_FORM, needs &[];
    OWN_FORMS "memory-spaces" crate::pass::memory::version_spaces::run: SSA_FORM to SSA_FORM, needs &[Dominators];
    MEMORY_CLASSES "memory-spaces" crate::pass::memory::version_spaces::run_on_classes: SSA_FORM to SSA_FORM, needs &[Dominators];
    VALUE_NUMBERING "value-numbering" crate::pass::scalars::value_numbering::run: SSA_FORM to SSA_FORM, needs &[Dominators, Cycles];
    JOINED_STORES "joined-stores" crate::pass::memory::joined_stores::run: SSA_FORM to SSA_FORM, needs &[];
    IF_CONVERSION "if-conversion" crate::pass::branches::if_conversion::run: SSA_FORM to SSA_FORM, needs &[];
    RANGE_PROPAGATION "range-propagation" crate::pass::scalars::range_propagation::run: SSA_FORM to SSA_FORM, needs &[Dominators, Ranges];
    BITWISE_DEAD_CODE "bitwise-dead-code" crate::pass::scalars::bitwise_dead_code::run: SSA_FORM to SSA_FORM, needs &[];
    DEAD_STORES "dead-stores" crate::pass::memory::dead_stores::run: SSA_FORM to SSA_FORM, needs &[Dominators];
    DEAD_CODE "dead-code" crate::pass::scalars::dead_code::run: SSA_FORM to SSA_FORM, needs &[Dominators, PostDominators, Cycles];
    DEAD_VALUES "dead-code" crate::pass::scalars::dead_code::run_on_values: SSA_FORM to SSA_FORM, needs &[];
    PARTIAL_UNROLLING "unrolling" crate::pass::loops::unrolling::partial::run: SSA_FORM to SSA_FORM, needs &[Cycles];
    WARP_REDUCTIONS "warp-reductions" crate::pass::scalars::warp_reductions::run: SSA_FORM to SSA_FORM, needs &[];
    CONSTANT_DIVISION "constant-division" crate::pass::scalars::constant_division::run: SSA_FORM to SSA_FORM, needs &[];
    ADDRESS_REASSOCIATION "address-reassociation" crate::pass::addresses::address_reassociation::run: SSA_FORM to SSA_FORM, needs &[Cycles];
    NARROW_ADDRESSES "narrow-addresses" crate::pass::addresses::narrow_addresses::run: SSA_FORM to SSA_FORM, needs &[];
    LOAD_PRE "load-pre" crate::pass::redundancy::pre::loads::run: SSA_FORM to SSA_FORM, needs &[Dominators, Cycles];
    STORE_SINKING "store-sinking" crate::pass::memory::store_sinking::run: SSA_FORM to SSA_FORM, needs &[Dominators, Cycles];
    SPECULATION "speculation" crate::pass::redundancy::speculation::run: SSA_FORM to SSA_FORM, needs &[Dominators];
    STRAIGHT_LINE_REDUCTION "straight-line-reduction" crate::pass::addresses::straight_line::run: SSA_FORM to SSA_FORM, needs &[Dominators];
    STRENGTH_REDUCTION "strength-reduction" crate::pass::loops::strength_reduction::run: SSA_FORM to SSA_FORM, needs &[Dominators, Cycles];
    GLOBAL_REASSOCIATION "global-reassociation" crate::pass::addresses::global_reassociation::run: SSA_FORM to SSA_FORM, needs &[Dominators, Cycles];
    HOISTING "hoisting" crate::pass::redundancy::hoisting::run: SSA_FORM to SSA_FORM, needs &[Dominators, Cycles];
    EXPRESSION_PRE "expression-pre" crate::pass::redundancy::pre::run: SSA_FORM to SSA_FORM, needs &[Dominators, Cycles];
    ASK_VARIANCE "ask-variance" crate::pass::out::ask_variance::run: SSA_FORM to SSA_FORM, needs &[Variance];
    SINKING "sinking" crate::pass::redundancy::sinking::run: SSA_FORM to SSA_FORM, needs &[Dominators, Cycles, Uses];
    DIVISION_BYPASS "division-bypass" crate::pass::scalars::division_bypass::run: SSA_FORM to SSA_FORM, needs &[Dominators, Cycles];
    ATOMIC_AGGREGATION "atomic-aggregation" crate::pass::memory::atomic_aggregation::run: SSA_FORM to SSA_FORM, needs &[];
    READ_ONLY_LOADS "read-only-loads" crate::pass::memory::read_only_loads::run: SSA_FORM to SSA_FORM, needs &[];
    PLACEMENT "placement" crate::pass::out::placement::run: SSA_FORM to SSA_FORM, needs &[Dominators, Cycles];
    SPLIT_EDGES "split-edges" crate::pass::branches::split_edges::run: SSA_FORM to SSA_FORM, needs &[Dominators];
    CLOSE_SSA "closed-ssa" crate::pass::ssa::closed_ssa::close: SSA_FORM to SSA_FORM, needs &[Dominators, Cycles];
    OPEN_SSA "closed-ssa" crate::pass::ssa::closed_ssa::open: SSA_FORM to SSA_FORM, needs &[Cycles];
    LEAVE_SSA "leave-ssa" crate::pass::out::leave_ssa::run: SSA_FORM to REGS_FORM, needs &[Cycles];
    SIMPLIFY_REGS "simplify-cfg" crate::pass::branches::simplify_cfg::run: REGS_FORM to REGS_FORM, needs &[];
}
