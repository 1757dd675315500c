//! Estimates of machine code that ptxas makes, where what it has to be is known.

use libtest_mimic::Failed;
use optx_compare_peers::assembled::assemble;
use optx_compare_peers::estimate::{Line, estimate};
use optx_compare_peers::measure::{Compiler, Ran};
use optx_compare_peers::statements::Statements;
use optx_judge::{Tool, clang, trials};
use runtime_tests::suite::{Case, cases};

/// A loop of `%r1` iterations with a store in each, 64 threads a block.
const LOOP: &str = "\
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
.reg .pred %p<2>; .reg .b32 %r<4>; .reg .b64 %rd<2>;
ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [n]; mov.u32 %r2, 0;
setp.eq.u32 %p1, %r1, 0; @%p1 bra end;
head:
st.volatile.global.u32 [%rd1], %r2;
add.u32 %r2, %r2, 1;
setp.lt.u32 %p1, %r2, %r1;
@%p1 bra head;
end:
ret;
}
";

/// Executions by operation of [`LOOP`], of 10 warps with 40 iterations each.
fn of_loop(nounroll: bool) -> Result<Vec<(String, u64)>, Failed> {
    let statements = Statements::read(LOOP);
    let assembled = assemble(&statements.text(nounroll), 80)?;
    let lines = |number| {
        let line = statements.line(number)?;
        let inside =
            ["st.", "add.", "setp.lt", "@%p1 bra head"].iter().any(|w| line.starts_with(w));
        let executed = if inside { 400 } else { 10 };
        let branches = statements.is_branch(number);
        statements.is_instruction(number).then_some(Line { executed, branches })
    };
    let executed = estimate(&assembled.sections[0], None, 10, &lines);
    Ok(executed.iter().map(|e| (e.instruction.family().to_owned(), e.count)).collect())
}

fn a_loop_that_is_left_alone() -> Result<(), Failed> {
    let counts = of_loop(true)?;
    let of = |family: &str| -> Vec<u64> {
        counts.iter().filter(|(name, _)| name == family).map(|&(_, count)| count).collect()
    };
    if of("ST") != [400] && of("STG") != [400] {
        return Err(format!("{counts:?}").into());
    }
    if counts.iter().any(|(_, count)| ![10, 400].contains(count)) {
        return Err(format!("neither once nor in each iteration: {counts:?}").into());
    }
    Ok(())
}

/// ptxas unrolls it by four with a remainder; the copies share what the line executes.
fn a_loop_that_is_unrolled() -> Result<(), Failed> {
    let counts = of_loop(false)?;
    let stores: Vec<u64> =
        counts.iter().filter(|(name, _)| name.starts_with("ST")).map(|&(_, count)| count).collect();
    let sum: u64 = stores.iter().sum();
    if stores.len() < 4 || !(390..=440).contains(&sum) {
        return Err(format!("{} stores execute {sum} times: {counts:?}", stores.len()).into());
    }
    Ok(())
}

fn case(name: &str) -> Result<Case, Failed> {
    let found = cases()?.into_iter().find(|case| case.name == name);
    found.ok_or_else(|| format!("there is no kernel {name}").into())
}

/// Every store without a guard executes as often as its line of PTX did.
fn stores_execute_as_often_as_their_lines() -> Result<(), Failed> {
    for name in ["saxpy", "jacobi", "scan_inclusive", "bitonic_sort"] {
        let case = case(name)?;
        for compiler in [Compiler::Optx3, Compiler::Nvrtc, Compiler::Clang] {
            let ran = Ran::run(&case, &compiler.compile(&case, 80, false)?, 80)?;
            let assembled = ran.assemble(true)?;
            let mut stores = 0;
            for section in &assembled.sections {
                for e in ran.executed(section, None).unwrap_or_default() {
                    let i = e.instruction;
                    let Some(line) =
                        i.line.filter(|_| i.guard.is_none() && i.family().starts_with("ST"))
                    else {
                        continue;
                    };
                    stores += 1;
                    if ran.count(line) != Some(e.count) {
                        return Err(
                            format!("{name}, {}: {i:?}: {}", compiler.name(), e.count).into()
                        );
                    }
                }
            }
            let guarded = assembled.sections.iter().flat_map(|s| s.instructions());
            if stores == 0
                && !guarded.into_iter().any(|i| i.guard.is_some() && i.family().starts_with("ST"))
            {
                return Err(format!("{name}, {}: no store has a line", compiler.name()).into());
            }
        }
    }
    Ok(())
}

/// `--explain` compiles with places, the table without: it has to be the same code.
fn places_change_no_code() -> Result<(), Failed> {
    for name in ["saxpy", "lu_block", "matmul_tiled"] {
        let case = case(name)?;
        for compiler in [Compiler::Optx3, Compiler::Nvrtc, Compiler::Clang] {
            let text = |places| {
                let ptx = compiler.compile(&case, 80, places)?;
                Ok::<String, String>(Statements::read(&ptx).text(true))
            };
            if text(false)? != text(true)? {
                return Err(format!("{name}, {}: other code with places", compiler.name()).into());
            }
        }
    }
    Ok(())
}

fn main() {
    let machine = [Tool::Ptxas13, Tool::Nvdisasm];
    let peers: Vec<Tool> =
        machine.iter().chain(&[Tool::Nvrtc]).chain(clang::NEEDS).copied().collect();
    trials::run(vec![
        trials::trial("a loop that is left alone", &machine, a_loop_that_is_left_alone),
        trials::trial("a loop that is unrolled", &machine, a_loop_that_is_unrolled),
        trials::trial(
            "stores execute as often as their lines",
            &peers,
            stores_execute_as_often_as_their_lines,
        ),
        trials::trial("places change no code", &peers[2..], places_change_no_code),
    ])
}
