//! Random programs whose lanes synchronise one by one: locks, tickets, flags, turns behind the k-th barrier of the warp, partial barriers, votes, reductions
//! and shuffles under masks that vary. Those that the race detector finds no race in are judged: what is claimed of their values holds at every
//! dynamic instance, and what they leave is the same at every level.
//!
//! `LANE_PROGRAMS=A..B` runs others than the test does.

use std::path::PathBuf;

use optx_emulator::{Claims, Schedule};
use optx_launch::LaunchFile;
use runtime_tests::claims::checked;
use runtime_tests::races::{compiled, races};
use runtime_tests::random::Random;
use runtime_tests::suite::Case;

/// Programs of the test.
const SEEDS: std::ops::Range<u64> = 1..401;

const SCHEDULES: [Schedule; 3] =
    [Schedule::Lockstep, Schedule::Adversarial(1), Schedule::Adversarial(7)];

/// A program in the making: its statements, and how many words of each kind it has named.
struct Maker {
    random: Random,
    text: String,
    words: usize,
}

impl Maker {
    /// A shared word of its own, which is zero at first.
    fn word(&mut self) -> String {
        self.words += 1;
        format!("s[{}]", self.words - 1)
    }

    fn step(&mut self, depth: usize) {
        let (data, more) = (self.word(), self.word());
        let some = self.random.of(&["", "if (lane & 1) ", "if (lane < 20) ", "if (v & 1) "]);
        let text = match self.random.next(13) {
            // A lock.
            0 => format!(
                "{some}{{ while (atomicCAS(&{more}, 0, 1)) ; __threadfence(); int d = get(&{data}); {data} = d + v + 1; v += d; __threadfence(); atomicExch(&{more}, 0); }}"
            ),
            // A ticket.
            1 => {
                let now = self.word();
                format!(
                    "{{ int mine = atomicAdd(&{more}, 1); while (atomicAdd(&{now}, 0) != mine) ; __threadfence(); int d = {data}; {data} = d + 3; v ^= d; __threadfence(); atomicAdd(&{now}, 1); }}"
                )
            }
            // Turns behind the k-th barrier of the warp.
            2 => {
                let bound = self.random.of(&["lane", "lane % 5", "31 - lane"]);
                format!(
                    "{{ int w = w0; for (int l = 0; l < {bound}; l++) __syncwarp(); int d = turn[w]; if ({bound} == lane) turn[w] = d + 1; for (int l = {bound}; l < 32; l++) __syncwarp(); v += d; }}"
                )
            }
            // A flag that one lane raises.
            3 => {
                let who = self.random.next(32);
                format!(
                    "if (t == {who}) {{ {data} = v + 5; __threadfence(); atomicExch(&{more}, 1); }} while (atomicAdd(&{more}, 0) == 0) ; __threadfence(); v += {data};"
                )
            }
            // Each half of a warp for itself.
            4 => "if (lane < 16) { if (lane == 3) half[w0 * 2] = v; __syncwarp(0xffff); v += half[w0 * 2]; __syncwarp(0xffff); } else { if (lane == 20) half[w0 * 2 + 1] = v; __syncwarp(0xffff0000u); v += half[w0 * 2 + 1]; __syncwarp(0xffff0000u); }".to_owned(),
            // What lanes do together under masks that vary, or do not.
            5 => {
                let mask = self.mask();
                let from = self.random.of(&["3", "lane & 16", "v & 31", "lane ^ 1"]);
                let vote = self.random.of(&["__ballot_sync", "__any_sync", "__all_sync"]);
                let what = match self.random.next(3) {
                    0 => format!("{vote}(m, v & 2)"),
                    1 => "__reduce_add_sync(m, (unsigned)v)".to_owned(),
                    _ => format!("__shfl_sync(m, v, ({from} & 15) | (lane & 16))"),
                };
                format!("{{ unsigned m = {mask}; v += {what}; }}")
            }
            // Votes, each lane's k-th in another round, at one instruction.
            6 => {
                let when = self.random.of(&["(l + lane) & 1",  "l >= (lane & 1) && l < (lane & 1) + 3"]);
                format!(
                    "\n#pragma unroll 1\nfor (int l = 0; l < 4; l++) if ({when}) {{ int r = __ballot_sync(~0u, v >> l & 1); v += r; out[n + t] = r; }}"
                )
            }
            // A lane writes for its warp.
            7 => "if (lane == 5) one[w0] = v; __syncwarp(); v += one[w0]; __syncwarp();".to_owned(),
            // The block, by barriers.
            8 => format!("__syncthreads(); if (t == 7) {data} = v; __syncthreads(); v += {data};"),
            9 => format!("{some}atomicAdd(&{data}, v & 3); v += atomicOr(&{more}, lane);"),
            10 => format!("{some}{{ volatile int *p = &{data}; v += *p; }}"),
            11 if depth > 0 => {
                let rounds = self.random.of(&["2", "(n & 1) + 1", "3"]);
                let head = format!("for (int r{depth} = 0; r{depth} < {rounds}; r{depth}++) {{\n");
                self.text += &head;
                self.step(depth - 1);
                self.step(depth - 1);
                "}".to_owned()
            }
            _ => format!("v += {data} + given[{}];", self.random.next(4)),
        };
        self.text += &text;
        self.text += "\n";
        if self.random.next(3) == 0 {
            self.text += self.random.of(&["__syncwarp();\n", "__syncthreads();\n"]);
        }
    }

    /// Lanes of which each names its own.
    fn mask(&mut self) -> &'static str {
        self.random.of(&[
            "~0u",
            "~0u",
            "lane < 16 ? 0xffffu : 0xffff0000u",
            "__match_any_sync(~0u, lane / 16)",
        ])
    }
}

fn program(seed: u64) -> String {
    let mut maker = Maker {
        random: Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
        text: String::new(),
        words: 0,
    };
    let inline = if maker.random.next(2) == 0 { "__noinline__ " } else { "" };
    for _ in 0..2 + maker.random.next(4) {
        maker.step(1);
    }
    let words = maker.words.max(1);
    format!(
        "__device__ {inline}int get(int *p) {{ return *p; }}\n\
         extern \"C\" __global__ void run(int *out, const int *given, int n) {{\n\
         __shared__ int s[{words}], turn[2], half[4], one[2];\n\
         int t = threadIdx.x, lane = t & 31, w0 = t / 32, v = given[t & 7];\n\
         for (int k = t; k < {words}; k += blockDim.x) s[k] = 0;\n\
         if (t < 2) turn[t] = one[t] = half[t] = half[t + 2] = 0;\n__syncthreads();\n{}out[t] = v;\n}}\n",
        maker.text
    )
}

/// What is wrong with a program; `Ok(false)` where it says nothing, because it races or waits for ever.
fn judge(seed: u64) -> Result<bool, String> {
    let text = program(seed);
    let threads = [32, 64][seed as usize % 2];
    let launch = format!(
        "source = \"k.cu\"\n[buffers.out]\ntype = \"i32\"\nlength = 128\ninit = \"zeros\"\n\
         [buffers.given]\ntype = \"i32\"\nlength = 8\ninit = \"iota\"\n\
         [[launch]]\nkernel = \"run\"\ngrid = [1]\nblock = [{threads}]\nargs = [\"&out\", \"&given\", {{ i32 = 64 }}]\n"
    );
    let launch = LaunchFile::parse(&launch).map_err(|e| e.to_string())?;
    let case = Case { name: format!("{seed}"), source: PathBuf::from("k.cu"), launch };
    let plain = compiled(&case, &text).map_err(|e| format!("{seed}: {e}\n{text}"))?;
    for schedule in SCHEDULES {
        match races(&case, &plain, schedule) {
            Ok(races) if races.is_clean() => {}
            _ => return Ok(false),
        }
    }
    for level in ["-O0", "-O3"] {
        let words = [level, "-arch=sm_80", "--emit-claims=-"];
        let (options, _) = optx::Options::parse_args(&words).map_err(|e| e.to_string())?;
        let ptx = optx::compile_with("k.cu", &text, &options, &optx::NoIncludes)
            .map_err(|e| format!("{seed} {level}: {e}\n{text}"))?;
        let claims = Claims::parse(ptx.claims().unwrap_or_default()).map_err(|e| e.to_string())?;
        for schedule in SCHEDULES {
            let report = checked(&case, ptx.text(), schedule, &claims)
                .map_err(|e| format!("{seed} {level} {schedule:?}: {e}\n{text}"))?;
            if !report.holds() {
                return Err(format!("{seed} {level} {schedule:?}: {}\n{text}", report.to_text()));
            }
        }
    }
    Ok(true)
}

#[test]
fn what_is_claimed_of_lanes_that_wait_for_each_other_holds() {
    let asked = std::env::var("LANE_PROGRAMS").ok();
    let parsed = asked.and_then(|text| {
        let (a, b) = text.split_once("..")?;
        Some(a.parse().ok()?..b.parse().ok()?)
    });
    let seeds: std::ops::Range<u64> = parsed.unwrap_or(SEEDS);
    let count = seeds.end - seeds.start;
    let mut judged = 0;
    for seed in seeds {
        match judge(seed) {
            Ok(says) => judged += u64::from(says),
            Err(wrong) => panic!("{wrong}"),
        }
    }
    println!("{judged} of {count} programs judged");
    assert!(judged * 2 > count, "only {judged} of {count} programs are without a race");
}
