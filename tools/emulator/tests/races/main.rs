//! The race detector: each rule that orders, with the order (clean) and without it (found), in PTX text.

mod barriers;
mod flags;
mod memory;
mod reports;

use optx_emulator::{Device, LaunchConfig, Module, Races, Schedule, launch_sanitized};

/// A kernel's text around a body. `%t` is the thread, `%b` the block, `%g` a buffer of words, `%s` the address of 256 words of
/// shared memory, `%a` and `%ga` the thread's own words of them, `%z` a word of zero; `%x %y %c`, `%p %q` are free.
pub fn kernel(body: &str) -> String {
    format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
         .reg .b64 %g, %ga, %gs; .reg .b32 %t, %b, %s, %a, %x, %y, %c, %z; .reg .pred %p, %q; .reg .b16 %h;\n\
         .shared .align 16 .b8 s[1024];\n\
         ld.param.u64 %g, [out]; mov.u32 %t, %tid.x; mov.u32 %b, %ctaid.x; mov.u32 %s, s; mov.u32 %z, 0;\n\
         mad.lo.u32 %a, %t, 4, %s; mad.wide.u32 %ga, %t, 4, %g; mov.u32 %x, 7; mov.u64 %gs, s; cvta.shared.u64 %gs, %gs;\n\
         {body}\nret;\n}}\n"
    )
}

/// Runs a body in a grid of blocks of threads.
pub fn run_in(body: &str, grid: u32, block: u32, schedule: Schedule) -> Races {
    let text = kernel(body);
    let m = Module::load(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut d = Device::new();
    let out = d.alloc(4096, "out").unwrap();
    let config = LaunchConfig {
        grid: [grid, 1, 1],
        block: [block, 1, 1],
        schedule,
        allow_unwritten: true,
        budget: 10_000_000,
        ..LaunchConfig::default()
    };
    let mut races = Races::default();
    let args = [out.0.to_le_bytes().to_vec()];
    launch_sanitized(&mut d, &m, "k", &config, &args, &mut races)
        .unwrap_or_else(|e| panic!("{e}\n{text}"));
    races
}

/// The schedules that every rule is tried in: what is found must not depend on them.
pub const SCHEDULES: [Schedule; 3] =
    [Schedule::Lockstep, Schedule::Adversarial(1), Schedule::Adversarial(2)];

/// Asserts that a body has no race.
pub fn clean(body: &str, grid: u32, block: u32) {
    for schedule in SCHEDULES {
        let races = run_in(body, grid, block, schedule);
        let all: Vec<String> = races.races().map(ToString::to_string).collect();
        assert!(all.is_empty(), "{schedule:?}: {body}\n{}", all.join("\n"));
    }
}

/// Asserts that a body has one.
pub fn found(body: &str, grid: u32, block: u32) {
    for schedule in SCHEDULES {
        let races = run_in(body, grid, block, schedule);
        assert!(!races.is_clean(), "{schedule:?}: nothing found in\n{body}");
    }
}
