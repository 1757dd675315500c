//! Questions of which memory an address is of, answered where the address's space is known.
//!
//! Idea: `__isLocal(p)` and its like are inline PTX (`isspacep`, made a number by `selp`), written in the library and in CCCL's headers, whose atomics ask so before each
//! access. Where [`PointsToMap`] knows the space, the text's result is a constant; the branch behind it is decided next, and what the other arm kept in memory is replaced.
//!
//! Source: LLVM's NVPTX target, which folds `llvm.nvvm.isspacep.*` behind InferAddressSpaces; the question's meaning is the PTX ISA's.
//! Legality: that of [`crate::analysis::memory`]: a null pointer joins global memory alone, whose window holds it. The text is the question and no more: one predicate of its own,
//! one number out, one address in, neither volatile nor clobbering memory; `isspacep` names the state space of an object by its word, a block's own shared memory also as one of its cluster. Questions of the
//! parameters' memory stay, as do those of an address that is loaded, given or made of bits: it may be of any. `asm volatile` is left where it stands.
//! Cost: the points-to facts, where the function holds such a question; else a look at its inline PTX.

use crate::analysis::memory::PointsToMap;
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::{Func, Space, StmtId, StmtOp};
use optx_whirl::{AsmInfo, Mtype};

/// True for a function with inline PTX that asks.
pub fn asks(f: &Func) -> bool {
    f.asms.iter().any(|asm| question(asm).is_some())
}

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("space-questions");
    let asked: Vec<Option<&[Space]>> = f.asms.iter().map(question).collect();
    let all = f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts).copied();
    let questions: Vec<(StmtId, &[Space])> = all
        .filter_map(|s| match f.stmts[s].op {
            StmtOp::Asm(k) => Some((s, (*asked.get(k as usize)?)?)),
            _ => None,
        })
        .collect();
    if questions.is_empty() {
        return stats;
    }
    let points_to = PointsToMap::of(&cx.facts, f);
    for (s, spaces) in questions {
        let stmt = &f.stmts[s];
        let ([address], [result]) = (&stmt.kids[..], &stmt.results[..]) else { continue };
        let is_number = f.aux_of(*result).is_some_and(|aux| f.auxes[aux].mtype == Mtype::U4);
        let space = points_to.value(cx.facts.module, f, *address).space(cx.facts.module, f);
        let Some(space) = space.filter(|_| is_number && stmt.chi.is_empty()) else { continue };
        let answer = f.codemap.integer(Mtype::U4, u64::from(spaces.contains(&space)));
        let stmt = &mut f.stmts[s];
        stmt.op = StmtOp::Stid;
        stmt.kids[0] = answer;
        stmt.mu.clear();
        stats.add("questions answered", 1);
    }
    stats
}

/// The spaces of which inline PTX asks whether an address is of one; None for other text.
fn question(asm: &AsmInfo) -> Option<&'static [Space]> {
    if asm.volatile || asm.memory || asm.outputs.len() != 1 || asm.inputs.len() != 1 {
        return None;
    }
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '{' | '}');
    let mut words = asm.text.split(is_between).filter(|word| !word.is_empty());
    let mut next = || words.next();
    if (next()?, next()?) != (".reg", ".pred") {
        return None;
    }
    let predicate = next()?;
    let space: &[Space] = match next()?.strip_prefix("isspacep.")? {
        "global" => &[Space::Global],
        "shared" | "shared::cta" | "shared::cluster" => &[Space::Shared],
        "const" => &[Space::Constant],
        "local" => &[Space::Local],
        _ => return None,
    };
    let is_same = next()? == predicate && next()? == "%1";
    let is_number = matches!(next()?, "selp.u32" | "selp.s32" | "selp.b32");
    let is_answer = (next()?, next()?, next()?) == ("%0", "1", "0") && next()? == predicate;
    (is_same && is_number && is_answer && next().is_none()).then_some(space)
}

#[cfg(test)]
mod tests {
    use super::question;
    use optx_ir::Space;
    use optx_whirl::{AsmClass, AsmInfo, StId};

    fn asks(text: &str, memory: bool) -> Option<&'static [Space]> {
        question(&AsmInfo {
            text: text.to_owned(),
            outputs: vec![(StId::local(0), AsmClass::R, None)],
            inputs: vec![AsmClass::L],
            volatile: false,
            memory,
        })
    }

    #[test]
    fn questions_are_known_by_their_text() {
        let own = "{ .reg .pred t; isspacep.local t, %1; selp.u32 %0, 1, 0, t; }";
        assert_eq!(asks(own, false), Some(&[Space::Local][..]));
        assert_eq!(asks(own, true), None);
        let lines = "{\n\t  .reg .pred p;\n\t  isspacep.shared::cluster p, %1;\n\t  selp.b32 %0, 1, 0, p;\n\t}\n\t";
        assert_eq!(asks(lines, false), Some(&[Space::Shared][..]));
    }

    #[test]
    fn other_text_is_no_question() {
        for text in [
            "{ .reg .pred t; isspacep.local t, %1; selp.u32 %0, 0, 1, t; }",
            "{ .reg .pred t; isspacep.local t, %0; selp.u32 %0, 1, 0, t; }",
            "{ .reg .pred t, u; isspacep.local t, %1; selp.u32 %0, 1, 0, u; }",
            "{ .reg .pred t; isspacep.param t, %1; selp.u32 %0, 1, 0, t; }",
            "{ .reg .pred t; @u isspacep.local t, %1; selp.u32 %0, 1, 0, t; }",
            "{ .reg .pred t; isspacep.local t, %1; selp.u32 %0, 1, 0, t; } bar.sync 0;",
            "{ .reg .pred t; isspacep.local t, %1; selp.u64 %0, 1, 0, t; }",
            "isspacep.local p, %1;",
        ] {
            assert_eq!(asks(text, false), None, "{text}");
        }
    }
}
