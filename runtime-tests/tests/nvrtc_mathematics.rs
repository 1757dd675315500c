//! NVRTC's mathematics beside NVRTC: which overload a call means, for each function and each combination of types.
//!
//! Both compilers get a kernel template that is instantiated for the type of one call, and tell the type by its name in PTX; or both refuse the call.

use libtest_mimic::Failed;
use optx::{MemoryIncludes, Options};
use optx_judge::{Tool, ToolError, nvrtc, trials};

/// Functions of one number.
const UNARY: &str = "acos acosh asin asinh atan atanh cbrt ceil cos cosh cospi erf erfc erfcinv erfcx erfinv exp exp10 exp2 expm1 fabs floor lgamma log log10 log1p \
    log2 logb nearbyint normcdf normcdfinv rcbrt rint round rsqrt sin sinh sinpi sqrt tan tanh tgamma trunc isfinite isinf isnan signbit ilogb lrint lround llrint \
    llround abs labs llabs sinf sqrtf fabsf isnormal fpclassify std::sin std::abs";

/// Functions of two.
const BINARY: &str = "atan2 fdim fmax fmin fmod hypot nextafter remainder rhypot ldexp scalbn scalbln pow copysign min max umin llmax ullmin powf fmaxf ldexpf \
    isgreater std::pow std::min";

/// Arguments of functions of one number.
const TYPES: &[&str] = &[
    "float",
    "double",
    "int",
    "unsigned",
    "long long",
    "unsigned long",
    "bool",
    "char",
    "long double",
    "enumeration",
    "to_float",
    "to_double",
];

/// Of those of more.
const FEW: &[&str] = &["float", "double", "int", "unsigned", "long", "to_float"];

const PRELUDE: &str = "enum enumeration { e }; struct to_float { __device__ operator float() const { return 1; } }; \
    struct to_double { __device__ operator double() const { return 1; } }; template <class T> __device__ T make(); \
    template <class T> __global__ void k(T *) { }\n";

/// Calls with pointers, and of overloads beside the user's own.
const OTHERS: &[&str] = &[
    "sincos(1, make<float *>(), make<float *>())",
    "sincos(1, make<double *>(), make<double *>())",
    "sincos(1.0, make<float *>(), make<float *>())",
    "sincospi(1u, make<double *>(), make<double *>())",
    "frexp(1.0f, make<int *>())",
    "frexp(1.0, make<int *>())",
    "frexp(1, make<int *>())",
    "modf(1.0f, make<float *>())",
    "modf(1, make<float *>())",
    "modf(1, make<double *>())",
    "remquo(1.0f, 1.0f, make<int *>())",
    "remquo(1.0f, 1.0, make<int *>())",
    "mine::fma(1, 2, 3)",
    "fma(mine::number(), 2.0f, 3.0f)",
    "fma(1, 2, mine::number())",
    "fmod(1, 2)",
    "fmod(1.0f, 2)",
    "fmod(1.0f, 2.0f)",
    "fmod(1.0, 2.0)",
    "fmod(1.0, 2)",
    "far::abs(1)",
    "far::abs(1.0f)",
    "cosh(1.0f)",
    "cosh(1.0)",
    "cosh(1)",
    "tanh(1)",
    "tanh(1.0f)",
    "sin()",
    "sin(1, 2)",
    "pow(1.0f)",
    "norm3d(1.0f, 1.0f, 1.0f)",
    "norm3d(1, 2.0, 3.0f)",
    "rnorm3d(1.0f, 1.0f, 1.0f)",
    "norm4d(1.0f, 1.0f, 1.0f, 1.0f)",
    "rnorm4d(1.0f, 1.0f, 1.0f, 1)",
    "norm3df(1.0, 1.0, 1.0)",
    "rnorm4df(1, 1.0, 1.0, 1.0)",
    "norm4d(1.0, 1.0, 1.0)",
    "norm(3, make<double *>())",
    "norm(mine::number())",
    "norm(1.0f)",
    "norm(1)",
    "norm(1.0f, 2.0f)",
    "rnorm(1.0f)",
    "rnorm(1.0)",
    "rnorm(3, make<double *>())",
    "norm4d(1.0f)",
    "norm4d(1, 1.0f, 1.0f, 1.0f)",
    "rnorm(3, make<const double *>())",
    "rnorm(3, make<float *>())",
    "normf(3u, make<float *>())",
    "rnormf(3, make<double *>())",
];

const OWN: &str = "namespace mine { struct number { }; __device__ int fma(int, int, int); __device__ long fma(number, float, float); } \
    namespace further { __device__ char abs(int); } namespace far { using namespace further; using ::abs; } \
    template <class T> __device__ T fmod(T, T); __device__ float cosh(float x) { return x; } __device__ short tanh(int); \
    __device__ short norm(mine::number); __device__ long norm(float, float); template <class T> __device__ T rnorm(T); __device__ char norm4d(float);\n";

fn main() {
    let mut list = Vec::new();
    let mut add = |name: String, prelude: String, calls: Vec<String>| {
        list.push(trials::trial(name, &[Tool::Nvrtc], move || {
            compared(&prelude, &calls).map_err(Failed::from)
        }));
    };
    let of = |f: &str, types: &[&str]| {
        let arguments: Vec<String> = types.iter().map(|t| format!("make<{t}>()")).collect();
        format!("{f}({})", arguments.join(", "))
    };
    for f in UNARY.split_whitespace() {
        let calls = TYPES.iter().map(|t| of(f, &[t])).collect();
        add(f.to_owned(), PRELUDE.to_owned(), calls);
    }
    for f in BINARY.split_whitespace() {
        let calls = FEW.iter().flat_map(|a| FEW.iter().map(move |b| of(f, &[a, b])));
        add(f.to_owned(), PRELUDE.to_owned(), calls.collect());
    }
    let pairs = FEW.iter().flat_map(|a| FEW.iter().map(move |b| (*a, *b)));
    let triples = pairs.flat_map(|(a, b)| FEW[..4].iter().map(move |c| of("fma", &[a, b, c])));
    add("fma".to_owned(), PRELUDE.to_owned(), triples.collect());
    let others = OTHERS.iter().map(|&text| text.to_owned()).collect();
    add("others".to_owned(), format!("{PRELUDE}{OWN}"), others);
    trials::run(list);
}

/// Compares what two compilers say of each call.
fn compared(prelude: &str, calls: &[String]) -> Result<(), String> {
    let words = ["-arch=compute_80", "-std=c++17"].map(str::to_owned);
    let mut all = words.to_vec();
    all.push("--nvrtc".to_owned());
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let (options, _) = Options::parse_args(&all).map_err(|e| e.to_string())?;
    let mut wrong = Vec::new();
    for call in calls {
        let text =
            format!("{prelude}template __global__ void k<decltype({call})>(decltype({call}) *);\n");
        let theirs = match nvrtc::compile_once(&text, "k.cu", &words) {
            Ok(ptx) => Some(entry(&ptx)?),
            Err(ToolError::Refused(_)) => None,
            Err(other) => return Err(other.to_string()),
        };
        let mut said = String::new();
        let ours = match optx::compile_with("k.cu", &text, &options, &MemoryIncludes::new()) {
            Ok(ptx) => Some(entry(ptx.text())?),
            Err(e) => {
                said = e.to_string();
                None
            }
        };
        if ours != theirs {
            wrong.push(format!("{call}: {ours:?}, NVRTC {theirs:?} {said}"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// The name of the one kernel.
fn entry(ptx: &str) -> Result<String, String> {
    let name = ptx.split_once(".entry ").and_then(|(_, rest)| rest.split_once('('));
    name.map(|(name, _)| name.to_owned()).ok_or_else(|| format!("no kernel in {ptx}"))
}
