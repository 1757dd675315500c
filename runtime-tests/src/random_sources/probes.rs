//! Short functions that use the declarations in every way, valid or not: what they mean is for the compilers to say.
//!
//! Numbers stay small and are not negative, so that no conversion is undefined; nothing is read that was not written.

use std::collections::BTreeMap;

use super::random::Random;
use super::scalar;
use super::types::{Base, Form, Parameter};
use super::world::{Set, World};

/// Text with its precedence, as in [`super::expressions::prec`].
#[derive(Clone)]
pub struct Piece {
    pub text: String,
    pub prec: u8,
}

impl Piece {
    /// The text where nothing looser than `least` may stand.
    pub fn at(&self, least: u8) -> String {
        if self.prec < least { format!("({})", self.text) } else { self.text.clone() }
    }
}

fn piece(text: impl Into<String>, prec: u8) -> Piece {
    Piece { text: text.into(), prec }
}

/// A probe under construction.
pub struct Prober<'a> {
    pub r: &'a mut Random,
    pub world: &'a World,
    /// How many sets of function templates there are.
    pub templates: usize,
    /// Functions as constants and packs are used too.
    pub functions: bool,
    /// Names and their declarations.
    locals: BTreeMap<String, String>,
}

impl<'a> Prober<'a> {
    pub fn new(r: &'a mut Random, world: &'a World, templates: usize) -> Prober<'a> {
        Prober { r, world, templates, functions: false, locals: BTreeMap::new() }
    }

    /// The body of one probe.
    pub fn body(&mut self) -> String {
        self.locals.clear();
        let count = 1 + self.r.next(2);
        let statements: Vec<String> = (0..count).map(|k| self.statement(k)).collect();
        let shown: Vec<String> = self
            .locals
            .keys()
            .filter(|n| n.starts_with('o'))
            .map(|n| format!("note({n});"))
            .collect();
        let locals: Vec<&str> = self.locals.values().map(String::as_str).collect();
        format!("{} {} {}", locals.join(" "), statements.join(" "), shown.join(" "))
    }

    fn local(&mut self, name: String, declaration: String) -> String {
        self.locals.entry(name.clone()).or_insert(declaration);
        name
    }

    pub fn base(&mut self) -> Base {
        self.world.base(self.r, 60)
    }

    fn a_class(&mut self) -> usize {
        self.r.next(self.world.classes.len())
    }

    /// A variable of the type, which may be assigned.
    pub fn variable(&mut self, base: Base) -> String {
        match base {
            Base::Scalar(s) => {
                let n = scalar::name(s);
                self.local(format!("s{s}"), format!("{n} s{s} = ({n})(n + {s} & 7);"))
            }
            Base::Enum(k) => self.local(format!("e{k}"), format!("E{k} e{k} = (E{k})(n & 7);")),
            Base::Class(k) => {
                let which = self.r.next(2);
                let value = self.world.initialiser(k, &format!("n + {which}"));
                self.local(format!("o{k}_{which}"), format!("C{k} o{k}_{which}{value};"))
            }
        }
    }

    /// Something of the type: a variable, a constant, a temporary, an rvalue, an element, a field.
    pub fn atom(&mut self, base: Base) -> Piece {
        match base {
            Base::Scalar(s) => match self.r.next(6) {
                0 => piece(self.literal(s), 16),
                1 => {
                    let n = scalar::name(s);
                    let name =
                        self.local(format!("c{s}"), format!("const {n} c{s} = ({n})(n & 7);"));
                    piece(name, 16)
                }
                2 => self.field(base).unwrap_or_else(|| piece("n", 16)),
                _ => piece(self.variable(base), 16),
            },
            Base::Enum(k) => match self.r.next(4) {
                0 if self.world.enums[k].scoped => piece(format!("E{k}::B{k}"), 16),
                0 => piece(format!("{}{k}", self.r.pick(&["A", "B", "D"])), 16),
                1 => self.field(base).unwrap_or_else(|| piece("n", 16)),
                _ => piece(self.variable(base), 16),
            },
            Base::Class(k) => match self.r.next(9) {
                0 => piece(format!("make{k}(n)"), 15),
                1 => {
                    let value = self.world.initialiser(k, "n + 2");
                    piece(self.local(format!("q{k}"), format!("const C{k} q{k}{value};")), 16)
                }
                2 => piece(format!("static_cast<C{k} &&>({})", self.variable(base)), 15),
                3 => self.field(base).unwrap_or_else(|| piece("n", 16)),
                4 => {
                    let (x, y) =
                        (self.world.initialiser(k, "n"), self.world.initialiser(k, "n + 1"));
                    let name = self
                        .local(format!("r{k}"), format!("C{k} r{k}[2] = {{C{k}{x}, C{k}{y}}};"));
                    piece(format!("{name}[{}]", self.r.next(2)), 15)
                }
                _ => piece(self.variable(base), 16),
            },
        }
    }

    /// A field of that type of some object.
    fn field(&mut self, base: Base) -> Option<Piece> {
        let k = self.a_class();
        let f = self.world.classes[k]
            .fields
            .iter()
            .find(|f| f.base == base && f.count.is_none())?
            .clone();
        let object = self.variable(Base::Class(k));
        Some(match self.r.next(4) {
            0 => piece(format!("(&{object})->{}", f.name), 15),
            1 => piece(format!("{object}.C{k}::{}", f.name), 15),
            2 => piece(format!("make{k}(n).{}", f.name), 15),
            _ => piece(format!("{object}.{}", f.name), 15),
        })
    }

    pub fn literal(&mut self, s: scalar::Scalar) -> String {
        let n = self.r.next(9);
        match s {
            0 => self.r.pick(&["true", "false"]).to_owned(),
            1 => "'\\t'".to_owned(),
            7 => format!("{n}u"),
            8 => format!("{n}l"),
            9 => format!("{n}ul"),
            10 => format!("{n}ll"),
            11 => format!("{n}ull"),
            12 => format!("{n}.5f"),
            13 => format!("{n}.25"),
            _ => n.to_string(),
        }
    }

    /// An argument for a parameter: mostly of its own type.
    pub fn argument(&mut self, p: &Parameter, depth: usize) -> Piece {
        if p.is_pointer() {
            let base = if self.r.chance(70) { p.base } else { self.base() };
            return match self.r.next(8) {
                0 => piece("0", 16),
                1 => piece("nullptr", 16),
                2 if self.r.chance(50) => self.atom(base),
                _ => piece(format!("&{}", self.variable(base)), 14),
            };
        }
        match self.r.next(10) {
            0..=4 => match p.form {
                Form::Reference => piece(self.variable(p.base), 16),
                _ => self.atom(p.base),
            },
            5 if matches!(p.base, Base::Class(_)) => self.braces(p.base, 1),
            6 | 7 if depth > 0 => self.any(depth - 1),
            _ => {
                let base = self.base();
                self.atom(base)
            }
        }
    }

    /// Arguments for one of a set's overloads.
    fn arguments(&mut self, set: &Set, depth: usize) -> String {
        if set.overloads.is_empty() {
            return String::new();
        }
        let parameters = set.overloads[self.r.next(set.overloads.len())].clone();
        self.list(&parameters, depth)
    }

    pub fn list(&mut self, parameters: &[Parameter], depth: usize) -> String {
        let mut all = Vec::new();
        for (k, p) in parameters.iter().enumerate() {
            if p.default && self.r.chance(60) {
                break;
            }
            // One argument alone has an effect: the order of arguments is open.
            let one = match p.base {
                _ if k == 0 => self.argument(p, depth),
                base if p.is_pointer() => piece(format!("&{}", self.variable(base)), 14),
                base if self.r.chance(70) => piece(self.variable(base), 16),
                Base::Scalar(s) => piece(self.literal(s), 16),
                base => piece(self.variable(base), 16),
            };
            all.push(one.at(2));
        }
        all.join(", ")
    }

    /// Any expression.
    pub fn any(&mut self, depth: usize) -> Piece {
        if depth == 0 {
            let base = self.base();
            return self.atom(base);
        }
        match self.r.next(16) {
            0..=4 => self.binary(depth),
            5 => self.unary(depth),
            6 | 7 => self.call(depth),
            8 | 9 => self.method(depth),
            10 => self.cast(depth),
            11 => {
                let (c, a, b) = (self.any(0), self.any(depth - 1), self.any(depth - 1));
                piece(format!("{} ? {} : {}", c.at(3), a.text, b.at(2)), 2)
            }
            12 => self.construction(depth),
            13 => self.template_call(depth),
            14 => self.call_operator(depth),
            _ => {
                let base = self.base();
                self.atom(base)
            }
        }
    }

    fn binary(&mut self, depth: usize) -> Piece {
        let k = self.a_class();
        let class = &self.world.classes[k];
        let known = !class.binary.is_empty() && self.r.chance(70);
        let (op, left) = if known {
            (self.r.pick(&class.binary), self.atom(Base::Class(k)))
        } else {
            // Division and shifts are for classes that have them.
            (
                self.r
                    .pick(&["+", "^", "&", "|", "<", "==", "!=", "&&", "||", ",", "=", "+=", "|="]),
                self.any(depth - 1),
            )
        };
        let right = self.any(depth - 1);
        let (left, right) = if known && self.r.chance(20) { (right, left) } else { (left, right) };
        let level = level(op);
        if level == 2 {
            return piece(format!("{} {op} {}", left.at(14), right.at(2)), 2);
        }
        // Comparisons do not nest in each other by accident with templates' brackets.
        piece(format!("{} {op} {}", left.at(level), right.at(level + 1)), level)
    }

    fn unary(&mut self, depth: usize) -> Piece {
        let k = self.a_class();
        let class = &self.world.classes[k];
        let (op, operand) = if !class.unary.is_empty() && self.r.chance(80) {
            (self.r.pick(&class.unary), self.atom(Base::Class(k)))
        } else {
            (self.r.pick(&["!", "+", "*", "&", "!"]), self.any(depth - 1))
        };
        if op == "p++" {
            return piece(format!("{}++", operand.at(15)), 15);
        }
        let operand = operand.at(14);
        let space = if operand.starts_with(['-', '+', '&']) { " " } else { "" };
        piece(format!("{op}{space}{operand}"), 14)
    }

    fn call(&mut self, depth: usize) -> Piece {
        let set = self.world.sets[self.r.next(self.world.sets.len())].clone();
        piece(format!("{}({})", set.name, self.arguments(&set, depth - 1)), 15)
    }

    fn method(&mut self, depth: usize) -> Piece {
        let k = self.a_class();
        let class = &self.world.classes[k];
        // Members of a base are found too.
        let from = match class.bases.first() {
            Some(b) if self.r.chance(30) => *b,
            _ => k,
        };
        let Some(set) = self.world.classes[from].methods.first().cloned() else {
            return self.any(0);
        };
        let arguments = self.arguments(&set, depth - 1);
        let object = self.atom(Base::Class(k));
        let name = if self.r.chance(15) { format!("C{from}::{}", set.name) } else { set.name };
        piece(format!("{}.{name}({arguments})", object.at(15)), 15)
    }

    fn call_operator(&mut self, depth: usize) -> Piece {
        let with: Vec<usize> =
            (0..self.world.classes.len()).filter(|k| self.world.classes[*k].call).collect();
        if with.is_empty() {
            return self.any(0);
        }
        let k = self.r.pick(&with);
        let (object, inner) = (self.atom(Base::Class(k)).at(15), self.any(depth - 1));
        match self.r.next(3) {
            0 => piece(format!("{object}()"), 15),
            1 => piece(format!("{object}({})", inner.at(2)), 15),
            _ => piece(format!("{object}[{}]", inner.text), 15),
        }
    }

    fn cast(&mut self, depth: usize) -> Piece {
        let (to, e) = (self.base(), self.any(depth - 1));
        // An enumeration has no room for every number.
        let e = if matches!(to, Base::Enum(_)) { self.any(0) } else { e };
        let t = to.name();
        let amp = if matches!(to, Base::Class(_)) {
            self.r.pick(&["", "", " &", "const &", " &&"])
        } else {
            ""
        };
        let (constant, amp) = if amp == "const &" { ("const ", " &") } else { ("", amp) };
        match self.r.next(3) {
            0 => piece(format!("({constant}{t}{amp}){}", e.at(14)), 14),
            1 if !t.contains(' ') => piece(format!("{t}({})", e.at(2)), 15),
            _ => piece(format!("static_cast<{constant}{t}{amp}>({})", e.text), 15),
        }
    }

    /// `C(arguments)` or `C{arguments}`.
    fn construction(&mut self, depth: usize) -> Piece {
        let k = self.a_class();
        let class = self.world.classes[k].clone();
        if class.constructors.is_empty() {
            let list = self.braces(Base::Class(k), depth);
            return piece(format!("C{k}{}", list.text), 15);
        }
        let parameters = class.constructors[self.r.next(class.constructors.len())].clone();
        let arguments = self.list(&parameters, depth - 1);
        match self.r.next(2) {
            0 => piece(format!("C{k}({arguments})"), 15),
            _ => piece(format!("C{k}{{{arguments}}}"), 15),
        }
    }

    pub fn template_call(&mut self, depth: usize) -> Piece {
        let t = self.r.next(self.templates);
        let base = self.base();
        let object = self.variable(base);
        let argument = match self.r.next(10) {
            0 => format!("&{object}"),
            1 => format!("Number<{}>{{}}", 2 + self.r.next(3)),
            2 => format!("Box<{}>({object})", base.name()),
            3 => format!("static_cast<const {} &>({object})", base.name()),
            4 => format!("{object}, {}", self.any(0).at(2)),
            5 => "\"abc\"".to_owned(),
            _ => self.any(depth.min(1)).at(2),
        };
        let explicit =
            if self.r.chance(20) { format!("<{}>", self.base().name()) } else { String::new() };
        let level = 15;
        match self.r.next(6) {
            0 => piece(format!("Box<{}>({object}) + Box<{0}>({object})", base.name()), 11),
            1 => piece(format!("Box<{}>({object}).with({argument})", base.name()), level),
            2 => piece(format!("Own(n).twice() + (Own(n) == Own({}))", self.r.next(9)), 11),
            _ => piece(format!("t{t}{explicit}({argument})"), level),
        }
    }

    /// A list in braces for the type.
    pub fn braces(&mut self, base: Base, depth: usize) -> Piece {
        super::initialisers::braces(self, base, depth)
    }

    /// An array of four numbers.
    pub fn local_array(&mut self, list: &str) -> String {
        self.local("quad".to_owned(), format!("const int quad[4] = {{{list}}};"))
    }

    fn statement(&mut self, number: usize) -> String {
        if self.functions && self.r.chance(75) {
            return super::functions::statement(self, number);
        }
        let base = self.base();
        let (t, name) = (base.name(), format!("z{number}"));
        match self.r.next(18) {
            0..=4 => format!("note({});", self.any(2).at(2)),
            5 => format!("mark(category({}));", self.any(1).at(2)),
            6 => {
                let e = self.any(1);
                let form = match self.r.next(3) {
                    0 => format!("{t} {name}({});", e.at(2)),
                    1 => format!("{t} {name} = {};", e.at(2)),
                    _ => format!("{t} {name}{{{}}};", e.at(2)),
                };
                format!("{form} note({name});")
            }
            7 | 8 => {
                let list = self.braces(base, 2).text;
                let equals = if self.r.chance(50) { " = " } else { "" };
                format!("{t} {name}{equals}{list}; note({name});")
            }
            9 => super::initialisers::array(self, base, &name),
            10 => {
                // A reference: to a variable, or to what a conversion gives.
                let to = if self.r.chance(50) { base } else { self.base() };
                let object =
                    if self.r.chance(50) { piece(self.variable(to), 16) } else { self.any(0) };
                let form = self
                    .r
                    .pick(&["# &", "const # &", "# &&", "auto &", "auto &&", "const auto &"])
                    .replace('#', &t);
                format!("{form}{name} = {}; note({name}); mark(category({name}));", object.at(2))
            }
            11 => {
                let (object, e) = (self.variable(base), self.any(1));
                format!("{object} = {};", e.at(2))
            }
            12 => {
                let (object, list) = (self.variable(base), self.braces(base, 1).text);
                format!("{object} = {list}; note({object});")
            }
            13 => {
                let (c, word) = (self.any(1).text, self.r.pick(&["if", "while"]));
                match word {
                    "if" => format!("if ({c}) mark(1); else mark(2);"),
                    _ => format!("for (int z = 0; z < 3 && ({c}); z++) mark(z);"),
                }
            }
            14 => format!(
                "switch ({}) {{ case 2: mark(6); case 5: mark(7); break; default: mark(8); }}",
                self.any(1).text
            ),
            15 => format!("mark(sizeof({}));", self.any(1).text),
            16 => {
                let e = self.any(1);
                format!("auto {name} = {}; note({name}); mark(sizeof {name});", e.at(2))
            }
            _ => {
                let e = self.construction(1);
                format!(
                    "note({}); decltype({}) {name}{{}}; mark(sizeof {name});",
                    e.text,
                    self.any(0).text
                )
            }
        }
    }
}

/// The precedence of an operator of two operands.
fn level(op: &str) -> u8 {
    match op {
        "," => 1,
        "==" | "!=" => 8,
        "<" | ">" | "<=" | ">=" => 9,
        _ if op.ends_with('=') => 2,
        "||" => 3,
        "&&" => 4,
        "|" => 5,
        "^" => 6,
        "&" => 7,
        "<<" | ">>" => 10,
        "+" | "-" => 11,
        _ => 12,
    }
}
