//! An explicit instance of a kernel's template: arguments are guessed, a few ways, for NVRTC to try.

use super::mask::{closing, parts, words};

/// A way to fill in what a template leaves open.
struct Way {
    types: &'static str,
    number: &'static str,
    flag: &'static str,
}

/// The ways, in the order that they are tried.
const WAYS: [Way; 4] = [
    Way { types: "float", number: "4", flag: "true" },
    Way { types: "float", number: "1", flag: "false" },
    Way { types: "double", number: "32", flag: "true" },
    Way { types: "int", number: "16", flag: "false" },
];

/// A template's parameter.
struct Parameter<'t> {
    kind: &'t str,
    name: &'t str,
    default: Option<&'t str>,
}

/// The instances of a kernel's masked text, to be tried in turn: one that is empty where it is no template.
pub fn instances(text: &str, name: &str) -> Vec<String> {
    if !text.trim_start().starts_with("template") {
        return vec![String::new()];
    }
    let mut out: Vec<String> = WAYS.iter().filter_map(|way| instance(text, name, way)).collect();
    out.dedup();
    out
}

fn instance(text: &str, name: &str, way: &Way) -> Option<String> {
    let open = text.find('<')?;
    let close = closing(text, open)?;
    let mut filled: Vec<(String, String)> = Vec::new();
    let mut arguments = Vec::new();
    for part in parts(text.get(open + 1..close)?) {
        let parameter = parameter(part)?;
        let value = match parameter.default {
            Some(default) => substitute(default, &filled),
            None => argument(&parameter, way),
        };
        if parameter.default.is_none() {
            arguments.push(value.clone());
        }
        filled.push((parameter.name.to_owned(), value));
    }
    let (at, _) = words(text).find(|(at, w)| *at > close && *w == name)?;
    let round = at + text[at..].find('(')?;
    let list = text.get(round + 1..closing(text, round)?)?;
    let plain = |p: &&str| p.split('=').next().unwrap_or_default().trim().to_owned();
    let list: Vec<String> = parts(list).iter().map(plain).collect();
    let list = substitute(&list.join(", "), &filled);
    let list = list.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(format!("template __global__ void {name}<{}>({list});", arguments.join(", ")))
}

fn parameter(part: &str) -> Option<Parameter<'_>> {
    let (head, default) = match part.split_once('=') {
        Some((head, default)) => (head.trim(), Some(default.trim())),
        None => (part, None),
    };
    let (at, name) = words(head).last()?;
    let kind = head.get(..at)?.trim();
    // A template as an argument, or one without a name.
    (!kind.is_empty() && !kind.contains('<')).then_some(Parameter { kind, name, default })
}

/// What is put for a parameter, by its kind and name.
fn argument(parameter: &Parameter<'_>, way: &Way) -> String {
    let lower = parameter.name.to_ascii_lowercase();
    let like = |set: &[&str]| set.iter().any(|w| lower.contains(w));
    match parameter.kind {
        "typename" | "class" if like(&["index", "idx", "offset", "size", "int_t"]) => {
            "int".to_owned()
        }
        "typename" | "class" => way.types.to_owned(),
        "bool" | "const bool" => way.flag.to_owned(),
        kind if is_number(kind) => match like(&["block", "threads", "tile"]) {
            true => "16".to_owned(),
            false => way.number.to_owned(),
        },
        kind => format!("({kind})0"),
    }
}

fn is_number(kind: &str) -> bool {
    let numbers = [
        "const",
        "unsigned",
        "signed",
        "int",
        "long",
        "short",
        "char",
        "size_t",
        "int32_t",
        "uint32_t",
        "int64_t",
        "uint64_t",
        "uint",
        "magma_int_t",
    ];
    words(kind).all(|(_, w)| numbers.contains(&w))
}

/// A text with values for names.
fn substitute(text: &str, filled: &[(String, String)]) -> String {
    let mut out = String::new();
    let mut at = 0;
    for (begin, word) in words(text) {
        if let Some((_, value)) = filled.iter().find(|(name, _)| name == word) {
            out.push_str(&text[at..begin]);
            out.push_str(value);
            at = begin + word.len();
        }
    }
    out.push_str(&text[at..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_template_leaves_open_is_filled_in() {
        let text = "template <typename T, typename index_t, int N, bool B, typename U = S<T>> __global__ void k(T *a, const U b = 3, index_t n) { }";
        let found = instances(text, "k");
        assert_eq!(
            found[0],
            "template __global__ void k<float, int, 4, true>(float *a, const S<float> b, int n);"
        );
        assert_eq!(instances("__global__ void k() { }", "k"), [""]);
        assert_eq!(instances("template <int N> __global__ void k(int *a) { }", "k").len(), 4);
        assert_eq!(
            instances("template <template <class> class C> __global__ void k() { }", "k"),
            [""; 0]
        );
        assert_eq!(instances("template <", "k"), [""; 0]);
    }
}
