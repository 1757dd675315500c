// [temp.names] a comma within template arguments in an initialiser is theirs, and one behind a comparison ends the declarator
// wrong: commas-in-arguments-end-declarators
// device-only
// options: -default-device
template <const int *a, const int *b> struct Same { static const int value = 0; enum { v = 10 }; };
template <const int *a> struct Same<a, a> { static const int value = 1; enum { v = 11 }; };
template <class A, class B> struct Pair { enum { v = 3 }; static constexpr int sum(int x, int y) { return x + y; } };
struct P { static const int x = 7; }; struct Q { static int n; };
template <int N, int M> constexpr int times(int k) { return N * M * k; }
template <int *a, int *b> struct Equal { enum { value = 0 }; };
template <int *a> struct Equal<a, a> { enum { value = 1 }; };
int u, w;
int equal = Equal<&u, &u>::value;
int unlike = Equal<&u, &w>::value;
extern const int x, y; const int x = 1, y = 2;
int same = Same<&x, &x>::value, other = Same<&x, &y>::value;
int a = Same<&x, &x>::v, b = Pair<P, Pair<Q, P>>::v, c = 4;
int d = times<x, y>(3), e = Pair<P, Q>::sum(times<2, 3>(x), 4), f = x < y, g = y > x, h(5 > 3);
const bool i = x < 3 && y > 1, j = x < y, k2 = 2;
int table[Pair<P, Q>::v] = { times<x, 2>(1), Pair<Q, P>::v, x < y };
extern "C" __global__ void k(long long *out) {
  out[0] = same; out[1] = other; out[2] = a; out[3] = b; out[4] = c; out[5] = d; out[6] = e; out[7] = f; out[8] = g;
  out[9] = h; out[10] = i; out[11] = j; out[12] = k2; out[13] = table[0]; out[14] = table[1]; out[15] = table[2]; out[16] = equal; out[17] = unlike;
}
