//! The optx command: compile kernels to PTX, run them on a GPU or on the emulator, look at the compiler.
//!
//! Exit status: 0 done; 1 diagnostics; 2 usage; 3 an expected output differs; 4 the kernel went wrong; 5 the device
//! is missing or failed.

mod arguments;
mod bisect;
mod cache;
mod claims;
mod command_line;
mod compile;
mod forwarding;
mod options_file;
mod output;
mod passes;
mod precision;
mod races;
mod render;
mod run;
mod variance;

use std::process::ExitCode;

/// How the command ends: the exit status, and what was not said yet.
pub(crate) struct Failure {
    pub(crate) status: u8,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(status: u8, message: impl Into<String>) -> Failure {
        Failure { status, message: message.into() }
    }

    /// A mistake in the arguments.
    pub(crate) fn usage(message: impl Into<String>) -> Failure {
        Failure::new(2, message)
    }
}

fn main() -> ExitCode {
    let arguments: Result<Vec<String>, _> =
        std::env::args_os().skip(1).map(std::ffi::OsString::into_string).collect();
    let result = match arguments {
        Ok(arguments) => dispatch(arguments),
        Err(bad) => Err(Failure::usage(format!("argument {bad:?} is not UTF-8"))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.message.is_empty() {
                render::error(&failure.message);
            }
            if failure.status == 2 {
                output::tell(format_args!("For help, try: optx --help"));
            }
            ExitCode::from(failure.status)
        }
    }
}

fn dispatch(arguments: Vec<String>) -> Result<(), Failure> {
    match arguments::parse(arguments)? {
        arguments::Command::Shown => Ok(()),
        arguments::Command::Explain(code) => explain(&code),
        arguments::Command::Compile(c) => compile::run(&c),
        arguments::Command::Run(r) => run::run(&r),
        arguments::Command::Bisect(b) => bisect::run(&b),
        arguments::Command::Variance(v) => variance::run(&v),
        arguments::Command::Precision(p) => precision::run(&p),
        arguments::Command::Cache(c) => cache::run(&c),
        arguments::Command::Passes { json } => passes::run(json),
    }
}

/// The warnings: names, codes, what asks for them, and nvcc's numbers.
fn warnings() -> String {
    use std::fmt::Write as _;
    let mut text = format!(
        "-Wname tells, -Wno-name does not, -Werror=name makes it an error; --diag-suppress=N goes by nvcc's numbers\n\
         Of more than {} of one kind the first is shown with their number; of those that are errors the first {}\n\n",
        optx::MOST_OF_A_KIND,
        optx::MOST_AS_ERRORS
    );
    for row in optx::warning_rows() {
        let group = match row.group {
            optx::WarningGroup::Default => "default",
            optx::WarningGroup::All => "-Wall",
            optx::WarningGroup::Extra => "-Wextra",
        };
        let numbers: Vec<String> = row.numbers.iter().map(u32::to_string).collect();
        let name = format!("-W{}", row.name);
        let _ = writeln!(
            text,
            "{:<38} {} {:<8} {:<12} {}",
            name,
            row.code,
            group,
            numbers.join(","),
            row.code.title()
        );
    }
    text
}

/// `optx --explain E0040`, `optx --explain uninitialized`, `optx --explain warnings`.
fn explain(code: &str) -> Result<(), Failure> {
    if code == "warnings" {
        return output::print(&warnings());
    }
    let named = optx::warning_rows().iter().find(|row| row.name == code.trim_start_matches("-W"));
    let code = named.map_or(code, |row| row.code.0);
    match optx::find_code(code) {
        Some(row) => {
            output::print(&format!("{}: {}\n\n{}\n", row.code, row.title, row.code.explanation()))
        }
        None => {
            let known = optx::nearest(code, optx::code_rows().iter().map(|r| r.code.0));
            let hint = known.map_or(String::new(), |n| format!("; did you mean {n}?"));
            Err(Failure::usage(format!("there is no diagnostic `{code}`{hint}")))
        }
    }
}
