//! What is printed is what docs/variance.schema.json says, for all kernels there are.

use super::{json, optx, root, text_of};
use serde_json::Value;

/// What of a value breaks a schema: the words of JSON Schema that the page uses, and no other.
fn check(value: &Value, schema: &Value, whole: &Value, path: &str) {
    for (word, rule) in schema.as_object().expect("a schema") {
        match word.as_str() {
            "$ref" => {
                let name = rule
                    .as_str()
                    .and_then(|r| r.strip_prefix("#/definitions/"))
                    .expect("a definition");
                let definition =
                    whole["definitions"].get(name).unwrap_or_else(|| panic!("no {name}"));
                check(value, definition, whole, path);
            }
            "type" => {
                let one = std::slice::from_ref(rule);
                let names = rule.as_array().map_or(one, Vec::as_slice);
                assert!(names.iter().any(|n| is_of(value, n)), "{path}: {value} is no {rule}");
            }
            "enum" => {
                assert!(rule.as_array().is_some_and(|r| r.contains(value)), "{path}: {value}")
            }
            "minimum" => assert!(value.as_i64() >= rule.as_i64(), "{path}: {value}"),
            "items" => {
                for (k, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(item, rule, whole, &format!("{path}[{k}]"));
                }
            }
            "required" => {
                let Some(object) = value.as_object() else { continue };
                for key in rule.as_array().expect("names") {
                    assert!(object.contains_key(key.as_str().expect("a name")), "{path}: no {key}");
                }
            }
            "properties" => {
                for (key, part) in value.as_object().into_iter().flatten() {
                    if let Some(rule) = rule.get(key) {
                        check(part, rule, whole, &format!("{path}.{key}"));
                    }
                }
            }
            "additionalProperties" => {
                assert_eq!(rule, &Value::Bool(false));
                for key in value.as_object().into_iter().flatten().map(|(key, _)| key) {
                    assert!(schema["properties"].get(key).is_some(), "{path}: unknown {key}");
                }
            }
            "anyOf" => {
                // Of two, one is null.
                let rules = rule.as_array().expect("schemas");
                let fits = rules.iter().find(|r| (r["type"] == "null") == value.is_null());
                check(value, fits.expect("one that fits"), whole, path);
            }
            "description" | "title" | "$schema" | "definitions" => {}
            other => panic!("the checker does not know {other}"),
        }
    }
}

fn is_of(value: &Value, name: &Value) -> bool {
    match name.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        other => panic!("the checker does not know {other:?}"),
    }
}

fn schema() -> Value {
    let text =
        std::fs::read_to_string(root().join("docs/variance.schema.json")).expect("the schema");
    serde_json::from_str(&text).expect("JSON")
}

/// No two entries of a context say the same thing of one place.
fn each_once(document: &Value, path: &str) {
    for f in ["kernels", "functions"].iter().flat_map(|k| document[*k].as_array().expect("a list"))
    {
        let mut seen = std::collections::HashSet::new();
        for s in f["statements"].as_array().expect("a list") {
            let key = format!(
                "{} {} {} {} {} {}",
                s["file"], s["line"], s["column"], s["kind"], s["target"], s["inlined_at"]
            );
            assert!(seen.insert(key.clone()), "{path}: {key} twice");
        }
    }
}

fn all_of(folder: &str, more: &[&str]) -> usize {
    let schema = schema();
    let mut count = 0;
    let list = std::fs::read_dir(root().join(folder)).expect("the folder");
    for entry in list {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|e| e != "cu") {
            continue;
        }
        let path = path.to_string_lossy().into_owned();
        let mut words = vec!["variance", path.as_str()];
        words.extend_from_slice(more);
        let run = optx(&words);
        if run.status.code() == Some(1) {
            // What needs options of its launch file.
            let compiled = optx(&[&["compile", path.as_str()], more].concat());
            assert_eq!(compiled.status.code(), Some(1), "{path}");
            assert_eq!(text_of(&compiled.stderr), text_of(&run.stderr), "{path}");
            continue;
        }
        assert_eq!(run.status.code(), Some(0), "{path}: {}", text_of(&run.stderr));
        let document = json(&path, more);
        check(&document, &schema, &schema, &path);
        each_once(&document, &path);
        count += 1;
    }
    count
}

#[test]
fn runtime_kernels() {
    assert!(all_of("runtime-tests/kernels", &[]) >= 40);
}

#[test]
fn case_files() {
    assert!(all_of("runtime-tests/cases", &["-D__OPTX__"]) >= 50);
}

/// The checker finds what breaks the schema.
#[test]
fn the_checker_refuses() {
    let schema = schema();
    for wrong in [
        r#"{"version":2,"kernels":[]}"#,
        r#"{"version":1,"kernels":[],"functions":[]}"#,
        r#"{"version":2,"kernels":[{"name":3}],"functions":[]}"#,
        r#"{"version":2,"kernels":[],"functions":[],"more":0}"#,
    ] {
        let value = serde_json::from_str(wrong).expect("JSON");
        assert!(
            std::panic::catch_unwind(|| check(&value, &schema, &schema, "")).is_err(),
            "{wrong}"
        );
    }
}
