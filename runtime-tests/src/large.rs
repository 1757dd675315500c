//! Launch files of sizes that fill a GPU.
//!
//! `large/KERNEL.launch.toml` is a template: a launch file in which `${expression}` stands for an integer computed from one
//! size `n`, so that one text serves a GPU, where kernels are timed, and the emulator, where they are tested. Expressions
//! have unsigned 64-bit integers, `+ - * / %`, parentheses and `n`; what cannot be computed is an error.
//!
//! Comments before the first key say more, one line each:
//!
//! | line | meaning |
//! |---|---|
//! | `# n = 16777216` | the size that fills a large GPU |
//! | `# test n = 3000` | the size that the emulator runs |
//! | `# small: WHY` | no launch fills a GPU, and why |
//!
//! Further down may stand one line `# up to n = 99999: WHY` or `# only at n = 333: WHY`. What follows it, expectations, is left
//! out at other sizes: their references take too long there, or do not hold.
//!
//! Nothing here reads files: a program may embed the texts.

use std::ops::RangeInclusive;

use optx_launch::LaunchFile;

/// A template and what its first lines say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Large {
    /// The size that fills a large GPU.
    pub n: u64,
    /// The size that the emulator runs.
    pub test_n: u64,
    /// Why no launch fills a GPU, where none does.
    pub small: Option<String>,
    /// What stands at every size.
    text: String,
    rest: Option<AtSome>,
}

/// Sizes, and what stands at these only.
type AtSome = (RangeInclusive<u64>, String);

impl Large {
    /// Reads a template. Its expressions are looked at when a size is known.
    pub fn parse(text: &str) -> Result<Large, String> {
        let (text, rest) = divided(text)?;
        let (mut n, mut test_n, mut small) = (None, None, None);
        for line in text.lines().map_while(|l| l.strip_prefix('#')).map(str::trim) {
            if let Some(v) = line.strip_prefix("n =") {
                once(&mut n, number(v)?, "n")?;
            } else if let Some(v) = line.strip_prefix("test n =") {
                once(&mut test_n, number(v)?, "test n")?;
            } else if let Some(why) = line.strip_prefix("small:") {
                once(&mut small, reason(why, "# small")?, "small")?;
            }
        }
        Ok(Large {
            n: n.ok_or("`# n = ...` is missing in the first lines")?,
            test_n: test_n.ok_or("`# test n = ...` is missing in the first lines")?,
            small,
            text,
            rest,
        })
    }

    /// The launch file's text at a size.
    pub fn text(&self, n: u64) -> Result<String, String> {
        let mut out = expanded(&self.text, n)?;
        if let Some((sizes, rest)) = &self.rest
            && sizes.contains(&n)
        {
            out += &expanded(rest, n)?;
        }
        Ok(out)
    }

    /// The launch file at a size.
    pub fn launch_file(&self, n: u64) -> Result<LaunchFile, String> {
        LaunchFile::parse(&self.text(n)?).map_err(|e| e.to_string())
    }
}

/// What stands at every size, and what stands at some.
fn divided(text: &str) -> Result<(String, Option<AtSome>), String> {
    let (up_to, only_at) = ("\n# up to n =", "\n# only at n =");
    let Some(at) = [up_to, only_at].into_iter().filter_map(|mark| text.find(mark)).min() else {
        return Ok((text.to_owned(), None));
    };
    let (before, rest) = text.split_at(at + 1);
    if rest.contains(up_to) || rest.contains(only_at) {
        return Err("there is more than one line of `# up to n =` and `# only at n =`".to_owned());
    }
    let line = rest.lines().next().unwrap_or_default();
    let (sizes, why) = line.split_once(':').ok_or_else(|| format!("`{line}` gives no reason"))?;
    reason(why, sizes)?;
    let (_, most) = sizes.split_once('=').unwrap_or_default();
    let most = number(most)?;
    let least = if sizes.starts_with("# up to") { 0 } else { most };
    Ok((before.to_owned(), Some((least..=most, rest.to_owned()))))
}

fn once<T>(slot: &mut Option<T>, value: T, name: &str) -> Result<(), String> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("`# {name}` stands there twice")),
    }
}

fn number(text: &str) -> Result<u64, String> {
    let text = text.trim();
    text.parse().map_err(|_| format!("`{text}` in a comment that gives a size is no number"))
}

fn reason(text: &str, of: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err(format!("`{of}` gives no reason")),
        why => Ok(why.to_owned()),
    }
}

/// A text with a number for each `${expression}`.
fn expanded(text: &str, n: u64) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        let line = after.lines().next().unwrap_or_default();
        let Some(end) = line.find('}') else {
            return Err(format!("`${{{line}` has no end"));
        };
        let (expression, after) = (&after[..end], &after[end + 1..]);
        out += before;
        out += &value(expression, n)?.to_string();
        rest = after;
    }
    Ok(out + rest)
}

/// The value of an expression.
fn value(expression: &str, n: u64) -> Result<u64, String> {
    let mut parser = Parser { rest: expression.trim_start(), n, depth: 0 };
    let found = match parser.sum() {
        Ok(_) if !parser.rest.is_empty() => Err(format!("`{}` is left over", parser.rest)),
        other => other,
    };
    found.map_err(|e| format!("`${{{expression}}}` with n = {n}: {e}"))
}

/// A parser that computes as it goes. There is never white space before `rest`.
struct Parser<'t> {
    rest: &'t str,
    n: u64,
    depth: u32,
}

impl Parser<'_> {
    /// Takes a character if it is one of these.
    fn take(&mut self, these: &str) -> Option<char> {
        let c = self.rest.chars().next().filter(|c| these.contains(*c))?;
        self.rest = self.rest[c.len_utf8()..].trim_start();
        Some(c)
    }

    fn sum(&mut self) -> Result<u64, String> {
        let mut left = self.product()?;
        while let Some(sign) = self.take("+-") {
            let right = self.product()?;
            left = match sign {
                '+' => left.checked_add(right).ok_or("an overflow")?,
                _ => left.checked_sub(right).ok_or("a negative number")?,
            };
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<u64, String> {
        let mut left = self.factor()?;
        while let Some(sign) = self.take("*/%") {
            let right = self.factor()?;
            left = match sign {
                '*' => left.checked_mul(right).ok_or("an overflow")?,
                '/' => left.checked_div(right).ok_or("a division by zero")?,
                _ => left.checked_rem(right).ok_or("a division by zero")?,
            };
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<u64, String> {
        if self.take("n").is_some() {
            return Ok(self.n);
        }
        if self.take("(").is_some() {
            // A text of nothing but parentheses must not use up the stack.
            self.depth += 1;
            if self.depth > 50 {
                return Err("too many parentheses".to_owned());
            }
            let inner = self.sum()?;
            self.take(")").ok_or("a parenthesis is not closed")?;
            self.depth -= 1;
            return Ok(inner);
        }
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        if digits.is_empty() {
            return Err(match rest.chars().next() {
                Some(c) => format!("a number, `n` or a parenthesis is missing before `{c}`"),
                None => "a number, `n` or a parenthesis is missing at the end".to_owned(),
            });
        }
        self.rest = rest.trim_start();
        digits.parse().map_err(|_| "an overflow".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        for (expression, n, want) in [
            ("7", 1, 7),
            ("n", 5, 5),
            (" ( n + 127 ) / 128 ", 1000, 8),
            ("2 + 3 * 4", 0, 14),
            ("(2 + 3) * 4", 0, 20),
            ("10 - 3 - 2", 0, 5),
            ("100 / 7 / 2", 0, 7),
            ("100 / 7 * 7 + 100 % 7", 0, 100),
            ("n*n", 1 << 31, 1 << 62),
            ("18446744073709551615", 0, u64::MAX),
            ("((((n))))", 3, 3),
        ] {
            assert_eq!(value(expression, n), Ok(want), "{expression}");
        }
    }

    #[test]
    fn what_cannot_be_computed_is_quoted() {
        let deep = "(".repeat(100_000);
        for (expression, told) in [
            ("n - 6", "a negative number"),
            ("n / (n - 5)", "a division by zero"),
            ("1 % 0", "a division by zero"),
            ("18446744073709551615 + 1", "an overflow"),
            ("18446744073709551616", "an overflow"),
            ("4294967296 * 4294967296", "an overflow"),
            ("", "missing at the end"),
            ("n +", "missing at the end"),
            ("-1", "missing before `-`"),
            ("* n", "missing before `*`"),
            ("m", "missing before `m`"),
            ("ä", "missing before `ä`"),
            ("(n", "a parenthesis is not closed"),
            ("n)", "`)` is left over"),
            ("n n", "`n` is left over"),
            ("2n", "`n` is left over"),
            ("1.5", "`.5` is left over"),
            (&deep, "too many parentheses"),
        ] {
            let error = value(expression, 5).unwrap_err();
            assert!(error.contains(told), "{error}");
            assert!(error.starts_with(&format!("`${{{expression}}}` with n = 5: ")), "{error}");
        }
    }

    const GOOD: &str = "# n = 4096
# test n = 100
# Any other comment.
[buffers.x]
type = \"f32\"
length = ${2 * n + 1}
[[launch]]
kernel = \"k\"
grid = [${(n + 31) / 32}, 1]
block = 32
args = [\"&x\", { i32 = ${n} }]
[[expect]]
buffer = \"x\"
abs = ${n / 1000}.5
reference = \"r\"
# up to n = 200: it takes long.
[[expect]]
buffer = \"x\"
exact = true
reference = \"${n}\"
";

    #[test]
    fn a_template_gives_launch_files() {
        let large = Large::parse(GOOD).unwrap();
        assert_eq!((large.n, large.test_n, &large.small), (4096, 100, &None));
        let file = large.launch_file(large.n).unwrap();
        assert_eq!((file.buffers[0].length, file.launches[0].grid), (8193, [128, 1, 1]));
        assert_eq!(file.expects.len(), 1);
        assert!(large.text(4096).unwrap().contains("abs = 4.5"));
        assert_eq!(large.launch_file(200).unwrap().expects.len(), 2);
        assert_eq!(large.launch_file(201).unwrap().expects.len(), 1);
        let only = Large::parse(&GOOD.replace("up to n", "only at n")).unwrap();
        let expects = |n| only.launch_file(n).unwrap().expects.len();
        assert_eq!((expects(199), expects(200), expects(201)), (1, 2, 1));
        let small = GOOD.replace("# Any", "# small: one block.\n# Any");
        assert_eq!(Large::parse(&small).unwrap().small.as_deref(), Some("one block."));
    }

    #[test]
    fn wrong_templates_are_told_what_is_wrong() {
        for (from, to, told) in [
            ("# n = 4096\n", "", "`# n = ...` is missing"),
            ("# test n = 100\n", "", "`# test n = ...` is missing"),
            ("# n = 4096\n", "\n# n = 4096\n", "`# n = ...` is missing"),
            ("# n = 4096\n", "# n = 4096\n# n = 1\n", "`# n` stands there twice"),
            ("# n = 4096", "# n = 4k", "`4k` in a comment"),
            ("# n = 4096", "# n = -1", "`-1` in a comment"),
            ("# Any", "# small:\n# Any", "`# small` gives no reason"),
            ("200: it takes long.", "200", "`# up to n = 200` gives no reason"),
            ("200: it takes long.", "200:", "`# up to n = 200` gives no reason"),
            ("200: it", "many: it", "`many` in a comment"),
            ("# Any", "# only at n = 3: a.\n# Any", "there is more than one line of"),
        ] {
            assert!(GOOD.contains(from), "{from}");
            let error = Large::parse(&GOOD.replacen(from, to, 1)).unwrap_err();
            assert!(error.contains(told), "{error}");
        }
        let at = |from: &str, to: &str| {
            Large::parse(&GOOD.replacen(from, to, 1)).unwrap().launch_file(4096).unwrap_err()
        };
        assert!(at("${2 * n + 1}", "${2 * n + 1").starts_with("`${2 * n + 1` has no end"));
        assert!(at("${2 * n + 1}", "${2 * m}").contains("before `m`"));
        assert!(at("[buffers.x]", "[buffer.x]").contains("unknown key `buffer`"));
    }
}
