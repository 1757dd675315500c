//! What a report says.

use optx_emulator::{Device, LaunchConfig, Module, Races, Schedule, launch_sanitized};

use crate::run_in;

#[test]
fn a_report_names_both_places_and_the_object() {
    let text = ".version 8.0\n.target sm_80\n.address_size 64\n.file 1 \"k.cu\"\n.visible .entry k()\n{\n\
                .reg .b32 %t, %u, %y, %x; .reg .pred %p; .shared .align 4 .b8 first[64]; .shared .align 4 .b8 k$part[64];\n\
                mov.u32 %t, %tid.x; mov.u32 %u, %tid.y; mad.lo.u32 %t, %u, 8, %t; mov.u32 %y, k$part;\n.loc 1 11 2\nsetp.eq.u32 %p, %t, 3;\n@%p st.shared.u32 [%y+8], %t;\n\
                .loc 1 12 2\nsetp.eq.u32 %p, %t, 33;\n@%p ld.shared.u32 %x, [%y+8];\nret;\n}\n";
    let m = Module::load(text).unwrap();
    let config =
        LaunchConfig { block: [8, 8, 1], allow_unwritten: true, ..LaunchConfig::default() };
    let mut races = Races::default();
    launch_sanitized(&mut Device::new(), &m, "k", &config, &[], &mut races).unwrap();
    let all: Vec<String> = races.races().map(ToString::to_string).collect();
    assert_eq!(
        all,
        [
            "data race (read-write): `part`[2] in shared memory, bytes 8 to 11\n  in kernel k: store at PTX line 11 (k.cu:11), \
          block (0,0,0), thread (3,0,0)\n  and load at PTX line 14 (k.cu:12), block (0,0,0), thread (1,4,0)"
        ]
    );
}

#[test]
fn pairs_of_lines_are_said_once() {
    let races = run_in("st.global.u32 [%g+4], %t;", 3, 64, Schedule::Lockstep);
    let all: Vec<_> = races.races().collect();
    assert_eq!(all.len(), 1);
    assert_eq!((all[0].object.as_str(), all[0].index(), all[0].kind()), ("out", 1, "write-write"));
    assert!(all[0].count > 64);
    let json = races.to_json();
    assert!(
        json.starts_with("[{\"kernel\":\"k\",\"note\":false,\"kind\":\"write-write\""),
        "{json}"
    );
}

#[test]
fn races_are_reported_of_a_kernel_that_fails() {
    let text = crate::kernel("st.global.u32 [%g], %t; trap;");
    let m = Module::load(&text).unwrap();
    let mut d = Device::new();
    let out = d.alloc(4096, "out").unwrap();
    let mut races = Races::default();
    let config = LaunchConfig::default();
    let args = [out.0.to_le_bytes().to_vec()];
    let failed = launch_sanitized(&mut d, &m, "k", &config, &args, &mut races);
    assert!(failed.is_err() && !races.is_clean());
}

#[test]
fn threads_that_only_the_other_can_be_are_named() {
    let races = run_in(
        "setp.eq.u32 %p, %t, 9; @%p st.shared.u32 [%s], %t; ld.shared.u32 %x, [%s];",
        1,
        32,
        Schedule::Lockstep,
    );
    let all: Vec<_> = races.races().collect();
    assert_eq!(all.len(), 1);
    assert_eq!((all[0].first.thread, all[0].second.thread), ([9, 0, 0], [0, 0, 0]));
    assert_eq!(all[0].count, 31);
}
