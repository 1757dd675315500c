//! What a compiler assumed of every launch of a kernel, as comments of its PTX say, and whether a launch breaks it.
//!
//! `// optx.assume NAME: WORD...` before a kernel's `.entry`. A word that is not known here is an error: nobody could
//! tell whether a launch breaks it.

use crate::error::LoadError;

/// Something assumed of every launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// The grid's extent times the block's is at most 2^31 on each axis.
    Index31,
    /// A block is one-dimensional.
    FlatBlocks,
}

impl Assumption {
    /// All of them.
    pub const ALL: [Assumption; 2] = [Assumption::Index31, Assumption::FlatBlocks];

    /// The word in the PTX.
    pub fn name(self) -> &'static str {
        match self {
            Assumption::Index31 => "index-31",
            Assumption::FlatBlocks => "flat-blocks",
        }
    }

    /// The compiler's option that turns it off.
    pub fn option(self) -> String {
        format!("-fno-assume-{}", self.name())
    }

    /// What the launch has that breaks it, in words.
    fn broken(self, grid: [u32; 3], block: [u32; 3]) -> Option<String> {
        match self {
            Assumption::Index31 => {
                let beyond = |k: &usize| u64::from(grid[*k]) * u64::from(block[*k]) > 1 << 31;
                let k = (0..3).find(beyond)?;
                Some(format!(
                    "that gridDim * blockDim is at most 2^31 on each axis; the launch has {} * {} = {} along {}",
                    grid[k],
                    block[k],
                    u64::from(grid[k]) * u64::from(block[k]),
                    ["x", "y", "z"][k]
                ))
            }
            Assumption::FlatBlocks => (block[1] != 1 || block[2] != 1).then(|| {
                let [x, y, z] = block;
                format!("that blocks are one-dimensional; the launch has blocks of ({x},{y},{z}) threads")
            }),
        }
    }
}

/// The assumptions of a PTX text, by kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assumptions {
    list: Vec<(String, Assumption)>,
}

impl Assumptions {
    /// Reads them from a PTX text.
    pub fn parse(text: &str) -> Result<Assumptions, LoadError> {
        let mut list = Vec::new();
        for (k, line) in text.lines().enumerate() {
            let Some(rest) = line.trim().strip_prefix("// optx.assume ") else { continue };
            let error = |message: String| LoadError::new(k as u32 + 1, message);
            let (kernel, words) = rest
                .split_once(':')
                .ok_or_else(|| error("`optx.assume` wants a kernel's name and a colon".into()))?;
            for word in words.split_whitespace() {
                let known = Assumption::ALL.into_iter().find(|a| a.name() == word);
                let assumption =
                    known.ok_or_else(|| error(format!("unknown assumption `{word}`")))?;
                list.push((kernel.trim().to_string(), assumption));
            }
        }
        Ok(Assumptions { list })
    }

    /// What was assumed of a kernel's launches.
    pub fn of<'a>(&'a self, kernel: &'a str) -> impl Iterator<Item = Assumption> + 'a {
        self.list.iter().filter(move |(name, _)| name == kernel).map(|(_, a)| *a)
    }

    /// Whether a launch keeps to them; if not, which it breaks, in words.
    pub fn check(&self, kernel: &str, grid: [u32; 3], block: [u32; 3]) -> Result<(), String> {
        for a in self.of(kernel) {
            if let Some(what) = a.broken(grid, block) {
                return Err(format!(
                    "kernel `{kernel}` was compiled on the assumption `{}`, {what}; compile with {} for such launches",
                    a.name(),
                    a.option()
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_launches() {
        let text = ".version 8.0\n// optx.assume k: index-31 flat-blocks\n.entry k() {}\n// optx.assume n: flat-blocks\n";
        let a = Assumptions::parse(text).unwrap();
        assert_eq!(a.of("k").collect::<Vec<_>>(), Assumption::ALL);
        assert_eq!(a.check("k", [1 << 21, 1, 1], [1024, 1, 1]), Ok(()));
        let e = a.check("k", [(1 << 21) + 1, 1, 1], [1024, 1, 1]).unwrap_err();
        assert!(
            e.contains("`index-31`") && e.contains("2097153 * 1024 = 2147484672 along x"),
            "{e}"
        );
        assert!(e.contains("-fno-assume-index-31"), "{e}");
        assert!(a.check("n", [(1 << 21) + 1, 1, 1], [1024, 1, 1]).is_ok());
        let e = a.check("n", [1; 3], [8, 1, 2]).unwrap_err();
        assert!(e.contains("(8,1,2)") && e.contains("-fno-assume-flat-blocks"), "{e}");
        assert!(a.check("other", [1; 3], [8, 8, 1]).is_ok());
    }

    #[test]
    fn mistakes() {
        let e = Assumptions::parse("\n// optx.assume k: index-31 round-blocks").unwrap_err();
        assert_eq!(e.to_string(), "PTX line 2: unknown assumption `round-blocks`");
        assert_eq!(Assumptions::parse("// optx.assume k").unwrap_err().line, 1);
        assert_eq!(Assumptions::parse("// assume nothing").unwrap(), Assumptions::default());
    }
}
