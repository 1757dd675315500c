//! The registers that NVRTC's PTX of a source needs, as ptxas tells them.

use optx_judge::ToolError;
use optx_judge::ptxas::{Ptxas, check_with};

/// What is compiled for.
const ARCH: &str = "80";

/// What NVRTC and ptxas say of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The most registers that one of its kernels needs.
    Registers(u32),
    /// The first error.
    Refused(String),
}

/// Measures a source; an error where a tool is not in the cache or does not run.
pub fn measure(source: &str, name: &str, options: &[String]) -> Result<Measure, ToolError> {
    let mut all = vec![format!("--gpu-architecture=compute_{ARCH}")];
    all.extend_from_slice(options);
    let ptx = match optx_judge::nvrtc::compile(source, name, &all) {
        Ok(ptx) => ptx,
        Err(ToolError::Refused(said)) => return Ok(Measure::Refused(first_error(&said))),
        Err(e) => return Err(e),
    };
    of_ptx(&ptx)
}

/// The same of NVRTC's PTX.
pub fn of_ptx(ptx: &str) -> Result<Measure, ToolError> {
    let verdict = check_with(Ptxas::V13, &format!("sm_{ARCH}"), ptx, &["-v"])?;
    if !verdict.accepted {
        return Ok(Measure::Refused(format!("ptxas: {}", first_error(&verdict.report))));
    }
    Ok(match registers(&verdict.report) {
        Some(count) => Measure::Registers(count),
        None => Measure::Refused("it leaves no kernel".to_owned()),
    })
}

/// The most registers in what `ptxas -v` says.
fn registers(report: &str) -> Option<u32> {
    let one = |line: &str| line.split_once("Used ")?.1.split_whitespace().next()?.parse().ok();
    report.lines().filter_map(one).max()
}

/// The first error, without the file and line.
fn first_error(said: &str) -> String {
    let line =
        said.lines().find(|l| l.contains("error")).or(said.lines().next()).unwrap_or_default();
    let text = line.split_once("error: ").map_or(line, |(_, text)| text);
    text.chars().filter(|c| !c.is_control()).take(80).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_registers_are_read() {
        let report = "ptxas info    : Used 12 registers, 360 bytes cmem[0]\nptxas info    : Used 41 registers\nUsed x registers\n";
        assert_eq!(registers(report), Some(41));
        assert_eq!(registers("Used"), None);
        assert_eq!(first_error("a.cu(3): error: no such thing\nx"), "no such thing");
        assert_eq!(first_error(""), "");
    }
}
