//! The caller's callback, which may end a compilation.
//!
//! **Idea.** The compilation has a thread of its own, and the callback is the caller's: the thread asks, and the caller's own thread, which waits for it
//! anyway, calls. A callback that says to stop ends the compilation by unwinding its thread, from where it asked.

use std::ffi::{c_int, c_void};
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, Sender, channel};

use optx::Include;
use optx::observe::{Observer, Step, View};

/// `int callback(void *payload, void *reserved)`.
pub(crate) type Callback = unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int;

/// A callback with what it is given.
#[derive(Clone, Copy)]
pub(crate) struct Flow {
    pub(crate) callback: Callback,
    /// The caller's pointer, as a number.
    pub(crate) payload: usize,
}

impl Flow {
    /// Whether the callback says to stop: any number but 0, as with NVRTC.
    fn stops(self) -> bool {
        let payload = std::ptr::with_exposed_provenance_mut(self.payload);
        // SAFETY: the caller of nvrtcSetFlowCallback gave a function of this signature and what it takes, for as long as it compiles.
        unsafe { (self.callback)(payload, std::ptr::null_mut()) != 0 }
    }
}

/// What a compilation's thread unwinds with where it is to stop.
pub(crate) struct Stopped;

/// The compiling thread's end.
pub(crate) struct Asking {
    questions: Sender<()>,
    answers: Receiver<bool>,
}

/// The caller's end.
pub(crate) struct Answering {
    questions: Receiver<()>,
    answers: Sender<bool>,
}

/// Both ends.
pub(crate) fn ends() -> (Asking, Answering) {
    let (questions, asked) = channel();
    let (answered, answers) = channel();
    (Asking { questions, answers }, Answering { questions: asked, answers: answered })
}

impl Asking {
    /// Asks whether to go on, and does not come back where not.
    pub(crate) fn ask(&self) {
        let answer = self.questions.send(()).ok().and_then(|()| self.answers.recv().ok());
        if answer != Some(false) {
            resume_unwind(Box::new(Stopped));
        }
    }
}

impl Answering {
    /// Answers until the other end is gone.
    pub(crate) fn answer(self, flow: Flow) {
        while self.questions.recv().is_ok() {
            if self.answers.send(flow.stops()).is_err() {
                return;
            }
        }
    }
}

/// Asks before each step of the compilation.
pub(crate) struct AtSteps<'a>(pub(crate) &'a Asking);

impl Observer for AtSteps<'_> {
    fn before(&mut self, _: &Step<'_>, _: &View<'_>) {
        self.0.ask();
    }
}

/// Asks before each included file.
pub(crate) struct AtIncludes<'a> {
    pub(crate) files: &'a dyn Include,
    pub(crate) asking: Option<&'a Asking>,
}

impl Include for AtIncludes<'_> {
    fn read(&self, name: &str, quoted: bool, from: &str) -> Option<(String, String)> {
        self.asking.inspect(|asking| asking.ask());
        self.files.read(name, quoted, from)
    }

    fn read_next(&self, name: &str, from: &str) -> Option<(String, String)> {
        self.asking.inspect(|asking| asking.ask());
        self.files.read_next(name, from)
    }

    fn find(&self, name: &str, quoted: bool, from: &str) -> Option<String> {
        self.files.find(name, quoted, from)
    }

    fn find_next(&self, name: &str, from: &str) -> Option<String> {
        self.files.find_next(name, from)
    }

    fn is_system(&self, name: &str) -> bool {
        self.files.is_system(name)
    }
}
