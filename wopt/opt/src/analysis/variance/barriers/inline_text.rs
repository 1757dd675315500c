//! What inline PTX says of barriers and of ends: as much as its words tell, which are looked at one statement after the other.
//!
//! Source: PTX ISA, "bar, barrier", "ret", "exit", "trap". The text is not parsed: the code generator does that, and refuses what is no PTX.

/// A barrier for all threads of the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextBarrier {
    /// All lanes of a warp come to it together: `bar`, and `barrier` with `.aligned`. One that is not is told by its number alone.
    pub(super) aligned: bool,
    /// A predicate or a branch in the text decides whether a thread comes to it, or an operand which one it is.
    pub(super) hangs_on_operands: bool,
}

/// The first barrier of a text that counts no threads: it is for all of the block. One that counts them is a matter of those.
pub(super) fn barrier(text: &str) -> Option<TextBarrier> {
    let text = without_comments(text);
    let branches = statements(&text)
        .any(|s| s.name.split('.').next().is_some_and(|n| n == "bra" || n == "brx"));
    statements(&text).find_map(|statement| {
        let mut parts = statement.name.split('.').filter(|part| *part != "cta");
        let head = parts.next()?;
        let modifiers: Vec<&str> = parts.collect();
        let is = |word: &str| modifiers.contains(&word);
        let commas = statement.operands.matches(',').count();
        let whole_block = match head {
            "bar" | "barrier" if is("warp") => false,
            "bar" | "barrier" if is("sync") => commas == 0,
            "bar" | "barrier" if is("red") => commas == 2,
            _ => false,
        };
        let number = statement.operands.split(',').nth(usize::from(is("red"))).unwrap_or("").trim();
        let is_written = !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && number.starts_with(|c: char| c.is_ascii_digit());
        whole_block.then_some(TextBarrier {
            aligned: head == "bar" || is("aligned"),
            hangs_on_operands: statement.guarded || branches || !is_written,
        })
    })
}

/// True for a text at which a thread, or the kernel, may end.
pub(super) fn may_end(text: &str) -> bool {
    let text = without_comments(text);
    statements(&text).any(|s| matches!(s.name.as_str(), "exit" | "ret" | "ret.uni" | "trap"))
}

/// True for a text that may read what differs between threads beside its operands: special registers, memory, other lanes.
pub(super) fn reads_threads(text: &str) -> bool {
    let text = without_comments(text);
    let special = ["%tid", "%lane", "%warpid", "%clock", "%globaltimer", "%smid", "%pm"];
    let others =
        ["ld", "ldu", "atom", "shfl", "vote", "match", "activemask", "elect", "redux", "tex"];
    special.iter().any(|register| text.contains(register))
        || statements(&text)
            .any(|s| s.name.split('.').next().is_some_and(|head| others.contains(&head)))
}

/// One statement of a text: its instruction with modifiers, its operands.
struct Statement<'a> {
    guarded: bool,
    name: String,
    operands: &'a str,
}

/// The statements of a text without comments, labels and guards taken off.
fn statements(text: &str) -> impl Iterator<Item = Statement<'_>> {
    text.split([';', '{', '}']).filter_map(|statement| {
        let mut rest = statement.trim();
        while let Some((label, behind)) = rest.split_once(':') {
            let is_label =
                label.trim().bytes().all(|b| b.is_ascii_alphanumeric() || b"_$%=".contains(&b));
            if !is_label || label.trim().is_empty() || behind.starts_with(':') {
                break;
            }
            rest = behind.trim_start();
        }
        let guarded = rest.starts_with('@');
        if guarded {
            let predicate = rest[1..].trim_start().trim_start_matches('!').trim_start();
            rest = predicate.split_once(char::is_whitespace)?.1.trim_start();
        }
        // A name goes on behind a blank where a dot follows, and behind a dot.
        let mut name = String::new();
        loop {
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            name.push_str(&rest[..end]);
            rest = rest[end..].trim_start();
            if rest.is_empty() || !rest.starts_with('.') && !name.ends_with('.') {
                break;
            }
        }
        (!name.is_empty()).then_some(Statement { guarded, name, operands: rest })
    })
}

fn without_comments(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('/') {
        out.push_str(&rest[..at]);
        let behind = &rest[at..];
        rest = if behind.starts_with("//") {
            behind.find('\n').map_or("", |end| &behind[end..])
        } else if behind.starts_with("/*") {
            behind.find("*/").map_or("", |end| &behind[end + 2..])
        } else {
            out.push('/');
            &behind[1..]
        };
        out.push(' ');
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn barriers_of_texts() {
        let of = |text: &str| barrier(text).map(|b| (b.aligned, b.hangs_on_operands));
        for (text, wanted) in [
            ("bar.sync 0;", Some((true, false))),
            ("bar  .sync 0;", Some((true, false))),
            ("bar. sync 0 ;", Some((true, false))),
            ("L: bar.sync 0;", Some((true, false))),
            ("L%=: M:bar.sync 0;", Some((true, false))),
            ("{ .reg .pred p; barrier.cta.sync.aligned 3; }", Some((true, false))),
            ("barrier.sync 0;", Some((false, false))),
            ("/* bar.sync 0; */ mov.u32 %0, 1;", None),
            ("// bar.sync 0;\n barrier.sync 1;", Some((false, false))),
            ("mov.u32 %0, 1; bar.sync 0x2;", Some((true, false))),
            ("bar.sync 1, 64;", None),
            ("bar.arrive 1, 64;", None),
            ("@p bar.sync 0;", Some((true, true))),
            ("@!p\tbar.sync 0;", Some((true, true))),
            ("bar.sync %0;", Some((true, true))),
            ("bar.sync r1;", Some((true, true))),
            ("@p bra L; bar.sync 0; L:", Some((true, true))),
            ("bar.red.popc.u32 %0, 0, p;", Some((true, false))),
            ("bar.red.popc.u32 %0, 0, 64, p;", None),
            ("bar.red.popc.u32 %0, %1, p;", Some((true, true))),
            ("bar.warp.sync 0xffffffff;", None),
            ("@", None),
            ("/", None),
            (":::", None),
        ] {
            assert_eq!(of(text), wanted, "{text}");
        }
    }

    #[test]
    fn ends_of_texts() {
        for text in ["exit;", "@p exit;", "{ ret; }", "L: trap;", "mov.u32 %0, 1; ret.uni;"] {
            assert!(may_end(text), "{text}");
        }
        for text in ["", "mov.u32 %0, exit;", "// exit;", "bar.sync 0;"] {
            assert!(!may_end(text), "{text}");
        }
    }

    #[test]
    fn what_differs_between_threads() {
        for text in ["mov.u32 %0, %tid.x;", "mov.u32 %0, %laneid;", "ld.global.u32 %0, [%1];"] {
            assert!(reads_threads(text), "{text}");
        }
        assert!(!reads_threads("setp.ne.u32 p, %0, 0; @p bar.sync 0;"));
    }
}
