//! Estimates of machine code written by hand, held against executions that were worked out by hand.

use optx_compare_peers::estimate::{Line, estimate};
use optx_compare_peers::flow::Flow;
use optx_compare_peers::sass::{Section, read};
use std::collections::BTreeMap;

/// Machine code as nvdisasm writes it: `LINE| instruction`, `label:` or `$function:`; a line of 0 is none.
fn section(text: &str) -> Section {
    let mut out = String::from("\t.section\t.text.k,\"ax\",@progbits\nk:\n.text.k:\n");
    for row in text.lines().map(str::trim).filter(|row| !row.is_empty()) {
        match row.split_once("| ") {
            Some((line, code)) => {
                if line != "0" {
                    out += &format!("\t//## File \".nv_debug_ptx_txt\", line {line}\n");
                }
                out += &format!("        /*0000*/                   {code} ;\n");
            }
            None => out += &format!("{row}\n"),
        }
    }
    read(&out).remove(0)
}

/// A line that is no branch.
fn plain(executed: u64) -> Line {
    Line { executed, branches: false }
}

/// `operation count` of every instruction.
fn counts(text: &str, warps: u64, lines: &[(u32, u64)]) -> Vec<String> {
    let (section, lines) = (section(text), lines.iter().copied().collect::<BTreeMap<u32, u64>>());
    let executed = estimate(&section, None, warps, &|line| lines.get(&line).copied().map(plain));
    executed.iter().map(|e| format!("{} {}", e.instruction.operation, e.count)).collect()
}

#[test]
fn text_is_read_as_nvdisasm_writes_it() {
    let section = section(
        "19| MOV R1, c[0x0][0x28]
         .L_x_0:
         41| @!P0 LEA.HI.X.SX32 R3, R3, c[0x0][0x16c], 0x2, P0
         52| CALL.REL.NOINC `($k$callee)
         53| BRX R4 -0x10 (*\"BRANCH_TARGETS .L_x_0,.L_x_1\"*)
         .L_x_1:
         54| EXIT
         $k$callee:
         0| FADD R1, R2, R3
         .L_x_2:
         54| BRA `(.L_x_2)
         0| NOP
         .L_x_3:",
    );
    let read: Vec<(Option<u32>, Option<&str>, &str)> = section
        .instructions()
        .map(|i| (i.line, i.guard.as_deref(), i.operation.as_str()))
        .collect();
    let expected = [
        (Some(19), None, "MOV"),
        (Some(41), Some("@!P0"), "LEA.HI.X.SX32"),
        (Some(52), None, "CALL.REL.NOINC"),
        (Some(53), None, "BRX"),
        (Some(54), None, "EXIT"),
        (None, None, "FADD"),
    ];
    assert_eq!(read, expected);
    assert_eq!(section.functions.len(), 2);
    let targets: Vec<&str> = section.instructions().flat_map(|i| i.targets()).collect();
    assert_eq!(targets, ["$k$callee", ".L_x_0", ".L_x_1"]);
}

#[test]
fn blocks_and_loops_of_any_shape_are_found() {
    // An outer loop 1..6 entered at 1, an inner one of 2 and 3; 4 goes into the inner loop's middle from outside of it.
    let text = section(
        "1| MOV R0, R1
         .L_x_1:
         2| @P0 BRA `(.L_x_4)
         .L_x_2:
         3| MOV R0, R1
         .L_x_3:
         4| @P1 BRA `(.L_x_2)
         5| BRA `(.L_x_5)
         .L_x_4:
         6| BRA `(.L_x_3)
         .L_x_5:
         7| @P2 BRA `(.L_x_1)
         8| EXIT",
    );
    let flow = Flow::of(&text.functions[0]);
    let next: Vec<&[usize]> = flow.blocks.iter().map(|b| &b.successors[..]).collect();
    let expected: [&[usize]; 8] = [&[1], &[2, 5], &[3], &[2, 4], &[6], &[3], &[1, 7], &[]];
    assert_eq!(next, expected);
    let depths: Vec<u32> = (0..8).map(|k| flow.loops.depth(k)).collect();
    assert_eq!(depths, [0, 1, 2, 2, 1, 1, 1, 0]);
    assert_eq!(flow.loops.all[0].header, 1);
    assert_eq!(flow.loops.all[0].latches, [6]);
}

#[test]
fn bsync_goes_where_its_bssy_says() {
    let text = section(
        "1| BSSY B0, `(.L_x_1)
         1| @P0 BRA `(.L_x_0)
         2| BSYNC B0
         .L_x_0:
         3| BSYNC B0
         .L_x_1:
         4| EXIT",
    );
    let flow = Flow::of(&text.functions[0]);
    let next: Vec<&[usize]> = flow.blocks.iter().map(|b| &b.successors[..]).collect();
    let expected: [&[usize]; 4] = [&[1, 2], &[3], &[3], &[]];
    assert_eq!(next, expected);
}

/// The barrier of one region is that of the next: no way leads back.
#[test]
fn a_barrier_that_is_used_again_makes_no_loop() {
    let text = section(
        "1| BSSY B0, `(.L_x_1)
         1| @P0 BRA `(.L_x_0)
         .L_x_0:
         3| BSYNC B0
         .L_x_1:
         4| BSSY B0, `(.L_x_3)
         4| @P0 BRA `(.L_x_2)
         .L_x_2:
         5| BSYNC B0
         .L_x_3:
         6| EXIT",
    );
    let flow = Flow::of(&text.functions[0]);
    let next: Vec<&[usize]> = flow.blocks.iter().map(|b| &b.successors[..]).collect();
    let expected: [&[usize]; 5] = [&[1], &[2], &[3], &[4], &[]];
    assert_eq!(next, expected);
    assert!(flow.loops.all.is_empty());
}

/// Code of line 5, which 30 warps execute, was moved into a block whose store 7 warps execute.
#[test]
fn what_cannot_move_decides_for_its_block() {
    let text = "
        1| @P0 BRA `(.L_x_0)
        5| MOV R0, R1
        5| MOV R2, R3
        5| MOV R4, R5
        6| STG.E [R2.64], R0
        .L_x_0:
        7| EXIT";
    let expected = ["BRA 30", "MOV 7", "MOV 7", "MOV 7", "STG.E 7", "EXIT 30"];
    assert_eq!(counts(text, 30, &[(1, 30), (5, 30), (6, 7), (7, 30)]), expected);
}

/// A store with a guard was a block of its own before: 3 warps reached it, 30 execute the instruction.
#[test]
fn a_guarded_store_does_not_decide() {
    let text = "
        4| IADD3 R0, R0, R1, RZ
        5| MOV R2, R3
        6| @!P0 STG.E [R2.64], R0
        7| EXIT";
    let expected = ["IADD3 30", "MOV 30", "STG.E 30", "EXIT 30"];
    assert_eq!(counts(text, 30, &[(4, 30), (5, 30), (6, 3), (7, 30)]), expected);
}

/// Line 3 is hoisted whole, half of line 4 is: neither may count the loop's iterations before it.
#[test]
fn hoisted_code_counts_where_it_stands() {
    let text = "
        1| MOV R0, RZ
        3| MUFU.RCP R1, R2
        3| MUFU.RCP R1, R2
        4| I2F R3, R4
        4| I2F R3, R4
        .L_x_0:
        4| IMAD R0, R3, R0, R0
        5| STG.E [R2.64], R0
        6| @P0 BRA `(.L_x_0)
        7| EXIT";
    let lines = [(1, 10), (3, 80), (4, 80), (5, 80), (6, 80), (7, 10)];
    let expected = [
        "MOV 10",
        "MUFU.RCP 10",
        "MUFU.RCP 10",
        "I2F 10",
        "I2F 10",
        "IMAD 80",
        "STG.E 80",
        "BRA 80",
        "EXIT 10",
    ];
    assert_eq!(counts(text, 10, &lines), expected);
}

/// 10 warps go 8 times around a loop that ptxas unrolled four times, with a remainder that has its own loop.
#[test]
fn copies_of_a_store_share_its_executions() {
    let text = "
        1| MOV R0, RZ
        .L_x_0:
        5| STG.E [R2.64], R0
        5| STG.E [R2.64+0x4], R0
        5| STG.E [R2.64+0x8], R0
        5| STG.E [R2.64+0xc], R0
        6| @P0 BRA `(.L_x_0)
        7| EXIT";
    let expected = ["MOV 10", "STG.E 20", "STG.E 20", "STG.E 20", "STG.E 20", "BRA 20", "EXIT 10"];
    assert_eq!(counts(text, 10, &[(1, 10), (5, 80), (6, 80), (7, 10)]), expected);
}

/// The same of a loop that only loads: the loads say how often it iterates.
#[test]
fn copies_of_a_load_bound_their_loop() {
    let text = "
        .L_x_0:
        5| LDG.E R0, [R2.64]
        5| LDG.E R1, [R2.64+0x4]
        6| FADD R3, R3, R0
        6| FADD R3, R3, R1
        7| @P0 BRA `(.L_x_0)
        8| EXIT";
    let expected = ["LDG.E 40", "LDG.E 40", "FADD 40", "FADD 40", "BRA 40", "EXIT 10"];
    assert_eq!(counts(text, 10, &[(5, 80), (6, 80), (7, 80), (8, 10)]), expected);
}

/// A loop without accesses that was unrolled twice, beside its code without that: half as many iterations.
#[test]
fn a_loop_s_body_that_stands_twice_runs_half_as_often() {
    let twice = section(
        ".L_x_0:
         5| FMUL R0, R1, R2
         6| FADD R3, R3, R0
         5| FMUL R0, R1, R2
         6| FADD R3, R3, R0
         7| ISETP.NE.AND P0, PT, R4, RZ, PT
         8| @P0 BRA `(.L_x_0)
         9| EXIT",
    );
    let once = section(
        ".L_x_0:
         5| FMUL R0, R1, R2
         6| FADD R3, R3, R0
         7| ISETP.NE.AND P0, PT, R4, RZ, PT
         8| @P0 BRA `(.L_x_0)
         9| EXIT",
    );
    let counts = |section, rolled| {
        let lines = |line| Some(plain(if line == 9 { 10 } else { 80 }));
        let executed = estimate(section, rolled, 10, &lines);
        executed.iter().map(|e| e.count).collect::<Vec<u64>>()
    };
    assert_eq!(counts(&twice, Some(&once)), [40, 40, 40, 40, 40, 40, 10]);
    assert_eq!(counts(&once, None), [80, 80, 80, 80, 10]);
    assert_eq!(counts(&once, Some(&once)), [80, 80, 80, 80, 10]);
}

/// `@%p bra exit; bra head;` in lines 6 and 7 is one jump, which ptxas writes with either line: the loop begins as often as its condition
/// is evaluated, 3 times by each of 8 warps.
#[test]
fn a_jump_that_two_lines_are_executes_as_often_as_the_first() {
    for line in [6, 7] {
        let text = format!(
            ".L_x_0:
             5| FMUL R0, R1, R2
             {line}| @!P0 BRA `(.L_x_0)
             8| EXIT"
        );
        let lines = |line| match line {
            5 => Some(plain(24)),
            6 => Some(Line { executed: 24, branches: true }),
            7 => Some(plain(16)),
            8 => Some(plain(8)),
            _ => None,
        };
        let section = section(&text);
        let executed = estimate(&section, None, 8, &lines);
        assert_eq!(executed.iter().map(|e| e.count).collect::<Vec<u64>>(), [24, 24, 8]);
    }
}

/// A loop's first test was copied before it: the copy out there is no half of the loop's.
#[test]
fn a_copy_outside_of_the_loop_takes_nothing_from_it() {
    let text = "
        4| LDG.E R0, [R2.64]
        5| @!P0 BRA `(.L_x_1)
        .L_x_0:
        4| LDG.E R0, [R2.64]
        5| @P0 BRA `(.L_x_0)
        .L_x_1:
        8| EXIT";
    let expected = ["LDG.E 10", "BRA 10", "LDG.E 90", "BRA 90", "EXIT 10"];
    assert_eq!(counts(text, 10, &[(4, 90), (5, 90), (8, 10)]), expected);
}

/// The library's subroutine has no lines: it runs as often as it is called.
#[test]
fn subroutines_run_as_often_as_they_are_called() {
    let text = "
        1| MOV R0, RZ
        2| CALL.REL.NOINC `($__internal_0_$__cuda_sm20_div_s64)
        3| @P0 BRA `(.L_x_0)
        4| CALL.REL.NOINC `($__internal_0_$__cuda_sm20_div_s64)
        4| STG.E [R2.64], R0
        .L_x_0:
        5| EXIT
        $__internal_0_$__cuda_sm20_div_s64:
        0| MUFU.RCP R0, R1
        0| RET.REL.NODEC R4 `(k)";
    let expected = [
        "MOV 10",
        "CALL.REL.NOINC 10",
        "BRA 10",
        "CALL.REL.NOINC 3",
        "STG.E 3",
        "EXIT 10",
        "MUFU.RCP 13",
        "RET.REL.NODEC 13",
    ];
    assert_eq!(counts(text, 10, &[(1, 10), (2, 10), (3, 10), (4, 3), (5, 10)]), expected);
}

/// The slow path of a division, and what exchanges values of lanes that diverged.
#[test]
fn what_operands_do_not_reach_counts_nothing() {
    let text = "
        1| FCHK P0, R0, R1
        1| @!P0 BRA `(.L_x_0)
        1| CALL.REL.NOINC `($__internal_0_$__cuda_sm3x_div_rn_noftz_f32_slowpath)
        .L_x_0:
        2| BRA.DIV UR4, `(.L_x_2)
        2| SHFL.DOWN PT, R3, R6, 0x1, 0x1f
        .L_x_1:
        3| EXIT
        .L_x_2:
        2| WARPSYNC.COLLECTIVE R4, `(.L_x_3)
        .L_x_3:
        2| SHFL.DOWN PT, R3, R6, 0x1, 0x1f
        2| BRA `(.L_x_1)
        $__internal_0_$__cuda_sm3x_div_rn_noftz_f32_slowpath:
        0| FMUL R0, R1, R1";
    let expected = [
        "FCHK 10",
        "BRA 10",
        "CALL.REL.NOINC 0",
        "BRA.DIV 10",
        "SHFL.DOWN 10",
        "EXIT 10",
        "WARPSYNC.COLLECTIVE 0",
        "SHFL.DOWN 0",
        "BRA 0",
        "FMUL 0",
    ];
    assert_eq!(counts(text, 10, &[(1, 10), (2, 10), (3, 10)]), expected);
}

#[test]
fn functions_that_call_each_other_and_endless_loops_end() {
    let text = "
        .L_x_0:
        1| CALL.REL.NOINC `($k$a)
        2| BRA `(.L_x_0)
        $k$a:
        3| CALL.REL.NOINC `($k$b)
        4| RET.REL.NODEC R4 `(k)
        $k$b:
        5| CALL.REL.NOINC `($k$a)
        6| RET.REL.NODEC R4 `(k)";
    assert_eq!(counts(text, 10, &[(1, 10), (2, 10)]).len(), 6);
}

/// 8 warps come three times to the test of a loop that goes back without asking, so twice to the rest of it.
#[test]
fn a_loop_that_is_left_at_its_begin_begins_once_more_than_it_goes_back() {
    let text = "1| MOV R0, R1
         .L_x_1:
         2| ISETP.GE.AND P0, PT, R0, R2, PT
         3| @P0 BRA `(.L_x_2)
         4| FADD R3, R3, R4
         5| BRA `(.L_x_1)
         .L_x_2:
         6| EXIT";
    let lines = [(1, 8), (2, 24), (3, 24), (4, 16), (5, 16), (6, 8)];
    let expected = ["MOV 8", "ISETP.GE.AND 24", "BRA 24", "FADD 16", "BRA 16", "EXIT 8"];
    assert_eq!(counts(text, 8, &lines), expected);
}

/// 8 warps leave a loop of copies in its first, before anybody would go back: what they came to they did.
#[test]
fn a_loop_that_never_goes_back_begins_as_often_as_it_is_come_to() {
    let text = "1| MOV R0, R1
         .L_x_1:
         2| FADD R3, R3, R4
         3| @P0 BRA `(.L_x_2)
         4| FADD R3, R3, R5
         5| @P1 BRA `(.L_x_1)
         .L_x_2:
         6| EXIT";
    let lines = [(1, 8), (2, 8), (3, 8), (4, 0), (5, 0), (6, 8)];
    let expected = ["MOV 8", "FADD 8", "BRA 8", "FADD 0", "BRA 0", "EXIT 8"];
    assert_eq!(counts(text, 8, &lines), expected);
}
