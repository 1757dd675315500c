//! The order in which functions are worked on: callees before their callers, so that callers are told what calls do.

/// Functions callee first, as far as the order given allows, and for each function the cycle of calls that it is in.
///
/// Source: Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972). `calls` gives a function's callees.
pub(crate) fn bottom_up(order: &[usize], calls: &[Vec<usize>]) -> (Vec<usize>, Vec<usize>) {
    let count = calls.len();
    let mut state = Components {
        number: vec![usize::MAX; count],
        low: vec![0; count],
        component: vec![usize::MAX; count],
        stack: Vec::new(),
        next: 0,
        done: Vec::new(),
    };
    for &start in order {
        if state.number[start] == usize::MAX {
            state.visit(start, calls);
        }
    }
    (state.done, state.component)
}

struct Components {
    number: Vec<usize>,
    low: Vec<usize>,
    component: Vec<usize>,
    stack: Vec<usize>,
    next: usize,
    /// Functions whose callees are all done.
    done: Vec<usize>,
}

impl Components {
    fn enter(&mut self, v: usize) {
        self.number[v] = self.next;
        self.low[v] = self.next;
        self.next += 1;
        self.stack.push(v);
    }

    fn visit(&mut self, start: usize, calls: &[Vec<usize>]) {
        self.enter(start);
        let mut path = vec![(start, 0)];
        while let Some((v, k)) = path.last_mut() {
            let v = *v;
            let Some(&callee) = calls[v].get(*k) else {
                path.pop();
                self.leave(v);
                if let Some(&(caller, _)) = path.last() {
                    self.low[caller] = self.low[caller].min(self.low[v]);
                }
                continue;
            };
            *k += 1;
            if self.number[callee] == usize::MAX {
                self.enter(callee);
                path.push((callee, 0));
            } else if self.component[callee] == usize::MAX {
                self.low[v] = self.low[v].min(self.number[callee]);
            }
        }
    }

    fn leave(&mut self, v: usize) {
        self.done.push(v);
        if self.low[v] != self.number[v] {
            return;
        }
        while let Some(w) = self.stack.pop() {
            self.component[w] = v;
            if w == v {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::bottom_up;

    #[test]
    fn callees_come_first_and_cycles_are_one() {
        // 0 calls 1 and 2, 1 calls 2, 2 and 3 call each other, 4 calls itself.
        let calls = vec![vec![1, 2], vec![2], vec![3], vec![2], vec![4]];
        for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3]] {
            let (done, component) = bottom_up(&order, &calls);
            let place = |f: usize| done.iter().position(|&g| g == f);
            assert_eq!(done.len(), 5);
            assert!(place(2) < place(1) && place(3) < place(1) && place(1) < place(0));
            assert_eq!(component[2], component[3]);
            assert_ne!(component[0], component[1]);
            assert_ne!(component[1], component[2]);
        }
    }
}
