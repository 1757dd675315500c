// [stmt.select] an empty initialiser and attributes in conditions, `auto &x{y}`, braces behind a base with template arguments
// wrong: auto-keeps-references
template<class T> struct A{ int x; }; template<class T> struct B:A<T>{ __device__ B():A<T>{3}{} };
struct C : A<int> { int y; __device__ C(int v) : A<int>{v}, y{v + 1} {} };
extern "C" __global__ void k(long long *out) { B<int> b; out[0]=b.x; C c(4); int r = 5; auto &w{r}; const auto &v{r}; auto &&z{r}; auto *p{&r}; w = 6; out[1] = r + v + z + *p + c.x + c.y; if (; r > 1) out[2] = 1; if ([[maybe_unused]] int q = r) out[3] = q; for ([[maybe_unused]] int i = 0; i < 1; i++) out[4] = i; auto s{r}; r = 9; out[5] = s; switch (; r) { case 9: out[7] = 3; } while ([[maybe_unused]] int q = r - 9) { } }
