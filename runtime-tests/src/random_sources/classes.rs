//! Classes: bases, fields of all kinds, constructors of every kind, assignment, conversions, operators, member functions.

use super::overloads;
use super::random::Random;
use super::scalar::{BOOL, SCALARS};
use super::types::{Base, Form, Parameter, list, signature};
use super::world::{Class, Field, World};

/// Operators of two operands that a class may have.
pub const BINARY: [&str; 20] = [
    "+", "-", "*", "/", "%", "^", "&", "|", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&&",
    "||", "+=", "<<=",
];

/// Operators of one operand; the words stand for those behind it.
pub const UNARY: [&str; 8] = ["-", "+", "!", "~", "*", "++", "--", "p++"];

/// A class under construction: its number and its lines.
struct Maker<'a> {
    r: &'a mut Random,
    world: &'a mut World,
    k: usize,
    class: Class,
    lines: Vec<String>,
    /// Functions that stand after it.
    after: Vec<String>,
}

/// Adds a class to the world; its lines.
pub fn class(r: &mut Random, world: &mut World) -> Vec<String> {
    let k = world.classes.len();
    let mut m =
        Maker { r, world, k, class: Class::default(), lines: Vec::new(), after: Vec::new() };
    m.whole();
    let Maker { class, mut lines, after, .. } = m;
    world.classes.push(class);
    lines.extend(after);
    lines
}

impl Maker<'_> {
    fn line(&mut self, text: String) {
        self.lines.push(format!("  {text}"));
    }

    fn whole(&mut self) {
        let k = self.k;
        self.choose_bases();
        self.choose_fields();
        self.class.aggregate = self.r.chance(30);
        let head: Vec<String> = self.class.bases.iter().map(|b| format!("public C{b}")).collect();
        let word = self.r.pick(&["struct", "class"]);
        self.lines.push(format!("{word} C{k};"));
        for f in ["int val(const C#&)", "void note(const C#&)", "void poke(C#&)", "C# make#(int n)"]
        {
            self.lines.push(format!("static __device__ {};", f.replace('#', &k.to_string())));
        }
        let colon = if head.is_empty() { String::new() } else { format!(" : {}", head.join(", ")) };
        self.lines.push(format!("{word} C{k}{colon} {{"));
        if word == "class" {
            self.line("public:".to_owned());
        }
        self.fields();
        if !self.class.aggregate {
            self.constructors();
        }
        self.special_members();
        self.conversions();
        self.operators();
        let methods = 1 + self.r.next(2);
        for j in 0..methods {
            // The same name in a class and its base hides; `using` brings the base's back.
            let name = format!("m{}", self.r.next(2));
            if self.class.methods.iter().any(|s| s.name == name) {
                continue;
            }
            let (set, lines) = overloads::members(self.r, self.world, &name, &format!("C{k}"));
            self.lines.extend(lines.into_iter().map(|l| format!("  {l}")));
            let from = self
                .class
                .bases
                .iter()
                .find(|b| self.world.classes[**b].methods.iter().any(|s| s.name == name));
            if let (Some(b), 0) = (from, j) {
                let line = format!("using C{b}::{name};");
                self.line(line);
            }
            self.class.methods.push(set);
        }
        self.lines.push("};".to_owned());
        self.shown();
    }

    fn choose_bases(&mut self) {
        let mut used: Vec<usize> = Vec::new();
        for _ in 0..self.r.next(3) {
            if self.k == 0 {
                break;
            }
            let b = self.r.next(self.k);
            let family = family(self.world, b);
            if self.world.classes[b].regular && !family.iter().any(|c| used.contains(c)) {
                used.extend(family);
                self.class.bases.push(b);
            }
        }
    }

    fn choose_fields(&mut self) {
        let count = self.r.next(4) + usize::from(self.class.bases.is_empty());
        for j in 0..count {
            let base = self.world.base(self.r, 20);
            let base = match base {
                Base::Class(c) if !self.world.classes[c].regular => Base::Scalar(6),
                other => other,
            };
            // One name that many classes have.
            let name = if j == 0 && self.r.chance(50) {
                "v".to_owned()
            } else {
                format!("f{}{j}", self.k)
            };
            let bits = match base {
                Base::Scalar(BOOL) if self.r.chance(30) => Some(1),
                Base::Scalar(s) if SCALARS[s].bits > 0 && self.r.chance(25) => {
                    Some(1 + self.r.next(SCALARS[s].bits as usize) as u32)
                }
                // An enumeration's values need five bits, and one more where it is signed.
                Base::Enum(_) if self.r.chance(30) => Some(6 + self.r.next(3) as u32),
                _ => None,
            };
            let count = (bits.is_none() && self.r.chance(20)).then(|| 2 + self.r.next(2));
            let initialised = count.is_none() && self.r.chance(30);
            self.class.fields.push(Field { name, base, count, bits, initialised });
        }
        self.class.regular = true;
    }

    fn fields(&mut self) {
        for f in self.class.fields.clone() {
            let t = f.base.name();
            let mut text = format!("{t} {}", f.name);
            if let Some(n) = f.count {
                text.push_str(&format!("[{n}]"));
            }
            if let Some(bits) = f.bits {
                text.push_str(&format!(" : {bits}"));
            }
            // Initial values of bit-fields came with C++20.
            if f.initialised && f.bits.is_none() {
                let number = self.r.next(9).to_string();
                text.push_str(&match (f.base, self.r.next(2)) {
                    (Base::Class(c), 0) => format!(" = make{c}({number})"),
                    (Base::Class(_), _) => format!("{{{}}}", self.world.element(f.base, &number)),
                    (_, 0) => format!(" = {}", f.base.of(&number)),
                    _ => format!("{{{}}}", f.base.of(&number)),
                });
            }
            self.line(format!("{text};"));
            if self.r.chance(5) {
                self.line(
                    self.r
                        .clone()
                        .pick(&["int : 3;", "unsigned : 0;", "static constexpr int limit = 9;"])
                        .to_owned(),
                );
            }
        }
    }

    /// The initialisers of bases and fields for a number, in any order; fields with an initial value go without at times.
    fn initialisers(&mut self, number: &str) -> Vec<String> {
        let mut all = Vec::new();
        for &b in &self.class.bases {
            if !self.world.classes[b].default || self.r.chance(60) {
                all.push(format!("C{b}{}", self.world.initialiser(b, number)));
            }
        }
        for (j, f) in self.class.fields.iter().enumerate() {
            let at = |n: usize| format!("{number} + {n}");
            match (f.count, f.base) {
                _ if f.initialised && f.bits.is_none() && self.r.chance(40) => {}
                (Some(n), base) => {
                    let list: Vec<String> =
                        (0..n).map(|n| self.world.element(base, &at(j + n))).collect();
                    all.push(format!("{}{{{}}}", f.name, list.join(", ")));
                }
                (None, Base::Class(c)) if self.r.chance(50) => {
                    all.push(format!("{}(make{c}({}))", f.name, at(j)));
                }
                (None, Base::Class(c)) => {
                    all.push(format!("{}{}", f.name, self.world.initialiser(c, &at(j))))
                }
                (None, base) => {
                    all.push(format!("{}({})", f.name, base.of(&format!("({})", at(j)))))
                }
            }
        }
        self.r.shuffle(&mut all);
        all
    }

    /// A constructor whose bases and fields come from `number`.
    fn constructor(&mut self, head: &str, number: &str, body: &str) {
        let all = self.initialisers(number);
        let colon = if all.is_empty() { String::new() } else { format!(" : {}", all.join(", ")) };
        let mark = self.world.mark();
        self.line(format!("__device__ {head}{colon} {{ {mark} {body} }}"));
    }

    fn constructors(&mut self) {
        let k = self.k;
        self.constructor(&format!("C{k}(Tag, int n)"), "n", "");
        if self.r.chance(70) {
            self.class.default = true;
            self.constructor(&format!("C{k}()"), "3", "");
        }
        let mut seen = Vec::new();
        for _ in 0..self.r.next(4) {
            let parameters = self.world.parameters(self.r, 1, 2);
            let key = signature(&parameters);
            if seen.contains(&key) || (self.class.default && parameters.iter().all(|p| p.default)) {
                continue;
            }
            seen.push(key);
            let explicit = if self.r.chance(25) { "explicit " } else { "" };
            let head = format!("{explicit}C{k}({})", list(&parameters));
            let number = parameters[0].number("p0");
            let used: Vec<String> =
                parameters.iter().enumerate().map(|(j, p)| p.used(&format!("p{j}"))).collect();
            if self.r.chance(25) {
                let mark = self.world.mark();
                self.line(format!(
                    "__device__ {head} : C{k}(Tag{{}}, {number}) {{ {mark} {} }}",
                    used.join(" ")
                ));
            } else {
                self.constructor(&head, &number, &used.join(" "));
            }
            self.class.constructors.push(parameters);
        }
        if self.r.chance(8) {
            let mark = self.world.mark();
            self.line(format!("template <class T> __device__ explicit C{k}(const T &p0) : C{k}(Tag{{}}, val(p0)) {{ {mark} note(p0); }}"));
        }
        let from: Vec<usize> = self
            .class
            .bases
            .iter()
            .copied()
            .filter(|b| !self.world.classes[*b].aggregate)
            .collect();
        if !from.is_empty() && self.r.chance(40) {
            // What an inherited constructor leaves is initialised by default: only where nothing would stay unwritten.
            let whole = self.class.fields.iter().all(|f| f.initialised && f.bits.is_none());
            let rest = self.class.bases.iter().skip(1).all(|b| self.world.classes[*b].default);
            if whole && rest {
                let line = format!("using C{0}::C{0};", from[0]);
                self.line(line);
                self.class.constructors.extend(self.world.classes[from[0]].constructors.clone());
            }
        }
    }

    /// Copying and moving: left to the compiler, defaulted, deleted or written.
    fn special_members(&mut self) {
        let k = self.k;
        let plan = self.r.next(12);
        // A declared constructor, even a defaulted one, ends an aggregate.
        if self.class.aggregate {
            if plan < 3 {
                self.assignment(&format!("const C{k} &o"));
            }
            return;
        }
        match plan {
            0..=3 => {}
            4 => self.copy_constructor(&format!("const C{k} &o")),
            5 => {
                self.copy_constructor(&format!("const C{k} &o"));
                self.assignment(&format!("const C{k} &o"));
            }
            6 | 7 => {
                for o in [format!("const C{k} &o"), format!("C{k} &&o")] {
                    self.copy_constructor(&o);
                    self.assignment(&o);
                }
            }
            8 => {
                self.line(format!("C{k}(const C{k} &) = default;"));
                self.line(format!("C{k} &operator=(const C{k} &) = default;"));
                self.copy_constructor(&format!("C{k} &&o"));
                self.assignment(&format!("C{k} &&o"));
            }
            9 => {
                self.copy_constructor(&format!("const C{k} &o"));
                self.line(format!("C{k}(C{k} &&) = default;"));
                self.line(format!("C{k} &operator=(C{k} &&) = default;"));
                self.assignment(&format!("const C{k} &o"));
            }
            10 => {
                // Only moved.
                self.copy_constructor(&format!("C{k} &&o"));
                self.assignment(&format!("C{k} &&o"));
                self.class.regular = false;
            }
            _ => {
                self.line(format!("C{k}(const C{k} &) = delete;"));
                if self.r.chance(50) {
                    self.assignment(&format!("const C{k} &o"));
                }
                self.class.regular = false;
            }
        }
    }

    /// `o` as what its part initialises from: an rvalue in what moves.
    fn parts(&self, o: &str) -> Vec<(Field, String)> {
        let moved = o.contains("&&");
        let one = |f: &Field| {
            let t = f.base.name();
            let text = match (f.count, moved, f.base) {
                (None, true, Base::Class(_)) => format!("static_cast<{t} &&>(o.{})", f.name),
                _ => format!("o.{}", f.name),
            };
            (f.clone(), text)
        };
        self.class.fields.iter().map(one).collect()
    }

    fn copy_constructor(&mut self, o: &str) {
        let k = self.k;
        let mut all = Vec::new();
        for &b in &self.class.bases {
            all.push(if o.contains("&&") && self.r.chance(60) {
                format!("C{b}(static_cast<C{b} &&>(o))")
            } else {
                format!("C{b}(static_cast<const C{b} &>(o))")
            });
        }
        for (f, from) in self.parts(o) {
            all.push(match f.count {
                Some(n) => {
                    let list: Vec<String> = (0..n).map(|n| format!("{from}[{n}]")).collect();
                    format!("{}{{{}}}", f.name, list.join(", "))
                }
                None => format!("{}({from})", f.name),
            });
        }
        let colon = if all.is_empty() { String::new() } else { format!(" : {}", all.join(", ")) };
        let mark = self.world.mark();
        self.line(format!("__device__ C{k}({o}){colon} {{ {mark} }}"));
    }

    fn assignment(&mut self, o: &str) {
        let k = self.k;
        let mut body = self.world.mark();
        for &b in &self.class.bases {
            let form = if o.contains("&&") { format!("C{b} &&") } else { format!("const C{b} &") };
            body.push_str(&format!(" C{b}::operator=(static_cast<{form}>(o));"));
        }
        for (f, from) in self.parts(o) {
            match f.count {
                Some(n) => {
                    for n in 0..n {
                        body.push_str(&format!(" {}[{n}] = {from}[{n}];", f.name));
                    }
                }
                None => body.push_str(&format!(" {} = {from};", f.name)),
            }
        }
        self.line(format!("__device__ C{k} &operator=({o}) {{ {body} return *this; }}"));
    }

    fn conversions(&mut self) {
        for _ in 0..self.r.next(3) {
            let to = self.world.base(self.r, 30);
            if self.class.conversions.contains(&to) {
                continue;
            }
            let explicit = if self.r.chance(30) { "explicit " } else { "" };
            let mark = self.world.mark();
            let field = self
                .class
                .fields
                .iter()
                .find(|f| f.base == to && f.count.is_none() && f.bits.is_none());
            match field {
                Some(f) if self.r.chance(30) => {
                    let name = f.name.clone();
                    self.line(format!(
                        "__device__ {explicit}operator {} &() {{ {mark} return {name}; }}",
                        to.name()
                    ));
                }
                _ => self.line(format!(
                    "__device__ {explicit}operator {}() const {{ {mark} return {}; }}",
                    to.name(),
                    to.of("val(*this)")
                )),
            }
            self.class.conversions.push(to);
        }
    }

    fn operators(&mut self) {
        let k = self.k;
        for _ in 0..self.r.next(4) {
            let op = self.r.pick(&BINARY);
            let mut other = self.world.parameter(self.r, true);
            if other.is_pointer() {
                other.form = Form::ConstReference;
            }
            if self.r.chance(40) {
                other =
                    Parameter { base: Base::Class(k), form: Form::ConstReference, default: false };
            }
            let (mark, result) = (self.world.mark(), self.result(op));
            if op.ends_with('=') && op.len() > 1 && !matches!(op, "==" | "!=" | "<=" | ">=") {
                let head = format!("C{k} &operator{op}({})", other.declare("p0"));
                self.line(format!(
                    "__device__ {head} {{ {mark} {} poke(*this); return *this; }}",
                    other.used("p0")
                ));
            } else if self.r.chance(50) {
                let constant = if self.r.chance(70) { " const" } else { "" };
                let head =
                    format!("{} operator{op}({}){constant}", result.name(), other.declare("p0"));
                let value = result.of("(val(*this) + val(p0))");
                self.line(format!(
                    "__device__ {head} {{ {mark} {} return {value}; }}",
                    other.used("p0")
                ));
            } else {
                let form = self.r.pick(&[
                    Form::ConstReference,
                    Form::ConstReference,
                    Form::Reference,
                    Form::RvalueReference,
                ]);
                let own = Parameter { base: Base::Class(k), form, default: false };
                let pair = if self.r.chance(60) { [own, other] } else { [other, own] };
                let head = format!(
                    "{} operator{op}({}, {})",
                    result.name(),
                    pair[0].declare("p0"),
                    pair[1].declare("p1")
                );
                let value = result.of("(val(p0) + val(p1) * 2)");
                let used = pair[0].used("p0") + " " + &pair[1].used("p1");
                self.after
                    .push(format!("static __device__ {head} {{ {mark} {used} return {value}; }}"));
            }
            self.class.binary.push(op);
        }
        for _ in 0..self.r.next(3) {
            let op = self.r.pick(&UNARY);
            if self.class.unary.contains(&op) {
                continue;
            }
            let (mark, result) = (self.world.mark(), self.result(op));
            let text = match op {
                "++" | "--" => {
                    format!("C{k} &operator{op}() {{ {mark} poke(*this); return *this; }}")
                }
                "p++" => format!(
                    "{} operator++(int) {{ {mark} poke(*this); return {}; }}",
                    result.name(),
                    result.of("val(*this)")
                ),
                _ => format!(
                    "{} operator{op}() const {{ {mark} return {}; }}",
                    result.name(),
                    result.of("val(*this)")
                ),
            };
            self.line(format!("__device__ {text}"));
            self.class.unary.push(op);
        }
        if self.r.chance(30) {
            self.class.call = true;
            let (a, b) = (self.world.parameter(self.r, true), self.world.parameters(self.r, 0, 2));
            let (result, m, n) = (self.result("[]"), self.world.mark(), self.world.mark());
            let (name, value) = (result.name(), result.of(&a.number("p0")));
            self.line(format!(
                "__device__ {name} operator[]({}) const {{ {m} {} return {value}; }}",
                a.declare("p0"),
                a.used("p0")
            ));
            let used: Vec<String> =
                b.iter().enumerate().map(|(j, p)| p.used(&format!("p{j}"))).collect();
            self.line(format!(
                "__device__ int operator()({}) {{ {n} {} return 5; }}",
                list(&b),
                used.join(" ")
            ));
        }
    }

    /// The type of an operator's result: the class itself, or any.
    fn result(&mut self, op: &str) -> Base {
        match op {
            "==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||" | "!" if self.r.chance(70) => {
                Base::Scalar(BOOL)
            }
            _ if self.r.chance(50) => Base::Class(self.k),
            _ => self.world.base(self.r, 30),
        }
    }

    /// The functions that show, change and make an object.
    fn shown(&mut self) {
        let k = self.k;
        let mut all = vec![format!("mark({});", 60 + k)];
        for b in &self.class.bases {
            all.push(format!("note(static_cast<const C{b} &>(o));"));
        }
        for f in &self.class.fields {
            match f.count {
                Some(n) => all.extend((0..n).map(|n| format!("note(o.C{k}::{}[{n}]);", f.name))),
                None => all.push(format!("note(o.C{k}::{});", f.name)),
            }
        }
        self.lines
            .push(format!("static __device__ void note(const C{k} &o) {{ {} }}", all.join(" ")));
        let field = self.class.fields.iter().find(|f| f.count.is_none());
        let (number, poke) = match (field, self.class.bases.first()) {
            (Some(f), _) => {
                let name = format!("o.C{k}::{}", f.name);
                (format!("val({name})"), f.base.poke(&name))
            }
            (None, Some(b)) => (
                format!("val(static_cast<const C{b} &>(o))"),
                format!("poke(static_cast<C{b} &>(o));"),
            ),
            (None, None) => ("2".to_owned(), String::new()),
        };
        self.lines.push(format!("static __device__ int val(const C{k} &o) {{ return {number}; }}"));
        self.lines.push(format!("static __device__ void poke(C{k} &o) {{ {poke} }}"));
        let value = match self.class.aggregate {
            true => self.world_initialiser(),
            false => "(Tag{}, n)".to_owned(),
        };
        self.lines.push(format!("static __device__ C{k} make{k}(int n) {{ return C{k}{value}; }}"));
    }

    /// As [`World::initialiser`], for the class that the world does not have yet.
    fn world_initialiser(&mut self) -> String {
        self.world.classes.push(self.class.clone());
        let text = self.world.initialiser(self.k, "n");
        self.world.classes.pop();
        text
    }
}

/// A class and all its bases.
fn family(world: &World, k: usize) -> Vec<usize> {
    let mut all = vec![k];
    for &b in &world.classes[k].bases {
        all.extend(family(world, b));
    }
    all
}
