//! Prints the VH WHIRL of a file (`whirl k.cu`), or its tokens or syntax trees (`whirl tokens k.cu`, `whirl ast k.cu`).

use std::process::ExitCode;

use optx_frontend::{DirectoryIncludes, FrontendOptions, compile_to_whirl, dump_ast, dump_tokens};
use optx_source::{Diagnostics, SourceMap};
use optx_whirl::verify::{AtLevel, verify_module};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (what, file) = match &args[..] {
        [file] => ("whirl", file),
        [what, file] => (what.as_str(), file),
        _ => {
            eprintln!("usage: whirl [whirl|tokens|ast|time] FILE");
            return ExitCode::from(2);
        }
    };
    let Ok(text) = std::fs::read_to_string(file) else {
        eprintln!("cannot read {file}");
        return ExitCode::from(2);
    };
    let include = DirectoryIncludes::new(Vec::new());
    let options = FrontendOptions { include: &include, ..FrontendOptions::default() };
    let mut sm = SourceMap::new();
    let mut diags = Diagnostics::default();
    match what {
        "tokens" => print!("{}", dump_tokens(file, &text, &options, &mut sm, &mut diags)),
        "ast" => print!("{}", dump_ast(file, &text, &options, &mut sm, &mut diags)),
        "time" => {
            let from = std::time::Instant::now();
            let n = 1000;
            for _ in 0..n {
                let (mut sm, mut diags) = (SourceMap::new(), Diagnostics::default());
                compile_to_whirl(file, &text, &options, &mut sm, &mut diags);
            }
            println!("{:?} a compilation", from.elapsed() / n);
        }
        _ => {
            if let Some(m) = compile_to_whirl(file, &text, &options, &mut sm, &mut diags) {
                print!("{}", optx_whirl::print::print_module(&m));
                for v in verify_module(&m, AtLevel::Vh) {
                    eprintln!("{v}");
                }
            }
        }
    }
    for d in diags.list() {
        eprint!("{}", sm.resolve(d));
    }
    ExitCode::from(u8::from(diags.has_errors()))
}
