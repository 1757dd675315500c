// [expr.unary.noexcept] [except.spec] noexcept(e) says whether what e calls may throw; its operand is not evaluated
// wrong: nothing-throws; conditions-of-noexcept-hold; destructors-never-throw
template <class T> __device__ T &&declval() noexcept;
__device__ int f(int x) noexcept { return x; }
__device__ int g(int x) { return x; }
constexpr __device__ int c(int x) { return x; }
__device__ int yes(int) noexcept(true);
__device__ int no(int) noexcept(false);
template <bool B> __device__ int by(int x) noexcept(B) { return x; }
template <class T> __device__ T add(T a, T b) noexcept(noexcept(a + b)) { return a + b; }
struct X { __device__ X operator+(X) const { return X(); } };
struct Y { __device__ Y operator+(Y) const noexcept { return Y(); } };
struct Quiet { __device__ Quiet() noexcept {} __device__ Quiet(int) {} };
struct Part { Quiet q; }; struct Loud { __device__ Loud() {} }; struct Has { Loud l; };
struct Ends { __device__ ~Ends() noexcept(false) {} }; struct HasEnds { Ends e; }; struct Plain { __device__ ~Plain() {} };
struct Methods { int a; __device__ int m() const noexcept { return a; } __device__ int n() const { return a; } __device__ operator int() const noexcept { return a; } __device__ operator float() const { return a; } };
template <class T> struct Made { T t; __device__ Made(const T &x) noexcept(sizeof(T) == 4) : t(x) {} };
extern "C" __global__ void k(long long *out) {
  int x = 3; Methods *p = nullptr;
  out[0] = noexcept(f(x)); out[1] = noexcept(g(x)); out[2] = noexcept(yes(x)); out[3] = noexcept(no(x));
  out[4] = noexcept(by<true>(x)); out[5] = noexcept(by<false>(x)); out[6] = noexcept(add(1, 2)); out[7] = noexcept(add(X(), X()));
  out[8] = noexcept(add(Y(), Y())); out[9] = noexcept(f(g(x))); out[10] = noexcept(x = 5, x++, x / 2); out[11] = x;
  out[12] = noexcept(Quiet()); out[13] = noexcept(Quiet(1)); out[14] = noexcept(Part()); out[15] = noexcept(Has());
  out[16] = noexcept(Ends()); out[17] = noexcept(HasEnds()); out[18] = noexcept(Plain());
  out[19] = noexcept(p->m()); out[20] = noexcept(p->n()); out[21] = noexcept((int)*p); out[22] = noexcept((float)*p);
  out[23] = noexcept(Made<int>(1)); out[24] = noexcept(Made<double>(1.0));
  out[25] = noexcept(c(1)); out[26] = noexcept(sizeof(g(1))); out[27] = noexcept(noexcept(g(1)));
  out[28] = noexcept(declval<int (*)(int)>()(1)); out[29] = noexcept(declval<int (*)(int) noexcept>()(1)); out[30] = noexcept(declval<int (*)(int) noexcept>()(g(1)));
  auto l = [](int a) noexcept { return a; }; auto m = [](int a) { return a; };
  out[31] = noexcept(l(1)); out[32] = noexcept(m(1)); out[33] = noexcept(x ? f(1) : g(1)); out[34] = noexcept(true || g(1));
  out[35] = noexcept(static_cast<Quiet &&>(Quiet())); out[36] = noexcept(Has{}); out[37] = noexcept(p->a); out[38] = noexcept(nullptr);
}
