//! The verifier of WHIRL: what every reader of a module may rely on.
//!
//! Each rule's text names the node as it would be printed, so that a maintainer finds it in a dump.

use crate::intrinsic::IntrinsicClass;
use crate::module::{Module, Pu};
use crate::mtype::Mtype;
use crate::operator::{Level, Operator};
use crate::symbol::{StId, Storage};
use crate::tree::{Wn, WnId};
use crate::ty::TyKind;

/// Which level a module claims to be at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtLevel {
    /// As translated from the source.
    Vh,
    /// After [`crate::vho`].
    M,
}

/// A broken rule: the function, and what is wrong where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The function's name; empty for the module itself.
    pub function: String,
    /// The rule and the node.
    pub message: String,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "in {:?}: {}", self.function, self.message)
    }
}

/// Checks a whole module; an empty list is a valid module. At most 50 violations are reported.
pub fn verify_module(module: &Module, level: AtLevel) -> Vec<Violation> {
    let mut found = Vec::new();
    check_types(module, &mut found);
    if let Some(message) = module.locs.flaw() {
        found.push(Violation { function: String::new(), message });
    }
    for pu in &module.functions {
        let mut v = Verifier { module, pu, level, found: Vec::new(), labels: Vec::new() };
        v.function();
        found.extend(
            v.found.into_iter().map(|message| Violation { function: pu.name.clone(), message }),
        );
        if found.len() >= 50 {
            found.truncate(50);
            break;
        }
    }
    found
}

/// Checks what a module has beside its functions: types and globals. At most 50 violations.
pub fn verify_header(module: &Module) -> Vec<Violation> {
    let mut found = Vec::new();
    check_types(module, &mut found);
    found.truncate(50);
    found
}

fn check_types(module: &Module, found: &mut Vec<Violation>) {
    let count = module.types.len();
    let mut bad = |message: String| found.push(Violation { function: String::new(), message });
    let dangles = |kind: &TyKind| matches!(kind, TyKind::Pointer(to) if to.0 as usize >= count);
    if !module.types.iter().any(|(_, kind)| dangles(kind))
        && let Some(message) = module.types.bad_pointer()
    {
        bad(message);
    }
    for (id, kind) in module.types.iter() {
        match kind {
            TyKind::Pointer(to) if to.0 as usize >= count => {
                bad(format!("type {id} points to {to}, which does not exist"));
            }
            TyKind::Struct { fields, align, .. } => {
                if !align.is_power_of_two() {
                    bad(format!("type {id} has the alignment {align}"));
                }
                for f in fields {
                    if f.ty >= id && !matches!(module.types.kind(f.ty), TyKind::Pointer(_)) {
                        bad(format!("type {id} contains {}, which is not older", f.ty));
                    }
                }
            }
            _ => {}
        }
    }
    for (index, st) in module.globals.iter().enumerate() {
        if matches!(st.storage, Storage::Param | Storage::Auto) {
            bad(format!("global ${index} is of storage {}", st.storage.name()));
        }
        if !st.align.is_power_of_two() {
            bad(format!("global ${index} has the alignment {}", st.align));
        }
        if let Some(init) = &st.init {
            let size = module.types.size(st.ty);
            let ends = init.addresses.iter().map(|(o, ..)| o.saturating_add(8));
            if init.bytes.len() as u64 > size || ends.clone().any(|e| e > size) {
                bad(format!("global ${index} has an initial value larger than itself"));
            }
            if init.addresses.iter().any(|(_, st, _)| st.index() >= module.globals.len()) {
                bad(format!("global ${index} holds the address of nothing"));
            }
        }
    }
}

struct Verifier<'a> {
    module: &'a Module,
    pu: &'a Pu,
    level: AtLevel,
    found: Vec<String>,
    labels: Vec<bool>,
}

impl Verifier<'_> {
    fn fail(&mut self, id: WnId, rule: &str) {
        if self.found.len() < 50 {
            let wn = self.pu.tree.get(id);
            let name = wn.opr.opcode_name(wn.rtype, wn.desc);
            let locs = &self.module.locs;
            let pos = if locs.holds(wn.loc) { locs.pos(wn.loc) } else { crate::Pos::default() };
            self.found.push(format!("{name} {}: {rule}", crate::print::place(pos)));
        }
    }

    fn function(&mut self) {
        for (k, &p) in self.pu.params.iter().enumerate() {
            let ok = p.is_local()
                && self.pu.locals.get(p.index()).is_some_and(|st| st.storage == Storage::Param);
            if !ok {
                self.found.push(format!("parameter {k} is not a local of storage param"));
            }
        }
        for (k, st) in self.pu.locals.iter().enumerate() {
            if !matches!(st.storage, Storage::Param | Storage::Auto) {
                self.found.push(format!("local %{k} is of storage {}", st.storage.name()));
            }
            if !st.align.is_power_of_two() {
                self.found.push(format!("local %{k} has the alignment {}", st.align));
            }
        }
        if let Some(object) = self.pu.result_object {
            let ty = self.pu.locals.get(object.index()).map(|st| st.ty);
            let aggregate = ty.is_some_and(|ty| self.module.types.mtype(ty) == Mtype::M);
            if !object.is_local() || !aggregate || self.pu.result != ty {
                self.found.push("the result object is no local of the result's type".to_owned());
            }
        }
        self.labels = vec![false; self.pu.label_count as usize];
        let mut jumps = Vec::new();
        // Pre-order walk with an explicit stack; `statement` says what the parent wants.
        let mut stack = vec![(self.pu.body, true, None::<Operator>)];
        if self.pu.tree.opr(self.pu.body) != Operator::Block {
            self.fail(self.pu.body, "a function's body is a BLOCK");
        }
        while let Some((id, statement, parent)) = stack.pop() {
            let wn = self.pu.tree.get(id);
            if wn.opr.is_statement() != statement {
                self.fail(id, "a statement stands for an expression, or the reverse");
                continue;
            }
            self.node(id, &wn, parent);
            if let Some(label) = wn.label {
                match self.labels.get_mut(label.0 as usize) {
                    None => self.fail(id, "the label's number is out of range"),
                    Some(seen) if wn.opr == Operator::Label => {
                        if std::mem::replace(seen, true) {
                            self.fail(id, "the label is defined twice");
                        }
                    }
                    Some(_) => jumps.push((id, label)),
                }
            }
            for (k, &kid) in self.pu.tree.kids(id).iter().enumerate() {
                stack.push((kid, kid_is_statement(wn.opr, k), Some(wn.opr)));
            }
        }
        for (id, label) in jumps {
            if !self.labels[label.0 as usize] {
                self.fail(id, "jumps to a label that is not defined");
            }
        }
    }

    fn kid(&self, id: WnId, k: usize) -> Wn {
        self.pu.tree.get(self.pu.tree.kid(id, k))
    }

    fn wants(&mut self, id: WnId, k: usize, type_: Mtype) {
        let kid = self.kid(id, k);
        if !kid.opr.is_statement() && !kid.rtype.interchangeable(type_.register()) {
            let rule = format!("kid {k} is {} where {} is wanted", kid.rtype, type_.register());
            self.fail(id, &rule);
        }
    }

    fn symbol(&mut self, id: WnId, st: StId) -> bool {
        let exists = if st.is_local() {
            st.index() < self.pu.locals.len()
        } else {
            st.index() < self.module.globals.len()
        };
        if !exists {
            self.fail(id, "names a symbol that does not exist");
        }
        exists
    }

    fn node(&mut self, id: WnId, wn: &Wn, parent: Option<Operator>) {
        use Operator::*;
        match (self.level, wn.opr.level()) {
            (AtLevel::Vh, Level::M) => self.fail(id, "may stand only after lowering"),
            (AtLevel::M, Level::Vh) => self.fail(id, "must be gone after lowering"),
            _ => {}
        }
        if self.level == AtLevel::M && (wn.rtype == Mtype::M || wn.desc == Mtype::M) {
            self.fail(id, "an aggregate after lowering");
        }
        if wn.volatile && matches!(wn.opr, Ldid | Iload | Ldbits | Ildbits) && parent != Some(Stid)
        {
            self.fail(id, "a volatile load stands only as the direct kid of a STID");
        }
        if (wn.desc == Mtype::M) && wn.ty.is_none() {
            self.fail(id, "an aggregate access needs its type");
        }
        if !self.module.locs.holds(wn.loc) {
            self.fail(id, "the place is not in the table");
        }
        if wn.align != 0 && !wn.align.is_power_of_two() {
            self.fail(id, "the alignment is no power of two");
        }
        let kids = self.pu.tree.kid_count(id);
        if let crate::Arity::Exactly(n) = wn.opr.arity()
            && kids != usize::from(n)
        {
            return self.fail(id, "has the wrong number of kids");
        }
        match wn.opr {
            Block | Label | Goto | CaseGoto | Return | PragmaUnroll => {}
            If | WhileDo | TrueBr | FalseBr => self.wants(id, 0, Mtype::B),
            DoWhile => self.wants(id, 1, Mtype::B),
            Switch => self.wants(id, 0, wn.desc),
            ReturnVal => {
                self.wants(id, 0, wn.desc);
                let result = self.pu.result.map_or(Mtype::V, |ty| self.module.types.mtype(ty));
                if self.level == AtLevel::M
                    && !wn.desc.register().interchangeable(result.register())
                {
                    self.fail(id, "returns a value of another type than the function");
                }
            }
            Stid | Stbits => {
                self.needs_symbol(id, wn);
                self.wants(id, 0, wn.desc);
            }
            Istore | Istbits => {
                self.wants(id, 0, wn.desc);
                self.wants(id, 1, Mtype::U8);
            }
            Ldid | Ldbits => {
                self.needs_symbol(id, wn);
                self.loads(id, wn);
            }
            Iload | Ildbits => {
                self.wants(id, 0, Mtype::U8);
                self.loads(id, wn);
            }
            Lda => {
                self.needs_symbol(id, wn);
                if wn.rtype != Mtype::U8 {
                    self.fail(id, "an address is U8");
                }
            }
            Intconst => {
                if wn.value != crate::canonical_constant(wn.rtype, wn.value)
                    || !(wn.rtype.is_integer() || wn.rtype == Mtype::B)
                {
                    self.fail(id, "the constant is not in its type's one form");
                }
            }
            Const => {
                if !wn.rtype.is_float() {
                    self.fail(id, "a CONST is a float");
                }
            }
            Cvt | Cvtl => {
                let narrow = wn.desc.is_integer() && wn.desc.size() < 4;
                if wn.opr == Cvtl && !narrow {
                    self.fail(id, "CVTL cuts to 1 or 2 bytes");
                }
                self.wants(id, 0, if wn.opr == Cvtl { wn.rtype } else { wn.desc });
            }
            Tas => {
                self.wants(id, 0, wn.desc);
                if wn.rtype.size() != wn.desc.size() {
                    self.fail(id, "TAS keeps the size");
                }
            }
            Eq | Ne | Lt | Le | Gt | Ge => {
                if wn.rtype != Mtype::B {
                    self.fail(id, "a comparison yields B");
                }
                self.wants(id, 0, wn.desc);
                self.wants(id, 1, wn.desc);
            }
            Shl | Ashr | Lshr => {
                self.wants(id, 0, wn.rtype);
                self.wants(id, 1, Mtype::U4);
            }
            Select | Cselect => {
                self.wants(id, 0, Mtype::B);
                self.wants(id, 1, wn.rtype);
                self.wants(id, 2, wn.rtype);
            }
            Land | Lior | Lnot | Cand | Cior => {
                for k in 0..kids {
                    self.wants(id, k, Mtype::B);
                }
            }
            Comma => self.wants(id, 1, wn.rtype),
            Eval => {}
            Neg | Abs | Bnot | Add | Sub | Mpy | Highmpy | Div | Rem | Max | Min | Band | Bior
            | Bxor | Fma => {
                for k in 0..kids {
                    self.wants(id, k, wn.rtype);
                }
                let float_only = wn.opr == Fma;
                let int_only = matches!(wn.opr, Bnot | Highmpy | Rem | Band | Bior | Bxor);
                if (float_only && !wn.rtype.is_float())
                    || (int_only && !wn.rtype.is_integer())
                    || !wn.rtype.is_register()
                    || wn.rtype == Mtype::B
                {
                    self.fail(id, "the operation does not exist on that type");
                }
            }
            IntrinsicOp | IntrinsicCall => self.intrinsic(id, wn),
            Call => self.call(id, wn),
            Asm => match self.pu.asms.get(wn.value as usize) {
                None => self.fail(id, "the inline PTX is not in the table"),
                Some(asm) => {
                    if asm.inputs.len() != kids {
                        self.fail(id, "the inline PTX has another number of inputs");
                    }
                }
            },
        }
    }

    fn call(&mut self, id: WnId, wn: &Wn) {
        let module = self.module;
        let Some(callee) = module.functions.get(wn.value as usize) else {
            return self.fail(id, "calls a function that does not exist");
        };
        if wn.st.is_some() && callee.result.is_none() {
            self.fail(id, "takes a result from a void function");
        }
        let exists = wn.st.is_none_or(|st| self.symbol(id, st));
        if self.level == AtLevel::Vh {
            if callee.params.len() != self.pu.tree.kid_count(id) {
                self.fail(id, "passes the wrong number of arguments");
            }
            return;
        }
        if callee.kind != crate::PuKind::Device {
            self.fail(id, "calls a kernel");
        }
        let wanted = crate::parameter_parts(&module.types, callee);
        if wanted.len() != self.pu.tree.kid_count(id) {
            return self.fail(id, "passes the wrong number of parts of arguments");
        }
        for (k, part) in wanted.into_iter().enumerate() {
            self.wants(id, k, part);
        }
        if let (Some(ty), Some(st), true) = (callee.result, wn.st, exists) {
            let types = &module.types;
            let object = types.size(module.st(self.pu, st).ty);
            let end = u64::try_from(wn.offset).ok().and_then(|at| at.checked_add(types.size(ty)));
            let fits = types.mtype(ty) != Mtype::M || end.is_some_and(|end| end <= object);
            if !st.is_local() || !fits {
                self.fail(id, "the result does not fit the local that takes it");
            }
        }
    }

    fn needs_symbol(&mut self, id: WnId, wn: &Wn) {
        match wn.st {
            None => self.fail(id, "needs a symbol"),
            Some(st) => {
                self.symbol(id, st);
            }
        }
    }

    fn loads(&mut self, id: WnId, wn: &Wn) {
        if wn.rtype != wn.desc.register() || wn.desc == Mtype::V {
            self.fail(id, "the result of a load is its memory type's register type");
        }
    }

    fn intrinsic(&mut self, id: WnId, wn: &Wn) {
        let Some(i) = wn.intrinsic else { return self.fail(id, "names no intrinsic") };
        let kids = self.pu.tree.kids(id);
        if kids.iter().all(|&kid| !self.pu.tree.opr(kid).is_statement()) {
            let types: Vec<Mtype> = kids.iter().map(|&kid| self.pu.tree.rtype(kid)).collect();
            if let Some(rule) = i.misuse(wn.rtype, wn.desc, &types) {
                self.fail(id, &rule);
            }
        }
        if (wn.opr == Operator::IntrinsicOp) != (i.class() == IntrinsicClass::Pure) {
            self.fail(id, "pure intrinsics are INTRINSIC_OP, all others INTRINSIC_CALL");
        }
        if let Some(st) = wn.st {
            self.symbol(id, st);
        }
    }
}

fn kid_is_statement(parent: Operator, k: usize) -> bool {
    use Operator::*;
    match parent {
        Block => true,
        If => k > 0,
        WhileDo | Switch => k == 1,
        DoWhile | Comma => k == 0,
        _ => false,
    }
}
