//! Lists by number, all in one piece of memory: predecessors, children, frontiers.
//!
//! Source: the adjacency arrays ("compressed rows") of graph texts. Cost: one counting sort of what is listed, and three
//! allocations, however many lists there are.

/// A list of values for each number below a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grouped<V> {
    /// Where each list ends.
    ends: Vec<u32>,
    values: Vec<V>,
}

impl<V: Copy> Grouped<V> {
    /// The second parts of pairs by their first, which is below `count`; each list in the order of the pairs.
    pub fn of(count: usize, pairs: &[(u32, V)]) -> Grouped<V> {
        let mut starts = vec![0u32; count + 1];
        for &(at, _) in pairs {
            starts[at as usize + 1] += 1;
        }
        for k in 1..starts.len() {
            starts[k] += starts[k - 1];
        }
        let mut values = pairs.first().map_or(Vec::new(), |&(_, value)| vec![value; pairs.len()]);
        for &(at, value) in pairs {
            values[starts[at as usize] as usize] = value;
            starts[at as usize] += 1;
        }
        // Each start has moved to its end.
        starts.truncate(count);
        Grouped { ends: starts, values }
    }

    /// The list of a number; beyond the count there is nothing.
    pub fn list(&self, k: usize) -> &[V] {
        let Some(&end) = self.ends.get(k) else { return &[] };
        let start = if k == 0 { 0 } else { self.ends[k - 1] };
        &self.values[start as usize..end as usize]
    }

    /// How many lists there are.
    pub fn count(&self) -> usize {
        self.ends.len()
    }
}

#[cfg(test)]
mod tests {
    use super::Grouped;

    #[test]
    fn pairs_are_grouped_by_their_first() {
        let grouped = Grouped::of(6, &[(2, 7), (0, 1), (2, 8), (5, 9)]);
        let lists: Vec<&[i32]> = (0..7).map(|k| grouped.list(k)).collect();
        assert_eq!(lists, [&[1][..], &[], &[7, 8], &[], &[], &[9], &[]]);
        assert_eq!(Grouped::<i32>::of(0, &[]).list(0), &[]);
    }
}
