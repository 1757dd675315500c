//! Several declarators of one declaration, of which some are qualified: static members and namespaces' variables that are
//! defined beside each other and beside new names.

use super::{Text, declared};

/// What stands before a name: nothing, namespaces, classes, classes in both.
const SCOPES: &[&str] = &[
    "",
    "",
    "zq::",
    "zq::zi::",
    "Zs::",
    "Zs::Own::",
    "zq::Zt::",
    "zq::zi::Zu::",
    "::zq::Zt::Own::",
];

/// Declarators, what initialises them (`#` is a number), and what is read of the object (`@`).
const FORMS: &[(&str, &[&str], &str)] = &[
    ("@", &[" = #", "(#)", "{#}", " = {#}", "", " = # + (1, #)", " = # > 3 ? # : 2"], "@"),
    ("(@)", &[" = #", "{#}", ""], "@"),
    ("((@))", &[" = #"], "@"),
    ("*@", &[" = nullptr", " = 0", ""], "@ == nullptr"),
    ("(*@)", &[" = 0"], "@ == nullptr"),
    ("@[2]", &[" = {#, #}", "{#}", ""], "@[0] * 100 + @[1]"),
    ("(@)[2]", &[" = {#, #}"], "@[0] * 100 + @[1]"),
    ("@[2][2]", &[" = {{#, #}, {#}}"], "@[0][0] * 1000 + @[0][1] * 10 + @[1][0]"),
    ("(*@)[2]", &[" = nullptr", ""], "@ == nullptr"),
    ("*(@[2])", &[" = {}", ""], "@[0] == @[1]"),
    ("@(int, int)", &[""], "sizeof(@(1, 2))"),
];

/// Forms that a reference, a constant or a function takes no part in as a member.
fn is_function(form: &str) -> bool {
    form.starts_with("@(")
}

/// The opening and the end of the namespaces and classes of a scope.
fn around(scope: &str) -> (String, String) {
    let (mut open, mut end) = (String::new(), String::new());
    for name in scope.split("::").filter(|n| !n.is_empty()) {
        let class = name.starts_with(char::is_uppercase);
        let word = if class { "struct" } else { "namespace" };
        open.push_str(&format!("{word} {name} {{ "));
        end.insert_str(0, if class { "}; " } else { "} " });
    }
    (open, end)
}

/// A file of such declarations. With `marks` everything is marked for the device, and there are no static members.
pub fn file(seed: u64, marks: bool) -> Text {
    let mut next = super::draws(seed);
    let mut t = Text { default_device: !marks, ..Text::default() };
    let mark = if marks { "__device__ " } else { "" };
    let types =
        ["int", "unsigned long", "Td", "ns::Td", "Tw", "::Td", "short", "const int", "double"];
    // What each class declares, in one body; namespaces are opened again and again.
    let mut members: Vec<(&str, String)> = Vec::new();
    let (mut namespaces, mut definitions, mut results) = (String::new(), String::new(), Vec::new());
    for _ in 0..40 {
        let ty = types[next(types.len())];
        let fixed = ty.starts_with("const");
        let mut list = Vec::new();
        for _ in 0..1 + next(4) {
            let scope = SCOPES[next(SCOPES.len())];
            let class = scope.contains(char::is_uppercase);
            let (form, inits, read) = FORMS[next(FORMS.len())];
            let (function, init) = (is_function(form), inits[next(inits.len())]);
            if class && (marks || function) {
                continue;
            }
            // A constant needs a value, and one of a namespace is known by what declares it first.
            let init = if fixed && init.is_empty() && !function { inits[0] } else { init };
            let n = t.name("q");
            let declaration = format!("{ty} {}; ", declared(form, &n));
            if class {
                let own = format!("static {declaration}");
                match members.iter_mut().find(|m| m.0 == scope) {
                    Some(m) => m.1.push_str(&own),
                    None => members.push((scope, own)),
                }
            } else if !scope.is_empty() {
                let (open, end) = around(scope);
                let word = if function { "" } else { "extern " };
                namespaces.push_str(&format!("{open}{mark}{word}{declaration}{end}\n"));
            }
            let mut value = String::new();
            for c in init.chars() {
                match c {
                    '#' => value.push_str(&(1 + next(99)).to_string()),
                    c => value.push(c),
                }
            }
            // `long ::x` is `long::x` to nobody, but `Td ::x` is.
            let scope = if list.is_empty() { scope.trim_start_matches("::") } else { scope };
            list.push(format!("{}{value}", declared(form, &format!("{scope}{n}"))));
            results.push(declared(read, &format!("{scope}{n}")));
        }
        if !list.is_empty() {
            definitions.push_str(&format!("{mark}{ty} {};\n", list.join(", ")));
        }
    }
    let own = |scope: &str| members.iter().find(|m| m.0 == scope).map_or("", |m| m.1.as_str());
    t.before = format!(
        "struct Zs {{ {} struct Own {{ {} }}; }};\n\
         namespace zq {{ struct Zt {{ {} struct Own {{ {} }}; }}; namespace zi {{ struct Zu {{ {} }}; }} }}\n{namespaces}{definitions}",
        own("Zs::"),
        own("Zs::Own::"),
        own("zq::Zt::"),
        own("::zq::Zt::Own::"),
        own("zq::zi::Zu::"),
    );
    results.iter().for_each(|r| t.result(r));
    t
}
