//! The options of nvcc and of NVRTC that do nothing here, each with what becomes of it and why.
//!
//! Idea: a program that is given what it gives nvcc or NVRTC does not stumble over an option, and is not misled by one either. An option that is
//! about something that there is not here (host code, linking, the look of messages, how fast a compiler is) is read over. One that asks for
//! something that somebody may miss is read over and told of. One that asks for another result than PTX of this file is refused, with what there is.
//! Source: `nvcc --help` of 13.5, and the options that NVRTC 13.5 takes (its user guide, and the names in the library, asked one by one). A test
//! holds the names of both lists against this table and [`super::TABLE`]; docs/options.md is made of the two.

use super::{Options, Takes};

/// What becomes of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is read over.
    Silent,
    /// It is read over, and told of.
    Told,
    /// It is an error.
    Refused,
    /// As `Told`, but with this value silent.
    ToldBut(&'static str),
    /// As `Refused`, but with this value silent.
    RefusedBut(&'static str),
}

/// A row of the table.
pub struct ForeignRow {
    /// The name, without dashes.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// Its value.
    pub takes: Takes,
    /// What becomes of it.
    pub standing: Standing,
    /// Why, as it goes on behind the option's name.
    pub why: &'static str,
}

impl ForeignRow {
    /// Takes the option, as it was written, with its value.
    pub(super) fn apply(&self, options: &mut Options, value: &str) -> Result<(), String> {
        let told = match self.standing {
            Standing::Silent => false,
            Standing::Told => true,
            Standing::ToldBut(but) => value != but,
            Standing::RefusedBut(but) if value == but => false,
            Standing::Refused | Standing::RefusedBut(_) => return Err(self.why.to_owned()),
        };
        if told {
            let equals = if value.is_empty() { "" } else { "=" };
            options
                .ignored
                .push(format!("-{}{equals}{value} is ignored: it {}", self.name, self.why));
        }
        Ok(())
    }
}

macro_rules! rows {
    ($($name:literal $aliases:expr, $takes:ident $standing:ident $(($but:literal))?, $why:expr;)*) => {
        /// The table, in nvcc's order, NVRTC's own behind.
        #[rustfmt::skip]
        pub const FOREIGN: &[ForeignRow] = &[$(ForeignRow {
            name: $name, aliases: &$aliases, takes: Takes::$takes, standing: Standing::$standing $(($but))?, why: $why,
        },)*];
    };
}

const MACHINE_CODE: &str =
    "asks for machine code, and optx makes PTX: a driver loads that, and ptxas assembles it";
const LINKED: &str = "asks for what is linked, and optx links nothing";
const WHOLE: &str = "asks for code to be linked with other files, and optx compiles a file as a whole program: leave it out where all that is called is in the file";
const LTO: &str =
    "asks for code to be optimized when it is linked, and optx makes PTX of one file: leave it out";
const TILE: &str = "asks for tile code, and optx compiles kernels of threads";
const HOST: &str = "is about host code, and optx makes none";
const LINKING: &str = "is about linking, and optx links nothing";
const PACKING: &str = "is about fat binaries, and optx makes PTX";
const TEMPORARY: &str = "is about files between compilers, and optx has none";
const WINDOWS: &str = "is about Windows";
const SPEED: &str = "is about how a compiler uses time, and changes no result";
const PRECOMPILED: &str = "is about precompiled headers: all headers are read each time";
const LOOK: &str = "is about the look of nvcc's messages";
const LOOSER: &str = "allows results to differ, and these do not";
const ASSEMBLER: &str = "is what ptxas is told, and optx makes PTX";

rows! {
    "cuda" [], Nothing Refused, "asks for the host's code, and optx makes PTX";
    "cubin" [], Nothing Refused, MACHINE_CODE;
    "fatbin" [], Nothing Refused, MACHINE_CODE;
    "ptx" [], Nothing Silent, "asks for what optx makes";
    "optix-ir" [], Nothing Refused, "asks for OptiX's own form, and optx makes PTX";
    "ltoir" [], Nothing Refused, LTO;
    "enable-tile" [], Nothing Refused, TILE;
    "tile-preview" [], Value Refused, TILE;
    "tile-only" [], Nothing Refused, TILE;
    "simt-only" [], Nothing Silent, "asks for what optx compiles";
    "tilebc" [], Nothing Refused, TILE;
    "tilecubin" [], Nothing Refused, TILE;
    "tilefatbin" [], Nothing Refused, TILE;
    "Xtileiras" ["tileiras-options"], Value Silent, "is about tile code, and optx compiles none";
    "c" ["compile"], Nothing Silent, "asks to link nothing, and optx links nothing";
    "dc" ["device-c"], Nothing Refused, WHOLE;
    "dw" ["device-w"], Nothing Silent, "asks for a whole program, and that is what a file is compiled as";
    "dlink" ["device-link"], Nothing Refused, LINKED;
    "link" [], Nothing Refused, LINKED;
    "lib" [], Nothing Refused, LINKED;
    "run" [], Nothing Refused, "asks to run a program: optx run launches kernels as a launch file says";
    "run-args" [], Value Refused, "is about running a program: optx run launches kernels as a launch file says";
    "objdir-as-tempdir" ["objtemp"], Nothing Silent, TEMPORARY;
    "L" ["library-path"], Joined Silent, LINKING;
    "odir" ["output-directory"], Value Refused, "names a folder for results: -o names the file";
    "ccbin" ["compiler-bindir"], Value Silent, HOST;
    "allow-unsupported-compiler" [], Nothing Silent, HOST;
    "archiver-binary" ["arbin"], Value Silent, LINKING;
    "cudart" [], Value Silent, LINKING;
    "cudadevrt" [], Value Silent, LINKING;
    "libdevice-directory" ["ldir"], Value Silent, "is about NVIDIA's library of functions, and optx has its own";
    "target-directory" ["target-dir"], Value Silent, "is about folders of a toolkit, and optx needs none";
    "use-local-env" [], Nothing Silent, WINDOWS;
    "force-cl-env-setup" [], Nothing Silent, WINDOWS;
    "pg" ["profile"], Nothing Silent, HOST;
    "g" ["debug"], Nothing Silent, HOST;
    "Ofast-compile" ["Ofc"], Value Silent, "is about how long ptxas and nvcc take: -O says how much is optimized";
    "dlto" ["dlink-time-opt", "lto"], Nothing Refused, LTO;
    "gen-opt-lto" [], Nothing Refused, LTO;
    "ftemplate-backtrace-limit" [], Value Silent, LOOK;
    "ftemplate-depth" [], Value Silent, "is about how deep templates nest, which is bounded here as nvcc has it";
    "noeh" ["no-exceptions"], Nothing Silent, HOST;
    "shared" [], Nothing Refused, LINKED;
    "x" [], Value RefusedBut("cu"), "names another language, and optx compiles CUDA: -x cu";
    "stdlib" [], Value Silent, HOST;
    "nohdinitlist" ["no-host-device-initializer-list"], Nothing Silent, "is about std::initializer_list, which device code has only by a header of its own";
    "nohdmoveforward" ["no-host-device-move-forward"], Nothing Silent, "is about std::move and std::forward, which device code has all the same";
    "m" ["machine"], Value RefusedBut("64"), "names a machine of 32 bits, and PTX is made for 64";
    "m64" [], Nothing Silent, "asks for 64 bits, which there are";
    "apply-controls" [], Value Told, "names a file for NVIDIA's compilers";
    "Xcompiler" ["compiler-options"], Value Silent, HOST;
    "Xlinker" ["linker-options"], Value Silent, LINKING;
    "Xarchive" ["archive-options"], Value Silent, LINKING;
    "Xptxas" ["ptxas-options"], Value Silent, ASSEMBLER;
    "Xnvlink" ["nvlink-options"], Value Silent, LINKING;
    "Xnvprune" ["nvprune-options"], Value Silent, PACKING;
    "static-global-template-stub" [], Value Silent, HOST;
    "device-entity-has-hidden-visibility" [], Value Silent, HOST;
    "noprof" ["dont-use-profile"], Nothing Silent, "is about nvcc's own files";
    "dryrun" [], Nothing Refused, "asks for nvcc's commands, and optx runs none";
    "v" ["verbose"], Nothing Silent, "asks for nvcc's commands, and optx runs none";
    "v2" ["verbose2"], Nothing Silent, "asks for nvcc's commands, and optx runs none";
    "t" ["threads"], Value Silent, SPEED;
    "split-compile" [], Value Silent, SPEED;
    "split-compile-extended" [], Value Silent, SPEED;
    "fdevice-syntax-only" [], Nothing Silent, "ends behind the front end, whose messages are told anyway";
    "fdevice-time-trace" [], Value Silent, "asks how long nvcc takes: --time-passes says it of optx";
    "fdevice-time-trace-granularity" [], Value Silent, "asks how long nvcc takes: --time-passes says it of optx";
    "time" [], Value Silent, "asks how long nvcc takes: --time-passes says it of optx";
    "keep" ["save-temps"], Nothing Silent, TEMPORARY;
    "keep-dir" [], Value Silent, TEMPORARY;
    "clean" ["clean-targets"], Nothing Refused, "asks to delete files, and optx deletes none";
    "idp" ["input-drive-prefix"], Value Silent, WINDOWS;
    "ddp" ["dependency-drive-prefix"], Value Silent, WINDOWS;
    "dp" ["drive-prefix"], Value Silent, WINDOWS;
    "no-align-double" [], Nothing Silent, HOST;
    "nodlink" ["no-device-link"], Nothing Silent, LINKING;
    "rdc" ["relocatable-device-code"], Value RefusedBut("false"), WHOLE;
    "e" ["entries"], Value Silent, "asks for some kernels alone: all are compiled";
    "extra-device-vectorization" [], Nothing Silent, "asks for more of what -O3 does already";
    "prune" [], Nothing Refused, PACKING_TOOL;
    "keep-device-functions" [], Nothing Told, "asks to keep device functions that no kernel calls, and these are left out";
    "src-in-ptx" ["source-in-ptx"], Nothing Told, "asks for the source between the lines of PTX, and -lineinfo names its lines alone";
    "res-usage" ["resource-usage"], Nothing Told, "asks what ptxas finds out: -Rpass-analysis=registers says about how many registers are taken, and by what";
    "no-compress" [], Nothing Silent, PACKING;
    "compress-mode" [], Value Silent, PACKING;
    "concat" [], Nothing Silent, PACKING;
    "relocatable-ptx" ["reloc-ptx"], Nothing Silent, LINKING;
    "qpp-config" [], Value Silent, HOST;
    "astoolspatch" ["compile-as-tools-patch"], Nothing Told, "asks for code for NVIDIA's tools";
    "code-ls" ["list-gpu-code"], Nothing Refused, "asks for a list: docs/options.md and an unknown -arch name the targets";
    "arch-ls" ["list-gpu-arch"], Nothing Refused, "asks for a list: docs/options.md and an unknown -arch name the targets";
    "err-no" ["display-error-number"], Nothing Silent, LOOK;
    "no-err-no" ["no-display-error-number"], Nothing Silent, LOOK;
    "hls" ["host-linker-script"], Value Silent, LINKING;
    "aug-hls" ["augment-host-linker-script"], Nothing Silent, LINKING;
    "r" ["relocatable-link"], Nothing Refused, LINKED;
    "brief-diag" ["brief-diagnostics"], Value Silent, LOOK;
    "jtd" ["jump-table-density"], Value Silent, "is about how ptxas makes a switch";
    "device-stack-protector" [], Value ToldBut("false"), "asks for guards on the stack, and there are none";
    "frandom-seed" [], Value Silent, "asks for the same names each time, and so they are";
    "fdevice-sanitize" [], Value Told, "asks for code for compute-sanitizer: optx run stops at accesses out of bounds, and with --sanitize=race at races";
    "jobserver" [], Nothing Silent, SPEED;
    "skip-ptx-semantics-check" [], Nothing Silent, ASSEMBLER;
    "utf-8" [], Nothing Silent, "says how the source is written, and so it is read";
    "safety-compat" ["safety-compatibility"], Nothing Silent, "is about other drivers";
    // NVRTC's own.
    "tile-as-default-execution-space" ["default-tile"], Nothing Refused, TILE;
    "skip-cuda-tile-packaging" [], Nothing Silent, "is about tile code, and optx compiles none";
    "diagnose-implicit-tile-var" [], Nothing Silent, "is about tile code, and optx compiles none";
    "pch" [], Nothing Silent, PRECOMPILED;
    "create-pch" [], Value Silent, PRECOMPILED;
    "use-pch" [], Value Silent, PRECOMPILED;
    "pch-dir" [], Value Silent, PRECOMPILED;
    "pch-verbose" [], Value Silent, PRECOMPILED;
    "pch-messages" [], Value Silent, PRECOMPILED;
    "instantiate-templates-in-pch" [], Value Silent, PRECOMPILED;
    "cuda-api-version" [], Value Silent, "names the version of CUDA's interface, which is that of 13.5 here";
    "enable-cache-trace" [], Nothing Silent, "is about NVRTC's cache: `optx cache stats` tells of optx's";
    "modify-stack-limit" [], Value Silent, "is about the stack of NVRTC's thread, and optx recurses no deeper than the source nests";
    "numba-debug" [], Nothing Silent, "is about Numba's debugger";
    "no-lineinfo-ia" ["no-lineinfo-inlined-at"], Nothing Silent, "asks for lines without where they were inlined, and so they are";
    "discard-value-names" [], Value Silent, "is about names in NVVM's form";
    "fassociative-math" [], Nothing Silent, LOOSER;
    "fno-signed-zeros" [], Nothing Silent, LOOSER;
    "ffinite-math-only" [], Nothing Silent, LOOSER;
    "uumn" [], Nothing Told, "is of no meaning that is known";
    "genbuiltins" ["generate-builtins"], Nothing Told, "is NVIDIA's own";
    "dQ" ["version-ident"], Value Silent, "is about an entry in machine code";
    "Xopt" [], Value Silent, "is what NVVM is told";
    "use-bundled-headers" [], Nothing Silent, "asks for headers that come along, and so they do";
    "device-int128" [], Nothing Silent, "allows __int128, which there is not: __CUDACC_RTC_INT128__ stays undefined, so that a program takes its other way";
    "device-float128" [], Nothing Silent, "allows __float128, which there is not: __CUDACC_RTC_FLOAT128__ stays undefined, so that a program takes its other way";
}

const PACKING_TOOL: &str = "asks to take code out of fat binaries, and optx makes PTX";
