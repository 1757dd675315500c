//! The command line, for clap, which shows help: subcommands, and the options of the library's table.

use clap::{Arg, ArgAction};
use optx::Takes;

const ABOUT: &str = "Compiles a C subset of CUDA to PTX, and runs it on a GPU or on an emulator";
const EXAMPLES: &str = "\
Examples:
  optx compile saxpy.cu -arch=sm_80 -o saxpy.ptx
  optx compile saxpy.cu --emit=ssa
  optx run saxpy.cu                      with saxpy.launch.toml beside it
  optx run saxpy.ptx --launch saxpy.launch.toml --device=emulator --schedule=adversarial:7
  optx run sum.cu --sanitize=race        which accesses nothing orders
  optx run saxpy.ptx --check-claims=saxpy.json   whether values differ between threads as claimed
  optx bisect saxpy.cu                   which pass changes what it computes
  optx variance sum.cu                   what differs between threads, by line
  optx precision sum.cu                  how much of that the compiler knows, by random launches
  optx compile saxpy.cu --cache=results  reads the result there where nothing has changed
  optx passes

Exit status: 0 done; 1 diagnostics; 2 usage; 3 an expected output differs; 4 the kernel went wrong;
5 the device is missing or failed.";

const BISECT_HELP: &str = "\
An optional step is a pass on a function (optx passes lists them); required ones always run. The result without
any optional step, on the emulator, is taken to be right, or what the launch file expects as values or files. Where
the result with all steps is another, halving finds a step that makes it wrong: a compilation that fails, or breaks
a rule of the IR, is wrong too, and so is a kernel that goes wrong or takes 64 times the instructions. What a correct
compiler changes is undefined in the source: a race, an overflow of a signed number, a variable without a value.

Example:
  optx bisect docs/examples/past_the_end.cu             with its .launch.toml beside it
  optx bisect sum.cu --launch f.toml -O2 --every

  13 optional steps: right without them, with all of them not
  step 5, value-numbering on k, makes it wrong: buffer `p`: 4 of 4 elements differ ...
  ; after value-numbering on k
  -   (stid (v5.1) (ivar I4 shared (U8ADD (lda $0 0) cr1) 0 mu(v7.2)))
  +   (stid (v5.1) =1:U4)

Exit status: 0 nothing is wrong; else as optx run would end there: 1 it does not compile; 2 usage; 3 outputs differ;
4 the kernel goes wrong.";

const VARIANCE_HELP: &str = "\
Each line has who runs it (the axes of threadIdx that decide it; nothing where all come that have not left the kernel) and
the least shared value that it makes: u one a block, w one a warp, a affine in threadIdx or the lane, v varies in some
other way. Under it:

  i: x + uniform           a value as a sum over threadIdx; `varies (x)` where nothing more is known
  branch ...: divergent    threads of a warp part; `warp-uniform`: only whole warps do; `uniform`: nobody
  load a[i]: coalesced     lanes lie side by side: with the bytes from lane to lane, and the 32-byte sectors that a
                           request of a warp moves where it begins at one
  stride 8 B for 4 B       lanes are further apart than what they access
  ... along x              what holds from thread to thread along x: from lane to lane where blockDim.x is a multiple of 32
  broadcast                all lanes access one address
  stride unknown           nothing is known when compiling: an index that was loaded, say
  shared ...: 4-way bank conflict
  barrier ...: WARNING     the block waits there for threads that may never come

Strides take indices not to wrap. What is inlined is listed where it stands; where calls differ the call is named.
States are those before optimization, whatever -O says; --after=PASS takes those behind a pass (of form ssa: see
optx passes). docs/variance.md has more, and docs/variance.schema.json what JSON holds.

Examples:
  optx variance matmul.cu
  optx variance matmul.cu --kernel tile --format=json
  optx compile matmul.cu -Rpass-analysis=variance -o matmul.ptx";

const PRECISION_HELP: &str = "\
Runs the launch file beside each input (or made up launches) so many times, each time with other data, scalars and shapes, on the emulator.
What claims say is checked at every execution. What was the same for all threads of a block, or a sum over threadIdx, in every launch, and no
claim says it, is a miss:

  range          it is known where the ranges of shapes, scalars and loads that were seen are given
  relational     it is known where shapes and scalars are given as numbers: a relation between them makes it so
  equal by data  further launches show that it is not so
  ours           the analysis could have known it

Examples:
  optx precision matmul.cu
  optx precision matmul.cu --launches=500 --format=json
  optx precision kernels/*.cu -O1 --further=0        no classes

Exit status: 0; 1 it does not compile or cannot be launched; 2 usage; 4 a claim does not hold.";

const CACHE_HELP: &str = "\
A compilation with --cache=DIR, or with OPTX_COMPILE_CACHE=DIR in the environment, keeps its result there: PTX and all that was said. The same source
under the same name, with the same options, by the same build of optx, which finds the same files where it looks for included ones (a header that appears in an
earlier folder is another one), is read then and not compiled. Anything doubtful is compiled anew. --cache-size, or OPTX_COMPILE_CACHE_SIZE, says how much is kept;
what was longest not read goes first. Many processes may use a folder at once. Whoever may write into it says what is read there.

hits       results that were read
misses     results that were not there
evicted    files that went for the bound
damaged    files that did not hold what was written, and were taken away
failed     files that could not be written: a full disk, say

Examples:
  optx compile saxpy.cu --cache=results -o saxpy.ptx
  optx cache stats results
  optx cache clear results";

fn compiler_options() -> Vec<Arg> {
    optx::TABLE
        .iter()
        .map(|row| {
            let single = row.name.chars().count() == 1;
            let mut arg = Arg::new(row.name)
                .help(row.help)
                .help_heading("Compiler options (one dash or two, = or a separate word)")
                .hide(row.help.is_empty())
                .action(ArgAction::Append);
            arg = if single {
                arg.short(row.name.chars().next().unwrap_or('?'))
            } else {
                arg.long(row.name)
            };
            match row.takes {
                Takes::Nothing => arg.action(ArgAction::SetTrue),
                Takes::Flag | Takes::Bool => {
                    arg.num_args(0..=1).require_equals(true).value_name("true|false")
                }
                Takes::Kinds => arg.num_args(0..=1).require_equals(true).value_name(row.value),
                Takes::Value | Takes::Joined => arg.value_name(row.value),
            }
        })
        .collect()
}

/// Adds the compiler's options to a subcommand, once it is the one that is asked for.
fn with_compiler_options(command: clap::Command) -> clap::Command {
    command.args(compiler_options())
}

fn input(help: &'static str) -> Arg {
    Arg::new("IN").help(help).required(true)
}

/// `optx variance`.
fn variance() -> clap::Command {
    clap::Command::new("variance")
        .about("Show by line what differs between threads: branches, accesses, barriers")
        .after_help(VARIANCE_HELP)
        .arg(input("A .cu file, or - for standard input"))
        .arg(
            Arg::new("kernel")
                .long("kernel")
                .value_name("NAME")
                .help("Show this kernel only, with what is inlined in it"),
        )
        .arg(
            Arg::new("launch")
                .long("launch")
                .value_name("FILE")
                .help("A launch file: of the blocks in it barriers are told wrong"),
        )
        .arg(
            Arg::new("after")
                .long("after")
                .value_name("PASS")
                .help("Take what holds behind this pass [default: before optimization]"),
        )
        .arg(format_option())
        .defer(with_compiler_options)
}

/// `optx cache`.
fn cache() -> clap::Command {
    clap::Command::new("cache")
        .about("Say what a folder of results holds and how often it was of use, or empty it")
        .after_help(CACHE_HELP)
        .arg(
            Arg::new("WHAT")
                .help("stats: what is kept, and what happened; clear: takes all of it away, and nothing else in the folder")
                .value_parser(["stats", "clear"])
                .required(true),
        )
        .arg(Arg::new("DIR").help("The folder [default: OPTX_COMPILE_CACHE]"))
        .arg(format_option())
}

/// What is launched.
fn launch_options() -> Vec<Arg> {
    vec![
        Arg::new("launch")
            .long("launch")
            .value_name("FILE")
            .help("The launch file [default: IN with the ending .launch.toml]"),
        Arg::new("kernel")
            .long("kernel")
            .value_name("NAME")
            .help("Run only the launches of this kernel"),
    ]
}

/// How the emulator runs it.
fn emulator_options() -> Vec<Arg> {
    vec![
        Arg::new("schedule")
            .long("schedule")
            .value_name("SCHEDULE")
            .default_value("lockstep")
            .help("The emulator's: lockstep, or adversarial[:seed]"),
        Arg::new("approx")
            .long("approx")
            .value_name("WHERE")
            .default_value("exact")
            .help("The emulator's .approx results within their bound: exact, low, high or seed:N"),
        Arg::new("max-instructions")
            .long("max-instructions")
            .value_name("N")
            .help("The emulator ends a launch behind N warp instructions [default: 2^32]"),
        Arg::new("strict-barriers")
            .long("strict-barriers")
            .action(ArgAction::SetTrue)
            .help("In the emulator, a barrier that exited threads miss is an error"),
    ]
}

fn number_option(name: &'static str, default: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("N").default_value(default).help(help)
}

fn format_option() -> Arg {
    Arg::new("format")
        .long("format")
        .value_name("FORMAT")
        .value_parser(["text", "json"])
        .default_value("text")
        .help("Report as text or JSON")
}

/// All of it.
pub(crate) fn command() -> clap::Command {
    clap::Command::new("optx")
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .after_help(EXAMPLES)
        .arg_required_else_help(true)
        .arg(
            Arg::new("explain")
                .long("explain")
                .value_name("CODE")
                .help("Say what a diagnostic's code means, e.g. --explain E0040"),
        )
        .subcommand(
            clap::Command::new("compile")
                .about("Compile a source, or go on from a text form, to PTX")
                .arg(input("A .cu, .whirl or .ssa file, or - for standard input"))
                .arg(
                    Arg::new("output")
                        .short('o')
                        .long("output-file")
                        .value_name("OUT")
                        .help("Write there instead of to standard output"),
                )
                .defer(with_compiler_options),
        )
        .subcommand(
            clap::Command::new("run")
                .about("Run kernels as a launch file says, and compare what comes out")
                .arg(input("A .cu, .ptx, .whirl or .ssa file"))
                .args(launch_options())
                .arg(
                    Arg::new("device")
                        .long("device")
                        .value_name("DEVICE")
                        .default_value("auto")
                        .help("auto, emulator, cuda or cuda:N; auto is the GPU if one answers"),
                )
                .arg(
                    Arg::new("time-limit")
                        .long("time-limit")
                        .value_name("SECONDS")
                        .help("A kernel that runs longer on a GPU is given up [default: 20]"),
                )
                .arg(
                    Arg::new("sanitize")
                        .long("sanitize")
                        .value_name("WHAT")
                        .value_parser(["race"])
                        .help("race: find data races, on the emulator; sources are compiled with -O0 -lineinfo"),
                )
                .arg(
                    Arg::new("check-claims")
                        .long("check-claims")
                        .value_name("FILE")
                        .num_args(0..=1)
                        .require_equals(true)
                        .default_missing_value("")
                        .conflicts_with("sanitize")
                        .help("Check claims of how values differ between threads, on the emulator: the compiler's own, or those of a file that stands beside PTX"),
                )
                .args(emulator_options())
                .arg(format_option())
                .defer(with_compiler_options),
        )
        .subcommand(
            clap::Command::new("bisect")
                .about("Find the optimizer's step that changes what a launch file's kernels give")
                .after_help(BISECT_HELP)
                .arg(input("A .cu, .whirl or .ssa file"))
                .args(launch_options())
                .args(emulator_options())
                .arg(Arg::new("every").long("every").action(ArgAction::SetTrue).help(
                    "Try every limit instead of halving: slower, and sees what a later step hides",
                ))
                .arg(Arg::new("whole").long("whole").action(ArgAction::SetTrue).help(
                    "Show the IR before and after the step, not only the lines that it changed",
                ))
                .arg(format_option())
                .defer(with_compiler_options),
        )
        .subcommand(
            variance(),
        )
        .subcommand(
            clap::Command::new("precision")
                .about("Measure by random launches what is known of how values differ between threads")
                .after_help(PRECISION_HELP)
                .arg(Arg::new("IN").help(".cu files").required(true).num_args(1..))
                .arg(
                    Arg::new("launch")
                        .long("launch")
                        .value_name("FILE")
                        .help("The launch file [default: IN with the ending .launch.toml, else made up]"),
                )
                .arg(number_option("launches", "100", "How often it is run"))
                .arg(number_option("further", "1000", "How often it is run besides, to class what was missed; 0: not")
                )
                .arg(number_option("seed", "1", "Of all that is random"))
                .arg(format_option())
                .defer(with_compiler_options),
        )
        .subcommand(cache())
        .subcommand(clap::Command::new("passes").about("Show the pipeline").arg(format_option()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_is_well_formed() {
        super::command().debug_assert();
    }
}
