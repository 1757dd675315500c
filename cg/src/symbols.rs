//! Names and declarations of objects in PTX.

use optx_ir::walk::Walk;
use optx_ir::{CodeRep, Func, StmtOp};
use optx_whirl::{AsmInfo, Module, STATIC_SHARED, St, StId, Storage};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;

/// The names of all global objects.
pub(crate) struct Symbols {
    names: Vec<String>,
    /// Those, and the functions'.
    taken: HashSet<String>,
}

impl Symbols {
    pub(crate) fn new(module: &Module, funcs: &[Func]) -> Symbols {
        let mut taken: HashSet<String> = funcs.iter().map(|f| f.ptx_name.clone()).collect();
        let mut names = Vec::with_capacity(module.globals.len());
        for (index, st) in module.globals.iter().enumerate() {
            let mut name = identifier(&st.name);
            if !taken.insert(name.clone()) {
                // Objects of one name in several functions' scopes.
                name = format!("{name}${index}");
                taken.insert(name.clone());
            }
            names.push(name);
        }
        Symbols { names, taken }
    }

    /// The name of what a function returns, which no object has that it would hide.
    pub(crate) fn result_name(&self) -> String {
        let mut name = "func_retval0".to_owned();
        while self.taken.contains(&name) {
            name.push('$');
        }
        name
    }

    /// What stands before the numbers of a function's parameters: `K_param_`, with more behind it where an object or a function
    /// has such a name, which a parameter would hide.
    pub(crate) fn parameter_prefix(&self, f: &Func) -> String {
        let mut prefix = format!("{}_param_", f.ptx_name);
        while (0..f.params.len()).any(|k| self.taken.contains(&format!("{prefix}{k}"))) {
            prefix.push('$');
        }
        prefix
    }

    pub(crate) fn name(&self, st: StId) -> &str {
        &self.names[st.index()]
    }

    /// The declarations of all objects that the module has to declare, where functions name those of `used`.
    pub(crate) fn declarations(&self, out: &mut String, module: &Module, used: &BTreeSet<usize>) {
        for index in definition_order(module) {
            let st = &module.globals[index];
            let is_shared = matches!(st.storage, Storage::Shared | Storage::SharedDynamic);
            // Host code finds objects of global and constant memory by name, so they are always declared.
            if is_shared && !used.contains(&index) {
                continue;
            }
            self.declare(out, module, index, st);
        }
    }

    fn declare(&self, out: &mut String, module: &Module, index: usize, st: &St) {
        let name = &self.names[index];
        let size = module.types.size(st.ty);
        let align = declared_align(st);
        match st.storage {
            Storage::Shared => {
                let _ = writeln!(out, ".shared .align {align} .b8 {name}[{}];", size.max(1));
                return;
            }
            Storage::SharedDynamic => {
                let _ = writeln!(out, ".extern .shared .align {} .b8 {name}[];", align.max(16));
                return;
            }
            _ => {}
        }
        let space = if st.storage == Storage::Constant { "const" } else { "global" };
        let attribute = if st.managed { ".attribute(.managed) " } else { "" };
        let _ = write!(out, ".visible .{space} {attribute}.align {align} ");
        let Some(init) = &st.init else {
            let _ = writeln!(out, ".b8 {name}[{}];", size.max(1));
            return;
        };
        // Trailing zeros need not be said.
        let end = init.bytes.iter().rposition(|b| *b != 0).map_or(0, |k| k + 1);
        if init.addresses.is_empty() {
            let _ = write!(out, ".b8 {name}[{}]", size.max(1));
            if end > 0 {
                out.push_str(" = {");
                for byte in &init.bytes[..end] {
                    // Most of a long object.
                    match byte {
                        0 => out.push_str("0, "),
                        _ => drop(write!(out, "{byte}, ")),
                    }
                }
                out.truncate(out.len() - 2);
                out.push('}');
            }
            out.push_str(";\n");
            return;
        }
        // Addresses are 8-byte elements of an 8-byte array.
        let mut addresses: Vec<_> = init.addresses.iter().collect();
        optx_whirl::stable_order::sort_by_key(&mut addresses, |a| a.0);
        let last = addresses.last().map_or(0, |a| a.0 + 8);
        let _ = write!(out, ".u64 {name}[{}] = {{", size.div_ceil(8).max(1));
        let mut next = addresses.into_iter().peekable();
        for at in (0..last.max(end as u64)).step_by(8) {
            if at > 0 {
                out.push_str(", ");
            }
            if let Some((_, target, addend)) = next.next_if(|a| a.0 == at) {
                let _ = write!(out, "generic({})", self.name(*target));
                if *addend != 0 {
                    let _ = write!(out, "+{addend}");
                }
            } else {
                let mut bytes = [0u8; 8];
                for (j, byte) in bytes.iter_mut().enumerate() {
                    *byte = init.bytes.get(at as usize + j).copied().unwrap_or(0);
                }
                let _ = write!(out, "{}", u64::from_le_bytes(bytes));
            }
        }
        out.push_str("};\n");
    }
}

/// The objects in their order, but those that an initialiser names before the one that it initialises: PTX knows no
/// name before its declaration.
fn definition_order(module: &Module) -> Vec<usize> {
    let count = module.globals.len();
    let (mut order, mut seen) = (Vec::with_capacity(count), vec![false; count]);
    for first in 0..count {
        // (object, how many of its addresses have been looked at)
        let mut stack = vec![(first, 0)];
        while let Some((index, at)) = stack.pop() {
            if at == 0 && std::mem::replace(&mut seen[index], true) {
                continue;
            }
            let init = module.globals[index].init.as_ref();
            match init.and_then(|init| init.addresses.get(at)) {
                Some((_, target, _)) => {
                    stack.push((index, at + 1));
                    if !target.is_local() && target.index() < count && !seen[target.index()] {
                        stack.push((target.index(), 0));
                    }
                }
                None => order.push(index),
            }
        }
    }
    widest_shared_first(module, &mut order);
    order
}

/// Puts shared objects that begin at larger multiples before the others, where they may fill what a block has: nothing stands between them then. Nobody names
/// them in an initial value.
fn widest_shared_first(module: &Module, order: &mut [usize]) {
    let is_shared = |k: &usize| module.globals[*k].storage == Storage::Shared;
    let places: Vec<usize> = (0..order.len()).filter(|&at| is_shared(&order[at])).collect();
    let mut shared: Vec<usize> = places.iter().map(|&at| order[at]).collect();
    let bytes = shared.iter().map(|&k| module.types.size(module.globals[k].ty));
    if bytes.fold(0, u64::saturating_add) < STATIC_SHARED.saturating_sub(16 * shared.len() as u64) {
        return;
    }
    shared.sort_by_key(|&k| std::cmp::Reverse(module.globals[k].align));
    for (at, k) in places.into_iter().zip(shared) {
        order[at] = k;
    }
}

/// A name that PTX takes: letters, digits, `_` and `$` stay, anything else is spelled by its code point.
pub(crate) fn identifier(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_ascii_alphanumeric() || c == '_' || c == '$' {
            out.push(c);
        } else {
            let _ = write!(out, "$u{:x}", c as u32);
        }
    }
    // A lone underscore or a leading digit is no identifier.
    if out.len() < 2 && out.starts_with('_') || out.starts_with(|c: char| c.is_ascii_digit()) {
        out.insert_str(0, "_$");
    }
    if out.is_empty() {
        out.push_str("_$");
    }
    out
}

/// What a function names: all that is asked of it once its code is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Global objects, by index.
    pub objects: BTreeSet<usize>,
    /// Functions that it calls or names, by index.
    pub callees: BTreeSet<usize>,
}

/// What texts of inline PTX may name: the module's objects and functions by their names in PTX.
#[derive(Clone, Debug, Default)]
pub struct NamesInTexts {
    names: HashMap<String, Named>,
}

#[derive(Clone, Copy, Debug)]
enum Named {
    Object(usize),
    Function(usize),
}

impl NamesInTexts {
    /// Of a module; nothing where no function has inline PTX.
    pub fn new(module: &Module, funcs: &[Func]) -> NamesInTexts {
        if funcs.iter().all(|f| f.asms.is_empty()) {
            return NamesInTexts::default();
        }
        let functions = funcs.iter().map(|f| f.ptx_name.as_str());
        NamesInTexts::of(&Symbols::new(module, funcs), functions)
    }

    pub(crate) fn of<'n>(
        symbols: &Symbols,
        functions: impl Iterator<Item = &'n str>,
    ) -> NamesInTexts {
        let objects = symbols.names.iter().cloned().enumerate();
        let mut names: HashMap<_, _> = objects.map(|(k, name)| (name, Named::Object(k))).collect();
        let functions = functions.map(str::to_owned).enumerate();
        names.extend(functions.map(|(k, name)| (name, Named::Function(k))));
        NamesInTexts { names }
    }

    /// Notes what a text names. A register or label that happens to have the name counts: that declares an object too many.
    fn note(&self, asm: &AsmInfo, into: &mut Names) {
        for word in asm.words() {
            match self.names.get(word) {
                Some(&Named::Object(k)) => drop(into.objects.insert(k)),
                Some(&Named::Function(k)) => drop(into.callees.insert(k)),
                None => {}
            }
        }
    }
}

impl Names {
    /// Of a function in any form. `in_texts` may be empty where it has no inline PTX.
    pub fn of(f: &Func, in_texts: &NamesInTexts) -> Names {
        let mut names = Names::default();
        let mut walk = Walk::new();
        for &bb in &f.layout {
            f.for_each_use_in(bb, |_, root, _| {
                walk.tree(&f.codemap, root, |_, node| {
                    if let CodeRep::Lda { st, .. } = node
                        && !st.is_local()
                    {
                        names.objects.insert(st.index());
                    }
                    true
                });
            });
            for &s in &f.bbs[bb].stmts {
                match f.stmts[s].op {
                    StmtOp::Call(callee) => drop(names.callees.insert(callee as usize)),
                    StmtOp::Asm(k) => {
                        let asm = f.asms.get(k as usize);
                        asm.iter().for_each(|asm| in_texts.note(asm, &mut names));
                    }
                    _ => {}
                }
            }
        }
        names
    }
}

/// A function and those that it calls, by number; `names` is what each function names.
pub fn reached(names: &[Names], f: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::from([f]);
    let mut work = vec![f];
    while let Some(callees) = work.pop().and_then(|f| names.get(f)).map(|names| &names.callees) {
        work.extend(callees.iter().filter(|&&callee| callee < names.len() && found.insert(callee)));
    }
    found
}

/// The static shared objects, by index, that function number `f`, or a function that it calls, names.
pub fn shared_objects(module: &Module, names: &[Names], f: usize) -> BTreeSet<usize> {
    let named = reached(names, f).into_iter().filter_map(|f| names.get(f));
    let shared = |k: &usize| module.globals[*k].storage == Storage::Shared;
    named.flat_map(|names| names.objects.iter().copied().filter(shared)).collect()
}

/// The bytes that objects of one space take, what alignment adds between them included: ptxas lays them out as they are declared (tried
/// with 13.5).
pub fn laid_out_bytes(module: &Module, objects: &BTreeSet<usize>) -> u64 {
    let laid_out = definition_order(module).into_iter().filter(|k| objects.contains(k));
    laid_out.fold(0u64, |end, k| {
        let st = &module.globals[k];
        let at = end.checked_next_multiple_of(declared_align(st)).unwrap_or(u64::MAX);
        at.saturating_add(module.types.size(st.ty).max(1))
    })
}

/// The bytes of all static shared objects of a module; None where the launch decides how many there are.
pub(crate) fn shared_bytes(module: &Module) -> Option<u64> {
    let shared = |k: &usize| module.globals[*k].storage == Storage::Shared;
    let objects: BTreeSet<usize> = (0..module.globals.len()).filter(shared).collect();
    let is_dynamic = |st: &St| st.storage == Storage::SharedDynamic;
    (!module.globals.iter().any(is_dynamic)).then(|| laid_out_bytes(module, &objects))
}

/// The alignment with which an object is declared.
fn declared_align(st: &St) -> u64 {
    // Addresses are elements of 8 bytes, also in an object that asks for less.
    let addresses = st.init.as_ref().is_some_and(|init| !init.addresses.is_empty());
    u64::from(st.align).max(if addresses { 8 } else { 1 })
}
