//! `--filter`: words of which one is part of a name.

/// The names that are wanted, all where there are no words; an error where a word is part of none, with the name that is near.
/// `what` is whose name it is, as in `kernel`.
pub fn chosen<'n>(
    names: impl Iterator<Item = &'n str>,
    filter: &[String],
    what: &str,
) -> Result<Vec<&'n str>, String> {
    let mut names: Vec<&str> = names.collect();
    for part in filter {
        if !names.iter().any(|name| name.contains(part.as_str())) {
            let near = optx::nearest(part, names.iter().copied());
            let hint = near.map_or(String::new(), |n| format!("; did you mean {n}?"));
            return Err(format!("--filter: no {what}'s name contains `{part}`{hint}"));
        }
    }
    names.retain(|name| filter.is_empty() || filter.iter().any(|part| name.contains(&**part)));
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::chosen;

    #[test]
    fn words_choose_names_that_hold_them_and_each_holds_in_one() {
        let of = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
            chosen(["sum", "sum-of-squares", "dot"].into_iter(), &words, "kernel")
        };
        assert_eq!(of(&[]).unwrap(), ["sum", "sum-of-squares", "dot"]);
        assert_eq!(of(&["squ", "dot"]).unwrap(), ["sum-of-squares", "dot"]);
        let said = of(&["sum", "dit"]).unwrap_err();
        assert_eq!(said, "--filter: no kernel's name contains `dit`; did you mean dot?");
    }
}
