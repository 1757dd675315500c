//! `std::move` and `std::forward` where a using declaration names them ([forward], [namespace.udecl]).
//!
//! Idea: a call `std::forward<T>(x)` is a cast and needs no function. A using declaration brings functions, so that for one the library's
//! own are read, but where the file has its own. Cost: a look at the using declarations of a file that has the names.

use crate::{check::Checker, token::Tok, words};

impl Checker<'_, '_> {
    /// Makes the library's functions known where a using declaration names one of them.
    pub(crate) fn load_forward(&mut self) {
        let names: Vec<_> =
            ["forward", "move"].iter().filter_map(|name| self.names.find(name)).collect();
        if names.is_empty() || names.iter().any(|name| self.index.declares_in_std(*name)) {
            return;
        }
        let tokens = self.declared.lists.first().map_or(&[][..], |list| &list.tokens);
        let brings = self.index.usings.iter().any(|(_, item)| {
            let item = self.index.items.get(*item as usize).filter(|i| i.list == 0);
            let own = item.and_then(|i| tokens.get(i.first as usize..i.end as usize));
            own.unwrap_or(&[]).windows(3).any(|t| {
                t[0].is(words::STD) && t[1].kind == Tok::ColonColon && names.contains(&t[2].sym)
            })
        });
        if brings {
            self.load_library("forward.cuh", include_str!("../../../lib/forward.cuh"));
        }
    }
}
