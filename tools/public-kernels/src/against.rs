//! optx's PTX of all kernels at all levels: written to a folder, or compared with what another build wrote there, byte by byte.

use crate::list::{Kernel, List};
use crate::text;
use crate::trial::{self, End, LEVELS};
use rayon::prelude::*;
use std::path::Path;

/// The PTX of one kernel at one level.
#[derive(Clone, Debug)]
pub struct Made {
    /// The file's name: `ID.O3.ptx`.
    pub file: String,
    /// The PTX, or the code that it is refused with after `// refused: `, so that a build that takes or refuses more differs too.
    pub text: String,
}

/// Compiles all.
pub fn compile(list: &List, kernels: &[&Kernel]) -> Result<Vec<Made>, String> {
    let all: Result<Vec<Vec<Made>>, String> = kernels
        .par_iter()
        .map(|kernel| {
            let (source, launch) = (text::compose(list, kernel)?, kernel.launch()?);
            let name = format!("{}.cu", kernel.id);
            let one = |level: &&str| {
                let text = match trial::optx(&source, &launch, level, &name) {
                    Ok(ptx) => ptx,
                    Err(End::Refused { code, .. }) => format!("// refused: {code}\n"),
                    Err(_) => "// optx panicked\n".to_owned(),
                };
                let file = format!("{}.{}.ptx", kernel.id, level.trim_start_matches('-'));
                Made { file, text }
            };
            Ok(LEVELS.iter().map(one).collect())
        })
        .collect();
    Ok(all?.into_iter().flatten().collect())
}

/// Writes them.
pub fn write(made: &[Made], folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for one in made {
        let path = folder.join(&one.file);
        std::fs::write(&path, &one.text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

/// What differs from a folder that [`write`] filled, a line each.
pub fn differences(made: &[Made], folder: &Path) -> Result<Vec<String>, String> {
    if !folder.is_dir() {
        return Err(format!("{}: there is no such folder; --ptx writes one", folder.display()));
    }
    let mut out = Vec::new();
    for one in made {
        match std::fs::read_to_string(folder.join(&one.file)) {
            Ok(text) if text == one.text => {}
            Ok(text) => {
                let at = text.lines().zip(one.text.lines()).take_while(|(a, b)| a == b).count();
                let lines = [text.lines().count(), one.text.lines().count()];
                out.push(format!(
                    "{}: differs from line {} on ({} lines, then {})",
                    one.file,
                    at + 1,
                    lines[0],
                    lines[1]
                ));
            }
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                out.push(format!("{}: is not in the folder", one.file));
            }
            Err(e) => return Err(format!("{}: {e}", one.file)),
        }
    }
    Ok(out)
}
