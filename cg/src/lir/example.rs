//! An example of every instruction form in each of its types and roundings, keeping subnormals and flushing them: what the table of forms allows, as text that an
//! assembler can judge.

use super::modifiers::{AtomicScope, Barrier, Relation, Round, Space, Type, Update, Warp};
use super::opcodes::{Form, ROWS, Row, Slot, flushes, roundings};
use super::{Declaration, Function, MemoryForm, Op, Operand, Reg, RegClass, Symbol, Variable};
use optx_whirl::Loc;

/// The operations of a row. Calls, inline PTX and what prints nothing have none: they hang on more than the row.
pub fn operations(row: &Row) -> Vec<Op> {
    let types = row.types.iter().copied();
    match row.form {
        Form::Setp => types
            .flat_map(|ty| Relation::ALL.iter().map(move |&relation| (relation, ty)))
            .filter(|(r, ty)| *r != Relation::Neu || matches!(ty, Type::F32 | Type::F64))
            .map(|(relation, ty)| Op::Setp { relation, ty, ftz: ty == Type::F32 })
            .collect(),
        Form::Selp => types.map(Op::Selp).collect(),
        Form::Mov => types.map(Op::Mov).collect(),
        Form::Cvt | Form::CvtBf16 => conversions(row.form),
        Form::Pack => vec![Op::Pack],
        Form::Unpack => vec![Op::Unpack],
        Form::CvtaTo | Form::Cvta => [Space::Global, Space::Shared, Space::Const, Space::Local]
            .map(|space| Op::Cvta { to: row.form == Form::CvtaTo, space })
            .to_vec(),
        Form::Ld | Form::St => accesses(row),
        Form::Atom | Form::AtomScope | Form::AtomAddF64 | Form::AtomCas16 => atomics(row),
        Form::Shfl | Form::Vote | Form::Ballot | Form::Activemask | Form::Match | Form::Redux => {
            types
                .flat_map(|ty| Warp::ALL.iter().map(move |&warp| Op::Warp(warp, ty)))
                .filter(|op| op.form() == row.form && !is_sum_of_bits(*op))
                .collect()
        }
        Form::BarSync | Form::BarRedPopc | Form::BarRed | Form::BarWarp => Barrier::ALL
            .iter()
            .map(|&barrier| Op::Barrier(barrier))
            .filter(|op| op.form() == row.form)
            .collect(),
        Form::Fence => AtomicScope::ALL.iter().map(|&scope| Op::Fence(scope)).collect(),
        Form::Clock => vec![Op::Clock(false), Op::Clock(true)],
        Form::Nanosleep => vec![Op::Nanosleep],
        Form::Bra => vec![Op::Bra { uniform: false }, Op::Bra { uniform: true }],
        Form::Trap => vec![Op::Trap],
        Form::Brkpt => vec![Op::Brkpt],
        Form::Ret | Form::Call | Form::Asm | Form::Undef | Form::Any => Vec::new(),
        form => types
            .flat_map(|ty| roundings(form, ty).iter().map(move |&round| (ty, round)))
            .flat_map(|(ty, round)| [false, true].map(|ftz| (ty, round, ftz)))
            .filter(|&(ty, round, ftz)| flushes(form, ty, round, ftz))
            .map(|(ty, round, ftz)| Op::Alu { form, ty, round, ftz })
            .collect(),
    }
}

/// `redux.sync` adds and compares numbers, and combines bits.
fn is_sum_of_bits(op: Op) -> bool {
    use Warp::{ReduxAdd, ReduxAnd, ReduxMax, ReduxMin, ReduxOr, ReduxXor};
    match op {
        Op::Warp(ReduxAdd | ReduxMin | ReduxMax, ty) => ty == Type::B32,
        Op::Warp(ReduxAnd | ReduxOr | ReduxXor, ty) => ty != Type::B32,
        _ => false,
    }
}

/// Conversions as selection makes them.
fn conversions(form: Form) -> Vec<Op> {
    use Type::{Bf16, F16, F32, F64, S8, S16, S32, S64, U8, U16, U32, U64};
    let integers = [S32, U32, S64, U64];
    let mut found = Vec::new();
    let mut put = |to, from, round| {
        found.push(Op::Cvt { to, from, round, ftz: false, sat: false });
    };
    if form == Form::CvtBf16 {
        put(Bf16, F32, Some(Round::Rn));
        put(Bf16, F32, Some(Round::Rz));
        return found;
    }
    for float in [F32, F64] {
        for round in [Round::Rni, Round::Rzi, Round::Rmi, Round::Rpi] {
            integers.iter().for_each(|&to| put(to, float, Some(round)));
            put(float, float, Some(round));
        }
        for round in [Round::Rn, Round::Rz, Round::Rm, Round::Rp] {
            integers.iter().for_each(|&from| put(float, from, Some(round)));
        }
    }
    for from in [S8, U8, S16, U16] {
        put(S32, from, None);
        put(S64, from, None);
    }
    put(S64, S32, None);
    put(U64, U32, None);
    put(U32, U64, None);
    put(U16, U32, None);
    put(U32, U16, None);
    put(F64, F32, None);
    put(F32, F16, None);
    for round in [Round::Rn, Round::Rz, Round::Rm, Round::Rp] {
        put(F32, F64, Some(round));
        put(F16, F32, Some(round));
    }
    put(F16, F64, Some(Round::Rn));
    found.push(Op::Cvt { to: F32, from: F32, round: None, ftz: false, sat: true });
    found
}

fn accesses(row: &Row) -> Vec<Op> {
    let load = row.form == Form::Ld;
    let spaces: &[Space] = if load {
        &[Space::Generic, Space::Global, Space::Shared, Space::Const, Space::Local]
    } else {
        &[Space::Generic, Space::Global, Space::Shared, Space::Local]
    };
    let mut found = Vec::new();
    for &space in spaces {
        for &ty in row.types {
            for count in [1u8, 2, 4].into_iter().filter(|&n| u32::from(n) * ty.size() <= 16) {
                let align = MemoryForm::log2(u32::from(count) * ty.size());
                let plain =
                    MemoryForm { space, ty, count, volatile: false, read_only: false, align };
                let volatile = count == 1 && !matches!(space, Space::Const | Space::Local);
                found.push(plain);
                found.extend(volatile.then_some(MemoryForm { volatile, ..plain }));
                let read_only = load && space == Space::Global;
                found.extend(read_only.then_some(MemoryForm { read_only, ..plain }));
            }
        }
    }
    found.into_iter().map(|access| if load { Op::Ld(access) } else { Op::St(access) }).collect()
}

fn atomics(row: &Row) -> Vec<Op> {
    let mut found = Vec::new();
    for &ty in row.types {
        for &update in Update::ALL.iter().filter(|&&update| updates(update, ty)) {
            for space in [Space::Generic, Space::Global, Space::Shared] {
                for &scope in AtomicScope::ALL {
                    for returns in [false, true] {
                        found.push(Op::Atom { update, space, scope, ty, returns });
                    }
                }
            }
        }
    }
    let reduces = |op: &Op| match *op {
        Op::Atom { update: Update::Exch | Update::Cas, returns, .. } => returns,
        _ => true,
    };
    found.into_iter().filter(|op| op.form() == row.form && reduces(op)).collect()
}

/// Whether memory of the type is updated so.
fn updates(update: Update, ty: Type) -> bool {
    use Update::{Add, And, Cas, Dec, Exch, Inc, Max, Min, Or, Xor};
    match update {
        Add => matches!(ty, Type::U32 | Type::S32 | Type::U64 | Type::F32 | Type::F64),
        Min | Max => matches!(ty, Type::U32 | Type::S32 | Type::U64 | Type::S64),
        Inc | Dec => ty == Type::U32,
        And | Or | Xor | Exch => matches!(ty, Type::B32 | Type::B64),
        Cas => matches!(ty, Type::B16 | Type::B32 | Type::B64),
    }
}

/// A kernel that holds the operations, each with operands that its row asks for.
pub fn kernel(operations: &[Op]) -> Function {
    let mut f = Function::default();
    f.name.push_str("example");
    f.params.push(Declaration::param(Variable::Scalar(Type::U64), "example_param_0"));
    f.symbols.push("example_param_0".into());
    let (body, behind) = (f.new_block(), f.new_block());
    let mut insts = Vec::new();
    let parameter = Op::Ld(MemoryForm {
        space: Space::Param,
        ty: Type::U64,
        count: 1,
        volatile: false,
        read_only: false,
        align: 3,
    });
    let place = f.new_reg(RegClass::B64, None);
    insts.push(f.inst(parameter, &[place], &[Operand::AtSymbol(Symbol(0), 0)], Loc::NONE));
    // A value of each class for what is read.
    let values = RegClass::ALL.map(|class| f.new_reg(class, None));
    for reg in values {
        insts.push(f.inst(Op::Any, &[reg], &[], Loc::NONE));
    }
    for &op in operations {
        let row = op.row();
        let defs: Vec<Reg> = slots(op, row.defs)
            .into_iter()
            .map(|slot| f.new_reg(class_of(op, slot), None))
            .collect();
        let uses: Vec<Operand> = slots(op, row.uses)
            .into_iter()
            .map(|slot| match slot {
                Slot::Address => Operand::AtReg(place, 16),
                Slot::Label => Operand::Label(behind),
                slot => Operand::Reg(values[class_of(op, slot) as usize]),
            })
            .collect();
        insts.push(f.inst(op, &defs, &uses, Loc::NONE));
    }
    let leaves = insts.last().is_some_and(|inst| matches!(inst.op, Op::Bra { uniform: true }));
    let end = f.inst(Op::Ret, &[], &[], Loc::NONE);
    // A branch stands at its block's end.
    if leaves {
        insts.retain(|inst| !matches!(inst.op, Op::Bra { uniform: false }));
    }
    insts.into_iter().for_each(|inst| f.push(body, inst));
    f.push(behind, end);
    f
}

/// The slots of one side, each as often as the operation has it.
fn slots(op: Op, slots: &[Slot]) -> Vec<Slot> {
    let times = |slot: Slot| match (slot, op) {
        (Slot::Elements, Op::Ld(access) | Op::St(access)) => usize::from(access.count),
        (Slot::Result, Op::Atom { returns, .. }) => usize::from(returns),
        (Slot::Values, Op::Atom { update: Update::Cas, .. }) => 2,
        _ => 1,
    };
    slots.iter().flat_map(|&slot| std::iter::repeat_n(slot, times(slot))).collect()
}

/// A class that fits a slot.
fn class_of(op: Op, slot: Slot) -> RegClass {
    let of = |ty: Type| {
        let fits = |class: &RegClass| ty.fits(*class);
        // Narrow values lie in words.
        RegClass::ALL.into_iter().find(fits).unwrap_or(RegClass::B32)
    };
    match (slot, op) {
        (Slot::From, Op::Cvt { from, .. }) => of(from),
        (Slot::Word, _) => RegClass::B32,
        (Slot::Wide | Slot::Long | Slot::Bits64 | Slot::Address, _) => RegClass::B64,
        (Slot::Pred, _) => RegClass::Pred,
        (Slot::Any, Op::Clock(true)) => RegClass::B64,
        _ => of(op.ty()),
    }
}

/// The examples of all rows.
pub fn all() -> impl Iterator<Item = (&'static Row, Vec<Op>)> {
    ROWS.iter().map(|row| (row, operations(row)))
}

#[cfg(test)]
mod tests {
    use super::{AtomicScope, Barrier, Form, Op, Relation, Space, Update, Warp, all};

    /// The examples of a row are of its form, each once; and every row has some, but those whose
    /// instructions hang on more than the row.
    #[test]
    fn examples_are_of_their_rows() {
        let without = [Form::Ret, Form::Call, Form::Asm, Form::Undef, Form::Any];
        for (row, operations) in all() {
            assert_eq!(operations.is_empty(), without.contains(&row.form), "{:?}", row.form);
            for (k, op) in operations.iter().enumerate() {
                assert_eq!(op.form(), row.form, "{op:?}");
                assert!(!operations[..k].contains(op), "{op:?} twice");
            }
        }
    }

    /// What the variants of one modifier are, all examples together have.
    #[test]
    fn examples_hold_every_variant() {
        let operations: Vec<Op> = all().flat_map(|(_, operations)| operations).collect();
        let has = |what: &dyn Fn(&Op) -> bool| operations.iter().any(what);
        for &x in Barrier::ALL {
            assert!(has(&|op| *op == Op::Barrier(x)), "{x:?}");
        }
        for &x in Warp::ALL {
            assert!(has(&|op| matches!(op, Op::Warp(warp, _) if *warp == x)), "{x:?}");
        }
        for &x in Relation::ALL {
            assert!(has(&|op| matches!(op, Op::Setp { relation, .. } if *relation == x)), "{x:?}");
        }
        for &x in Update::ALL {
            assert!(has(&|op| matches!(op, Op::Atom { update, .. } if *update == x)), "{x:?}");
        }
        for &x in AtomicScope::ALL {
            assert!(has(&|op| *op == Op::Fence(x)), "{x:?}");
            assert!(has(&|op| matches!(op, Op::Atom { scope, .. } if *scope == x)), "{x:?}");
        }
        for space in [Space::Generic, Space::Global, Space::Shared, Space::Local] {
            assert!(has(&|op| matches!(op, Op::St(access) if access.space == space)), "{space:?}");
        }
    }
}
