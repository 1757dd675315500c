//! What compilations ask of included files, written down, and asked again.

use super::key::is_of_the_clock;
use super::stored::{Stored, stored};
use optx_cache::{Key, KeyMaker};
use optx_frontend::Include;
use std::cell::RefCell;
use std::collections::HashMap;

/// A function of [`Include`] with its arguments. A file's text is asked for once, with the first question that led to it; of later ones it is asked where
/// they lead: a large library's headers include each other in many places.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Question {
    /// [`Include::read`].
    Read { name: String, quoted: bool, from: String },
    /// [`Include::read_next`].
    Next { name: String, from: String },
    /// Where that finds a file: [`Include::find`], [`Include::find_next`].
    Place(Box<Question>),
    /// [`Include::is_system`].
    System { path: String },
}

/// What it was answered, as a digest.
type Answer = [u8; 32];

impl Question {
    /// What it is answered now.
    fn ask(&self, include: &dyn Include) -> Answer {
        match self {
            Question::Read { name, quoted, from } => of_file(&include.read(name, *quoted, from)),
            Question::Next { name, from } => of_file(&include.read_next(name, from)),
            Question::Place(of) => of_path(match &**of {
                Question::Read { name, quoted, from } => include.find(name, *quoted, from),
                Question::Next { name, from } => include.find_next(name, from),
                Question::Place(_) | Question::System { .. } => None,
            }),
            Question::System { path } => of_truth(include.is_system(path)),
        }
    }
}

fn of_file(file: &Option<(String, String)>) -> Answer {
    let maker = KeyMaker::new();
    let maker = match file {
        None => maker,
        Some((path, text)) => maker.part(path.as_bytes()).part(text.as_bytes()),
    };
    *maker.key().bytes()
}

fn of_path(path: Option<String>) -> Answer {
    let maker = path.map_or(KeyMaker::new(), |path| KeyMaker::new().part(path.as_bytes()));
    *maker.key().bytes()
}

fn of_truth(truth: bool) -> Answer {
    [truth.into(); 32]
}

/// The questions of a compilation, each once, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Trace {
    questions: Vec<(Question, Answer)>,
}

impl Trace {
    /// The key of the result where the questions are answered so.
    pub(super) fn key(&self, base: &Key) -> Key {
        KeyMaker::new().part(base.bytes()).part(&self.to_bytes()).key()
    }
}

/// Of so many different answers results are found again.
const MOST: usize = 8;

/// The traces of compilations that were given the same but for included files, the latest first.
#[derive(Debug, Default)]
pub(super) struct Traces {
    all: Vec<Trace>,
}

impl Traces {
    /// The key of the result where the questions of one of the traces are answered as they were.
    pub(super) fn holding(&self, base: &Key, include: &dyn Include) -> Option<Key> {
        let mut known: HashMap<&Question, Answer> = HashMap::new();
        let found = self.all.iter().find(|trace| {
            trace.questions.iter().all(|(question, answer)| {
                known.entry(question).or_insert_with(|| question.ask(include)) == answer
            })
        });
        found.map(|trace| trace.key(base))
    }

    /// Adds one, in the place of the oldest where there are many.
    pub(super) fn add(&mut self, trace: Trace) {
        self.all.retain(|other| *other != trace);
        self.all.insert(0, trace);
        self.all.truncate(MOST);
    }
}

/// Included files, of which is written down what is asked.
pub(super) struct Asked<'a> {
    include: &'a dyn Include,
    noted: RefCell<Noted>,
}

#[derive(Default)]
struct Noted {
    trace: Trace,
    places: HashMap<Question, usize>,
    /// The texts of files.
    texts: HashMap<String, String>,
    /// A question was answered in two ways, or a file names the clock's macros: the result is not kept.
    unsteady: bool,
}

impl<'a> Asked<'a> {
    pub(super) fn new(include: &'a dyn Include) -> Asked<'a> {
        Asked { include, noted: RefCell::default() }
    }

    /// What was asked; None where the result is not to be kept.
    pub(super) fn finish(self) -> Option<Trace> {
        let noted = self.noted.into_inner();
        (!noted.unsteady).then_some(noted.trace)
    }

    fn note(&self, question: Question, answer: Answer) {
        let mut noted = self.noted.borrow_mut();
        let Noted { trace, places, unsteady, .. } = &mut *noted;
        match places.get(&question) {
            Some(&place) => *unsteady |= trace.questions[place].1 != answer,
            None => {
                places.insert(question.clone(), trace.questions.len());
                trace.questions.push((question, answer));
            }
        }
    }

    fn note_file(&self, question: Question, file: &Option<(String, String)>) {
        let Some((path, text)) = file else { return self.note(question, of_file(&None)) };
        let known = self.noted.borrow().texts.get(path).map(|known| known == text);
        match known {
            Some(is_same) => {
                self.noted.borrow_mut().unsteady |= !is_same;
                let again = self.noted.borrow().places.contains_key(&question);
                match again {
                    true => self.note(question, of_file(file)),
                    false => {
                        let place = Question::Place(Box::new(question));
                        self.note(place, of_path(Some(path.clone())));
                    }
                }
            }
            None => {
                self.note(question, of_file(file));
                let mut noted = self.noted.borrow_mut();
                noted.unsteady |= is_of_the_clock(text);
                noted.texts.insert(path.clone(), text.clone());
            }
        }
    }
}

impl Include for Asked<'_> {
    fn read(&self, name: &str, quoted: bool, from: &str) -> Option<(String, String)> {
        let file = self.include.read(name, quoted, from);
        let question = Question::Read { name: name.to_owned(), quoted, from: from.to_owned() };
        self.note_file(question, &file);
        file
    }

    fn read_next(&self, name: &str, from: &str) -> Option<(String, String)> {
        let file = self.include.read_next(name, from);
        self.note_file(Question::Next { name: name.to_owned(), from: from.to_owned() }, &file);
        file
    }

    fn is_system(&self, path: &str) -> bool {
        let truth = self.include.is_system(path);
        self.note(Question::System { path: path.to_owned() }, of_truth(truth));
        truth
    }
}

stored!(Trace { questions });
stored!(Traces { all });

impl Stored for Question {
    fn write(&self, to: &mut Vec<u8>) {
        match self {
            Question::Read { name, quoted, from } => {
                to.push(if *quoted { b'q' } else { b'a' });
                name.write(to);
                from.write(to);
            }
            Question::Next { name, from } => {
                to.push(b'n');
                name.write(to);
                from.write(to);
            }
            Question::Place(of) => {
                to.push(b'p');
                of.write(to);
            }
            Question::System { path } => {
                to.push(b's');
                path.write(to);
            }
        }
    }

    fn read(from: &mut &[u8]) -> Option<Question> {
        Some(match u8::read(from)? {
            kind @ (b'q' | b'a') => {
                let (name, from) = Stored::read(from)?;
                Question::Read { name, quoted: kind == b'q', from }
            }
            b'n' => {
                let (name, from) = Stored::read(from)?;
                Question::Next { name, from }
            }
            // One within another is none of ours.
            b'p' if from.first() != Some(&b'p') => Question::Place(Box::new(Stored::read(from)?)),
            b's' => Question::System { path: Stored::read(from)? },
            _ => return None,
        })
    }
}
