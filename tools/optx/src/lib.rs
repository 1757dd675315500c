//! optx: CUDA C to PTX, in process, without a vendor's library.
//!
//! ```
//! let source = r#"extern "C" __global__ void scale(float *x, float a, int n) {
//!     int i = blockIdx.x * blockDim.x + threadIdx.x;
//!     if (i < n) x[i] = a * x[i];
//! }"#;
//! let ptx = optx::compile(source, &optx::Options::default()).expect("a valid kernel");
//! assert!(ptx.text().contains(".visible .entry scale("));
//! assert_eq!(ptx.kernels()[0].params.len(), 3);
//! ```
//!
//! For a program that has used NVRTC, with headers in memory before those in folders:
//!
//! ```
//! let options = ["--nvrtc", "--gpu-architecture=compute_80", "-D N=4", "--device-as-default-execution-space"];
//! let (options, _) = optx::Options::parse_args(&options).expect("valid options");
//! let headers = optx::MemoryIncludes::new().with("twice.h", "int twice(int a) { return 2 * a; }");
//! let include = optx::GivenIncludes::new(headers, &options);
//! let source = "#include <twice.h>\nextern \"C\" __global__ void k(int *p) { *p = twice(N); }";
//! let ptx = optx::compile_with("k.cu", source, &options, &include).expect("a valid kernel");
//! assert!(ptx.text().contains(".visible .entry k("));
//! ```
//!
//! [`compile`] is thread-safe, has no global state and opens no file, but where [`Options::cache`] names a folder of results; [`compile_with`] takes an
//! [`Include`] for included files. [`Options::parse_args`] reads options as nvcc and NVRTC have them.

pub mod bisect;
mod cache;
mod claims;
mod compile;
mod dependencies;
mod diagnostics;
mod frontend;
mod includes;
mod kernel_info;
mod ledger;
mod limits;
mod options;
mod phases;
mod remarks;
mod text_input;
mod text_places;
pub mod variance;
mod watch;

pub use cache::CacheOptions;
pub use compile::Output;
pub use dependencies::{DependencyOptions, IncludedFile, make_rule, result_of};
pub use diagnostics::{Diagnostics, MOST_AS_ERRORS};
pub use includes::GivenIncludes;
pub use kernel_info::KernelInfo;
pub use options::{
    Emit, FOREIGN, ForeignRow, Input, NVRTC_OPTIONS, OptionRow, Options, Standing, TABLE, Takes,
    UsageError, unknown as unknown_option, unknown_to_nvrtc, values_of,
};
pub use optx_cache::{Cache, Statistics as CacheStatistics};
pub use optx_cg as cg;
pub use optx_facts as facts;
pub use optx_frontend::{
    Dialect, DirectoryIncludes, FirstOf, Include, MemoryIncludes, NoIncludes, Standard,
};
pub use optx_source::{
    Group as WarningGroup, MOST_OF_A_KIND, Place, Resolved, ResolvedNote, Severity, WarningRow,
    WarningStates, code_rows, find_code, nearest, warning_rows,
};
pub use optx_wopt::RunOptions;
pub use optx_wopt::analysis::cache as analyses;
pub use optx_wopt::analysis::variance::given;
pub use optx_wopt::driver::observers::Asked;

/// The rows of the pipeline, from the build to the printed PTX.
pub mod pipeline {
    pub use optx_cg::pipeline::whole;
    pub use optx_wopt::driver::pipeline::{BUILD, ON_DEMAND, Pass, Stage};
}

/// What is watched of a compilation: its steps, and the code at them by lines.
pub mod observe {
    pub use crate::phases::{FRONTEND, LOWERING};
    pub use optx_wopt::Stats;
    pub use optx_wopt::driver::line_diff::line_diff;
    pub use optx_wopt::driver::observe::{CodeKind, Observer, Observers, Step, View, When};
    pub use optx_wopt::driver::observers::Offered;
    pub use optx_wopt::driver::snapshot::{Line, Snapshot, Spot, Word};
}

/// PTX with what is known of its kernels.
#[derive(Clone, Debug)]
pub struct Ptx {
    output: Output,
    warnings: Diagnostics,
}

impl Ptx {
    /// The PTX text (or what [`Options::emit`] asked for).
    pub fn text(&self) -> &str {
        &self.output.text
    }

    /// The kernels, in the source's order.
    pub fn kernels(&self) -> &[KernelInfo] {
        &self.output.kernels
    }

    /// What each of [`Options::name_expressions`] is called in the PTX, in their order.
    pub fn lowered_names(&self) -> &[(String, String)] {
        &self.output.lowered_names
    }

    /// What variance claims of the PTX's registers, as JSON; where [`Options::code`] asks for claims.
    pub fn claims(&self) -> Option<&str> {
        self.output.claims.as_deref()
    }

    /// The optional steps that came, ran they or not, where their number is limited.
    pub fn steps(&self) -> &[observe::Offered] {
        &self.output.offered
    }

    /// The files that were included, in the order in which they were read: without those of the compiler's own.
    pub fn included(&self) -> &[IncludedFile] {
        &self.output.included
    }

    /// Warnings and remarks.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }

    /// Dumps, statistics and times that the options asked for.
    pub fn notes(&self) -> &str {
        &self.output.notes
    }
}

/// What is compiled.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// What diagnostics call it.
    pub name: &'a str,
    /// CUDA source, or a text form.
    pub source: &'a str,
    /// Gives included files.
    pub include: &'a dyn Include,
}

/// Compiles a kernel source. Included files are not found: see [`compile_with`].
pub fn compile(source: &str, options: &Options) -> Result<Ptx, Diagnostics> {
    compile_with("kernel.cu", source, options, &NoIncludes)
}

/// Compiles a kernel source, or a text form, named `name` in diagnostics, with `include` giving included files.
pub fn compile_with(
    name: &str,
    source: &str,
    options: &Options,
    include: &dyn Include,
) -> Result<Ptx, Diagnostics> {
    compile_watched(Source { name, source, include }, options, &mut [])
}

/// As [`compile_with`], with somebody who watches the steps.
pub fn compile_watched(
    from: Source<'_>,
    options: &Options,
    observers: observe::Observers<'_, '_>,
) -> Result<Ptx, Diagnostics> {
    if let Some(cache) = cache::of(options, !observers.is_empty()) {
        return cache::compiled(&cache, from, options, |from| compile_anew(from, options, &mut []));
    }
    compile_anew(from, options, observers)
}

fn compile_anew(
    from: Source<'_>,
    options: &Options,
    observers: observe::Observers<'_, '_>,
) -> Result<Ptx, Diagnostics> {
    let Source { name, source, include } = from;
    let mut report = diagnostics::Report::new(options);
    let output = compile::run(name, source, options, include, &mut report, None, observers);
    let diagnostics = report.finish();
    match output {
        Some(mut output) if diagnostics.errors() == 0 => {
            if options.dependencies.alone {
                output.text = make_rule(options, &result_of(name, "ptx"), name, &output.included);
            }
            Ok(Ptx { output, warnings: diagnostics })
        }
        _ => Err(diagnostics),
    }
}

/// What is known of a CUDA source by line; with the compile's warnings. A source that does not compile gives its diagnostics.
pub fn facts_with(
    name: &str,
    source: &str,
    options: &Options,
    include: &dyn Include,
    request: facts::Request,
) -> Result<(facts::Facts, Diagnostics), Diagnostics> {
    let mut report = diagnostics::Report::new(options);
    let options = Options { input: Input::Cu, emit: Emit::Ptx, ..options.clone() };
    let output = compile::run(name, source, &options, include, &mut report, Some(request), &mut []);
    let diagnostics = report.finish();
    match output {
        Some(output) if diagnostics.errors() == 0 => Ok((output.facts, diagnostics)),
        _ => Err(diagnostics),
    }
}
