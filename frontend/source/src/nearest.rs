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

/// The candidate nearest to `name`, if one is near enough to be what was meant. One that differs in case alone comes first, and of
/// those that are equally near the one that is nearer but for case. A name of one letter is near another in case alone, and
/// near no longer one.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let bound = match name.len() {
        0..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    let folded = name.to_ascii_lowercase();
    let mut best: Option<(usize, usize, &str)> = None;
    for c in candidates {
        if c == name {
            continue;
        }
        let near = if c.eq_ignore_ascii_case(name) {
            Some(0)
        } else if c.len() <= 1 {
            None
        } else {
            edit_distance(name, c, bound).filter(|&d| d < name.len())
        };
        let Some(d) = near.filter(|&d| best.is_none_or(|(b, ..)| d <= b)) else { continue };
        let but_for_case = edit_distance(&folded, &c.to_ascii_lowercase(), d).unwrap_or(d);
        if best.is_none_or(|b| (d, but_for_case, c) < b) {
            best = Some((d, but_for_case, c));
        }
    }
    best.map(|(.., c)| c)
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
        assert_eq!(nearest("Sin", ["min", "sin"]), Some("sin"));
        assert_eq!(nearest("SIN", ["SI", "sin"]), Some("sin"));
        assert_eq!(nearest("Indexes", ["findexes", "index", "indexe"]), Some("findexes"));
        assert_eq!(nearest("Cosx2", ["cosx2", "Cosx3"]), Some("cosx2"));
        assert_eq!(nearest("Tile2xs", ["kile2x", "tile2x"]), Some("tile2x"));
        assert_eq!(nearest("xy", ["x", "y"]), None);
        assert_eq!(nearest("x", ["xy", "y"]), None);
        assert_eq!(nearest("X", ["x", "y"]), Some("x"));
    }
}
