//! What each code means at length.
//!
//! `explanations.txt` is one section a code, headed `== E0040`. A section is prose, then examples: a line `Wrong:` or
//! `Right:`, with options in parentheses where it needs some, and the source indented by four. A section without
//! examples says why on a line that begins `No example:`. The tests of the library compile every example.

use std::sync::OnceLock;

/// The sections in the file's order: the code and its text, without blank lines around it.
pub(crate) fn sections() -> &'static [(&'static str, &'static str)] {
    static SECTIONS: OnceLock<Vec<(&str, &str)>> = OnceLock::new();
    SECTIONS.get_or_init(|| {
        let text = include_str!("explanations.txt").trim_start_matches("== ");
        text.split("\n== ")
            .map(|section| section.split_once('\n').unwrap_or((section, "")))
            .map(|(code, text)| (code.trim(), text.trim()))
            .collect()
    })
}

/// The explanation of a code.
pub(crate) fn of(code: &str) -> Option<&'static str> {
    sections().iter().find(|(c, _)| *c == code).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use crate::code_rows;

    #[test]
    fn the_sections_are_the_codes_in_their_order() {
        let sections: Vec<&str> = super::sections().iter().map(|(code, _)| *code).collect();
        let codes: Vec<&str> = code_rows().iter().map(|row| row.code.0).collect();
        assert_eq!(sections, codes);
    }

    #[test]
    fn every_section_has_prose_and_examples_or_says_why_not() {
        for (code, text) in super::sections() {
            let prose = text.split("\n\n").next().unwrap_or("");
            assert!(prose.len() > 60, "{code}: too short");
            assert!(text.lines().all(|l| l.chars().count() <= 110), "{code}: a long line");
            let has = |word: &str| text.lines().any(|l| l.starts_with(word));
            let examples = has("Wrong") && has("Right");
            assert!(examples != has("No example:"), "{code}: examples, or why there are none");
        }
    }
}
