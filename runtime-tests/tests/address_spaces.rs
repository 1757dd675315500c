//! `__cvta_generic_to_shared` and its kin, `__isShared` and its kin, and accesses by inline PTX through what they give, against
//! NVRTC: both PTX texts
//! run in the emulator.

use optx_emulator::{Device, LaunchConfig, Module, launch};
use optx_judge::trials::{self, assertions};
use optx_judge::{Tool, nvrtc};

const THREADS: u32 = 64;
const RESULTS: usize = 16;

/// Each thread works on its own places of each memory; the memory clobber says that what C++ has there is read again.
const SOURCE: &str = r#"
__constant__ unsigned table[4] = {11, 22, 33, 44};
__device__ unsigned word[64];
__device__ unsigned of(const void *p) { return __isGlobal(p) + 2 * __isShared(p) + 4 * __isConstant(p) + 8 * __isLocal(p); }
extern "C" __global__ void k(unsigned *out) {
    __shared__ unsigned shared[64];
    unsigned own[4], t = threadIdx.x, *o = out + t * 16, x;
    shared[t] = t; word[t] = 3 * t; own[t & 3] = 5 * t; own[(t + 1) & 3] = 1;
    __syncthreads();
    o[0] = of(o); o[1] = of(shared + t); o[2] = of(table + (t & 3)); o[3] = of(own + (t & 3)); o[4] = of(word + t);
    size_t s = __cvta_generic_to_shared(shared + t);
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(x) : "l"(s) : "memory"); o[5] = x;
    asm volatile("st.shared.u32 [%0], %1;" :: "l"(s), "r"(x + 7) : "memory"); o[6] = shared[t];
    unsigned narrow = (unsigned)__cvta_generic_to_shared(shared + (t ^ 1));
    __syncthreads();
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(x) : "r"(narrow) : "memory"); o[7] = x;
    size_t g = __cvta_generic_to_global(word + t);
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(x) : "l"(g) : "memory"); o[8] = x;
    asm volatile("st.global.u32 [%0], %1;" :: "l"(g), "r"(x + 9) : "memory"); o[9] = word[t];
    size_t c = __cvta_generic_to_constant(table + (t & 3));
    asm volatile("ld.const.u32 %0, [%1];" : "=r"(x) : "l"(c)); o[10] = x;
    size_t l = __cvta_generic_to_local(own + (t & 3));
    asm volatile("ld.local.u32 %0, [%1];" : "=r"(x) : "l"(l) : "memory"); o[11] = x;
    asm volatile("st.local.u32 [%0], %1;" :: "l"(l), "r"(x + 13) : "memory"); o[12] = own[t & 3];
    o[13] = *(unsigned *)__cvta_shared_to_generic(s) + *(unsigned *)__cvta_global_to_generic(g);
    o[14] = *(unsigned *)__cvta_constant_to_generic(c) + *(unsigned *)__cvta_local_to_generic(l);
    *(unsigned *)__cvta_shared_to_generic(s) = t + 100; o[15] = shared[t];
}
"#;

fn run(ptx: &str) -> Vec<u32> {
    let module = Module::load(ptx).unwrap_or_else(|e| panic!("{e}\n{ptx}"));
    let mut device = Device::new();
    let size = (THREADS as usize * RESULTS * 4) as u64;
    let out = device.alloc(size, "out").expect("memory");
    let config = LaunchConfig { grid: [1; 3], block: [THREADS, 1, 1], ..LaunchConfig::default() };
    let args = [out.0.to_le_bytes().to_vec()];
    launch(&mut device, &module, "k", &config, &args).unwrap_or_else(|e| panic!("{e}\n{ptx}"));
    let bytes = device.read(out, size).expect("the results");
    bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}

fn what_is_reached_is_what_nvrtc_reaches() {
    let options = ["--gpu-architecture=compute_80".to_owned()];
    let theirs = nvrtc::compile_once(SOURCE, "k.cu", &options).unwrap_or_else(|e| panic!("{e}"));
    let theirs = run(&theirs);
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        let (options, _) = optx::Options::parse_args(&[level, "-arch=sm_80"]).expect("options");
        let ours = optx::compile(SOURCE, &options).unwrap_or_else(|d| panic!("{d}"));
        let ours = run(ours.text());
        for (at, (found, wanted)) in ours.iter().zip(&theirs).enumerate() {
            let (thread, result) = (at / RESULTS, at % RESULTS);
            assert_eq!(found, wanted, "{level}: result {result} of thread {thread}");
        }
    }
}

fn main() {
    trials::run(vec![assertions(
        "what is reached is what NVRTC reaches",
        &[Tool::Nvrtc],
        what_is_reached_is_what_nvrtc_reaches,
    )]);
}
