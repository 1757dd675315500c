//! What no GPU takes: more memory of a kind than a block, a thread or a module can have.
//!
//! ptxas refuses the first two ("uses too much shared data", "too much global constant data"), the driver the third when it is launched; both say how much, and not
//! of what. Here the largest objects are named.
//! Figures: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability": 48 KiB of static shared memory a block, whatever the
//! target (more has to be dynamic), 64 KiB of constant memory, 512 KiB of local memory a thread. What kernels' parameters may take is
//! the code generator's to check, which knows the PTX version.
//! Shared and constant memory are counted as ptxas lays them out, alignment included, local memory by single objects, so what is refused is surely too large.

use crate::diagnostics::Report;
use optx_cg::Names;
use optx_ir::Func;
use optx_source::{Diagnostic, Span, code};
use optx_whirl::{Module, Pos, PuKind, STATIC_SHARED, St, Storage};
use std::collections::BTreeSet;

/// So many of the largest objects are named.
const MOST_NAMED: usize = 3;

/// A kind of memory that there is so much of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Memory {
    Shared,
    Constant,
    Local,
}

impl Memory {
    /// Bytes that there are.
    fn most(self) -> u64 {
        match self {
            Memory::Shared => STATIC_SHARED,
            Memory::Constant => 64 << 10,
            Memory::Local => 512 << 10,
        }
    }

    /// What is said of a function that takes too much, or of the module.
    fn message(self, function: &str, bytes: u64) -> String {
        let most = self.most();
        match self {
            Memory::Shared => format!(
                "the static shared memory of `{function}` takes {bytes} bytes, and a block has {most} at most"
            ),
            Memory::Constant => format!(
                "the module's constant memory takes {bytes} bytes, and there are {most} at most"
            ),
            Memory::Local => format!(
                "the local memory of a thread of `{function}` takes {bytes} bytes, and a thread has {most} at most"
            ),
        }
    }

    /// What helps.
    fn hint(self) -> &'static str {
        match self {
            Memory::Shared => {
                "more shared memory is dynamic: `extern __shared__`, sized at the launch, and past 48 KiB allowed by `cudaFuncSetAttribute`"
            }
            Memory::Constant => "what is read by index can be in global memory: `const __device__`",
            Memory::Local => {
                "what is so large can be in global memory, a part of it for each thread"
            }
        }
    }
}

/// An object that takes memory.
struct Object<'a> {
    name: &'a str,
    bytes: u64,
    /// Where it is declared, and in which function.
    pos: Pos,
    function: &'a str,
}

/// What objects take of a memory.
struct Taken<'a> {
    memory: Memory,
    /// All together, with what alignment adds.
    bytes: u64,
    objects: Vec<Object<'a>>,
}

fn sum(objects: &[Object<'_>]) -> u64 {
    objects.iter().fold(0u64, |sum, o| sum.saturating_add(o.bytes))
}

/// Tells of what is too large; false where something is.
pub(crate) fn keep(module: &Module, funcs: &[Func], names: &[Names], report: &mut Report) -> bool {
    let size = |st: &St| module.types.size(st.ty);
    let global = |k: usize| {
        let st = &module.globals[k];
        // A function's own object is named behind the function.
        let name = st.name.rsplit('$').next().unwrap_or(&st.name);
        Object { name, bytes: size(st), pos: st.pos, function: "" }
    };
    let is_constant = |k: &usize| module.globals[*k].storage == Storage::Constant;
    let constants: BTreeSet<usize> = (0..module.globals.len()).filter(is_constant).collect();
    let taken = |memory, objects: &BTreeSet<usize>| Taken {
        memory,
        bytes: optx_cg::laid_out_bytes(module, objects),
        objects: objects.iter().copied().map(global).collect(),
    };
    let mut told = Vec::new();
    told.extend(too_large(taken(Memory::Constant, &constants), (module, None), report));
    for (number, f) in funcs.iter().enumerate().filter(|(_, f)| f.kind == PuKind::Kernel) {
        let shared = optx_cg::shared_objects(module, names, number);
        told.extend(too_large(taken(Memory::Shared, &shared), (module, Some(f)), report));
        // Objects of blocks that never live together may share their room, so only one that is too large by itself is surely so.
        let local = optx_cg::reached(names, number).into_iter().flat_map(|k| {
            let function = funcs[k].name.as_str();
            local_objects(&funcs[k]).map(move |st| Object {
                name: &st.name,
                bytes: size(st),
                pos: st.pos,
                function,
            })
        });
        let local = local.filter(|object| object.bytes > Memory::Local.most());
        let objects: Vec<Object<'_>> = local.collect();
        let local = Taken { memory: Memory::Local, bytes: sum(&objects), objects };
        told.extend(too_large(local, (module, Some(f)), report));
    }
    let kept = told.is_empty();
    told.into_iter().for_each(|diagnostic| report.push(diagnostic));
    kept
}

/// What of a function lives in a thread's local memory.
fn local_objects(f: &Func) -> impl Iterator<Item = &St> {
    let objects = f.stack_objects.iter().map(|st| &f.locals[st.index()]);
    objects.filter(|st| st.storage != Storage::Constant)
}

/// The error where objects take more than there is, the largest named where they are declared.
fn too_large(
    Taken { memory, bytes, mut objects }: Taken<'_>,
    (module, f): (&Module, Option<&Func>),
    report: &Report,
) -> Option<Diagnostic> {
    if bytes <= memory.most() {
        return None;
    }
    let (pos, name) = f.map_or((Pos::default(), ""), |f| (f.pos, f.name.as_str()));
    let at = report.span_of(&module.files, pos, name);
    let mut diagnostic = Diagnostic::new(code::TARGET_LACKS, at, memory.message(name, bytes));
    optx_whirl::stable_order::sort_by_key(&mut objects, |object| std::cmp::Reverse(object.bytes));
    let (largest, rest) = objects.split_at(objects.len().min(MOST_NAMED));
    for object in largest {
        let at = report.span_of(&module.files, object.pos, object.function);
        diagnostic = diagnostic.note(at, format!("`{}` takes {} bytes", object.name, object.bytes));
    }
    if !rest.is_empty() {
        let more = format!("{} more take {} bytes", rest.len(), sum(rest));
        diagnostic = diagnostic.note(Span::NONE, more);
    }
    let padding = bytes.saturating_sub(sum(largest).saturating_add(sum(rest)));
    if padding > 0 {
        let more =
            format!("{padding} more stand between them, for arrays begin at multiples of 16");
        diagnostic = diagnostic.note(Span::NONE, more);
    }
    Some(diagnostic.note(Span::NONE, memory.hint()))
}
