//! Statements of a body, scopes, and calls, which are expanded in place: every call site gets its own copy.

use std::collections::HashMap;

use super::mods::Mods;
use super::program::{Call, Declared, Fill32, Fill64, Program, SharedVar, Special};
use super::symbols::{MOST_SHARED, Symbols};
use crate::error::LoadError;
use crate::op::{Cond, FIXED_PREDICATES, HostCall, HostFunction, Inst, Op, R32, R64, RP, Row};
use crate::ptx::ast::{Func, Instr, Loc, Operand, Space, Stmt, Var};
use crate::ptx::types::Ty;

/// Result of lowering.
pub type Res<T> = Result<T, LoadError>;

/// Most instructions a kernel may have after calls are expanded.
const MOST_INSTRUCTIONS: usize = 4 << 20;
/// Most register rows a kernel may have.
const MOST_ROWS: u32 = 1 << 18;
/// Most bytes of local memory a thread may have, as on hardware.
const MOST_LOCAL: u64 = 512 << 10;
/// Deepest call nesting.
const MOST_DEPTH: usize = 64;

/// A label of the code being built, before layout.
pub type Label = u32;

/// Code before layout.
#[derive(Clone, Copy, Debug)]
pub enum Item {
    /// A place that jumps may name.
    Label(Label),
    /// An instruction; its jumps name labels.
    Inst(Inst),
}

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub enum Entity {
    /// A register and its declared type.
    Reg(Row, Ty),
    /// `.local` or call-parameter memory, at an offset of the thread's local memory.
    Local(u32),
    /// Shared memory at an offset.
    Shared(u32),
    /// A shared variable of the module, by its number: where it lies is each kernel's own matter.
    ModuleShared(u32),
    /// A symbol of the module.
    Symbol(u32),
    /// A kernel parameter at an offset.
    KernelParam(u32),
    /// A parameter of an expanded function: memory at an offset of local memory.
    Param(u32),
}

#[derive(Default)]
struct Scope<'a> {
    names: HashMap<&'a str, Entity>,
    ranges: HashMap<&'a str, (Vec<Row>, Ty)>,
}

/// The labels of a `{ ... }`, also before they stand in it.
#[derive(Default)]
struct LabelScope<'a> {
    labels: HashMap<&'a str, Label>,
    /// Lists of `.branchtargets`.
    targets: HashMap<&'a str, Vec<&'a str>>,
}

/// Builds one kernel.
pub struct Builder<'t, 'a> {
    /// The module's functions and variables.
    pub symbols: &'t Symbols<'a>,
    /// What is being built.
    pub program: Program,
    /// Code in order of the text.
    pub items: Vec<Item>,
    scopes: Vec<Scope<'a>>,
    /// Of each function that is being expanded: its open scopes.
    labels: Vec<Vec<LabelScope<'a>>>,
    next_label: Label,
    shared_vars: HashMap<(&'a str, usize), u32>,
    /// Where shared variables of the module lie that the kernel names.
    module_shared: HashMap<u32, u32>,
    consts32: HashMap<u32, R32>,
    consts64: HashMap<Fill64, R64>,
    specials: HashMap<Special, R32>,
    depth: usize,
    /// Where `ret` goes, one entry a function under expansion; the kernel has none.
    returns: Vec<Label>,
    /// Whether special registers may stand in the instruction that is being lowered.
    pub takes_special: bool,
    /// Guard of the instruction being lowered.
    guard: Cond,
    /// Line of the instruction being lowered.
    pub line: u32,
}

impl<'t, 'a> Builder<'t, 'a> {
    /// A builder without code.
    pub fn new(symbols: &'t Symbols<'a>) -> Self {
        let program = Program { predicates: FIXED_PREDICATES, ..Program::default() };
        Self {
            symbols,
            program,
            items: Vec::new(),
            scopes: Vec::new(),
            labels: Vec::new(),
            next_label: 0,
            shared_vars: HashMap::new(),
            module_shared: HashMap::new(),
            consts32: HashMap::new(),
            consts64: HashMap::new(),
            specials: HashMap::new(),
            takes_special: false,
            depth: 0,
            returns: Vec::new(),
            guard: Cond::ALWAYS,
            line: 0,
        }
    }

    /// An error at the current line.
    pub fn err<T>(&self, message: impl Into<String>) -> Res<T> {
        Err(LoadError::new(self.line, message))
    }

    fn fresh_label(&mut self) -> Label {
        self.next_label += 1;
        self.next_label - 1
    }

    /// Appends an instruction under the current guard.
    pub fn emit(&mut self, op: Op) {
        self.items.push(Item::Inst(Inst { op, guard: self.guard, line: self.line }));
    }

    /// A fresh row for a type.
    pub fn fresh(&mut self, ty: Ty) -> Row {
        match ty.bits() {
            1 => {
                self.program.predicates += 1;
                Row::P(RP(self.program.predicates - 1))
            }
            64 => {
                self.program.rows64.push(Fill64::Poison);
                Row::D(R64(self.program.rows64.len() as u32 - 1))
            }
            _ => {
                self.program.rows32.push(Fill32::Poison);
                Row::W(R32(self.program.rows32.len() as u32 - 1))
            }
        }
    }

    /// The row that holds a 32-bit constant.
    pub fn const32(&mut self, v: u32) -> R32 {
        if let Some(&r) = self.consts32.get(&v) {
            return r;
        }
        self.program.rows32.push(Fill32::Const(v));
        let r = R32(self.program.rows32.len() as u32 - 1);
        self.consts32.insert(v, r);
        r
    }

    /// The row that holds a 64-bit constant, or the address of a symbol.
    pub fn fill64(&mut self, v: Fill64) -> R64 {
        if let Some(&r) = self.consts64.get(&v) {
            return r;
        }
        self.program.rows64.push(v);
        let r = R64(self.program.rows64.len() as u32 - 1);
        self.consts64.insert(v, r);
        r
    }

    /// The row that holds a special register.
    pub fn special(&mut self, s: Special) -> R32 {
        if let Some(&r) = self.specials.get(&s) {
            return r;
        }
        self.program.rows32.push(Fill32::Special(s));
        let r = R32(self.program.rows32.len() as u32 - 1);
        self.specials.insert(s, r);
        r
    }

    /// True inside a `.func` that is expanded where it is called.
    pub fn in_function(&self) -> bool {
        self.depth > 0
    }

    /// What a name stands for, if it is declared. A shared variable of the module has room in the kernel from when it is named first.
    pub fn lookup(&mut self, name: &str) -> Option<Entity> {
        let found = self.declared(name)?;
        let Entity::ModuleShared(number) = found else { return Some(found) };
        let v = *self.symbols.shared_vars.get(number as usize)?;
        let at = match self.module_shared.get(&number) {
            Some(&at) => at,
            None => self.shared_memory(v).ok()?,
        };
        self.module_shared.insert(number, at);
        Some(Entity::Shared(at))
    }

    /// The same, before shared variables of the module have a place.
    pub fn declared(&self, name: &str) -> Option<Entity> {
        for s in self.scopes.iter().rev() {
            if let Some(&e) = s.names.get(name) {
                return Some(e);
            }
            let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
            // `%r1<5>` declares %r10 to %r14, so every split of the digits may be meant.
            for cut in stem.len()..name.len() {
                if let Some((rows, ty)) = s.ranges.get(&name[..cut]) {
                    let digits = &name[cut..];
                    if digits.len() > 1 && digits.starts_with('0') {
                        continue;
                    }
                    if let Some(&row) = digits.parse::<usize>().ok().and_then(|k| rows.get(k)) {
                        return Some(Entity::Reg(row, *ty));
                    }
                }
            }
        }
        self.symbols.lookup(name)
    }

    fn declare(&mut self, name: &'a str, e: Entity, line: u32) -> Res<()> {
        let Some(scope) = self.scopes.last_mut() else { return Ok(()) };
        if scope.names.insert(name, e).is_some() {
            return Err(LoadError::new(line, format!("`{name}` is declared twice")));
        }
        Ok(())
    }

    fn declare_regs(&mut self, name: &'a str, count: Option<u32>, ty: Ty, line: u32) -> Res<()> {
        // Half precision is the instructions' matter.
        let ty = if ty == Ty::F16 { Ty::B16 } else { ty };
        let n = count.unwrap_or(1);
        let rows_now = self.program.rows32.len() + self.program.rows64.len();
        if rows_now as u64 + u64::from(self.program.predicates) + u64::from(n)
            > u64::from(MOST_ROWS)
        {
            return Err(LoadError::new(line, "too many registers"));
        }
        let rows: Vec<Row> = (0..n).map(|_| self.fresh(ty)).collect();
        if let Some(&first) = rows.first() {
            let declared = Declared { name: name.to_string(), count, first, ty };
            // Those of inner scopes could not be told apart by name.
            match self.depth == 0 && self.scopes.len() == 2 {
                true => self.program.registers.push(declared),
                false => self.program.inner_registers.push(declared),
            }
        }
        match count {
            None => self.declare(name, Entity::Reg(rows[0], ty), line),
            Some(_) => {
                if let Some(scope) = self.scopes.last_mut()
                    && scope.ranges.insert(name, (rows, ty)).is_some()
                {
                    return Err(LoadError::new(line, format!("`{name}` is declared twice")));
                }
                Ok(())
            }
        }
    }

    /// A fresh row for a register of a function that is expanded.
    fn inner_register(&mut self, name: &str, ty: Ty) -> Row {
        let first = self.fresh(ty);
        let declared = Declared { name: name.to_string(), count: None, first, ty };
        self.program.inner_registers.push(declared);
        first
    }

    /// Reserves thread-local memory.
    fn local_memory(&mut self, v: &Var<'_>) -> Res<u32> {
        let align = u64::from(v.align.max(1));
        let at = u64::from(self.program.local_bytes).next_multiple_of(align);
        let end = at + v.size();
        if v.count.is_none() || end > MOST_LOCAL {
            return Err(LoadError::new(v.line, format!("`{}` is too large", v.name)));
        }
        self.program.local_bytes = end as u32;
        Ok(at as u32)
    }

    /// Reserves shared memory of the block.
    pub fn shared_memory(&mut self, v: &Var<'_>) -> Res<u32> {
        if v.init.is_some() {
            return Err(LoadError::new(v.line, "shared memory cannot be initialised"));
        }
        let align = u64::from(v.align.max(1));
        let at = u64::from(self.program.shared_bytes).next_multiple_of(align);
        let end = at + v.size();
        if v.count.is_none() || end > MOST_SHARED {
            return Err(LoadError::new(v.line, format!("`{}` is too large", v.name)));
        }
        self.program.shared_bytes = end as u32;
        self.program.shared_vars.push(SharedVar {
            name: v.name.to_string(),
            offset: at as u32,
            size: v.size() as u32,
        });
        Ok(at as u32)
    }

    /// Lowers a whole kernel.
    pub fn kernel(mut self, f: &Func<'a>) -> Res<(Program, Vec<Item>)> {
        self.program.name = f.name.to_string();
        self.program.max_threads = f.max_threads;
        self.program.required_threads = f.required_threads;
        self.program.extern_shared_name = self.symbols.extern_shared_name.clone();
        self.scopes.push(Scope::default());
        let mut at = 0u64;
        for p in &f.params {
            self.line = p.line;
            if p.space != Space::Param {
                return self.err("kernel parameters must be in .param space");
            }
            at = at.next_multiple_of(u64::from(p.align.max(1)));
            self.declare(p.name, Entity::KernelParam(at as u32), p.line)?;
            self.program.params.push(super::program::Param {
                name: p.name.to_string(),
                offset: at as u32,
                size: p.size() as u32,
                align: p.align,
            });
            at += p.size();
            if at > 32764 {
                return self.err("parameters larger than 32764 bytes");
            }
        }
        self.program.param_bytes = at as u32;
        self.body(f)?;
        self.line = 0;
        self.guard = Cond::ALWAYS;
        self.emit(Op::Exit);
        self.program.extern_shared = self.symbols.extern_shared_align;
        Ok((self.program, self.items))
    }

    fn body(&mut self, f: &Func<'a>) -> Res<()> {
        let Some(stmts) = &f.body else {
            return self.err(format!("function `{}` has no body here", f.name));
        };
        // Labels stand for their whole scope: first those of the function and of each `{` in it, in order.
        let mut scopes = vec![LabelScope::default()];
        let mut open = vec![0];
        for s in stmts {
            let scope = open[open.len() - 1];
            match s {
                Stmt::Open => {
                    open.push(scopes.len());
                    scopes.push(LabelScope::default());
                }
                Stmt::Close if open.len() > 1 => drop(open.pop()),
                Stmt::Label(name, line) => {
                    let id = self.fresh_label();
                    if scopes[scope].labels.insert(*name, id).is_some() {
                        return Err(LoadError::new(*line, format!("label `{name}` stands twice")));
                    }
                }
                Stmt::Targets(name, list, _) => {
                    scopes[scope].targets.insert(*name, list.clone());
                }
                _ => {}
            }
        }
        let mut scopes = scopes.into_iter();
        self.labels.push(scopes.next().into_iter().collect());
        let outer = self.scopes.len();
        self.scopes.push(Scope::default());
        for (index, s) in stmts.iter().enumerate() {
            match s {
                Stmt::Label(name, line) => {
                    let id = self.label(name)?;
                    if self.depth == 0 {
                        // `id` is a label here; layout makes it a block.
                        self.program.labels.push((*line, Some(id)));
                    }
                    self.items.push(Item::Label(id));
                }
                Stmt::Reg { name, count, ty, line } => {
                    self.declare_regs(name, *count, *ty, *line)?
                }
                Stmt::Open => {
                    self.scopes.push(Scope::default());
                    if let Some(open) = self.labels.last_mut() {
                        open.extend(scopes.next());
                    }
                }
                Stmt::Close => {
                    if self.scopes.len() > outer + 1 {
                        self.scopes.pop();
                        if let Some(open) = self.labels.last_mut() {
                            open.pop();
                        }
                    }
                }
                Stmt::Targets(..) => {}
                Stmt::Var(v) => {
                    self.line = v.line;
                    let e = match v.space {
                        Space::Local => Entity::Local(self.local_memory(v)?),
                        Space::Param => Entity::Param(self.local_memory(v)?),
                        Space::Shared => {
                            let key = (f.name, index);
                            let at = match self.shared_vars.get(&key) {
                                Some(&at) => at,
                                None => self.shared_memory(v)?,
                            };
                            self.shared_vars.insert(key, at);
                            Entity::Shared(at)
                        }
                        _ => {
                            return self
                                .err("global and constant variables inside functions are not supported yet");
                        }
                    };
                    if v.init.is_some() {
                        return self.err("an initialiser is not possible here");
                    }
                    self.declare(v.name, e, v.line)?;
                }
                Stmt::Instr(i) => {
                    self.instr(i)?;
                    if self.items.len() > MOST_INSTRUCTIONS {
                        return self.err("the kernel is too large after expanding calls");
                    }
                }
            }
        }
        self.scopes.truncate(outer);
        self.labels.pop();
        Ok(())
    }

    /// A label of the function being lowered.
    pub fn label(&self, name: &str) -> Res<Label> {
        let mut open = self.labels.last().into_iter().flatten().rev();
        match open.find_map(|scope| scope.labels.get(name)) {
            Some(&label) => Ok(label),
            None => self.err(format!("label `{name}` does not exist")),
        }
    }

    /// The labels of a `.branchtargets` list.
    pub fn target_list(&self, name: &str) -> Res<Vec<Label>> {
        let mut open = self.labels.last().into_iter().flatten().rev();
        match open.find_map(|scope| scope.targets.get(name)) {
            Some(list) => list.iter().map(|l| self.label(l)).collect(),
            None => self.err(format!("no .branchtargets named `{name}`")),
        }
    }

    fn instr(&mut self, i: &Instr<'a>) -> Res<()> {
        self.line = i.line;
        if self.depth == 0 {
            self.program.own_lines.push(i.line);
        }
        if i.loc != Loc::default() {
            self.program.locs.insert(i.line, i.loc);
        }
        self.guard = match i.guard {
            None => Cond::ALWAYS,
            Some((name, negated)) => {
                let mut c = self.cond(&Operand::Name(name))?;
                if negated {
                    c.flip = !c.flip;
                }
                c
            }
        };
        let mut m = Mods::new(i.opcode, i.line);
        match m.head {
            "call" => self.call(&mut m, i),
            "ret" => {
                m.eat("uni");
                m.finish()?;
                if !i.operands.is_empty() {
                    return m.err("takes no operand");
                }
                match self.returns.last() {
                    Some(&to) => self.emit(Op::Branch { to }),
                    None => self.emit(Op::Exit),
                }
                Ok(())
            }
            _ => self.decode(&mut m, i),
        }
    }

    fn call(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        m.eat("uni");
        m.finish()?;
        let (returns, rest): (&[Operand<'a>], &[Operand<'a>]) = match i.operands.split_first() {
            Some((Operand::List(l), rest)) => (l, rest),
            _ => (&[], &i.operands),
        };
        let (name, args): (&str, &[Operand<'a>]) = match rest {
            [Operand::Name(n)] => (n, &[]),
            [Operand::Name(n), Operand::List(l)] => (n, l),
            [Operand::Name(_), ..] => return m.err("indirect calls are not supported yet"),
            _ => return m.err("expected a function name and a list of arguments"),
        };
        let Some(f) = self.symbols.func(name) else {
            return m.err(format!(
                "function `{name}` does not exist (indirect calls are not supported)"
            ));
        };
        if f.is_entry {
            return m.err("a kernel cannot be called");
        }
        if f.body.is_none()
            && let Some(function) = HostFunction::named(name)
        {
            return self.host_call(m, f, function, returns, args);
        }
        if f.body.is_none() {
            return m.err(format!("calls to `{name}`, which has no body, are not supported yet"));
        }
        if self.depth >= MOST_DEPTH {
            return m.err("calls are recursive or nested too deeply; recursion is not supported");
        }
        if returns.len() != f.returns.len() || args.len() != f.params.len() {
            return m.err(format!(
                "`{name}` takes {} arguments and returns {}, given are {} and {}",
                f.params.len(),
                f.returns.len(),
                args.len(),
                returns.len()
            ));
        }
        let line = self.line;
        let after = self.fresh_label();
        // A call under a guard is jumped over, results and all.
        let skipped = self.fresh_label();
        let here = self.fresh_label();
        if !self.guard.is_always() {
            let skip = Cond { flip: !self.guard.flip, ..self.guard };
            self.items.push(Item::Inst(Inst { op: Op::Branch { to: skipped }, guard: skip, line }));
            self.guard = Cond::ALWAYS;
        } else {
            // The call itself counts as one branch, as it does on hardware.
            self.emit(Op::Branch { to: here });
        }
        self.items.push(Item::Label(here));
        let first = self.program.counts();
        let mut scope = Scope::default();
        for (p, a) in f.params.iter().zip(args) {
            let e = self.bind_argument(p, a)?;
            scope.names.insert(p.name, e);
        }
        let mut copies = Vec::new();
        for (p, r) in f.returns.iter().zip(returns) {
            let e = match (p.space, r) {
                (Space::Param, Operand::Name(n)) => match self.lookup(n) {
                    Some(e @ Entity::Param(_)) => e,
                    _ => return self.err(format!("`{n}` is no .param variable")),
                },
                (Space::Reg, Operand::Name(_)) => {
                    let row = self.inner_register(p.name, p.ty);
                    copies.push((r.clone(), row, p.ty));
                    Entity::Reg(row, p.ty)
                }
                _ => return self.err("unsupported return operand"),
            };
            scope.names.insert(p.name, e);
        }
        // The callee sees its own parameters and the module, not the caller's names.
        let saved = std::mem::replace(&mut self.scopes, vec![scope]);
        self.depth += 1;
        self.returns.push(after);
        let body = self.body(f);
        self.returns.pop();
        self.depth -= 1;
        self.scopes = saved;
        body?;
        // `here` is a label; layout makes it a block.
        self.program.calls.push(Call { block: Some(here), first, end: self.program.counts() });
        self.line = line;
        self.guard = Cond::ALWAYS;
        self.items.push(Item::Label(after));
        for (dst, row, ty) in copies {
            let d = self.dst(&dst, ty)?;
            self.move_row(d, row)?;
        }
        self.items.push(Item::Label(skipped));
        Ok(())
    }

    /// A call of a function that the driver provides; its variables are memory of the thread, as any call's.
    fn host_call(
        &mut self,
        m: &mut Mods<'a>,
        f: &Func<'a>,
        function: HostFunction,
        returns: &[Operand<'a>],
        args: &[Operand<'a>],
    ) -> Res<()> {
        let (params, results) = function.sizes();
        let fits = |list: &[Var<'a>], sizes: &[u64]| {
            list.len() == sizes.len()
                && list.iter().zip(sizes).all(|(v, n)| v.space == Space::Param && v.size() == *n)
        };
        if !fits(&f.params, params) || !fits(&f.returns, results) {
            return m.err(format!("`{}` is declared in another way than the driver's", f.name));
        }
        if args.len() != params.len() || returns.len() > results.len() {
            return m.err(format!("`{}` is called with other arguments than it takes", f.name));
        }
        let mut places = Vec::new();
        for o in args.iter().chain(returns) {
            match o {
                Operand::Name(n) => match self.lookup(n) {
                    Some(Entity::Param(at)) => places.push(at),
                    _ => return self.err(format!("`{n}` is no .param variable")),
                },
                _ => return self.err("unsupported argument"),
            }
        }
        let result = places.get(args.len()).copied();
        let arguments = places.into_iter().zip(params).map(|(at, n)| (at, *n as u32)).collect();
        self.program.host_calls.push(HostCall { function, arguments, result });
        self.emit(Op::Host { call: self.program.host_calls.len() as u32 - 1 });
        Ok(())
    }

    fn bind_argument(&mut self, p: &Var<'a>, a: &Operand<'a>) -> Res<Entity> {
        match p.space {
            Space::Param => match a {
                Operand::Name(n) => match self.lookup(n) {
                    Some(e @ Entity::Param(_)) => Ok(e),
                    _ => self.err(format!("`{n}` is no .param variable")),
                },
                _ => self.err("unsupported argument"),
            },
            _ => {
                let src = self.src(a, p.ty)?;
                let row = self.inner_register(p.name, p.ty);
                self.move_row(row, src)?;
                Ok(Entity::Reg(row, p.ty))
            }
        }
    }
}
