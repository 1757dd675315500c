//! What ptxas makes of the forms that an idiom may have in PTX: the reasons of instruction selection.
//!
//! Idea: ptxas is the second half of the compiler, and what is short in PTX may be long in machine code. So the candidates of each
//! idiom are assembled for several architectures, and the one that comes out shortest is what selection writes. Counts are of
//! whole kernels: what they share is the same in each form.
//! `cargo run --release -p runtime-tests --bin selection-forms` prints the table; what it decided is docs/decisions/0045-what-ptx-is-shortest-is-asked-of-ptxas.md.

mod table;

pub use table::IDIOMS;

use optx_judge::machine_code::disassemble;
use optx_judge::ptxas::Ptxas;

/// The architectures that forms are assembled for.
pub const ARCHITECTURES: [u32; 4] = [75, 80, 90, 120];

/// Something that a program asks for, and the ways to say it in PTX.
#[derive(Debug)]
pub struct Idiom {
    /// What it is.
    pub name: &'static str,
    /// The body of `__global__ void k(char *p, long long *q, int a, int b)` that asks for it.
    pub source: &'static str,
    /// The forms; the first is what optx selects.
    pub forms: &'static [Form],
}

/// One way to say it.
#[derive(Debug)]
pub struct Form {
    /// The instructions that make the difference.
    pub opcodes: &'static [&'static str],
    /// The body of the kernel.
    pub body: &'static str,
}

/// The kernel around a form: `%rd0` and `%rd1` are pointers, `%r0` and `%r1` numbers, `%r2` and `%r3` the thread's index.
fn kernel(body: &str, arch: u32) -> String {
    format!(
        ".version 8.7\n.target sm_{arch}\n.address_size 64\n.shared .align 16 .b8 s[4096];\n\
         .visible .entry k(.param .u64 p0, .param .u64 p1, .param .u32 p2, .param .u32 p3)\n{{\n\
         .reg .pred %p<9>;\n.reg .b32 %r<30>;\n.reg .b64 %rd<30>;\n\
         ld.param.u64 %rd0, [p0];\nld.param.u64 %rd1, [p1];\nld.param.u32 %r0, [p2];\n\
         ld.param.u32 %r1, [p3];\nmov.u32 %r2, %tid.x;\nmov.u32 %r3, %tid.y;\n{body}\nret;\n}}\n"
    )
}

/// How many machine instructions a form comes to for an architecture, without those that fill up or end the kernel.
pub fn machine_instructions(form: &Form, arch: u32) -> Result<u32, String> {
    let made =
        disassemble(Ptxas::V13, &kernel(form.body, arch), &format!("sm_{arch}"), &["-O3"], &["-c"])
            .map_err(|e| format!("{}: {e}", form.body))?;
    let instructions = made.text.lines().filter_map(|line| {
        // `        /*0010*/                   S2R R0, SR_TID.X ;`
        let (place, rest) = line.trim_start().strip_prefix("/*")?.split_once("*/")?;
        let is_place = place.len() == 4 && place.bytes().all(|b| b.is_ascii_hexdigit());
        let word = rest.trim_start();
        (is_place && !word.is_empty() && !word.starts_with("/*")).then_some(word)
    });
    let counted = instructions.filter(|word| !word.starts_with("NOP") && !word.starts_with("BRA"));
    Ok(counted.count() as u32)
}

/// What each form of an idiom comes to, by architecture.
pub fn counts(idiom: &Idiom, architectures: &[u32]) -> Result<Vec<Vec<u32>>, String> {
    let of =
        |form: &Form| architectures.iter().map(|&arch| machine_instructions(form, arch)).collect();
    idiom.forms.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::IDIOMS;

    #[test]
    fn every_form_says_what_it_is() {
        for idiom in IDIOMS {
            assert!(idiom.forms.len() > 1, "{}", idiom.name);
            for form in idiom.forms {
                let holds = form.opcodes.iter().all(|opcode| form.body.contains(opcode));
                assert!(holds, "{}: {:?}", idiom.name, form.opcodes);
            }
        }
    }
}
