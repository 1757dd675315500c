//! A cap written into PTX.
//!
//! What ptxas 13.5 does (tried): a `.maxnreg` of an entry beats `-maxrregcount`, and beats the limit that follows of `.maxntid` or
//! `.reqntid`; where an entry has one of these two and no `.maxnreg`, the option is ignored, mostly without a word; `.minnctapersm`
//! gives a limit of its own, and the smaller one holds. So the option alone would measure nothing for kernels with launch bounds. Every
//! entry gets `.maxnreg` instead, in place of the one it has, and its `.minnctapersm` is taken out: the cap alone counts. `.maxntid` and
//! `.reqntid` stay, as ptxas reads more out of them. The compilers see launch bounds as the source has them. The option is given as well,
//! for functions that are called: those have no directive.

use crate::statements::Statements;

/// The text with one statement a line, and the cap in every entry.
pub fn capped(ptx: &str, cap: u32) -> String {
    let text = Statements::read(ptx).text(false);
    let mut out = String::with_capacity(text.len() + 64);
    for line in text.lines() {
        // A mere declaration ends with a semicolon, and has no body that a cap could be for.
        if line.split_whitespace().any(|word| word == ".entry") && !line.ends_with(';') {
            out.push_str(&header(line, cap));
        } else {
            out.push_str(line);
        }
        out.push('\n');
    }
    out
}

/// An entry's header without its limits, and with the cap.
fn header(line: &str, cap: u32) -> String {
    let spaced = line.replace(')', ") ");
    let mut kept = Vec::new();
    let mut words = spaced.split_whitespace();
    while let Some(word) = words.next() {
        if [".maxnreg", ".minnctapersm"].contains(&word) {
            words.next();
        } else {
            kept.push(word);
        }
    }
    format!("{} .maxnreg {cap}", kept.join(" "))
}

#[cfg(test)]
mod tests {
    use super::capped;

    #[test]
    fn the_cap_replaces_what_limits_registers_and_nothing_else() {
        let ptx = "\
.version 8.0
.visible .entry a(.param .u64 a_p)
{ ret; }
.entry b(
  .param .u64 b_p).maxnreg 64
.maxntid 256, 1, 1
.minnctapersm 4
{ // a body
  .reg .b32 %r<3>; ret; }
.visible .func f() { ret; }
.entry c() .reqntid 128, 1, 1 { ret; }
.entry d(.param .u64 d_p);
";
        let expected = "\
.version 8.0
.visible .entry a(.param .u64 a_p) .maxnreg 40
{
ret;
}
.entry b( .param .u64 b_p) .maxntid 256, 1, 1 .maxnreg 40
{
.reg .b32 %r<3>;
ret;
}
.visible .func f()
{
ret;
}
.entry c() .reqntid 128, 1, 1 .maxnreg 40
{
ret;
}
.entry d(.param .u64 d_p);
";
        assert_eq!(capped(ptx, 40), expected);
    }
}
