//! Linear forms against the interpreter: a tree and its form are one number for any values of the variables, under every policy, and so is
//! the tree that is made of the form again.

mod random;

use optx_ir::interpret::{Value, evaluate};
use optx_ir::linear::{
    Atom, Build, Extension, Form, MOST_NODES, MOST_TERMS, Parts, Policy, Product, Term, Whole,
    Width, multiple, sum,
};
use optx_ir::{AuxKind, CodeRep, Codemap, CrId, Few, Func, Op};
use optx_whirl::{Module, Mtype, Operator, StId};
use random::Random;
use std::collections::HashMap;

impl Random {
    fn below(&mut self, count: u64) -> u64 {
        (self.next() >> 8) % count
    }

    fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }

    /// A number of so many bits: small, at the ends, or any.
    fn number(&mut self, width: Width) -> u64 {
        let top = width.cut(u64::MAX) / 2;
        let value = match self.below(4) {
            0 => self.one_of(&[0, 1, u64::MAX, top, top + 1, top - 1, u64::from(u32::MAX)]),
            1 => self.next(),
            _ => self.below(64).wrapping_sub(20),
        };
        width.cut(value)
    }
}

/// Variables of both widths, what they hold, and what they were assigned.
struct Trees {
    f: Func,
    long: Vec<CrId>,
    words: Vec<CrId>,
    values: HashMap<CrId, u64>,
    definitions: HashMap<CrId, CrId>,
    random: Random,
}

impl Trees {
    fn new(seed: u64) -> Trees {
        let mut f = Func::new("f", "f");
        let mut variables = |mtype| {
            (0..3)
                .map(|_| {
                    let aux = f.new_aux(AuxKind::Temp, mtype, "x");
                    f.plain_var(aux)
                })
                .collect::<Vec<CrId>>()
        };
        let (long, words) = (variables(Mtype::U8), variables(Mtype::U4));
        let (values, definitions) = (HashMap::new(), HashMap::new());
        let mut trees = Trees { f, long, words, values, definitions, random: Random(seed) };
        trees.set_all();
        trees
    }

    /// Other values of the variables.
    fn set_all(&mut self) {
        for id in self.long.clone() {
            self.values.insert(id, self.random.number(Width::LONG));
        }
        for id in self.words.clone() {
            self.values.insert(id, self.random.number(Width::WORD));
        }
    }

    /// An operation, folded or as it is.
    fn op(&mut self, opr: Operator, rtype: Mtype, desc: Mtype, kids: &[CrId]) -> CrId {
        let op = Op { opr, rtype, desc, intrinsic: None, kids: Few::from_slice(kids) };
        match self.random.below(2) {
            0 => self.f.codemap.op(op),
            _ => self.f.codemap.intern(CodeRep::Op(op)),
        }
    }

    fn tree(&mut self, width: Width, depth: u32) -> CrId {
        let is_long = width == Width::LONG;
        let constant = |trees: &mut Trees| {
            let value = trees.random.number(width);
            trees.f.codemap.integer(width.mtype(), value)
        };
        if depth == 0 {
            return match self.random.below(5) {
                0 => constant(self),
                1 if is_long => {
                    let st = StId::global(self.random.below(2) as usize);
                    let offset = self.random.below(3) as i64 * 8 - 8;
                    self.f.codemap.intern(CodeRep::Lda { st, offset })
                }
                _ if is_long => self.random.one_of(&self.long.clone()),
                _ => self.random.one_of(&self.words.clone()),
            };
        }
        use Operator::{Add, Band, Bior, Bxor, Cvt, Mpy, Neg, Shl, Sub};
        let choice = [Add, Add, Sub, Mpy, Mpy, Shl, Neg, Bior, Bxor, Band, Cvt];
        let opr = self.random.one_of(&choice);
        let rtype = match (self.random.below(3), is_long) {
            (0, true) => Mtype::U8,
            (0, false) => Mtype::U4,
            (_, true) => Mtype::I8,
            (_, false) => Mtype::I4,
        };
        if opr == Cvt && is_long {
            let desc = self.random.one_of(&[Mtype::I4, Mtype::I4, Mtype::U4]);
            let kid = self.tree(Width::WORD, depth - 1);
            return self.op(Cvt, rtype, desc, &[kid]);
        }
        let first = self.tree(width, depth - 1);
        let second = match opr {
            Neg | Cvt => return self.op(Neg, rtype, Mtype::V, &[first]),
            Shl => {
                let by = self.random.below(u64::from(rtype.bits()) + 2);
                self.f.codemap.integer(Mtype::U4, by)
            }
            Bior | Bxor | Band => constant(self),
            Mpy if self.random.below(3) != 0 => constant(self),
            _ => self.tree(width, depth - 1),
        };
        self.op(opr, rtype, Mtype::V, &[first, second])
    }

    /// The value of a tree, unless it has none; an object lies anywhere.
    fn value(&self, id: CrId) -> Option<u64> {
        match *self.f.codemap.get(id) {
            CodeRep::Const { value, .. } => Some(value),
            CodeRep::Lda { st, offset } => Some(place(st).wrapping_add(offset as u64)),
            CodeRep::Op(op) => {
                let kids: Option<Vec<Value>> =
                    op.kids.iter().map(|&kid| Some(Value::exact(self.value(kid)?))).collect();
                let value = evaluate(&Module::default(), &op, &kids?).expect("an exact operation");
                value.is_known().then_some(value.bits)
            }
            _ => self.values.get(&id).copied(),
        }
    }

    /// The value of a form, by its atoms'.
    fn form_value(&self, form: &Form<Atom>) -> u64 {
        let atom = |atom: &Atom| match *atom {
            Atom::Object(st) => place(st),
            Atom::Tree(Whole { tree, extension }) => {
                extended(self.value(tree).expect("a part of what has a value"), extension)
            }
            Atom::Bits { opr, kid, constant, extension } => {
                let kid = self.value(kid).expect("a part of what has a value");
                let bits = if opr == Operator::Bior { kid | constant } else { kid ^ constant };
                extended(bits, extension)
            }
        };
        let product = |term: &Term<Atom>| term.factor.wrapping_mul(atom(&term.atom));
        form.terms().iter().map(product).fold(form.constant(), u64::wrapping_add)
    }
}

fn place(st: StId) -> u64 {
    0x0123_4567_89ab_cde0_u64.wrapping_mul(st.index() as u64 + 3)
}

fn extended(value: u64, extension: Option<Extension>) -> u64 {
    match extension {
        None => value,
        Some(Extension::Zero) => value & 0xffff_ffff,
        Some(Extension::Sign) => i64::from(value as u32 as i32) as u64,
    }
}

/// All of one kind of policy.
struct Any<'a, const BITS: bool, const WHOLE: bool> {
    definitions: &'a HashMap<CrId, CrId>,
    /// Decides what is opened.
    opens: Option<Random>,
}

impl<const BITS: bool, const WHOLE: bool> Policy for Any<'_, BITS, WHOLE> {
    const TAKES_BITS: bool = BITS;
    const KEEPS_WHOLE: bool = WHOLE;

    fn definition(&self, version: CrId) -> Option<CrId> {
        self.definitions.get(&version).copied()
    }

    fn opens(&mut self, _: &Codemap, _: Whole, parts: &Parts) -> bool {
        assert!(!matches!(parts, Parts::Constant(_) | Parts::Object(..)));
        self.opens.as_mut().is_none_or(|random| random.below(3) > 0)
    }
}

fn form<const BITS: bool, const WHOLE: bool>(
    trees: &Trees,
    root: CrId,
    opens: Option<u64>,
) -> Form<Atom> {
    let policy: Any<'_, BITS, WHOLE> =
        Any { definitions: &trees.definitions, opens: opens.map(Random) };
    let mut build = Build::new(&trees.f.codemap, policy);
    build.add(root, 1);
    build.finish().0
}

/// No two terms over one atom, none zero.
fn is_normal<A: PartialEq>(terms: &[Term<A>]) -> bool {
    terms
        .iter()
        .enumerate()
        .all(|(k, term)| term.factor != 0 && terms[..k].iter().all(|other| other.atom != term.atom))
}

#[test]
fn a_form_is_its_tree() {
    let (mut compared, mut with_bits, mut split) = (0, 0, 0);
    for seed in 1..=3000u64 {
        let mut trees = Trees::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        if seed % 3 == 0 {
            // The first of both widths is what it was assigned.
            let (long, word) = (trees.long.remove(0), trees.words.remove(0));
            let [by_long, by_word] = [Width::LONG, Width::WORD].map(|width| trees.tree(width, 2));
            trees.definitions = HashMap::from([(long, by_long), (word, by_word)]);
            trees.long.push(long);
            trees.words.push(word);
        }
        let root = trees.tree(Width::LONG, 5);
        let forms = [
            form::<false, false>(&trees, root, None),
            form::<true, false>(&trees, root, None),
            form::<true, true>(&trees, root, None),
            form::<true, false>(&trees, root, Some(seed)),
            form::<false, true>(&trees, root, Some(seed)),
        ];
        let again = forms.clone().map(|form| {
            assert!(is_normal(form.terms()), "{form:?}");
            with_bits +=
                u32::from(form.terms().iter().any(|t| matches!(t.atom, Atom::Bits { .. })));
            split += u32::from(form.terms().len() > 1);
            let map = &mut trees.f.codemap;
            let terms = sum(map, form.terms());
            let constant = map.integer(Mtype::U8, form.constant());
            multiple(map, Width::LONG, terms, constant, 1)
        });
        for _ in 0..12 {
            trees.set_all();
            let mut has_all = true;
            for (version, tree) in trees.definitions.clone() {
                // What holds itself has no value here.
                trees.values.remove(&version);
                has_all &= match trees.value(tree) {
                    Some(value) => trees.values.insert(version, value).is_none(),
                    None => false,
                };
            }
            let Some(wanted) = trees.value(root).filter(|_| has_all) else { continue };
            compared += 1;
            for (form, again) in forms.iter().zip(again) {
                assert_eq!(trees.form_value(form), wanted, "seed {seed}: {form:?}");
                assert_eq!(trees.value(again), Some(wanted), "seed {seed}: {form:?}");
            }
        }
    }
    assert!(compared > 5000 && with_bits > 300 && split > 3000, "{compared} {with_bits} {split}");
}

/// The ends of the types: constants, factors and sums of them wrap at the width, and nowhere else.
#[test]
fn numbers_wrap_at_their_width() {
    for bits in [8, 16, 31, 32, 33, 63, 64] {
        let width = Width::of_bits(bits);
        let modulus = 1u128 << bits;
        let mut random = Random(u64::from(bits) + 1);
        for _ in 0..2000 {
            let [a, b, by] = [(); 3].map(|()| random.number(Width::LONG));
            let cut = |value: u128| (value % modulus) as u64;
            assert_eq!(width.cut(a), cut(a.into()));
            let signed = i128::from(cut(a.into()));
            let is_negative = signed >> (bits - 1) == 1;
            let wanted = if is_negative { signed - (1i128 << bits) } else { signed };
            assert_eq!(i128::from(width.signed(a)), wanted);
            let mut form = Form::constant_of(width, a);
            form.add('x', a);
            form.add('y', by);
            form.add('x', b);
            form.add_constant(b);
            let sum = cut(u128::from(a) + u128::from(b));
            assert_eq!(form.constant(), sum);
            let factor = |form: &Form<char>, atom| {
                form.terms().iter().find(|term| term.atom == atom).map_or(0, |term| term.factor)
            };
            assert_eq!([factor(&form, 'x'), factor(&form, 'y')], [sum, cut(by.into())]);
            let scaled = Form::constant_of(width, 0).plus(&form, by).expect("few terms");
            let times = |value: u64| cut(u128::from(value) * u128::from(by));
            assert_eq!(scaled.constant(), times(sum));
            assert_eq!([factor(&scaled, 'x'), factor(&scaled, 'y')], [sum, by].map(times));
            assert!(is_normal(scaled.terms()));
            // What is taken away is gone.
            let nothing = form.plus(&form, u64::MAX).expect("few terms");
            assert_eq!((nothing.constant(), nothing.terms().len()), (0, 0));
        }
    }
    assert_eq!([8, 32, 33, 64].map(|bits| Width::of_bits(bits).words()), [1, 1, 2, 2]);
    assert_eq!(Width::of(Mtype::I4), Some(Width::WORD));
    assert_eq!(Width::of(Mtype::U8), Some(Width::LONG));
    assert_eq!([Mtype::F4, Mtype::F8, Mtype::B, Mtype::U1].map(Width::of), [None; 4]);
}

/// Equal sums are equal whatever was added first; atoms stay where they came first.
#[test]
fn order_is_that_of_arrival() {
    let mut form = Form::constant_of(Width::WORD, 7);
    [('b', 1), ('a', 2), ('b', 3)].into_iter().for_each(|(atom, by)| form.add(atom, by));
    let atoms: Vec<char> = form.terms().iter().map(|term| term.atom).collect();
    assert_eq!(atoms, ['b', 'a']);
    let mut other = Form::constant_of(Width::WORD, 7);
    [('a', 2), ('b', 4)].into_iter().for_each(|(atom, by)| other.add(atom, by));
    assert_eq!(form, other);
    other.add('c', 1);
    assert_ne!(form, other);
    let mut many = Form::constant_of(Width::WORD, 0);
    ('a'..).take(MOST_TERMS).for_each(|atom| many.add(atom, 1));
    assert!(many.has_few_terms() && many.plus(&form, 1).is_some());
    assert!(many.plus(&Form::atom_of(Width::WORD, 'z'), 1).is_none());
}

/// What may be taken apart under an extension: I-forms under that by sign, and nothing under that by zero but disjoint bits.
#[test]
fn extensions_distribute_where_nothing_wraps() {
    let trees = Trees::new(5);
    let i = trees.words[0];
    let cases = [
        (Operator::Add, Mtype::I4, Mtype::I4, true),
        (Operator::Add, Mtype::U4, Mtype::I4, false),
        (Operator::Add, Mtype::I4, Mtype::U4, false),
        (Operator::Sub, Mtype::I4, Mtype::I4, true),
        (Operator::Sub, Mtype::U4, Mtype::I4, false),
        (Operator::Mpy, Mtype::I4, Mtype::I4, true),
        (Operator::Mpy, Mtype::U4, Mtype::U4, false),
        (Operator::Neg, Mtype::I4, Mtype::I4, true),
        (Operator::Neg, Mtype::U4, Mtype::I4, false),
        // A shift promises nothing, whatever its type.
        (Operator::Shl, Mtype::I4, Mtype::I4, false),
    ];
    for (opr, rtype, desc, wanted) in cases {
        let mut map = trees.f.codemap.clone();
        let three = map.integer(Mtype::U4, 3);
        let kids: &[CrId] = if opr == Operator::Neg { &[i] } else { &[i, three] };
        let op = Op { opr, rtype, desc: Mtype::V, intrinsic: None, kids: Few::from_slice(kids) };
        let inner = map.intern(CodeRep::Op(op));
        let extension = if desc == Mtype::I4 { Extension::Sign } else { Extension::Zero };
        let parts = map.parts(Whole { tree: inner, extension: Some(extension) });
        assert_eq!(parts.is_some(), wanted, "{opr:?} {rtype} {desc}");
        // Its own value is a sum whatever it promises.
        assert!(map.parts(Whole::of(inner)).is_some());
    }
    // No narrower one either, and no number of another kind.
    let mut map = trees.f.codemap.clone();
    let half = map.unary(Operator::Cvt, Mtype::I8, Mtype::I2, i);
    assert_eq!(map.parts(Whole::of(half)), None);
    let float = map.unary(Operator::Cvt, Mtype::F8, Mtype::I4, i);
    assert_eq!(map.parts(Whole::of(float)), None);
    // A constant by its own sign, or without.
    let minus = map.integer(Mtype::U4, u64::from(u32::MAX));
    assert_eq!(map.parts(Whole::sign_extended(minus)), Some(Parts::Constant(u64::MAX)));
    let zero = Whole { tree: minus, extension: Some(Extension::Zero) };
    assert_eq!(map.parts(zero), Some(Parts::Constant(u64::from(u32::MAX))));
}

/// A sum of more nodes than are looked at ends in an atom that is the rest, and is the tree still.
#[test]
fn the_rest_of_a_large_tree_is_an_atom() {
    let mut trees = Trees::new(9);
    let mut root = trees.long[0];
    for k in 0..2 * u64::from(MOST_NODES) {
        let op = |opr, kids: &[CrId]| {
            let kids = Few::from_slice(kids);
            CodeRep::Op(Op { opr, rtype: Mtype::U8, desc: Mtype::V, intrinsic: None, kids })
        };
        let by = trees.f.codemap.integer(Mtype::U8, k + 3);
        let product = trees.f.codemap.intern(op(Operator::Mpy, &[trees.long[1], by]));
        root = trees.f.codemap.intern(op(Operator::Add, &[root, product]));
    }
    let form = form::<false, false>(&trees, root, None);
    let rests = form.terms().iter().filter(|term| match term.atom {
        Atom::Tree(Whole { tree, .. }) => trees.f.codemap.as_op(tree).is_some(),
        _ => false,
    });
    assert!(rests.count() > 0, "{form:?}");
    assert_eq!(trees.value(root), Some(trees.form_value(&form)));
}

/// A definition that names itself, as it may around a cycle, is looked through as often as there are nodes.
#[test]
fn a_definition_in_a_circle_ends() {
    let mut trees = Trees::new(11);
    let x = trees.long[0];
    let one = trees.f.codemap.integer(Mtype::U8, 1);
    let next = trees.f.codemap.binary(Operator::Add, Mtype::U8, x, one);
    trees.definitions.insert(x, next);
    let form = form::<false, false>(&trees, x, None);
    assert_eq!(form.terms(), [Term { atom: Atom::Tree(Whole::of(x)), factor: 1 }]);
    assert_eq!(form.constant(), u64::from(MOST_NODES / 2));
}

/// What has no constant inside is one atom where it is to stay whole.
#[test]
fn what_has_no_constant_stays_whole() {
    let mut trees = Trees::new(13);
    let [a, b, c] = trees.long[..] else { panic!("three variables") };
    let map = &mut trees.f.codemap;
    let (sum, eight) = (map.binary(Operator::Add, Mtype::U8, a, b), map.integer(Mtype::U8, 8));
    let next = map.binary(Operator::Add, Mtype::U8, c, eight);
    let root = map.intern(CodeRep::Op(Op {
        opr: Operator::Sub,
        rtype: Mtype::U8,
        desc: Mtype::V,
        intrinsic: None,
        kids: Few::from_slice(&[sum, next]),
    }));
    let term = |tree, factor| Term { atom: Atom::Tree(Whole::of(tree)), factor };
    let whole = form::<false, true>(&trees, root, None);
    assert_eq!(whole.terms(), [term(sum, 1), term(c, u64::MAX)]);
    assert_eq!(whole.constant(), 8u64.wrapping_neg());
    let whole = form::<false, true>(&trees, sum, None);
    assert_eq!((whole.terms(), whole.constant()), (&[term(sum, 1)][..], 0));
}

/// The bits of a constant that are free below are added, the others stay with their operation.
#[test]
fn free_bits_are_added() {
    let mut trees = Trees::new(17);
    let i = trees.words[0];
    let map = &mut trees.f.codemap;
    let word = |map: &mut Codemap, value| map.integer(Mtype::U4, value);
    let (two, thirteen, top) = (word(map, 2), word(map, 13), word(map, 0x8000_0000));
    let shifted = map.binary(Operator::Shl, Mtype::U4, i, two);
    let op = |opr, kid, constant, cvt: Mtype, map: &mut Codemap| {
        let kids = Few::from_slice(&[kid, constant]);
        let op = Op { opr, rtype: Mtype::U4, desc: Mtype::V, intrinsic: None, kids };
        let bits = map.intern(CodeRep::Op(op));
        map.unary(Operator::Cvt, Mtype::U8, cvt, bits)
    };
    let or = op(Operator::Bior, shifted, thirteen, Mtype::U4, map);
    let low = map.integer(Mtype::U4, 0x7fff_ffff);
    let positive = map.binary(Operator::Band, Mtype::U4, i, low);
    let signed = op(Operator::Bxor, positive, top, Mtype::I4, map);
    let of_or = form::<true, false>(&trees, or, None);
    let left = Atom::Bits {
        opr: Operator::Bior,
        kid: shifted,
        constant: 12,
        extension: Some(Extension::Zero),
    };
    assert_eq!((of_or.terms(), of_or.constant()), (&[Term { atom: left, factor: 1 }][..], 1));
    // The sign bit is a negative number.
    let of_signed = form::<true, false>(&trees, signed, None);
    let atom = Atom::Tree(Whole::sign_extended(positive));
    assert_eq!(of_signed.terms(), [Term { atom, factor: 1 }]);
    assert_eq!(of_signed.constant(), i64::from(i32::MIN) as u64);
    assert_eq!(form::<false, false>(&trees, or, None).constant(), 0);
}

/// Products, slopes and the trees of polynomials, by the values of their leaves.
#[test]
fn polynomials_are_their_values() {
    for width in [Width::WORD, Width::LONG] {
        let mut trees = Trees::new(19);
        let leaves = if width == Width::WORD { trees.words.clone() } else { trees.long.clone() };
        let (mut products, mut slopes) = (0, 0);
        for _ in 0..4000 {
            trees.set_all();
            let mut some = |count| {
                let mut form = Form::constant_of(width, trees.random.number(width));
                for _ in 0..count {
                    let leaf = Form::leaf(width, trees.random.one_of(&leaves));
                    form.add_form(&leaf, trees.random.number(width));
                }
                form
            };
            let [a, b, c] = [2, 2, 1].map(&mut some);
            let value = |trees: &Trees, form: &Form<Product>, more: Option<CrId>| {
                let of = |leaf: CrId| trees.values[&leaf].wrapping_add((more == Some(leaf)).into());
                let products = form.terms().iter().map(|term: &Term<Product>| {
                    let leaves = term.atom.leaves().iter();
                    leaves.fold(term.factor, |product, &leaf| product.wrapping_mul(of(leaf)))
                });
                width.cut(products.fold(form.constant(), u64::wrapping_add))
            };
            let Some(square) = a.times(&b) else { continue };
            let of = |form: &Form<Product>| value(&trees, form, None);
            assert_eq!(of(&square), width.cut(of(&a).wrapping_mul(of(&b))));
            let Some(cube) = square.times(&c) else { continue };
            assert_eq!(of(&cube), width.cut(of(&square).wrapping_mul(of(&c))));
            assert_eq!(cube, c.times(&square).expect("the same terms"));
            assert!(is_normal(cube.terms()));
            assert_eq!(cube.key(), c.times(&square).expect("the same terms").key());
            products += 1;
            let by = leaves[0];
            if let Some(slope) = cube.slope(by) {
                let grown = value(&trees, &cube, Some(by)).wrapping_sub(of(&cube));
                assert_eq!(of(&slope), width.cut(grown));
                slopes += 1;
            }
            let tree = cube.tree(&mut trees.f.codemap, |leaf| leaf);
            assert_eq!(trees.value(tree), Some(value(&trees, &cube, None)));
        }
        assert!(products > 500 && slopes > 50, "{products} {slopes}");
    }
}

/// (a + 3) (b - 1) = ab - a + 3b - 3; what a product is another times is its leaf.
#[test]
fn products_are_multiplied_out() {
    let trees = Trees::new(23);
    let [a, b, c] = trees.words[..] else { panic!("three variables") };
    let leaf = |id| Form::leaf(Width::WORD, id);
    let number = |value| Form::constant_of(Width::WORD, value);
    let plus = |x: &Form<Product>, y: &Form<Product>| x.plus(y, 1).expect("few terms");
    let times = |x: &Form<Product>, y: &Form<Product>| x.times(y).expect("few terms");
    let product = times(&plus(&leaf(a), &number(3)), &plus(&leaf(b), &number(u64::MAX)));
    let mut wanted = number(3u64.wrapping_neg());
    wanted.add_form(&times(&leaf(a), &leaf(b)), 1);
    wanted.add_form(&leaf(a), u64::MAX);
    wanted.add_form(&leaf(b), 3);
    assert_eq!(product, wanted);
    let ab = times(&leaf(a), &leaf(b));
    let abc = times(&ab, &leaf(c));
    assert_eq!(abc.divided_by(&times(&leaf(a), &leaf(c))), Some(b));
    assert_eq!(abc.divided_by(&leaf(a)), None);
    assert_eq!(ab.divided_by(&abc), None);
    assert!(abc.times(&leaf(a)).is_none());
    assert!(leaf(a).is_over_leaves_of(&ab) && !ab.is_over_leaves_of(&leaf(a)));
    assert!(ab.is_composed() && !leaf(a).is_composed());
    let [term] = abc.terms() else { panic!("one product") };
    assert_eq!(abc.key_without_factor(term, 0), {
        let bc = term.atom.leaves()[1..].iter().map(|&id| leaf(id)).reduce(|x, y| times(&x, &y));
        bc.expect("two factors").key()
    });
}
