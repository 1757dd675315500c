//! What a pass changed in a function's text, line by line, for `--print-diff`.
//!
//! Idea: equal lines are skipped; from two that differ, on to the nearest pair of equal ones. Names that count in printing
//! order (`cr7` of shared nodes) and the name of the last pass say nothing of a change: lines are compared without them.
//! Cost: the lines, times a window where they differ, so near-linear.

/// So many lines are looked at for the next pair of equal ones.
const WINDOW: usize = 200;

/// Lines taken away (`-`) and added (`+`), in order; nothing where nothing changed.
pub fn line_diff(old: &str, new: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let keys = |lines: &[&str]| lines.iter().map(|line| key(line)).collect::<Vec<String>>();
    let (left, right) = (keys(&a), keys(&b));
    let mut out = String::new();
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && left[i] == right[j] {
            i += 1;
            j += 1;
            continue;
        }
        let same =
            |x: usize, y: usize| left.get(i + x).is_some_and(|l| right.get(j + y) == Some(l));
        let ahead = (0..2 * WINDOW)
            .find_map(|sum| (0..=sum.min(WINDOW)).map(|x| (x, sum - x)).find(|&(x, y)| same(x, y)));
        let (x, y) = ahead.unwrap_or((a.len() - i, b.len() - j));
        a[i..i + x].iter().for_each(|line| out.push_str(&format!("-{line}\n")));
        b[j..j + y].iter().for_each(|line| out.push_str(&format!("+{line}\n")));
        i += x;
        j += y;
    }
    out
}

/// The line without what counts in printing order.
fn key(line: &str) -> String {
    let mut words = Vec::new();
    for word in line.split(' ') {
        let name = word.trim_start_matches('(').trim_end_matches(')');
        let counted = name.strip_prefix("cr").is_some_and(|n| n.parse::<u32>().is_ok());
        match word {
            _ if counted => words.push(word.replace(name, "cr")),
            _ if name.starts_with("at=") && line.starts_with(" (func ") => {}
            _ => words.push(word.to_owned()),
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::line_diff;

    #[test]
    fn what_is_equal_is_left_out() {
        assert_eq!(line_diff("a\nb\nc\n", "a\nb\nc\n"), "");
        assert_eq!(line_diff("", ""), "");
    }

    #[test]
    fn lines_come_go_and_change_in_order() {
        assert_eq!(line_diff("a\nc\n", "a\nb\nc\n"), "+b\n");
        assert_eq!(line_diff("a\nb\nc\n", "a\nc\n"), "-b\n");
        assert_eq!(line_diff("a\nb\nc\n", "a\nx\nc\n"), "-b\n+x\n");
        assert_eq!(line_diff("a\nb\n", ""), "-a\n-b\n");
        assert_eq!(line_diff("", "a\nb\n"), "+a\n+b\n");
        assert_eq!(line_diff("a\nb\nc\nd\n", "b\nc\nx\nd\ny\n"), "-a\n+x\n+y\n");
    }

    #[test]
    fn names_that_count_in_printing_order_are_no_change() {
        let old = " (func ssa \"k\" at=ssa\n   (let cr1 (U4ADD v1.1 v2.1))\n   (stid (v3.1) cr1)\n";
        let new = " (func ssa \"k\" at=propagate\n   (let cr1 (U4SUB v1.1 v2.1))\n   (let cr2 (U4ADD v1.1 v2.1))\n   (stid (v3.1) cr2)\n";
        assert_eq!(line_diff(old, new), "+   (let cr1 (U4SUB v1.1 v2.1))\n");
        // Versions and constants are what they are.
        assert_eq!(line_diff("(stid v3.1)\n", "(stid v3.2)\n"), "-(stid v3.1)\n+(stid v3.2)\n");
        assert_eq!(line_diff("=crate\n", "=cr1\n"), "-=crate\n+=cr1\n");
    }

    #[test]
    fn far_apart_all_goes_and_comes() {
        let old: String = (0..500).map(|k| format!("a{k}\n")).collect();
        let new: String = (0..500).map(|k| format!("b{k}\n")).collect();
        let diff = line_diff(&old, &new);
        assert_eq!(diff.lines().filter(|l| l.starts_with('-')).count(), 500);
        assert_eq!(diff.lines().filter(|l| l.starts_with('+')).count(), 500);
    }
}
