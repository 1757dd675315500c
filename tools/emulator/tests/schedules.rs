//! What schedules show: warp-synchronous code, and the instances that observers see.

use std::collections::BTreeSet;

use optx_emulator::{
    Device, LaunchConfig, Module, Moment, Observer, Schedule, launch, launch_observed,
};

/// The last steps of a reduction within a warp, through volatile shared memory; `sync` stands between steps.
fn reduction(sync: &str) -> String {
    let mut steps = String::new();
    for d in [128, 64, 32, 16, 8, 4] {
        steps += &format!(
            "ld.volatile.shared.u32 %x, [%a]; ld.volatile.shared.u32 %y, [%a+{d}]; {sync}\n\
             add.u32 %x, %x, %y; st.volatile.shared.u32 [%a], %x; {sync}\n"
        );
    }
    format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
         .reg .b64 %out; .reg .b32 %t, %a, %s, %x, %y; .reg .pred %p; .shared .align 4 .b8 s[256];\n\
         ld.param.u64 %out, [out]; mov.u32 %t, %tid.x; mov.u32 %s, s; mad.lo.u32 %a, %t, 4, %s;\n\
         mul.lo.u32 %x, %t, %t; add.u32 %x, %x, 1; st.shared.u32 [%a], %x; bar.sync 0;\n\
         setp.ge.u32 %p, %t, 32; @%p bra $end;\n{steps}\
         setp.ne.u32 %p, %t, 0; @%p bra $end; ld.volatile.shared.u32 %x, [%s]; st.global.u32 [%out], %x;\n$end: ret;\n}}\n"
    )
}

fn sum(text: &str, schedule: Schedule) -> u32 {
    let m = Module::load(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut d = Device::new();
    let out = d.alloc(4, "out").unwrap();
    let c = LaunchConfig { block: [64, 1, 1], schedule, ..LaunchConfig::default() };
    launch(&mut d, &m, "k", &c, &[out.0.to_le_bytes().to_vec()]).unwrap();
    u32::from_le_bytes(d.read(out, 4).unwrap().try_into().unwrap())
}

#[test]
fn warp_synchronous_code_is_shown_up() {
    // Over 0..64: the sum of t * t + 1.
    let want = (0..64).map(|t| t * t + 1).sum::<u32>();
    let bare = reduction("");
    let synced = reduction("bar.warp.sync -1;");
    assert_eq!(sum(&bare, Schedule::Lockstep), want);
    assert_eq!(sum(&synced, Schedule::Lockstep), want);
    let wrong = (0..20).filter(|s| sum(&bare, Schedule::Adversarial(*s)) != want).count();
    assert!(wrong >= 1, "no adversarial seed of 20 broke the unsynchronised reduction");
    for seed in 0..20 {
        assert_eq!(sum(&synced, Schedule::Adversarial(seed)), want, "seed {seed}");
    }
    println!("{wrong} of 20 seeds broke the unsynchronised reduction");
}

#[test]
fn schedules_and_modes_have_names() {
    use optx_emulator::ApproxMode;
    assert_eq!("lockstep".parse(), Ok(Schedule::Lockstep));
    assert_eq!("adversarial:7".parse(), Ok(Schedule::Adversarial(7)));
    assert!("random".parse::<Schedule>().is_err());
    assert_eq!("seed:3".parse(), Ok(ApproxMode::Seed(3)));
    assert_eq!("low".parse(), Ok(ApproxMode::Low));
    assert!("seed:".parse::<ApproxMode>().is_err());
}

#[test]
fn schedules_repeat() {
    let bare = reduction("");
    for seed in [1, 2] {
        let once = sum(&bare, Schedule::Adversarial(seed));
        assert_eq!(once, sum(&bare, Schedule::Adversarial(seed)));
    }
}

/// (line, lane, header counts) of every instruction executed.
#[derive(Default)]
struct Seen {
    instances: BTreeSet<(u32, usize, Option<Vec<u32>>)>,
    repeated: usize,
    entered: usize,
}

impl Observer for Seen {
    fn entered(&mut self, _: &Moment<'_>) {
        self.entered += 1;
    }

    fn executed(&mut self, at: &Moment<'_>) {
        for lane in 0..32 {
            if at.mask >> lane & 1 == 1
                && !self.instances.insert((at.inst().line, lane, at.instance(lane)))
            {
                self.repeated += 1;
            }
        }
    }
}

fn observe(body: &str, schedule: Schedule) -> Seen {
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{{\n\
         .reg .b32 %t, %i, %j, %x; .reg .pred %p, %q;\nmov.u32 %t, %tid.x;\n{body}\nret;\n}}\n"
    );
    let m = Module::load(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut seen = Seen::default();
    let c = LaunchConfig { schedule, ..LaunchConfig::default() };
    launch_observed(&mut Device::new(), &m, "k", &c, &[], Some(&mut seen)).unwrap();
    seen
}

#[test]
fn instances_number_the_rounds_of_cycles() {
    // Outer loop of t % 3 + 1 rounds, inner loop of as many rounds as the outer has begun.
    let body = "rem.u32 %x, %t, 3; mov.u32 %i, 0;\n$o: add.u32 %i, %i, 1; mov.u32 %j, 0;\n\
                $n: add.u32 %j, %j, 1;\nsetp.lt.u32 %p, %j, %i; @%p bra $n;\nsetp.le.u32 %q, %i, %x; @%q bra $o;";
    for schedule in [Schedule::Lockstep, Schedule::Adversarial(5)] {
        let seen = observe(body, schedule);
        assert!(seen.entered > 0);
        let at = |line: u32, lane: usize| -> Vec<Vec<u32>> {
            seen.instances
                .iter()
                .filter(|(l, k, _)| (*l, *k) == (line, lane))
                .map(|(_, _, i)| i.clone().unwrap())
                .collect()
        };
        // Before the loops there is one instance, without numbers.
        assert_eq!(at(7, 4), [Vec::<u32>::new()]);
        for lane in 0..32usize {
            let rounds = lane as u32 % 3 + 1;
            let want: Vec<Vec<u32>> =
                (1..=rounds).flat_map(|i| (1..=i).map(move |j| vec![i, j])).collect();
            assert_eq!(at(10, lane), want, "lane {lane}");
        }
    }
}

#[test]
fn irreducible_cycles_have_no_instances() {
    let body = "mov.u32 %i, 0; setp.lt.u32 %p, %t, 9; @%p bra $b;\n$a: add.u32 %i, %i, 1;\n\
                $b: add.u32 %i, %i, 2;\nsetp.lt.u32 %q, %i, 9; @%q bra $a;\nadd.u32 %x, %i, 1;";
    let seen = observe(body, Schedule::Lockstep);
    let of = |line: u32| seen.instances.iter().find(|(l, ..)| *l == line).unwrap().2.clone();
    assert_eq!(of(9), None);
    assert_eq!(of(10), None);
    assert_eq!(of(12), Some(vec![]));
}

/// A label stands for its scope, from its begin: equal ones in two scopes are two, and an inner one hides an outer one.
#[test]
fn labels_belong_to_their_scopes() {
    let kernel = |start: u32, body: &str| {
        format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
             .reg .b64 %out; .reg .b32 %x; ld.param.u64 %out, [out]; mov.u32 %x, {start};\n{body}\n\
             st.global.u32 [%out], %x; ret;\n}}\n"
        )
    };
    // One number of threads stores what all of them computed alike.
    let add = |k: u32| format!("add.u32 %x, %x, {k};");
    let jump = |skipped: u32, run: u32| format!("bra over; {} over: {}", add(skipped), add(run));
    let body = format!("{{ {} }} {{ {} }} {}", jump(1, 2), jump(4, 8), jump(16, 32));
    assert_eq!(sum(&kernel(64, &body), Schedule::Lockstep), 64 + 2 + 8 + 32);
    let table =
        "{ ts: .branchtargets a, b; brx.idx 0, ts; b: add.u32 %x, %x, 100; a: add.u32 %x, %x, 5; }";
    assert_eq!(sum(&kernel(0, &table.repeat(2)), Schedule::Lockstep), 10);
    let outside = Module::load(&kernel(0, "{ inner: add.u32 %x, %x, 1; } bra inner;"));
    let said = outside.and_then(|m| {
        let mut d = Device::new();
        let out = d.alloc(4, "out").unwrap();
        let args = [out.0.to_le_bytes().to_vec()];
        launch(&mut d, &m, "k", &LaunchConfig::default(), &args)
            .map(|_| ())
            .map_err(|e| panic!("{e}"))
    });
    assert!(said.is_err_and(|e| e.to_string().contains("label `inner` does not exist")));
}

/// Runs a kernel over `out`, a word a thread, behind four words of `state`.
fn locked(body: &str, grid: u32, block: u32, schedule: Schedule, budget: u64) -> Vec<u32> {
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.global .align 4 .b32 state[4];\n\
         .func (.param .b32 was) take(.param .b64 at) {{ .reg .b64 %a; .reg .b32 %w; ld.param.u64 %a, [at];\n\
         atom.global.cas.b32 %w, [%a], 0, 1; st.param.b32 [was], %w; ret; }}\n\
         .visible .entry k(.param .u64 out) {{ .local .align 4 .b32 own[2];\n\
         .reg .b64 %o, %s, %d; .reg .b32 %t, %c, %n, %x, %v, %r; .reg .pred %p, %q;\n\
         ld.param.u64 %o, [out]; mov.u64 %s, state; mov.u32 %t, %tid.x; mov.u32 %c, %ctaid.x; mov.u32 %n, %ntid.x;\n\
         mad.lo.u32 %t, %c, %n, %t; mul.wide.u32 %d, %t, 4; add.u64 %o, %o, %d;\n{body}\nst.global.u32 [%o], %v; ret; }}\n"
    );
    let module = Module::load(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut device = Device::new();
    let bytes = u64::from(grid * block * 4);
    let out = device.alloc(bytes, "out").expect("memory");
    let config = LaunchConfig {
        grid: [grid, 1, 1],
        block: [block, 1, 1],
        schedule,
        budget,
        ..LaunchConfig::default()
    };
    launch(&mut device, &module, "k", &config, &[out.0.to_le_bytes().to_vec()])
        .unwrap_or_else(|e| panic!("{e}\n{body}"));
    let bytes = device.read(out, bytes).expect("the words");
    bytes.chunks_exact(4).map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]])).collect()
}

/// What spins is set aside: locks and tickets of many threads take some dozens of instructions a thread.
#[test]
fn spinning_lanes_are_set_aside() {
    let lock = "$w: atom.global.cas.b32 %r, [%s], 0, 1; setp.ne.u32 %p, %r, 0; @%p bra $w;\n\
        membar.gl; ld.global.u32 %v, [%s+4]; add.u32 %x, %v, 1; st.global.u32 [%s+4], %x; membar.gl; atom.global.exch.b32 %r, [%s], 0;";
    let ticket = "atom.global.add.u32 %x, [%s+8], 1;\n$w: ld.volatile.global.u32 %r, [%s+12]; setp.ne.u32 %p, %r, %x; @%p bra $w;\n\
        membar.gl; ld.global.u32 %v, [%s+4]; add.u32 %x, %v, 1; st.global.u32 [%s+4], %x; membar.gl; red.global.add.u32 [%s+12], 1;";
    // A wait between two looks.
    let patient = lock.replace("@%p bra $w;", "@!%p bra $e; nanosleep.u32 40; bra $w;\n$e:");
    // What comes back is memory of the thread's own.
    let kept = lock.replace("setp.ne", "st.local.u32 [own], %r; ld.local.u32 %r, [own]; setp.ne");
    let called = lock.replace(
        "atom.global.cas.b32 %r, [%s], 0, 1;",
        "{ .param .b64 at; .param .b32 was; st.param.b64 [at], %s; call (was), take, (at); ld.param.b32 %r, [was]; }",
    );
    // A value that goes and comes back within a round.
    let restored = kept.replace("$w:", "$w: st.local.u32 [own], %t;");
    for body in [lock, ticket, &patient, &kept, &called, &restored] {
        for (grid, block) in [(1, 32), (1, 1024), (5, 96), (70, 40)] {
            let threads = u64::from(grid * block);
            let mut got = locked(body, grid, block, Schedule::Lockstep, 120 * threads);
            got.sort_unstable();
            assert!(got.iter().copied().eq(0..grid * block), "{body}");
            if threads <= 500 {
                let mut got = locked(body, grid, block, Schedule::Adversarial(3), 1 << 26);
                got.sort_unstable();
                assert!(got.iter().copied().eq(0..grid * block), "{body}");
            }
        }
    }
}

/// Rounds whose number only the thread's own memory holds are no spinning either.
#[test]
fn lanes_that_count_in_their_own_memory_are_not_set_aside() {
    let body = "mov.u32 %v, 0; st.local.u32 [own], %v; setp.eq.u32 %p, %t, 0; @%p bra $e;\n\
        $w: ld.local.u32 %v, [own]; add.u32 %v, %v, 1; st.local.u32 [own], %v; setp.ge.u32 %q, %v, 300; @%q bra $e;\n\
        mov.u32 %v, 0; ld.volatile.global.u32 %r, [%s]; setp.eq.u32 %p, %r, 0; @%p bra $w;\n\
        $e: setp.eq.u32 %p, %t, 0; @%p st.global.u32 [%s], 1;";
    let got = locked(body, 1, 32, Schedule::Lockstep, 1 << 20);
    let wanted: Vec<u32> = (0..32).map(|t| if t == 0 { 0 } else { 300 }).collect();
    assert_eq!(got, wanted);
}

/// A round that changes a register or memory is no spinning: lanes that try for a while and give up do so as ever.
#[test]
fn lanes_that_count_their_rounds_are_not_set_aside() {
    // In lock-step the lanes that wait come first, and give up before lane 0 opens.
    let tries = |count: &str| {
        format!(
            "mov.u32 %v, 0; setp.eq.u32 %p, %t, 0; @%p bra $e;\n\
             $w: {count} setp.ge.u32 %q, %v, 300; @%q bra $e; ld.volatile.global.u32 %r, [%s]; setp.eq.u32 %p, %r, 0; @%p bra $w;\n\
             $e: setp.eq.u32 %p, %t, 0; @%p st.global.u32 [%s], 1;"
        )
    };
    for count in ["add.u32 %v, %v, 1;", "atom.global.add.u32 %v, [%o], 1;"] {
        let got = locked(&tries(count), 1, 32, Schedule::Lockstep, 1 << 20);
        let wanted: Vec<u32> = (0..32).map(|t| if t == 0 { 0 } else { 300 }).collect();
        assert_eq!(got, wanted, "{count}");
    }
}
