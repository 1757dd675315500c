//! The page in a browser: what it does under keys, hostile texts and ten thousand jobs, and how long it takes.
//!
//! Each test needs a Chromium, and is ignored by name where there is none. They run one after the other, since one measures.

mod content;
mod devtools;
#[path = "../farm/mod.rs"]
mod farm;
mod moving;
mod safety;
mod size;
mod stage;

use libtest_mimic::{Arguments, Completion, Trial};
use stage::Stage;

type Test = fn(&mut Stage);

/// The tests.
const ALL: &[(&str, Test)] = &[
    ("hostile_texts_are_shown_and_run_nothing", safety::hostile),
    ("no_request_is_made_and_none_is_allowed", safety::requests),
    ("keys_alone_lead_everywhere", moving::keys),
    ("rows_on_the_screen_alone_are_in_the_document", moving::virtual_rows),
    ("an_empty_report_and_one_job_are_pages", moving::small),
    ("nothing_is_wider_than_a_phone", moving::phone),
    ("a_link_opens_its_cell_and_log", content::links),
    ("words_and_toggles_choose_rows", content::filter),
    ("slower_and_changed_are_as_rust_judged_them", content::judged),
    ("plots_show_what_was_measured_and_no_nonsense", content::plots),
    ("changes_stand_with_the_worst_first", content::order),
    ("a_log_of_ten_megabytes_is_cut_until_it_is_asked_for", safety::long_log),
    ("ten_thousand_jobs_are_small_and_open_at_once", size::large),
];

fn main() {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let chromium = devtools::find();
    let trials = ALL.iter().map(|&(name, test)| {
        let chromium = chromium.clone();
        Trial::ignorable_test(name, move || {
            let Some(chromium) = chromium else {
                return Ok(Completion::ignored_with("there is no Chromium"));
            };
            test(&mut Stage::new(&chromium));
            Ok(Completion::Completed)
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit()
}
