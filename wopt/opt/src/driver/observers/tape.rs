//! Text that several observers write, in the order in which things happen.

use std::cell::RefCell;
use std::rc::Rc;

/// A text that its copies share.
#[derive(Clone, Debug, Default)]
pub struct Tape(Rc<RefCell<String>>);

impl Tape {
    /// Writes behind what is there.
    pub fn put(&self, text: &str) {
        self.0.borrow_mut().push_str(text);
    }

    /// Takes what is there.
    pub fn take(&self) -> String {
        self.0.take()
    }
}
