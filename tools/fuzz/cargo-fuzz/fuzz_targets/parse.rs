//! `optx_fuzz::targets::parse` under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| optx_fuzz::targets::parse(data));
