//! A compilation unit: types, global symbols, functions and their trees.

use crate::mtype::Mtype;
use crate::operator::Operator;
use crate::options::CodeOptions;
use crate::place::{LocTable, Pos};
use crate::symbol::{St, StId, Storage};
use crate::tree::{LabelId, Tree, Wn, WnId};
use crate::ty::{TyId, TyTable};

/// A compilation unit.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Module {
    /// The options that its compilation goes on with.
    pub options: CodeOptions,
    /// Source files that places name.
    pub files: Vec<String>,
    /// The places of nodes.
    pub locs: LocTable,
    /// Types.
    pub types: TyTable,
    /// Global symbols.
    pub globals: Vec<St>,
    /// Functions; a CALL names one by its index.
    pub functions: Vec<Pu>,
    /// Name expressions, and what each is called in PTX; of no text, and not passed on by lowering.
    pub lowered_names: Vec<(String, String)>,
    /// True after [`crate::vho`]: level M, where a CALL is a call that stays one.
    pub lowered: bool,
}

impl Module {
    /// The entry of a symbol of `pu`, global or local.
    pub fn st<'a>(&'a self, pu: &'a Pu, st: StId) -> &'a St {
        if st.is_local() { &pu.locals[st.index()] } else { &self.globals[st.index()] }
    }

    /// The alignment of an object that may be counted on: of one in global memory no more than its size is a multiple of, so that nothing of another lies in the
    /// aligned bytes around a part of it, since a vector may be loaded for most of its elements.
    pub fn alignment(&self, st: &St) -> u32 {
        match st.storage {
            Storage::Global => st.align.min(1 << self.types.size(st.ty).trailing_zeros().min(16)),
            _ => st.align,
        }
    }

    /// Adds a global symbol.
    pub fn add_global(&mut self, st: St) -> StId {
        self.globals.push(st);
        StId::global(self.globals.len() - 1)
    }
}

/// What a function is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuKind {
    /// `__global__`.
    Kernel,
    /// `__device__`.
    Device,
}

/// Whether a call of a device function is to be inlined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Inlining {
    /// By the compiler's judgement.
    #[default]
    Default,
    /// `__forceinline__`.
    Force,
    /// `__noinline__`.
    Never,
}

/// `__launch_bounds__(max_threads, min_blocks)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchBounds {
    /// Threads a block at most.
    pub max_threads: u32,
    /// Blocks that shall fit a multiprocessor.
    pub min_blocks: Option<u32>,
}

/// A register operand class of inline PTX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsmClass {
    /// `h`: 16 bits.
    H,
    /// `r`: 32 bits.
    R,
    /// `l`: 64 bits.
    L,
    /// `f`: F4.
    F,
    /// `d`: F8.
    D,
    /// `n`: an integer constant, printed as such.
    N,
}

impl AsmClass {
    /// The constraint's letter.
    pub fn letter(self) -> char {
        match self {
            AsmClass::H => 'h',
            AsmClass::R => 'r',
            AsmClass::L => 'l',
            AsmClass::F => 'f',
            AsmClass::D => 'd',
            AsmClass::N => 'n',
        }
    }

    /// The class of a constraint's letter.
    pub fn from_letter(letter: char) -> Option<AsmClass> {
        Some(match letter {
            'h' => AsmClass::H,
            'r' => AsmClass::R,
            'l' => AsmClass::L,
            'f' => AsmClass::F,
            'd' => AsmClass::D,
            'n' => AsmClass::N,
            _ => return None,
        })
    }
}

/// An inline PTX statement. Operand `%k` of the text is output `k`, then inputs follow.
/// An in-out operand (`"+r"`) is an output and an input tied to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsmInfo {
    /// The text as written, with `%0`, `%%`.
    pub text: String,
    /// Where each output goes (a scalar local), its class, and for `"+"` operands the input tied to it
    /// (an index among the inputs).
    pub outputs: Vec<(StId, AsmClass, Option<u32>)>,
    /// The classes of the inputs (the node's kids), tied ones included at the end.
    pub inputs: Vec<AsmClass>,
    /// `asm volatile`, or no outputs.
    pub volatile: bool,
    /// A `"memory"` clobber.
    pub memory: bool,
}

impl AsmInfo {
    /// The words of the text that may name something of the file; registers and numbers are among them, opcodes are not.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        operands(&self.text)
    }

    /// True where the text may end the thread, or its function.
    pub fn may_end(&self) -> bool {
        let mut words = self.text.split(|c| !in_name(c));
        words.any(|word| matches!(word, "exit" | "ret" | "trap" | "brkpt" | "call"))
    }

    /// Whether no control comes behind the text: it is one instruction, under no condition, that ends the thread.
    #[must_use]
    pub fn ends(&self) -> bool {
        let one =
            self.text.trim_matches(|c: char| c.is_whitespace() || matches!(c, ';' | '{' | '}'));
        matches!(one, "exit" | "trap")
    }
}

fn operands(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c| !in_name(c)).filter(|word| !word.is_empty());
    // A word is a part of the text.
    words.filter(|word| !is_opcode(&text[..word.as_ptr().addr() - text.as_ptr().addr()]))
}

fn in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$')
}

/// Whether behind this part of a text an opcode stands, or a part of one: at the beginning of a statement, or behind its guard.
fn is_opcode(before: &str) -> bool {
    let before = before.trim_end_matches(|c: char| c.is_whitespace() || c == '{');
    match before.chars().next_back() {
        None | Some(';' | ':' | '}' | '.') => true,
        Some(c) if in_name(c) => {
            let guard = before.trim_end_matches(in_name).trim_end_matches('%').trim_end();
            guard.ends_with(['@', '!'])
        }
        _ => false,
    }
}

/// A function (program unit).
#[derive(Clone, Debug, PartialEq)]
pub struct Pu {
    /// The name in the source.
    pub name: String,
    /// The name in PTX: mangled unless `extern "C"`.
    pub ptx_name: String,
    /// Kernel or device function.
    pub kind: PuKind,
    /// Parameters in order, each a local of storage `Param`.
    pub params: Vec<StId>,
    /// The type returned; None is void.
    pub result: Option<TyId>,
    /// After lowering, the local that a function returning an aggregate returns it in: what it holds at a RETURN.
    pub result_object: Option<StId>,
    /// Launch bounds of a kernel.
    pub launch_bounds: Option<LaunchBounds>,
    /// Inlining of a device function.
    pub inlining: Inlining,
    /// Parameters, variables and temporaries.
    pub locals: Vec<St>,
    /// Inline PTX statements.
    pub asms: Vec<AsmInfo>,
    /// How many labels were made.
    pub label_count: u32,
    /// The nodes.
    pub tree: Tree,
    /// The body, a BLOCK.
    pub body: WnId,
    /// Where the function is defined.
    pub pos: Pos,
}

impl Pu {
    /// A function with an empty body.
    pub fn new(name: impl Into<String>, ptx_name: impl Into<String>, kind: PuKind) -> Pu {
        let mut tree = Tree::default();
        let body = tree.add(Wn::new(Operator::Block, Mtype::V, Mtype::V), &[]);
        Pu {
            name: name.into(),
            ptx_name: ptx_name.into(),
            kind,
            params: Vec::new(),
            result: None,
            result_object: None,
            launch_bounds: None,
            inlining: Inlining::Default,
            locals: Vec::new(),
            asms: Vec::new(),
            label_count: 0,
            tree,
            body,
            pos: Pos::default(),
        }
    }

    /// Adds a local symbol (a parameter is also to be listed in `params`).
    pub fn add_local(&mut self, st: St) -> StId {
        self.locals.push(st);
        StId::local(self.locals.len() - 1)
    }

    /// Numbers the locals anew: the given ones come first, in that order, and the others behind them in theirs.
    pub fn put_first(&mut self, first: &[StId]) {
        let mut numbers = vec![None; self.locals.len()];
        for (number, st) in first.iter().enumerate() {
            numbers[st.index()] = Some(number);
        }
        let others = (0..self.locals.len()).filter(|k| numbers[*k].is_none());
        let order: Vec<usize> = first.iter().map(|st| st.index()).chain(others).collect();
        for (number, old) in order.iter().enumerate() {
            numbers[*old] = Some(number);
        }
        let moved = |st: StId| match numbers.get(st.index()) {
            Some(Some(number)) if st.is_local() => StId::local(*number),
            _ => st,
        };
        self.tree.rename(moved);
        self.params.iter_mut().chain(&mut self.result_object).for_each(|st| *st = moved(*st));
        let outputs = self.asms.iter_mut().flat_map(|a| &mut a.outputs);
        outputs.for_each(|output| output.0 = moved(output.0));
        let mut old: Vec<Option<St>> =
            std::mem::take(&mut self.locals).into_iter().map(Some).collect();
        self.locals = order.iter().filter_map(|k| old[*k].take()).collect();
    }

    /// A fresh scalar temporary of that type.
    pub fn new_temp(&mut self, name: &str, ty: TyId, align: u32) -> StId {
        self.add_local(St::temporary(name, ty, align))
    }

    /// A fresh label.
    pub fn new_label(&mut self) -> LabelId {
        self.label_count += 1;
        LabelId(self.label_count - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::operands;

    /// A function of the file may have an opcode's name: `exit`, `ret`, `add`.
    #[test]
    fn opcodes_name_nothing_of_the_file() {
        let words = |text| operands(text).collect::<Vec<_>>();
        for text in ["exit;", " exit ;", "{ exit; }", "{{exit;}}", "a: exit;", "bar.sync;"] {
            assert_eq!(words(text), [""; 0], "{text}");
        }
        assert_eq!(words("@p exit;"), ["p"]);
        assert_eq!(words("@!%p0 exit; ret;"), ["p0"]);
        assert_eq!(words("call exit, (ret);"), ["exit", "ret"]);
        assert_eq!(words("@p call.uni (r), exit, (a); exit;"), ["p", "r", "exit", "a"]);
        assert_eq!(words("mov.b64 d, {exit, ret};"), ["d", "exit", "ret"]);
        assert_eq!(words("{ .reg .u64 t; mov.u64 t, exit; } ret;"), ["t", "t", "exit"]);
        assert_eq!(words("ld.global.u32 %0, [exit+4];"), ["0", "exit", "4"]);
    }
}
