//! Near names, for suggestions.

/// Edit distance (insert, delete, replace, swap of neighbours), or `None` past `bound`.
#[must_use]
pub fn edit_distance(a: &str, b: &str, bound: usize) -> Option<usize> {
    let a: Vec<char> = a.chars().take(64).collect();
    let b: Vec<char> = b.chars().take(64).collect();
    if a.len().abs_diff(b.len()) > bound {
        return None;
    }
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        let mut least = i;
        for j in 1..=b.len() {
            let cost = usize::from(a[i - 1] != b[j - 1]);
            let mut d = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + cost);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                d = d.min(before[j - 2] + 1);
            }
            row[j] = d;
            least = least.min(d);
        }
        if least > bound {
            return None;
        }
        before = std::mem::replace(&mut last, row);
    }
    let d = last[b.len()];
    (d <= bound).then_some(d)
}

/// The candidate nearest to `name`, if one is near enough to be what was meant.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let bound = match name.len() {
        0..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    let mut best: Option<(usize, &str)> = None;
    for c in candidates {
        if c == name {
            continue;
        }
        let d = if c.eq_ignore_ascii_case(name) { Some(1) } else { edit_distance(name, c, bound) };
        if let Some(d) = d
            && d < name.len()
            && best.is_none_or(|(b, s)| (d, c) < (b, s))
        {
            best = Some((d, c));
        }
    }
    best.map(|(_, c)| c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(edit_distance("thredIdx", "threadIdx", 2), Some(1));
        assert_eq!(edit_distance("abc", "acb", 2), Some(1));
        assert_eq!(edit_distance("abc", "xyz", 2), None);
        assert_eq!(edit_distance("", "ab", 2), Some(2));
    }

    #[test]
    fn nearest_name() {
        assert_eq!(nearest("thredIdx", ["blockIdx", "threadIdx"]), Some("threadIdx"));
        assert_eq!(nearest("SQRTF", ["sqrtf", "rsqrtf"]), Some("sqrtf"));
        assert_eq!(nearest("zz", ["threadIdx"]), None);
    }
}
