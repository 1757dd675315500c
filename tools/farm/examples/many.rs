//! A plan of many jobs with results, and a program that reads its files and does nothing else: what `farm collect` is measured against.
//!
//! ```text
//! cargo run --release -p optx-farm --example many -- make ROOT PLAN 10000
//! cargo run --release -p optx-farm --example many -- read ROOT
//! ```

use optx_farm::Key;
use optx_farm::plan::{Job, Plan};
use optx_farm::record::{Circumstances, Device, Outcome, Record, Slot};
use optx_farm::store::{Files as _, Posix, Store, Who, deliver};
use std::path::Path;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["make", root, plan, count] => {
            make(Path::new(root), Path::new(plan), count.parse().expect("a number"));
        }
        ["read", root] => println!("{} bytes", read(&Path::new(root).join("results"))),
        _ => eprintln!("make ROOT PLAN COUNT, or read ROOT"),
    }
}

fn make(root: &Path, path: &Path, count: usize) {
    let job = |k: usize| {
        let name = format!("kernel/kernel-{}/code-{}", k / 4, k % 4);
        Job { key: Key::of(name.as_bytes()), name, devices: Vec::new(), repeats: 1 }
    };
    let plan = Plan::new("c0ffee", Key::of(b"bundle"), (0..count).map(job).collect());
    let plan = plan.expect("a plan");
    std::fs::write(path, plan.text()).expect("the plan");
    let (store, who) = (Store::new(root), Who::this());
    let device = Device { model: "NVIDIA H200".into(), driver: "580.159.04".into() };
    for job in plan.jobs {
        let record = Record {
            slot: Slot { key: job.key, device: device.clone(), repeat: 0 },
            name: job.name,
            outcome: Outcome::Passed,
            digest: job.key.to_string(),
            message: "a line of a log\n".repeat(10),
            data: serde_json::json!({ "outputs": job.key }),
            circumstances: Circumstances {
                host: who.host.clone(),
                boot: who.boot.clone(),
                seconds: 0.25,
                device: serde_json::json!({ "clock_mhz": 1980, "celsius": 41 }),
                ..Circumstances::default()
            },
        };
        deliver(&Posix, &store, &who, &record).expect("a result");
    }
}

/// Reads every file below a folder; their bytes.
fn read(folder: &Path) -> usize {
    let names = Posix.list(folder).expect("a folder");
    let of = |name: &String| {
        let path = folder.join(name);
        if path.is_dir() { read(&path) } else { Posix.read(&path).expect("a file").len() }
    };
    names.iter().map(of).sum()
}
