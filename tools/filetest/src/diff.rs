//! A unified diff.
//!
//! Source: the longest common subsequence by dynamic programming (Wagner and Fischer, JACM 1974) between the common
//! beginning and end; test functions are small. Where they are not, what lies between is shown as replaced.

use std::fmt::Write as _;

/// Lines of context around a change.
const CONTEXT: usize = 3;
/// The most pairs of lines that are compared.
const MOST: usize = 1 << 24;

/// One line: in both, taken away, or added.
#[derive(Clone, Copy)]
enum Edit<'a> {
    Keep(&'a str),
    Remove(&'a str),
    Add(&'a str),
}

/// What makes the second text of the first, with three lines of context; empty where they are equal.
pub fn unified(before: &str, after: &str) -> String {
    let old: Vec<&str> = before.lines().collect();
    let new: Vec<&str> = after.lines().collect();
    let edits = edits(&old, &new);
    let changes: Vec<usize> =
        (0..edits.len()).filter(|&k| !matches!(edits[k], Edit::Keep(_))).collect();
    let mut out = String::new();
    let mut at = 0;
    while at < changes.len() {
        let start = changes[at].saturating_sub(CONTEXT);
        let mut last = changes[at];
        while at + 1 < changes.len() && changes[at + 1] <= last + 2 * CONTEXT + 1 {
            at += 1;
            last = changes[at];
        }
        at += 1;
        hunk(&mut out, &edits, start, (last + CONTEXT + 1).min(edits.len()));
    }
    out
}

fn hunk(out: &mut String, edits: &[Edit<'_>], start: usize, end: usize) {
    let olds = |part: &[Edit<'_>]| part.iter().filter(|e| !matches!(e, Edit::Add(_))).count();
    let news = |part: &[Edit<'_>]| part.iter().filter(|e| !matches!(e, Edit::Remove(_))).count();
    let (before, part) = (&edits[..start], &edits[start..end]);
    let _ = writeln!(
        out,
        "@@ -{},{} +{},{} @@",
        olds(before) + 1,
        olds(part),
        news(before) + 1,
        news(part)
    );
    for edit in part {
        let (sign, line) = match edit {
            Edit::Keep(line) => (' ', line),
            Edit::Remove(line) => ('-', line),
            Edit::Add(line) => ('+', line),
        };
        let _ = writeln!(out, "{sign}{line}");
    }
}

fn edits<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Edit<'a>> {
    let begins = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (a, b) = (&old[begins..], &new[begins..]);
    let ends = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - ends], &b[..b.len() - ends]);
    let mut edits: Vec<Edit<'a>> = old[..begins].iter().map(|&line| Edit::Keep(line)).collect();
    if a.len().saturating_mul(b.len()) > MOST {
        edits.extend(a.iter().map(|&line| Edit::Remove(line)));
        edits.extend(b.iter().map(|&line| Edit::Add(line)));
    } else {
        between(a, b, &mut edits);
    }
    edits.extend(old[old.len() - ends..].iter().map(|&line| Edit::Keep(line)));
    edits
}

fn between<'a>(a: &[&'a str], b: &[&'a str], edits: &mut Vec<Edit<'a>>) {
    // The length of the longest common subsequence of what is left from (i, j) on.
    let width = b.len() + 1;
    let mut longest = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            longest[i * width + j] = if a[i] == b[j] {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            edits.push(Edit::Keep(a[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == b.len()
            || (i < a.len() && longest[(i + 1) * width + j] >= longest[i * width + j + 1])
        {
            edits.push(Edit::Remove(a[i]));
            i += 1;
        } else {
            edits.push(Edit::Add(b[j]));
            j += 1;
        }
    }
}
