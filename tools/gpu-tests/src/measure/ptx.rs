//! The PTX of measurements: a loop of steps between two readings of the clock.
//!
//! Every row comes in two lengths of its loop's body, so that what is the same in both (the loop, the clock, cold caches) falls
//! out of the difference.

use std::fmt::Write as _;

use super::rows::{Chase, Class, Kind, Row};

/// Steps of the loop's body, in the short form and in the long one.
pub(super) const STEPS: [u32; 2] = [16, 48];
/// Chains side by side where throughput is measured.
pub(super) const CHAINS: u32 = 4;
/// Cells of a chain in shared memory.
const SHARED_CELLS: u32 = 32;

impl Class {
    /// Register prefix, type of registers, type of moves.
    fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Class::R32 => ("%r", ".b32", "u32"),
            Class::R64 => ("%rd", ".b64", "u64"),
            Class::F32 => ("%f", ".f32", "f32"),
            Class::F64 => ("%fd", ".f64", "f64"),
        }
    }

    /// The bits of four values that chains go along with: no powers of two, no zeros, floats near one and near zero.
    pub(super) fn constants(self) -> [u64; 4] {
        let floats = [0.999_984_7f32, 0.000_013_1, 1.000_017_3, 0.000_029_9];
        match self {
            Class::R32 | Class::R64 => [0x1234_5679, 0x0654_3217, 0x2b4d_6f81, 0x13_579b],
            Class::F32 => floats.map(|v| u64::from(v.to_bits())),
            Class::F64 => floats.map(|v| f64::from(v).to_bits()),
        }
    }
}

/// The text of a kernel `measure(out, rounds, memory, k0, k1, k2, k3)` that goes `steps` steps a round, on so many chains. Each
/// thread writes its value and both readings of the clock, 24 bytes.
pub(super) fn text(row: &Row, target: &str, version: &str, steps: u32, chains: u32) -> String {
    let mut out = format!(".version {version}\n.target {target}\n.address_size 64\n");
    if row.kind == Kind::Chase(Chase::Constant) {
        out += ".const .align 8 .u64 cells[4];\n";
    }
    out += ".visible .entry measure(.param .u64 out, .param .u32 rounds, .param .u64 memory,\n";
    out += "  .param .u64 k0, .param .u64 k1, .param .u64 k2, .param .u64 k3)\n{\n";
    let (x, ty, _) = row.class.words();
    let _ = writeln!(out, "  .reg {ty} {x}x<{chains}>, {x}k<4>;");
    let _ = writeln!(out, "  .reg .pred %p<{}>, %again;", chains + 1);
    let _ = writeln!(out, "  .reg .f32 %tf<{chains}>; .reg .f64 %td<{chains}>;");
    out += "  .reg .b32 %me, %n, %g, %size, %block; .reg .b64 %at, %wide, %begin, %end, %m, %value, %other;\n";
    out += "  .reg .b32 %s, %i; .reg .b64 %s0, %s1; .reg .pred %more;\n";
    let _ = writeln!(out, "  .shared .align 8 .b8 room[{}];", 8 * SHARED_CELLS);
    out += "  .local .align 8 .b8 place[8];\n";
    out += "  mov.u32 %me, %tid.x;\n  ld.param.u32 %n, [rounds];\n  ld.param.u64 %m, [memory];\n  mov.u32 %s, room;\n";
    match row.kind {
        Kind::Stream(bytes) => stream(&mut out, bytes),
        _ => timed(&mut out, row, steps, chains),
    }
    out + "  ret;\n}\n"
}

fn timed(out: &mut String, row: &Row, steps: u32, chains: u32) {
    let (x, _, mov) = row.class.words();
    for k in 0..4 {
        let _ = writeln!(out, "  ld.param.{mov} {x}k{k}, [k{k}];");
    }
    for chain in 0..chains {
        first_value(out, row, chain);
    }
    out.push_str("  bar.sync 0;\n  mov.u64 %begin, %clock64;\nAGAIN:\n  .pragma \"nounroll\";\n");
    for step in 0..steps {
        for chain in 0..chains {
            let _ = writeln!(out, "  {}", step_text(row, step, chain));
        }
    }
    out.push_str("  sub.u32 %n, %n, 1;\n  setp.ne.u32 %again, %n, 0;\n  @%again bra AGAIN;\n");
    out.push_str("  mov.u64 %end, %clock64;\n");
    for chain in 0..chains {
        let to = if chain == 0 { "%value" } else { "%other" };
        let convert = match row.class {
            Class::R32 => format!("cvt.u64.u32 {to}, %rx{chain};"),
            Class::R64 => format!("mov.b64 {to}, %rdx{chain};"),
            Class::F32 => format!("cvt.rzi.u64.f32 {to}, %fx{chain};"),
            Class::F64 => format!("mov.b64 {to}, %fdx{chain};"),
        };
        let _ = writeln!(out, "  {convert}");
        if chain > 0 {
            out.push_str("  xor.b64 %value, %value, %other;\n");
        }
    }
    out.push_str(
        "  mov.u32 %block, %ctaid.x;\n  mov.u32 %size, %ntid.x;\n  mad.lo.u32 %g, %block, %size, %me;\n  ld.param.u64 %at, \
         [out];\n  mad.wide.u32 %at, %g, 24, %at;\n  st.global.u64 [%at], %value;\n  st.global.u64 [%at+8], %begin;\n  \
         st.global.u64 [%at+16], %end;\n",
    );
}

/// What a chain begins with: something of the thread's own, or, on the uniform path, of the launch's.
fn first_value(out: &mut String, row: &Row, chain: u32) {
    let (x, ..) = row.class.words();
    let from = if matches!(row.kind, Kind::Uniform(..)) { "%n" } else { "%me" };
    match row.kind {
        Kind::Chase(Chase::Shared) => {
            out.push_str(
                "  cvt.u64.u32 %s0, %s;\n  mov.u32 %i, 1;\nFILL:\n  add.u64 %s1, %s0, 8;\n",
            );
            out.push_str(
                "  st.shared.u64 [%s0], %s1;\n  mov.u64 %s0, %s1;\n  add.u32 %i, %i, 1;\n",
            );
            let _ = writeln!(out, "  setp.lt.u32 %more, %i, {SHARED_CELLS};\n  @%more bra FILL;");
            let _ = writeln!(
                out,
                "  cvt.u64.u32 %rdx{chain}, %s;\n  st.shared.u64 [%s0], %rdx{chain};"
            );
        }
        Kind::Chase(Chase::Local) => {
            let _ = writeln!(
                out,
                "  mov.u64 %rdx{chain}, place;\n  st.local.u64 [place], %rdx{chain};"
            );
        }
        Kind::Chase(Chase::Constant) => {
            let _ = writeln!(out, "  mov.u64 %s0, cells;\n  mov.u64 %rdx{chain}, %s0;");
        }
        Kind::Chase(_) => {
            let _ = writeln!(out, "  mov.u64 %rdx{chain}, %m;");
        }
        _ => {
            let convert = match row.class {
                Class::R32 => format!("add.u32 {x}x{chain}, %i, 1;"),
                Class::R64 => format!("cvt.u64.u32 {x}x{chain}, %i;"),
                Class::F32 => format!("cvt.rn.f32.u32 {x}x{chain}, %i;"),
                Class::F64 => format!("cvt.rn.f64.u32 {x}x{chain}, %i;"),
            };
            let _ = writeln!(out, "  add.u32 %i, {from}, {};\n  {convert}", 3 * chain + 1);
        }
    }
}

/// One step of a chain.
fn step_text(row: &Row, step: u32, chain: u32) -> String {
    let (x, ..) = row.class.words();
    let value = format!("{x}x{chain}");
    let text = match row.kind {
        Kind::Chain(text, _) | Kind::Uniform(text, _) => text,
        Kind::Chase(Chase::L1) => "ld.global.ca.u64 {x}, [{x}];",
        Kind::Chase(Chase::L2 | Chase::Memory) => "ld.global.cg.u64 {x}, [{x}];",
        Kind::Chase(Chase::Shared) => "ld.shared.u64 {x}, [{x}];",
        Kind::Chase(Chase::Local) => "ld.local.u64 {x}, [{x}];",
        Kind::Chase(Chase::Constant) => "ld.const.u64 {x}, [{x}]; add.u64 {x}, {x}, %s0;",
        Kind::Stream(_) => "",
    };
    text.replace("{x}", &value)
        .replace("{a}", &format!("{x}k{}", 2 * step % 4))
        .replace("{b}", &format!("{x}k{}", (2 * step + 1) % 4))
        .replace("{p}", &format!("%p{chain}"))
        .replace("{f}", &format!("%tf{chain}"))
        .replace("{d}", &format!("%td{chain}"))
        .replace("{m}", "%m")
        .replace("{s}", "%s")
}

/// Each thread reads `rounds` elements of memory, a grid apart, and writes their exclusive or.
fn stream(out: &mut String, bytes: u32) {
    let words = bytes / 4;
    let list = (0..words).map(|k| format!("%w{k}")).collect::<Vec<_>>().join(", ");
    let (vector, list) = match words {
        1 => (String::new(), list),
        n => (format!(".v{n}"), format!("{{{list}}}")),
    };
    let _ = writeln!(out, "  .reg .b32 %w<{words}>, %sum, %grid; .reg .b64 %step;");
    out.push_str(
        "  mov.u32 %block, %ctaid.x;\n  mov.u32 %size, %ntid.x;\n  mov.u32 %grid, %nctaid.x;\n",
    );
    let _ = writeln!(
        out,
        "  mad.lo.u32 %g, %block, %size, %me;\n  mad.wide.u32 %wide, %g, {bytes}, %m;"
    );
    let _ = writeln!(
        out,
        "  mul.lo.u32 %i, %grid, %size;\n  mul.wide.u32 %step, %i, {bytes};\n  mov.u32 %sum, 0;"
    );
    out.push_str("AGAIN:\n");
    let _ = writeln!(out, "  ld.global{vector}.u32 {list}, [%wide];");
    for k in 0..words {
        let _ = writeln!(out, "  xor.b32 %sum, %sum, %w{k};");
    }
    out.push_str("  add.u64 %wide, %wide, %step;\n  sub.u32 %n, %n, 1;\n  setp.ne.u32 %again, %n, 0;\n  @%again bra AGAIN;\n");
    out.push_str("  ld.param.u64 %at, [out];\n  mad.wide.u32 %at, %g, 4, %at;\n  st.global.u32 [%at], %sum;\n");
}
