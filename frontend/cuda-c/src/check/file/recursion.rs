//! Recursion: calls that go round in circles are refused. A call is told of once, however many instances of
//! a template it stands in, and of a long circle the beginning is shown.

use optx_source::{Diagnostic, Span, code};

use optx_whirl::arena_id::Table;

use crate::{check::Checker, intern::Map, typed::FunctionId};

/// How many functions of a circle are named at its beginning.
const SHOWN: usize = 8;

impl Checker<'_, '_> {
    /// Reports calls that go round in circles, from functions that are compiled.
    pub(crate) fn check_recursion(&mut self, is_compiled: impl Fn(FunctionId) -> bool) {
        // 0 not seen, 1 on the path, 2 done.
        let mut state: Table<FunctionId, u8> = self.functions.iter().map(|_| 0).collect();
        let mut told: Map<Span, ()> = Map::default();
        for root in self.functions.ids() {
            if state[root] != 0 || !is_compiled(root) {
                continue;
            }
            let mut path: Vec<(FunctionId, usize)> = vec![(root, 0)];
            state[root] = 1;
            while let Some(&(f, k)) = path.last() {
                let Some(&(c, span)) = self.functions[f].usage.calls.get(k) else {
                    state[f] = 2;
                    path.pop();
                    continue;
                };
                if let Some(top) = path.last_mut() {
                    top.1 += 1;
                }
                match state[c] {
                    0 => {
                        state[c] = 1;
                        path.push((c, 0));
                    }
                    1 => {
                        let from = path.iter().position(|p| p.0 == c).unwrap_or(0);
                        if told.insert(span, ()).is_some() {
                            continue;
                        }
                        let names = path[from..].iter().take(SHOWN);
                        let names = names.map(|p| self.function_name(&self.functions[p.0]));
                        let mut cycle: Vec<String> = names.collect();
                        let more = path.len() - from - cycle.len();
                        if more > 0 {
                            cycle.push(format!("({more} more)"));
                        }
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
