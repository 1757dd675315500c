//! Arguments by value: what a call that stays one is passed by reference, and its function only reads, it is passed itself.
//!
//! Idea: a pointer that a function uses for loads alone, of few places before it and no others, is replaced by what stands there: the caller
//! loads, and the variable that it took the address of may be a register again. A parameter that the function does not name goes.
//! Functions are looked at callees first, so what one hands on to the next is a load in it by then.
//!
//! Source: LLVM's ArgumentPromotion (loads that are made on entry, or of a place that may be loaded always), with dead arguments
//! (DeadArgumentElimination).
//! Legality: every call is seen: inline PTX does not name the function, and nothing takes functions' addresses. The pointer is read by plain
//! loads and nothing else, each before anything that the function stores, calls or waits for, or in a function that
//! does none of this at all: so it gives what stood there before the call. What not every run loads is loaded by the caller
//! only where that is an object of its own or the module's, within its bounds. Volatile loads and objects, `__ldg`, and loads of two types of one place stay. What is
//! passed has no effect: a volatile load is no part of an argument.
//! Worth: a call passes up to [`MOST_PARTS`] registers for an address.
//! Cost: linear in the nodes of functions that are called and of their callers' calls.

mod reads;

use super::call::calls;
use super::{Calls, call_order, calls_of, functions_by_name, named_in_texts};
use crate::module::{Module, Pu, PuKind};
use crate::operator::Operator;
use crate::remark::{PROMOTION, Remark, RemarkKind, Remarks, RemarksAsked};
use crate::symbol::{St, StId, Storage};
use crate::tree::{Tree, Wn, WnId};
use crate::ty::TyTable;
use reads::{Part, based, least, reads};

/// Values that are passed for one address.
const MOST_PARTS: usize = 4;

/// An address of more nodes is not evaluated for each part.
const MOST_COPIED: usize = 16;

/// A function that does less is not optimized.
const LEAST_LEVEL: u8 = 2;

/// Passes by value what may be, in an M module.
pub(super) fn run(module: &mut Module, asked: &RemarksAsked, told: &mut Vec<Remark>) {
    let devices = module.functions.iter().filter(|pu| pu.kind == PuKind::Device);
    if module.options.opt_level < LEAST_LEVEL
        || !module.options.promote_arguments
        || devices.count() == 0
    {
        return;
    }
    let mut remarks = Remarks::default();
    remarks.turn_to((PROMOTION, PROMOTION), asked);
    let (order, is_named) = order(module);
    let sites = sites(module);
    for callee in order {
        let pu = &module.functions[callee];
        if pu.kind != PuKind::Device || is_named[callee] {
            continue;
        }
        let sites = &sites[callee];
        let reads = reads(&module.types, pu);
        // From the last on, so that operands before one keep their places.
        for (k, parts) in reads.into_iter().enumerate().rev() {
            let Some(parts) = parts else { continue };
            if let Some(new) = arguments(module, callee, (k, &parts), sites) {
                tell(module, callee, (k, &parts), &mut remarks);
                replace(module, callee, (k, parts), sites, new);
            }
        }
        told.extend(remarks.take(&module.functions[callee].name));
    }
}

/// A call: the function that makes it, and its node.
type Site = (usize, WnId);

/// The functions, callees before callers, and by function whether inline PTX names it.
fn order(module: &Module) -> (Vec<usize>, Vec<bool>) {
    let functions = &module.functions;
    let by_name = functions_by_name(functions);
    let mut is_named = vec![false; functions.len()];
    let named = functions.iter().flat_map(|pu| named_in_texts(pu, &by_name));
    named.for_each(|k| is_named[k] = true);
    let callees: Vec<Calls> = functions.iter().map(|pu| calls_of(pu, &by_name)).collect();
    // The lowering has refused circles.
    (call_order(module, &callees).unwrap_or_default(), is_named)
}

/// By function, its calls.
fn sites(module: &Module) -> Vec<Vec<Site>> {
    let mut sites = vec![Vec::new(); module.functions.len()];
    for (caller, pu) in module.functions.iter().enumerate() {
        for call in calls(pu) {
            if let Some(list) = sites.get_mut(pu.tree.get(call).value as usize) {
                list.push((caller, call));
            }
        }
    }
    sites
}

/// What each call passes in place of an argument.
enum Argument {
    /// The object, and the offset in it, of which parts are passed.
    Object(StId, i64),
    /// An address, from which parts are loaded.
    Address(WnId),
    Nothing,
}

/// What the calls pass; None where one of them cannot.
fn arguments(
    module: &Module,
    callee: usize,
    (k, parts): (usize, &[Part]),
    sites: &[Site],
) -> Option<Vec<Argument>> {
    let operand = operand(module, callee, k);
    let each = sites.iter().map(|&(caller, call)| {
        let pu = &module.functions[caller];
        let value = *pu.tree.kids(call).get(operand)?;
        if parts.is_empty() {
            return Some(Argument::Nothing);
        }
        let (base, offset) = based(&pu.tree, value, 0)?;
        let base = pu.tree.get(base);
        if let (Operator::Lda, Some(st)) = (base.opr, base.st) {
            let at = offset.checked_add(base.offset)?;
            let object = object(module, pu, st)?;
            let is_there = parts.iter().all(|part| holds(&module.types, object, at, part));
            return is_there.then_some(Argument::Object(st, at));
        }
        let is_loaded = parts.iter().all(|part| part.always);
        let may_be_copied = parts.len() == 1 || is_small(&pu.tree, value);
        (is_loaded && may_be_copied).then_some(Argument::Address(value))
    });
    let all: Vec<Argument> = each.collect::<Option<_>>()?;
    // What is loaded on some ways is one value at most.
    (parts.len() <= 1 || parts.iter().all(|part| part.always)).then_some(all)
}

fn object<'a>(module: &'a Module, pu: &'a Pu, st: StId) -> Option<&'a St> {
    if st.is_local() { pu.locals.get(st.index()) } else { module.globals.get(st.index()) }
}

/// True for a tree of up to [`MOST_COPIED`] nodes.
fn is_small(tree: &Tree, root: WnId) -> bool {
    let mut stack = vec![root];
    let mut left = MOST_COPIED;
    while let Some(id) = stack.pop() {
        if left == 0 {
            return false;
        }
        left -= 1;
        stack.extend(tree.kids(id));
    }
    true
}

/// A copy of a small tree.
fn copy(tree: &mut Tree, root: WnId) -> WnId {
    let kids: Vec<WnId> = tree.kids(root).to_vec();
    let kids: Vec<WnId> = kids.into_iter().map(|kid| copy(tree, kid)).collect();
    let wn = tree.get(root);
    tree.add(wn, &kids)
}

/// True where an object has a part at an offset, aligned as loads take it to be.
fn holds(types: &TyTable, object: &St, at: i64, part: &Part) -> bool {
    let size = i64::from(part.desc.size());
    let align = if part.align == 0 { part.desc.size() } else { part.align.min(part.desc.size()) };
    let Some(from) = at.checked_add(part.offset).filter(|from| *from >= 0) else { return false };
    let fits = from.checked_add(size).is_some_and(|to| to as u64 <= types.size(object.ty));
    fits && !object.volatile && object.align >= align && from % i64::from(align.max(1)) == 0
}

/// The number of the first operand of a parameter.
fn operand(module: &Module, callee: usize, k: usize) -> usize {
    let pu = &module.functions[callee];
    let before = pu.params[..k].iter().filter_map(|st| pu.locals.get(st.index()));
    before.map(|local| crate::parts(&module.types, local.ty).len()).sum()
}

/// Gives a function parameters for the parts of one, and its calls what those are.
fn replace(
    module: &mut Module,
    callee: usize,
    (k, parts): (usize, Vec<Part>),
    sites: &[Site],
    arguments: Vec<Argument>,
) {
    let operand = operand(module, callee, k);
    for (&(caller, call), argument) in sites.iter().zip(arguments) {
        let tree = &mut module.functions[caller].tree;
        let mut kids = tree.kids(call).to_vec();
        let each = parts.iter().enumerate();
        let values: Vec<WnId> = each.map(|part| load(tree, part, &argument)).collect();
        kids.splice(operand..=operand, values);
        tree.set_kids(call, &kids);
    }
    let pu = &mut module.functions[callee];
    let old = pu.params[k];
    let mut new = Vec::with_capacity(parts.len());
    for (n, part) in parts.into_iter().enumerate() {
        let ty = module.types.scalar(part.desc);
        let mut local =
            St::new(pu.locals[old.index()].name.clone(), ty, Storage::Param, part.desc.size());
        local.temporary = n > 0 || pu.locals[old.index()].temporary;
        let st = StId::local(pu.locals.len());
        pu.locals.push(local);
        new.push(st);
        for id in part.loads {
            let wn = pu.tree.get(id);
            pu.tree.change(id, |wn| {
                *wn =
                    Wn { st: Some(st), loc: wn.loc, ..Wn::new(Operator::Ldid, wn.rtype, wn.desc) };
            });
            debug_assert_eq!(wn.desc, part.desc);
            pu.tree.set_kids(id, &[]);
        }
    }
    // Nothing names it any more.
    pu.locals[old.index()].storage = Storage::Auto;
    pu.params.splice(k..=k, new);
}

/// A part, by its number, as a call passes it.
fn load(tree: &mut Tree, (k, part): (usize, &Part), argument: &Argument) -> WnId {
    let access = crate::AccessInfo { align: least(part.align, 0, part.desc), ..Default::default() };
    match *argument {
        Argument::Object(st, at) => tree.ldid(part.desc, st, at + part.offset, access),
        Argument::Address(address) => {
            // The first takes the tree itself, of whatever size.
            let address = if k == 0 { address } else { copy(tree, address) };
            tree.iload(part.desc, address, part.offset, access)
        }
        // There are no parts of nothing.
        Argument::Nothing => tree.intconst(part.desc.register(), 0),
    }
}

fn tell(module: &Module, callee: usize, (k, parts): (usize, &[Part]), remarks: &mut Remarks) {
    let pu = &module.functions[callee];
    let name = |st: &StId| pu.locals[st.index()].name.clone();
    remarks.tell(RemarkKind::Passed, pu.tree.loc(pu.body), || {
        let what = name(&pu.params[k]);
        match parts.len() {
            0 => format!("`{what}` is not passed: nothing reads it"),
            1 => format!("what `{what}` leads to is passed by value"),
            n => format!("what `{what}` leads to is passed by value, in {n} parts"),
        }
    });
}
