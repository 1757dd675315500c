//! Which parts of an aggregate an initialiser list has given.
//!
//! A list without designators gives each part once. With them a part could be given again; C lets the last value win, C++
//! (C++20, [dcl.init.aggr]) allows no such list, and neither do we.

use std::collections::BTreeMap;

use optx_source::{Span, code};

use crate::{ast::Element, check::Body, words};

/// The ranges (in elements or bits, exclusive of their ends) that are given. Nothing is kept of a list without designators.
pub(in crate::check) struct Given {
    ends: Option<BTreeMap<u64, u64>>,
}

impl Given {
    fn of(list: &[Element<'_>]) -> Given {
        let designated = list.iter().any(|e| e.index.is_some() || e.field.sym != words::EMPTY);
        Given { ends: designated.then(BTreeMap::new) }
    }

    /// Gives a range; false where a part of it has been given.
    pub(super) fn take(&mut self, first: u64, end: u64) -> bool {
        let Some(ends) = self.ends.as_mut().filter(|_| first < end) else { return true };
        if ends.range(..end).next_back().is_some_and(|(_, before)| *before > first) {
            return false;
        }
        ends.insert(first, end);
        true
    }
}

impl<'a> Body<'_, 'a, '_, '_> {
    /// What a list is about to give. NVRTC has designators with C++20 alone.
    pub(super) fn given_by(&mut self, list: &'a [Element<'a>], span: Span) -> Given {
        let given = Given::of(list);
        let dialect = &self.cx.options.dialect;
        if given.ends.is_some() && dialect.nvrtc && !dialect.is_cpp20() {
            self.error(code::BAD_INITIALIZER, span, "designators need C++20");
        }
        given
    }
}
