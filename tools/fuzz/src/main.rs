//! `optx-fuzz`: see `--help`.

use clap::Parser as _;
use optx_fuzz::arguments::Arguments;
use optx_fuzz::{driver, worker};
use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(worker::WORD) {
        return worker::serve();
    }
    match driver::run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("optx-fuzz: {message}");
            ExitCode::from(2)
        }
    }
}
