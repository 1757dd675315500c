use super::*;

#[test]
fn a_node_takes_32_bytes() {
    assert_eq!(size_of::<Packed>(), 32);
}

/// One of each field, at values that fill it.
fn fields() -> Vec<fn(&mut Wn)> {
    vec![
        |wn| wn.volatile = true,
        |wn| wn.read_only = true,
        |wn| wn.scope = AtomicScope::Block,
        |wn| wn.scope = AtomicScope::System,
        |wn| wn.st = Some(StId::global(0)),
        |wn| wn.st = Some(StId::local(7)),
        |wn| wn.st = Some(StId::local((1 << 31) - 2)),
        |wn| wn.offset = -8,
        |wn| wn.offset = i64::MIN,
        |wn| wn.value = u64::MAX,
        |wn| wn.value = 1 << 32,
        |wn| wn.label = Some(LabelId(0)),
        |wn| wn.label = Some(LabelId(u32::MAX)),
        |wn| wn.ty = Some(TyId(0)),
        |wn| wn.ty = Some(TyId(u32::MAX)),
        |wn| wn.align = 1,
        |wn| wn.align = 1 << 31,
        |wn| wn.align = 3,
        |wn| wn.bits = Some(Bits { start: 0, width: 0 }),
        |wn| wn.bits = Some(Bits { start: 255, width: 255 }),
        |wn| wn.intrinsic = Some(Intrinsic::TidX),
        |wn| wn.intrinsic = Intrinsic::ALL.last().copied(),
    ]
}

#[test]
fn every_operator_keeps_every_two_fields() {
    for &opr in Operator::ALL {
        for (k, first) in fields().into_iter().enumerate() {
            for second in &fields()[k..] {
                let mut wn = Wn::new(opr, Mtype::I4, Mtype::F8);
                first(&mut wn);
                second(&mut wn);
                let mut tree = Tree::default();
                let id = tree.add(wn, &[WnId(3)]);
                assert_eq!(tree.get(id), wn);
                assert_eq!(tree.opr(id), opr);
                // Changed to it from another, and back.
                tree.change(id, |wn| *wn = Wn::new(opr, Mtype::B, Mtype::V));
                tree.change(id, |to| *to = wn);
                assert_eq!((tree.get(id), tree.kids(id)), (wn, &[WnId(3)][..]));
            }
        }
    }
}

#[test]
fn what_operators_use_is_not_wide() {
    let mut tree = Tree::default();
    let mut add = |opr, f: fn(&mut Wn)| {
        let mut wn = Wn::new(opr, Mtype::I4, Mtype::I4);
        f(&mut wn);
        tree.add(wn, &[]);
    };
    add(Operator::Iload, |wn| (wn.offset, wn.align, wn.ty) = (-4, 16, Some(TyId(9))));
    add(Operator::Stid, |wn| (wn.st, wn.offset, wn.volatile) = (Some(StId::local(1)), 8, true));
    add(Operator::Istbits, |wn| wn.bits = Some(Bits { start: 31, width: 32 }));
    add(Operator::Call, |wn| (wn.st, wn.offset, wn.value) = (Some(StId::local(1)), 8, 99));
    add(Operator::IntrinsicCall, |wn| wn.intrinsic = Some(Intrinsic::AtomAdd));
    add(Operator::CaseGoto, |wn| (wn.value, wn.label) = (u64::MAX, Some(LabelId(4))));
    add(Operator::Const, |wn| wn.value = u64::MAX);
    assert!(tree.wide.is_empty(), "{:?}", tree.wide);
}

#[test]
fn kids_of_any_number() {
    let mut tree = Tree::default();
    for count in [0u32, 1, 2, 3, 254, 255, 256, 70_000] {
        let kids: Vec<WnId> = (0..count).map(|k| WnId(k * 7)).collect();
        let id = tree.add(Wn::new(Operator::Block, Mtype::V, Mtype::V), &kids);
        assert_eq!(tree.kids(id), kids);
        assert_eq!(tree.kid_count(id), count as usize);
    }
}

#[test]
fn a_place_changes_alone() {
    let mut locs = crate::LocTable::default();
    let loc = locs.intern(crate::SourcePlace { line: 3, ..crate::SourcePlace::default() });
    let mut tree = Tree::default();
    let plain = tree.add(Wn::new(Operator::Add, Mtype::I4, Mtype::V), &[]);
    // A wide one: it says more than an ADD uses.
    let mut wn = Wn::new(Operator::Add, Mtype::I4, Mtype::V);
    (wn.value, wn.label) = (7, Some(LabelId(1)));
    let wide = tree.add(wn, &[]);
    for (id, before) in [(plain, Wn::new(Operator::Add, Mtype::I4, Mtype::V)), (wide, wn)] {
        tree.set_loc(id, loc);
        assert_eq!(tree.get(id), Wn { loc, ..before });
    }
}
