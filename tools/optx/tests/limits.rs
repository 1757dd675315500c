//! What no GPU takes is an error that says how much there is, how much is asked for, and by what; one byte less is none.

use optx::{Diagnostics, Options, compile};

fn compiled(source: &str, arguments: &[&str]) -> Result<(), Diagnostics> {
    let (options, _) = Options::parse_args(arguments).expect("valid options");
    compile(source, &options).map(|_| ())
}

/// The only error's message, and its notes with the lines that they point to.
fn refused(source: &str) -> (String, Vec<(String, u32)>) {
    let mut said = Vec::new();
    for level in ["-O0", "-O3"] {
        let Err(diagnostics) = compiled(source, &[level]) else { panic!("{level}: {source}") };
        let [one] = diagnostics.list() else { panic!("{diagnostics}") };
        assert_eq!(one.code.0, "E0121", "{diagnostics}");
        let notes = one.notes.iter();
        let notes = notes.map(|n| (n.message.clone(), n.place.as_ref().map_or(0, |p| p.line)));
        said.push((one.message.clone(), notes.collect::<Vec<_>>()));
    }
    assert_eq!(said[0], said[1]);
    said.remove(0)
}

fn taken(source: &str) {
    for level in ["-O0", "-O3"] {
        compiled(source, &[level]).unwrap_or_else(|d| panic!("{level}: {source}\n{d}"));
    }
}

fn shared(count: u32) -> String {
    format!(
        "__global__ void k(int *p, int n) {{
__shared__ int small[16];
__shared__ int tile[{count}];
small[n & 15] = n; tile[n] = n; __syncthreads();
p[n] = tile[n + 1] + small[(n + 1) & 15];
}}
"
    )
}

#[test]
fn static_shared_memory() {
    taken(&shared(12288 - 16));
    let (message, notes) = refused(&shared(12288 - 15));
    assert_eq!(
        message,
        "the static shared memory of `k` takes 49156 bytes, and a block has 49152 at most"
    );
    assert_eq!(notes[0], ("`tile` takes 49092 bytes".to_owned(), 3));
    assert_eq!(notes[1], ("`small` takes 64 bytes".to_owned(), 2));
    assert!(notes[2].0.contains("extern __shared__"), "{notes:?}");
}

/// What alignment adds counts, as ptxas counts it; arrays begin at multiples of 16 only where that takes no room that is wanted.
#[test]
fn what_alignment_adds() {
    let of = |first: u32, second: u32| {
        format!(
            "__global__ void k(int *p, int n) {{
__shared__ char a[{first}];
__shared__ char b[{second}];
a[n] = n; b[n] = n; __syncthreads();
p[n] = a[n + 1] + b[n + 1];
}}
"
        )
    };
    taken(&of(1, 49152 - 1));
    taken(&of(17, 49152 - 17));
    let (message, _) = refused(&of(17, 49152 - 16));
    assert!(message.contains("takes 49153 bytes"), "{message}");
    // What asks for its alignment keeps it.
    let aligned =
        |first: u32, second: u32| of(first, second).replace("char b", "__align__(16) char b");
    taken(&aligned(1, 49152 - 16));
    // The wider one comes first: nothing stands between them.
    taken(&aligned(16, 49152 - 16));
    let (message, _) = refused(&aligned(1, 49152));
    assert!(message.contains("takes 49153 bytes"), "{message}");
    taken(
        "__global__ void k(float *p, int n) { __shared__ float a[4095]; __shared__ float b[4097], c[4096]; int t = threadIdx.x; a[t] = p[t]; b[t] = p[t + n]; c[t] = p[2 * t]; __syncthreads(); p[t] = a[n] + b[n] + c[n]; }",
    );
}

/// What functions that are called name counts, and what nobody names does not; each kernel has its own.
#[test]
fn shared_memory_of_what_is_called() {
    let of = |called: bool| {
        let call = if called { "f(n)" } else { "n" };
        format!(
            "__device__ __noinline__ int f(int n) {{ __shared__ int s[8000]; s[n] = n; return s[n + 1]; }}
__global__ void k(int *p, int n) {{ __shared__ int s[8000]; s[n] = 1; p[0] = s[n + 1] + {call}; }}
__global__ void other(int *p, int n) {{ __shared__ int s[8000]; s[n] = 1; p[0] = s[n + 1]; }}
"
        )
    };
    taken(&of(false));
    let (message, notes) = refused(&of(true));
    assert!(message.contains("`k` takes 64000 bytes"), "{message}");
    assert_eq!((notes[0].1, notes[1].1), (2, 1), "{notes:?}");
    taken("__global__ void k(int *p) { __shared__ int unused[99999]; p[0] = 1; }");
    taken("__global__ void k(int *p) { extern __shared__ int s[]; s[99999] = 1; p[0] = s[4]; }");
}

#[test]
fn constant_memory() {
    let of = |count: u32| {
        format!(
            "__constant__ int a[4];
__constant__ int table[{count}];
__global__ void k(int *p, int n) {{ p[n] = table[n]; }}
"
        )
    };
    taken(&of(16380));
    let (message, notes) = refused(&of(16381));
    assert_eq!(
        message,
        "the module's constant memory takes 65540 bytes, and there are 65536 at most"
    );
    assert_eq!(notes[0], ("`table` takes 65524 bytes".to_owned(), 2));
    // Tables that the compiler makes of a thread's own constants never come to that.
    let list: Vec<String> = (0..17_000).map(|n| (n * 7 % 1000).to_string()).collect();
    taken(&format!(
        "__global__ void k(int *p, int n) {{ const int t[17000] = {{ {} }}; p[n] = t[n]; }}",
        list.join(", ")
    ));
}

#[test]
fn local_memory() {
    let of = |count: u32| {
        format!(
            "__device__ __noinline__ int f(int n) {{ int b[{count}]; for (int i = 0; i < n; i++) b[i * 3] = i; return b[n]; }}
__global__ void k(int *p, int n) {{
int a[100000];
for (int i = 0; i < n; i++) a[i * 7] = i;
p[0] = a[n] + f(n);
}}
"
        )
    };
    taken(&of(131_072));
    let (message, notes) = refused(&of(131_073));
    assert_eq!(
        message,
        "the local memory of a thread of `k` takes 524292 bytes, and a thread has 524288 at most"
    );
    assert_eq!(notes[0], ("`b` takes 524292 bytes".to_owned(), 1));
    // Blocks that never live together may share their room.
    let block = "{ int a[80000]; for (int i = 0; i < n; i++) a[i * 7] = i; p[0] += a[n]; }\n";
    taken(&format!("__global__ void k(int *p, int n) {{\n{block}{block}}}\n"));
}

/// Many objects are the three largest and the rest.
#[test]
fn the_rest_is_a_sum() {
    let objects: String =
        (1..=9).map(|k| format!("__constant__ int c{k}[{}];\n", 2000 * k)).collect();
    let source = format!("{objects}__global__ void k(int *p, int n) {{ p[n] = c1[n]; }}\n");
    let (message, notes) = refused(&source);
    assert!(message.contains("takes 360000 bytes"), "{message}");
    let told: Vec<&str> = notes.iter().map(|(said, _)| said.as_str()).collect();
    assert_eq!(
        told[..4],
        [
            "`c9` takes 72000 bytes",
            "`c8` takes 64000 bytes",
            "`c7` takes 56000 bytes",
            "6 more take 168000 bytes"
        ]
    );
}
