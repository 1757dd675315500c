//! `farm`: plans, submits, collects and tells.

mod arguments;

use arguments::{Arguments, Command};
use clap::Parser as _;
use optx_farm::bundle::Bundle;
use optx_farm::plan::Plan;
use optx_farm::replace::replace;
use optx_farm::state::Judgement;
use optx_farm::submit::{self, Submitted};
use optx_farm::work::{Part, Task};
use optx_farm::{Error, Kind, collect, local_cluster, probe, report, slurm, watch};

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(status) => status,
        Err(e) => {
            let word = if e.kind == Kind::Red { "" } else { "error: " };
            // Without a place for it the status has to do.
            let _ = writeln!(std::io::stderr(), "{word}{e}");
            ExitCode::from(e.status())
        }
    }
}

fn say(text: &str) -> Result<(), Error> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // Who does not want to read on need not.
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::infrastructure(e.to_string()))
        }
        _ => Ok(()),
    }
}

fn run(command: Command) -> Result<ExitCode, Error> {
    let done = match command {
        Command::Plan(asked) => {
            let bundle = Bundle::open(&asked.bundle)?;
            let plan = bundle.plan(&asked.devices, asked.repeats)?.filtered(&asked.filter)?;
            match asked.out {
                Some(path) => replace(&path, plan.text().as_bytes()),
                None => say(&plan.text()),
            }
        }
        Command::Submit(asked) => {
            let plan = Plan::read(&asked.of.plan)?;
            let request = asked.request();
            let done = submit::submit(&asked.of.root, &plan, asked.bundle.as_deref(), &request, 0)?;
            say(&submitted(&done))
        }
        Command::Run(asked) => {
            let plan = Plan::read(&asked.of.plan)?;
            submit::ship_bundle(&asked.of.root, &plan.head.bundle, asked.bundle.as_deref())?;
            work(&Task {
                root: &asked.of.root,
                plan: &plan,
                part: Part { number: 0, count: 1 },
                device: &asked.on.device,
                limit: asked.on.limit(),
            })?;
            judge(&asked.of.root, &plan, None, false)
        }
        Command::Work(asked) => {
            let plan = Plan::read(&submit::plan_path(&asked.root, &asked.plan))?;
            work(&Task {
                root: &asked.root,
                plan: &plan,
                part: asked.part,
                device: &asked.on.device,
                limit: asked.on.limit(),
            })
        }
        Command::Collect(asked) => {
            let plan = Plan::read(&asked.of.plan)?;
            if asked.resubmit || asked.retry > 0 {
                let request = submit::request(&asked.of.root, &plan)?;
                let done = submit::submit(&asked.of.root, &plan, None, &request, asked.retry)?;
                if asked.json {
                    // What machines read has one thing in it.
                    let _ = write!(std::io::stderr(), "{}", submitted(&done));
                } else {
                    say(&submitted(&done))?;
                }
            }
            judge(&asked.of.root, &plan, asked.settle.map(Duration::from_secs), asked.json)
        }
        Command::Watch(asked) => {
            let plan = Plan::read(&asked.of.plan)?;
            watch::watch(&asked.of.root, &plan, Duration::from_secs(asked.every))?;
            judge(&asked.of.root, &plan, None, false)
        }
        Command::Report(asked) => {
            let plan = Plan::read(&asked.of.plan)?;
            let before: Vec<Plan> =
                asked.before.iter().map(|path| Plan::read(path)).collect::<Result<_, _>>()?;
            report::write(&asked.of.root, &plan, &before, &asked.out)
        }
        Command::Bisect(asked) => {
            let found = asked.search().run(&mut |line| {
                let _ = writeln!(std::io::stderr(), "{line}");
            })?;
            let mut text = format!("the first bad commit is {}\n", found.commit);
            if !found.untried.is_empty() {
                text += "or one of these, of which nothing could be made:\n";
                found.untried.iter().for_each(|commit| text += &format!("  {commit}\n"));
            }
            say(&text)
        }
        Command::Probe(asked) => probe::on_node(&asked.folder, asked.of),
        Command::LocalCluster(asked) => return Ok(local_cluster::run(&asked)),
    };
    done.map(|()| ExitCode::SUCCESS)
}

fn work(task: &Task<'_>) -> Result<(), Error> {
    let worked = task.run(&mut |line| {
        // Nobody has to listen.
        let _ = say(&format!("{line}\n"));
    })?;
    say(&format!(
        "{} results, {} were there already, {} say something else\n",
        worked.first, worked.same, worked.beside
    ))
}

fn submitted(done: &Submitted) -> String {
    match &done.job {
        None => "nothing is missing: nothing was submitted\n".to_owned(),
        Some(job) => format!("job {job}: {} jobs of the plan in {} tasks\n", done.left, done.tasks),
    }
}

/// Tells what is known of a plan; an error where that is not green.
fn judge(root: &Path, plan: &Plan, settle: Option<Duration>, is_json: bool) -> Result<(), Error> {
    let found = collect::settled(root, plan, settle)?;
    let judgement = Judgement::of(plan, &found);
    if is_json {
        say(&report::json(plan, &found, &judgement)?)?;
    } else {
        say(&collect::told(plan, &found, &judgement))?;
    }
    if judgement.is_green() {
        return Ok(());
    }
    let queued = slurm::queued(&submit::job_name(&plan.id())).unwrap_or_default();
    let more = match queued.waiting + queued.running {
        0 => String::new(),
        n => format!(": {n} tasks are in the queue"),
    };
    Err(Error::red(format!("the plan is not green{more}")))
}
