//! Recursion: calls that go round in circles are refused.

use optx_source::{Diagnostic, code};

use crate::check::Checker;

impl Checker<'_, '_> {
    /// Reports calls that go round in circles.
    pub(crate) fn check_recursion(&mut self) {
        // 0 not seen, 1 on the path, 2 done.
        let mut state = vec![0u8; self.functions.len()];
        for root in 0..self.functions.len() {
            if state[root] != 0 {
                continue;
            }
            let mut path: Vec<(usize, usize)> = vec![(root, 0)];
            state[root] = 1;
            while let Some(&(f, k)) = path.last() {
                let Some(&(callee, span)) = self.functions[f].calls.get(k) else {
                    state[f] = 2;
                    path.pop();
                    continue;
                };
                if let Some(top) = path.last_mut() {
                    top.1 += 1;
                }
                let c = callee.0 as usize;
                match state[c] {
                    0 => {
                        state[c] = 1;
                        path.push((c, 0));
                    }
                    1 => {
                        let from = path.iter().position(|p| p.0 == c).unwrap_or(0);
                        let mut cycle: Vec<String> = path[from..]
                            .iter()
                            .map(|p| self.function_name(&self.functions[p.0]))
                            .collect();
                        cycle.push(self.function_name(&self.functions[c]));
                        let d = Diagnostic::new(
                            code::RECURSION,
                            span,
                            format!(
                                "recursive functions are not supported: {}",
                                cycle.join(" -> ")
                            ),
                        )
                        .note(self.functions[c].span, "the function is defined here");
                        self.diags.push(d);
                    }
                    _ => {}
                }
            }
        }
    }
}
