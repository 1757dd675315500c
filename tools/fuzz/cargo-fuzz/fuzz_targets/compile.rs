//! `optx_fuzz::targets::compile` under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| optx_fuzz::targets::compile(data));
