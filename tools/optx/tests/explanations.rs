//! The examples of `optx --explain`: each wrong one gives its code, each right one compiles without a word.

use optx::{Diagnostics, NoIncludes, Options, code_rows, compile_with};

/// An example: whether it is the wrong one, its options, its source.
struct Example {
    wrong: bool,
    options: Vec<String>,
    source: String,
}

/// The examples of an explanation: `Wrong:` or `Right (options):`, then lines indented by four.
fn examples(text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        let head = ["Wrong", "Right"].into_iter().find(|h| line.starts_with(h));
        if let (Some(head), true) = (head, line.ends_with(':')) {
            let options = line[head.len()..].trim_matches([' ', '(', ')', ':']);
            found.push(Example {
                wrong: head == "Wrong",
                options: options.split_whitespace().map(str::to_owned).collect(),
                source: String::new(),
            });
            inside = true;
        } else if let (true, Some(code), Some(example)) =
            (inside, line.strip_prefix("    "), found.last_mut())
        {
            example.source.push_str(code);
            example.source.push('\n');
        } else {
            inside = false;
        }
    }
    found
}

/// What the compiler says of an example, and whether it compiled.
fn compile(example: &Example) -> (bool, Diagnostics) {
    let mut arguments: Vec<&str> = example.options.iter().map(String::as_str).collect();
    if !arguments.iter().any(|a| a.starts_with("-arch")) {
        arguments.push("-arch=sm_80");
    }
    let (options, _) = Options::parse_args(&arguments).expect("the options are known");
    match compile_with("example.cu", &example.source, &options, &NoIncludes) {
        Ok(ptx) => (true, ptx.warnings().clone()),
        Err(diagnostics) => (false, diagnostics),
    }
}

#[test]
fn wrong_examples_give_their_code_and_right_ones_compile() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for row in code_rows() {
        for example in examples(row.code.explanation()) {
            count += 1;
            let (compiled, said) = compile(&example);
            let gives = said.list().iter().any(|d| d.code == row.code);
            let as_promised = if example.wrong {
                gives && compiled != row.code.0.starts_with('E')
            } else {
                compiled && said.list().is_empty()
            };
            if !as_promised {
                let kind = if example.wrong { "wrong" } else { "right" };
                wrong.push(format!("{} {kind}:\n{}{said}", row.code, example.source));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 150, "{count} examples");
}
