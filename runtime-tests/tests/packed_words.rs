//! The functions of half words and bytes in a word (CUDA Math API, "SIMD Intrinsics") against NVRTC: both PTX texts run in the
//! emulator, on pairs of words of ends and of random bits. Where NVRTC has an instruction for video that the emulator does not
//! know, against what the documentation says of a part.

use std::fmt::Write as _;

use libtest_mimic::Failed;
use optx_judge::{Tool, nvrtc, trials};
use runtime_tests::numbered_kernels::Numbered;

const OF_ONE: &str = "neg negss abs absss";

const OF_TWO: &str = "add addss addus sub subss subus absdiffs absdiffu maxs maxu mins minu avgs avgu haddu sads sadu \
    cmpeq cmpne cmplts cmpltu cmples cmpleu cmpgts cmpgtu cmpges cmpgeu \
    seteq setne setlts setltu setles setleu setgts setgtu setges setgeu";

/// What NVRTC makes by `vabsdiff2` and `vabsdiff4`.
const BY_VIDEO: [&str; 8] = [
    "__vabs4",
    "__vabsss4",
    "__vabsdiffs4",
    "__vabsdiffu4",
    "__vsads4",
    "__vsadu4",
    "__vsadu2",
    "__vsads2",
];

fn calls() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for n in [2, 4] {
        let named =
            |f: &str, arguments: &str| (format!("__v{f}{n}"), format!("__v{f}{n}({arguments})"));
        all.extend(OF_ONE.split_whitespace().map(|f| named(f, "a")));
        all.extend(OF_TWO.split_whitespace().map(|f| named(f, "a, b")));
    }
    all
}

fn source(calls: &[&(String, String)]) -> String {
    let mut s = String::new();
    for (k, (_, call)) in calls.iter().enumerate() {
        let _ = writeln!(
            s,
            "extern \"C\" __global__ void k{k}(const unsigned *in, unsigned *out, int n) {{\n\
             int at = blockIdx.x * blockDim.x + threadIdx.x; if (at >= n) return;\n\
             unsigned a = in[2 * at], b = in[2 * at + 1]; out[at] = {call}; }}"
        );
    }
    s
}

/// Words of each end in each place, and of random bits.
fn operands() -> Vec<[u32; 2]> {
    let mut state = 7u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 32) as u32
    };
    let ends = [0u8, 1, 0x7e, 0x7f, 0x80, 0x81, 0xfe, 0xff];
    let mut word = || {
        let (choice, r) = (random(), random());
        let byte = |k: u32| u32::from(ends[(r >> (8 * k)) as usize % ends.len()]) << (8 * k);
        if choice >> 31 == 0 { r } else { byte(0) | byte(1) | byte(2) | byte(3) }
    };
    (0..8192).map(|k| if k % 16 == 0 { [word(); 2] } else { [word(), word()] }).collect()
}

/// What the kernels write.
fn run(ptx: &str, input: &[[u32; 2]], kernels: usize) -> Result<Vec<Vec<u64>>, String> {
    let bytes: Vec<u8> = input.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    Numbered { ptx, input: &bytes, operands: input.len(), kernels, width: 4 }.results()
}

/// What the documentation says of each part.
fn defined(name: &str, [a, b]: [u32; 2]) -> u32 {
    let width = if name.ends_with('2') { 16 } else { 8 };
    let parts =
        |w: u32| (0..32 / width).map(move |k| i64::from(w >> (k * width)) & ((1 << width) - 1));
    let signed = |x: i64| if x >> (width - 1) == 0 { x } else { x - (1 << width) };
    let each = parts(a).zip(parts(b)).map(|(x, y)| match name.trim_end_matches(['2', '4']) {
        "__vabs" => signed(x).abs(),
        "__vabsss" => signed(x).abs().min((1 << (width - 1)) - 1),
        "__vabsdiffs" | "__vsads" => (signed(x) - signed(y)).abs(),
        _ => (x - y).abs(),
    });
    if name.contains("sad") {
        return each.sum::<i64>() as u32;
    }
    each.enumerate().fold(0, |w, (k, x)| w | (x as u32) << (k as u32 * width))
}

fn compared(by_video: bool) -> Result<(), String> {
    let all = calls();
    let list: Vec<&(String, String)> =
        all.iter().filter(|c| BY_VIDEO.contains(&c.0.as_str()) == by_video).collect();
    let text = source(&list);
    let input = operands();
    let theirs = match by_video {
        true => list
            .iter()
            .map(|c| input.iter().map(|i| u64::from(defined(&c.0, *i))).collect())
            .collect(),
        false => {
            let options = ["--gpu-architecture=compute_80".to_owned()];
            let ptx = nvrtc::compile_once(&text, "k.cu", &options).map_err(|e| e.to_string())?;
            run(&ptx, &input, list.len())?
        }
    };
    let mut wrong = Vec::new();
    for level in ["-O0", "-O3"] {
        let (options, _) =
            optx::Options::parse_args(&[level, "-arch=sm_80"]).map_err(|e| e.to_string())?;
        let ours = optx::compile(&text, &options).map_err(|d| d.to_string())?;
        let ours = run(ours.text(), &input, list.len())?;
        for (k, (name, _)) in list.iter().enumerate() {
            if let Some(i) = (0..input.len()).find(|i| ours[k][*i] != theirs[k][*i]) {
                let (found, wanted) = (ours[k][i], theirs[k][i]);
                wrong.push(format!(
                    "{name} {level} of {:x?}: {found:#x}, not {wanted:#x}",
                    input[i]
                ));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn main() {
    trials::run(vec![
        trials::trial("as NVRTC", &[Tool::Nvrtc], || compared(false).map_err(Failed::from)),
        trials::trial("as documented", &[], || compared(true).map_err(Failed::from)),
    ]);
}
