//! Shuffles and matches of cooperative groups in the emulator, against what each thread must get: of numbers and of classes of several
//! words and of less
//! than one, in tiles and among the active threads of a warp.

use optx_emulator::{Device, LaunchConfig, Module, launch};

const RESULTS: usize = 12;

const SOURCE: &str = r#"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
struct three { int a; long long b; };
struct __align__(2) narrow { short a; };
struct both { __device__ three operator()(three x, three y) const { three r; r.a = x.a + y.a; r.b = x.b > y.b ? x.b : y.b; return r; } };
extern "C" __global__ void k(unsigned *out) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    unsigned t = threadIdx.x, *o = out + t * 12;
    three v; v.a = t; v.b = 1000000000000ll + t;
    narrow n; n.a = (short)(t * 3);
    three x = tile.shfl(v, 3), y = tile.shfl_xor(v, 5), z = tile.shfl_down(v, 2);
    o[0] = x.a + (unsigned)(x.b - 1000000000000ll) * 100; o[1] = y.a + (unsigned)(y.b - 1000000000000ll) * 100; o[2] = z.a;
    o[3] = tile.shfl_up(n, 1).a; o[4] = tile.match_any(t % 3); int all; o[5] = tile.match_all(t / 8, all); o[5] += 1000 * all;
    three s = cg::reduce(tile, v, both()); o[6] = s.a + (unsigned)(s.b - 1000000000000ll) * 100;
    if (t % 3 != 1) {
        auto some = cg::coalesced_threads();
        o[7] = some.shfl(v, 2).a; o[8] = some.shfl_up(t, 1); o[9] = some.shfl_down(n, 4).a;
        o[10] = some.ballot(t % 2) ^ some.match_any(t % 4) << 1; o[11] = cg::reduce(some, v, both()).a;
    }
}
"#;

/// What each thread of a warp gets.
fn wanted(t: u32) -> [u32; RESULTS] {
    let base = t & !7;
    let both = |x: u32| x * 101;
    let ranks =
        |f: &dyn Fn(u32) -> bool| (0..8).filter(|k| f(base + k)).map(|k| 1 << k).sum::<u32>();
    let sum: u32 = (base..base + 8).sum();
    let mut o = [0; RESULTS];
    o[0] = both(base + 3);
    o[1] = both(t ^ 5);
    o[2] = if t % 8 < 6 { t + 2 } else { t };
    o[3] = 3 * if t.is_multiple_of(8) { t } else { t - 1 };
    o[4] = ranks(&|x| x % 3 == t % 3);
    o[5] = 255 + 1000;
    o[6] = sum + (base + 7) * 100;
    let active: Vec<u32> = (0..32).filter(|x| x % 3 != 1).collect();
    if let Some(rank) = active.iter().position(|x| *x == t) {
        let bits = |f: &dyn Fn(u32) -> bool| {
            active.iter().enumerate().filter(|(_, x)| f(**x)).map(|(k, _)| 1u32 << k).sum::<u32>()
        };
        o[7] = active[2];
        o[8] = active[rank.saturating_sub(1)];
        o[9] = 3 * active.get(rank + 4).unwrap_or(&t);
        o[10] = bits(&|x| x % 2 == 1) ^ bits(&|x| x % 4 == t % 4) << 1;
        o[11] = active.iter().sum();
    }
    o
}

#[test]
fn each_thread_gets_what_its_group_gives() {
    for arch in ["-arch=sm_75", "-arch=sm_90"] {
        for level in ["-O0", "-O3"] {
            let (options, _) = optx::Options::parse_args(&[level, arch]).expect("options");
            let ptx = optx::compile(SOURCE, &options).unwrap_or_else(|d| panic!("{d}"));
            let module = Module::load(ptx.text()).unwrap_or_else(|e| panic!("{e}"));
            let mut device = Device::new();
            let size = (32 * RESULTS * 4) as u64;
            let out = device.alloc(size, "out").expect("memory");
            device.write(out, &vec![0; size as usize]).expect("zeros");
            let config =
                LaunchConfig { grid: [1; 3], block: [32, 1, 1], ..LaunchConfig::default() };
            let args = [out.0.to_le_bytes().to_vec()];
            launch(&mut device, &module, "k", &config, &args).unwrap_or_else(|e| panic!("{e}"));
            let bytes = device.read(out, size).expect("the results");
            let found: Vec<u32> = bytes
                .chunks_exact(4)
                .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
                .collect();
            for t in 0..32 {
                let at = t as usize * RESULTS;
                assert_eq!(found[at..at + RESULTS], wanted(t), "thread {t} {arch} {level}");
            }
        }
    }
}
