//! The checks on a result.
//!
//! Each `check:` takes the first line that fits, and no other later, so captures are bound as one reads.

use crate::Wrong;
use crate::directive::{Check, How};
use crate::pattern::{Captures, Pattern};

/// Checks the lines of a result, in order.
pub(crate) fn check(checks: &[Check], output: &str) -> Result<(), Wrong> {
    let lines: Vec<&str> = output.lines().collect();
    let mut bound = Captures::new();
    // The line after the last match.
    let mut next = 0;
    let mut absent: Vec<&Check> = Vec::new();
    for check in checks {
        let found = match check.how {
            How::Check => (next..lines.len()).find(|&k| fits(&check.pattern, lines[k], &mut bound)),
            How::Next => (next < lines.len() && fits(&check.pattern, lines[next], &mut bound))
                .then_some(next),
            How::Not => {
                absent.push(check);
                continue;
            }
            How::Count(_) => continue,
        };
        let Some(line) = found else {
            return Err(missing(check, &lines, next, &bound));
        };
        none(&absent, &lines[next..line], next, &bound)?;
        absent.clear();
        next = line + 1;
    }
    none(&absent, &lines[next..], next, &bound)?;
    for check in checks {
        if let How::Count(wanted) = check.how {
            let found = check.pattern.count(output, &bound);
            if found != wanted {
                let text = check.pattern.text(&bound);
                let message = format!("`{text}` stands {found} times, not {wanted}");
                return Err(Wrong::at(check.line, message));
            }
        }
    }
    Ok(())
}

fn fits(pattern: &Pattern, line: &str, bound: &mut Captures) -> bool {
    pattern.find(line, 0, bound).is_some()
}

/// No line holds any of these.
fn none(absent: &[&Check], lines: &[&str], first: usize, bound: &Captures) -> Result<(), Wrong> {
    for check in absent {
        let found = lines.iter().position(|line| fits(&check.pattern, line, &mut bound.clone()));
        if let Some(k) = found {
            let text = check.pattern.text(bound);
            let message = format!("`{text}` stands in line {} of the result", first + k + 1);
            return Err(Wrong::at(check.line, message));
        }
    }
    Ok(())
}

fn missing(check: &Check, lines: &[&str], next: usize, bound: &Captures) -> Wrong {
    let text = check.pattern.text(bound);
    let message = match (&check.how, lines.get(next)) {
        (How::Next, Some(line)) => {
            format!("line {} of the result holds no `{text}`: {line}", next + 1)
        }
        _ if next > 0 => format!("no line after line {next} of the result holds `{text}`"),
        _ => format!("no line of the result holds `{text}`"),
    };
    Wrong::at(check.line, message)
}
