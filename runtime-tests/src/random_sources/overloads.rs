//! Overload sets, of functions and of members.

use super::random::Random;
use super::types::{Form, Parameter, list, signature};
use super::world::{Set, World};

/// The body of a function of these parameters, and its result's type.
fn body(
    r: &mut Random,
    world: &mut World,
    parameters: &[Parameter],
    extra: &str,
) -> (String, String) {
    let mut body = world.mark();
    for (k, p) in parameters.iter().enumerate() {
        body.push(' ');
        body.push_str(&p.used(&format!("p{k}")));
    }
    body.push_str(extra);
    // What a reference to an object that the caller named refers to lives on.
    if let Some(k) =
        parameters.iter().position(|p| p.form == Form::Reference).filter(|_| r.chance(40))
    {
        return (format!("{body} return p{k};"), format!("{} &", parameters[k].base.name()));
    }
    let result = world.base(r, 30);
    let number = parameters.first().map_or("6".to_owned(), |p| p.number("p0"));
    (format!("{body} return {};", result.of(&number)), format!("{} ", result.name()))
}

/// A set of functions at file scope.
pub fn functions(r: &mut Random, world: &mut World) -> Vec<String> {
    let name = format!("g{}", world.sets.len());
    let mut set = Set { name: name.clone(), overloads: Vec::new() };
    let mut seen = Vec::new();
    let mut lines = Vec::new();
    for _ in 0..2 + r.next(4) {
        let parameters = world.parameters(r, 1, 3);
        let key = signature(&parameters);
        if seen.contains(&key) {
            continue;
        }
        seen.push(key);
        let (body, result) = body(r, world, &parameters, "");
        let word = r.pick(&["", "__noinline__ ", ""]);
        lines.push(format!(
            "static __device__ {word}{result}{name}({}) {{ {body} }}",
            list(&parameters)
        ));
        set.overloads.push(parameters);
    }
    world.sets.push(set);
    lines
}

/// A set of member functions of `class`: constant or not, static or not.
pub fn members(r: &mut Random, world: &mut World, name: &str, class: &str) -> (Set, Vec<String>) {
    let mut set = Set { name: name.to_owned(), overloads: Vec::new() };
    let mut seen: Vec<(String, &str)> = Vec::new();
    let mut lines = Vec::new();
    for _ in 0..1 + r.next(3) {
        let parameters = world.parameters(r, 0, 2);
        let key = signature(&parameters);
        let kind = r.pick(&["", "", "const", "const", "static"]);
        // One signature may be constant and not, but not static as well.
        if seen.iter().any(|(k, other)| {
            *k == key && (*other == kind || kind == "static" || *other == "static")
        }) {
            continue;
        }
        seen.push((key, kind));
        let extra = match kind {
            "static" => String::new(),
            "const" => " note(val(*this));".to_owned(),
            _ => format!(" note(static_cast<const {class} &>(*this)); poke(*this);"),
        };
        let (body, result) = body(r, world, &parameters, &extra);
        let (before, after) = match kind {
            "static" => ("static ", ""),
            "const" => ("", " const"),
            _ => ("", ""),
        };
        lines.push(format!(
            "{before}__device__ {result}{name}({}){after} {{ {body} }}",
            list(&parameters)
        ));
        set.overloads.push(parameters);
    }
    (set, lines)
}
