//! `--filter`: words of which one is part of a name.

/// The names that are wanted, all where there are no words; an error where a word is part of none, with the name that is near.
/// `what` is whose name it is, as in `kernel`.
pub(crate) fn chosen<'n>(
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
