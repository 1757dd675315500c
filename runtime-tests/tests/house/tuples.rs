//! Tuples in the place of arguments: what belongs together has a name, and fields that have some.

use super::all;
use std::collections::BTreeMap;
use syn::visit::Visit;

/// Parameters whose pattern is a tuple, by the crate's folder: the numbers fall, and none comes in.
const TUPLES: &[(&str, usize)] = &[
    ("frontend/cuda-c", 60),
    ("frontend/whirl", 9),
    ("runtime-tests", 3),
    ("tools/emulator", 11),
    ("tools/fake-driver", 2),
    ("tools/fuzz", 2),
    ("tools/gpu-tests", 2),
    ("tools/measure-math", 3),
    ("tools/optx", 3),
    ("tools/random-functions", 1),
];

/// The functions that take tuples apart, each as often as it has such parameters.
struct TakenApart<'a> {
    file: &'a str,
    found: Vec<String>,
}

impl<'ast> Visit<'ast> for TakenApart<'_> {
    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        for input in &signature.inputs {
            if let syn::FnArg::Typed(argument) = input
                && matches!(*argument.pat, syn::Pat::Tuple(_))
            {
                self.found.push(format!("{}: {}", self.file, signature.ident));
            }
        }
        syn::visit::visit_signature(self, signature);
    }
}

/// Those of a file.
pub fn taken_apart(file: &str, parsed: &syn::File) -> Vec<String> {
    let mut taken = TakenApart { file, found: Vec::new() };
    taken.visit_file(parsed);
    taken.found
}

/// A function of too many arguments takes something that has a name, or is a method of it.
#[test]
fn no_tuple_stands_for_arguments() {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for read in all() {
        found.entry(read.folder.clone()).or_default().extend(read.taken_apart.iter().cloned());
    }
    for (folder, most) in TUPLES {
        assert!(found.contains_key(*folder) && *most > 0, "{folder}: has no place in the table");
    }
    let mut wrong = Vec::new();
    for (folder, places) in &found {
        let row = TUPLES.iter().find(|(of, _)| of == folder);
        let (number, most) = (places.len(), row.map_or(0, |&(_, most)| most));
        if number > most {
            wrong.push(format!("{folder}: {number} tuples for arguments, not {most}: {places:#?}"));
        } else if number < most {
            wrong.push(format!(
                "{folder}: {number} tuples for arguments, lower the table from {most}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
