//! The code generator: a Func in form Regs to LIR to PTX text.
//!
//! [`generate`] selects instructions function by function, merges neighbouring accesses into vectors, turns short arms into
//! predicated instructions, and prints. `.version` is the lowest that target and instructions allow ([`version`]).
//! There is no PTX parser here, and none is wanted.

mod emit;
pub mod lir;
mod predicate;
mod select;
mod symbols;
mod vectorize;
pub mod version;

use optx_ir::{Form, Func};
use optx_whirl::{Module, Pos};
use std::collections::BTreeSet;
use version::{Feature, Target, Version};

/// Why code could not be generated: what the target lacks, or what is not supported yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CgError {
    /// Where in the source.
    pub pos: Pos,
    /// What, and what would help.
    pub message: String,
}

/// What a module needs of target and version.
#[derive(Clone, Debug, Default)]
struct Needs {
    features: BTreeSet<Feature>,
    /// Declarations of functions that the driver provides.
    externals: BTreeSet<String>,
    /// The lowest version that inline PTX and others ask for.
    version: Version,
}

/// Bytes of static shared memory that a kernel and the functions it calls use.
pub fn shared_bytes(module: &Module, funcs: &[Func], f: &Func) -> u64 {
    symbols::shared_bytes(module, funcs, f)
}

/// PTX text for the module's kernels and the functions that they call.
///
/// `module` is the header: globals, types, files, options. Every function must be in form Regs.
pub fn generate(module: &Module, funcs: &[Func]) -> Result<String, Vec<CgError>> {
    let Some(target) = Target::parse(&module.options.target) else {
        return Err(vec![CgError {
            pos: Pos::default(),
            message: format!("unknown target `{}`", module.options.target),
        }]);
    };
    let symbols = symbols::Symbols::new(module, funcs);
    let mut needs = Needs { version: target.base, ..Needs::default() };
    let mut errors = Vec::new();
    let mut kernels = Vec::new();
    for f in funcs {
        assert_eq!(f.form, Form::Regs, "the code generator reads form Regs");
        let scope = select::Scope { module, funcs, symbols: &symbols, target };
        let mut kernel = select::select(scope, f, &mut needs, &mut errors);
        if module.options.opt_level > 0 {
            vectorize::run(&mut kernel);
            predicate::run(&mut kernel);
        }
        debug_assert_eq!(kernel.check(), Vec::<String>::new());
        kernels.push(kernel);
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let lowest = needs
        .features
        .iter()
        .map(|f| version::row(*f).version)
        .fold(needs.version.max(target.base), Version::max);
    let version = match module.options.ptx_version {
        Some(asked) if asked < lowest => {
            return Err(vec![CgError {
                pos: Pos::default(),
                message: format!(
                    "--ptx-version={}.{} is too low: {target} and the instructions used need {}.{}",
                    asked.0, asked.1, lowest.0, lowest.1
                ),
            }]);
        }
        Some(asked) => asked,
        None => lowest,
    };
    Ok(emit::module(module, &symbols, target, version, &needs.externals, &kernels))
}
