//! Sorting where time does not matter and size does.
//!
//! Idea: an order of numbers is found by one instance of the standard library's stable sort, which asks by way of a pointer, and elements are
//! moved by it. An instance of that sort for each type and key is 7 KB of machine code; of this, a few hundred bytes.
//! Cost: n log n comparisons, two lists of the length. Lists of a few elements in hot loops have the standard library's.

use std::cmp::Ordering;

/// Sorts by keys; elements of equal keys stay in their order. `key` is asked once of each.
pub fn sort_by_key<T, K: Ord>(list: &mut Vec<T>, key: impl FnMut(&T) -> K) {
    let keys: Vec<K> = list.iter().map(key).collect();
    let order = order(keys.len(), &mut |a, b| keys[a as usize].cmp(&keys[b as usize]));
    arrange(list, order);
}

fn arrange<T>(list: &mut Vec<T>, order: Vec<u32>) {
    let mut taken: Vec<Option<T>> = list.drain(..).map(Some).collect();
    list.extend(order.into_iter().filter_map(|k| taken[k as usize].take()));
}

/// Sorts by a comparison; equal elements stay in their order.
pub fn sort_by<T>(list: &mut Vec<T>, mut compare: impl FnMut(&T, &T) -> Ordering) {
    let order = order(list.len(), &mut |a, b| compare(&list[a as usize], &list[b as usize]));
    arrange(list, order);
}

/// The numbers below `count` in order.
fn order(count: usize, compare: &mut dyn FnMut(u32, u32) -> Ordering) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    order.sort_by(|&a, &b| compare(a, b));
    order
}

#[cfg(test)]
mod tests {
    use super::sort_by_key;

    #[test]
    fn equal_keys_stay_in_their_order() {
        let mut list: Vec<(u32, String)> =
            (0..100).map(|k| ((k * 37 + 11) % 7, k.to_string())).collect();
        let mut wanted = list.clone();
        wanted.sort_by_key(|(key, _)| *key);
        sort_by_key(&mut list, |(key, _)| *key);
        assert_eq!(list, wanted);
        sort_by_key(&mut Vec::<(u32, String)>::new(), |(key, _)| *key);
    }
}
