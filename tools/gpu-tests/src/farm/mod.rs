//! `farm`: this program as a farm's bundle asks it, job by job.
//!
//! Idea: a job has a name that stands over commits, and a key that hashes all that decides what comes of it: the source, the options and data of its launch file, the text that runs, and the sources of
//! what runs and judges it ([`HARNESS`]). `list` says both of each. `run` says that it is ready, reads a word and a name a line and answers each by a line with the word; the work is done by a process of its own, as [`crate::pool`] has them.
//! Cost: `list` compiles every text.

mod jobs;

use std::io::{BufRead as _, Write as _};
use std::time::Duration;

use optx::cg::target::Target;
use optx_farm::record::Outcome as Told;
use optx_launch::Schedule;
use serde_json::{Value, json};

use crate::arguments::{FarmArguments, FarmCommand, FarmRun};
use crate::correctness::{self, Judge};
use crate::device::{DeviceChoice, Opened, open_gpu};
use crate::facts::Facts;
use crate::outcome::{Judged, Outcome};
use crate::pool::{self, Answer, Worker};
use crate::{
    Done, FAILED, NO_DEVICE, USAGE, known_target, mathematics, print, programs, times, unknown,
};
use jobs::{Named, Work};

include!(concat!(env!("OUT_DIR"), "/harness.rs"));

pub(crate) fn farm(asked: &FarmArguments) -> Done {
    known_target(&asked.arch)?;
    match &asked.command {
        FarmCommand::List => list(asked),
        FarmCommand::Device { device } => tell(*device),
        FarmCommand::Run(run) => answer(asked, run),
    }
}

fn list(asked: &FarmArguments) -> Done {
    let mut text = String::new();
    for named in jobs::all(asked).map_err(|e| (USAGE, e))? {
        let key = named.key(&asked.arch).map_err(|e| (FAILED, format!("{}: {e}", named.name)))?;
        text += &format!("{}\n", json!({ "name": named.name, "key": key }));
    }
    print(&text)
}

/// The device, with what a farm tells devices apart by.
fn tell(device: DeviceChoice) -> Done {
    let (_, facts) = Opened::open(device, Schedule::default(), Duration::from_secs(1))
        .map_err(|e| (NO_DEVICE, e))?;
    let mut all = json!(facts);
    let (model, driver) = match device {
        DeviceChoice::Emulator => ("emulator".to_owned(), HARNESS[..12].to_owned()),
        DeviceChoice::Cuda(_) => {
            let of_cuda = facts.cuda.map(|cuda| format!("CUDA {cuda}"));
            (facts.name, facts.driver.or(of_cuda).unwrap_or_default())
        }
    };
    all["model"] = json!(model);
    all["driver"] = json!(driver);
    print(&format!("{all}\n"))
}

/// What jobs are asked of: a device, and for mathematics another handle of it, opened when it is asked for first. Everything is compiled for what keys are made for.
struct Judges<'a> {
    asked: &'a FarmArguments,
    run: &'a FarmRun,
    kernels: Judge,
    mathematics: Option<mathematics::Judge<optx_launch::Cuda>>,
}

impl Judges<'_> {
    fn judge(&mut self, work: &Work) -> Judged {
        let judged = match work {
            Work::Kernel(job) => Ok(self.kernels.judge(job)),
            Work::Program(path) => Ok(programs::judge(&mut self.kernels.opened, path)),
            Work::Mathematics(name) => self.mathematics(name),
            Work::Times(case) => self.times(case),
        };
        judged.unwrap_or_else(|e| Judged::new(Outcome::Device, e))
    }

    fn mathematics(&mut self, name: &str) -> Result<Judged, String> {
        let DeviceChoice::Cuda(number) = self.run.device else {
            return Err("mathematics is judged on GPUs alone: tests judge the emulator".into());
        };
        let host = self.asked.host.as_ref().ok_or("--host is not given")?;
        if self.mathematics.is_none() {
            let (cuda, _) = open_gpu(number, self.run.limit())?;
            let target = self.asked.arch.clone();
            let judge = mathematics::Judge::new(cuda, target, host, self.run.inputs);
            self.mathematics = Some(judge);
        }
        let judge = self.mathematics.as_mut().ok_or("no device")?;
        Ok(judge.judge(name))
    }

    fn times(&mut self, case: &'static crate::cases::Embedded) -> Result<Judged, String> {
        let DeviceChoice::Cuda(number) = self.run.device else {
            return Err("the emulator has no times".into());
        };
        let (cuda, _) = open_gpu(number, self.run.limit())?;
        let timer = times::Timer {
            gpu: cuda.gpu(),
            target: times::target(&self.asked.arch),
            limit: self.run.limit(),
            rounds: self.run.rounds,
            small: self.run.small,
            levels: vec![3],
            beside: Vec::new(),
        };
        Ok(timer.judge(case))
    }
}

/// That a device runs what keys are made for: nothing else would be what they say.
fn fits(device: DeviceChoice, facts: &Facts, arch: &str) -> Result<(), String> {
    let number = |name: &str| Target::parse(name).map(|target| target.arch);
    match device == DeviceChoice::Emulator || number(arch) <= number(&facts.target) {
        true => Ok(()),
        false => Err(format!(
            "the bundle is made for {arch}, and device and driver run {} at most",
            facts.target
        )),
    }
}

fn answer(asked: &FarmArguments, run: &FarmRun) -> Done {
    let all = jobs::all(asked).map_err(|e| (USAGE, e))?;
    if run.worker {
        let opened = Opened::open(run.device, Schedule::default(), run.limit());
        match opened.and_then(|(opened, facts)| {
            fits(run.device, &facts, &asked.arch).map(|()| (opened, facts))
        }) {
            Ok((opened, facts)) => {
                let kernels = Judge { opened, target: asked.arch.clone(), cubins: None };
                let mut judges = Judges { asked, run, kernels, mathematics: None };
                let mut judge =
                    |k: usize| all.get(k).map_or_else(unknown, |named| judges.judge(&named.work));
                pool::serve(facts, &mut judge);
            }
            Err(e) => pool::refuse(e),
        }
        return Ok(());
    }
    say(&json!({ "ready": true }))?;
    let mut worker: Option<Worker> = None;
    let pool = run.pool(all.len());
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return Ok(()) };
        let Some((word, name)) = line.split_once(' ') else { continue };
        let Some(k) = all.iter().position(|named| named.name == name) else {
            say(
                &json!({ "word": word, "name": name, "outcome": null, "message": "this bundle has no such job" }),
            )?;
            continue;
        };
        let job = all[k].kernel().filter(|_| run.device != DeviceChoice::Emulator);
        let finish = |answer: Answer, printed: &[u8]| match job {
            Some(job) => correctness::with_printed(job, answer, printed),
            None => answer,
        };
        let answer = pool.answer(k, &mut worker, None, &finish);
        say(&told(word, &all[k], &answer))?;
    }
    Ok(())
}

fn say(line: &Value) -> Done {
    let mut out = std::io::stdout().lock();
    let done = writeln!(out, "{line}").and_then(|()| out.flush());
    done.map_err(|e| (FAILED, e.to_string()))
}

/// An answer as a farm reads it: what the device could not do is no outcome.
fn told(word: &str, named: &Named, answer: &Answer) -> Value {
    let Judged { outcome, message, data } = &answer.judged;
    let told = match outcome {
        Outcome::Passed => Some(Told::Passed),
        Outcome::Differs => Some(Told::Differs),
        Outcome::Refused => Some(Told::Refused),
        Outcome::Faulted => Some(Told::Faulted),
        Outcome::Hangs => Some(Told::Hangs),
        Outcome::Crashed => Some(Told::Crashed),
        Outcome::Device | Outcome::Late | Outcome::Skipped => None,
    };
    // What was computed where that is told; what was measured is never twice the same.
    let outputs = data.get("outputs").and_then(Value::as_str);
    let digest = outputs.unwrap_or_default();
    let mut data = data.clone();
    if let (Work::Times(_), Some(data)) = (&named.work, data.as_object_mut()) {
        let times = times::spreads(data);
        data.insert("times".to_owned(), times);
    }
    json!({ "word": word, "name": named.name, "outcome": told, "digest": digest, "message": message, "data": data })
}
