//! One phase after the other on bytes that may be anything: the bodies of the coverage-guided targets.

use optx::{Emit, Include, Input, Options, compile_with};

/// Included files of a fuzzed source: one that includes itself, one with something in it, and `deepN.cuh`, which
/// includes the next lower one.
#[derive(Clone, Copy, Debug, Default)]
pub struct FuzzIncludes;

/// The text of the included file that is worth having.
const HEADER: &str = "#ifndef H\n#define H(x, ...) ((x) __VA_OPT__(,) __VA_ARGS__)\nstruct H1 { int a : 3; float4 v; };\n\
                      __device__ int h(int x, int y = 2) { return x > y ? x : y; }\n#endif\n";

impl Include for FuzzIncludes {
    fn read(&self, name: &str, _: bool, _: &str) -> Option<(String, String)> {
        let text = match name {
            "self.cuh" => "int s;\n#include \"self.cuh\"\n",
            "header.cuh" => HEADER,
            "deep1.cuh" => "__device__ int deep;\n",
            _ => {
                let level: u32 = name.strip_prefix("deep")?.strip_suffix(".cuh")?.parse().ok()?;
                let text = format!("#include \"deep{}.cuh\"\n", level.checked_sub(1)?);
                return Some((name.to_owned(), text));
            }
        };
        Some((name.to_owned(), text.to_owned()))
    }
}

/// Compiles text; what there is to say is rendered. Gives the result, or what was said.
pub fn run(text: &str, options: &Options) -> Result<String, String> {
    match compile_with("fuzz.cu", text, options, &FuzzIncludes) {
        Ok(ptx) => {
            let _ = ptx.warnings().to_string();
            Ok(ptx.text().to_owned())
        }
        Err(diagnostics) => Err(diagnostics.to_string()),
    }
}

fn emit(data: &[u8], emit: Emit) {
    let text = String::from_utf8_lossy(data);
    let _ = run(&text, &Options { emit, ..Options::default() });
}

/// The preprocessor and the lexer.
pub fn preprocess(data: &[u8]) {
    emit(data, Emit::Tokens);
}

/// The parser.
pub fn parse(data: &[u8]) {
    emit(data, Emit::Ast);
}

/// The checker and the translation to WHIRL.
pub fn check(data: &[u8]) {
    emit(data, Emit::WhirlVh);
}

/// The whole way from source to PTX. The first byte chooses the level.
pub fn compile(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let mut options = Options::default();
    options.code.opt_level = first % 4;
    let _ = run(&String::from_utf8_lossy(rest), &options);
}

/// The readers of text forms, and what comes after them. The first byte chooses the form.
pub fn text_form(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let input = if first % 2 == 0 { Input::Whirl } else { Input::Ssa };
    let _ = run(&String::from_utf8_lossy(rest), &Options { input, ..Options::default() });
}
