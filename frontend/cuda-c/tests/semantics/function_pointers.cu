// [conv.func] 1, [expr.unary.op] 1 and 3, [expr.call] 1, [expr.eq], [dcl.ref]: pointers and references to functions that are known: variables, `auto`, tables and classes that are constants, members, conditions, comparisons, results of constexpr functions
// wrong: functions-compare-equal; first-function-of-tables
typedef int (*op)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int sub(int a, int b) { return a - b; }
constexpr __device__ int mul(int a, int b) { return a * b; }
struct S { static __device__ int least(int a, int b) { return a < b ? a : b; } int v; };
struct Entry { int weight; op f; };
constexpr op table[] = {add, &sub, mul, S::least, nullptr};
constexpr Entry entries[2] = {{2, sub}, {3, *add}};
constexpr __device__ op chosen(int n) { return n > 1 ? mul : n ? sub : add; }
static const op kept = sub;
constexpr op one_of = mul;
__device__ int made_of = one_of ? 7 : 8;
template <int N> struct Table { static constexpr op list[2] = {N ? add : sub, mul}; };
template <int N> constexpr op Table<N>::list[2];
__device__ int none() { return 4; }
extern "C" __global__ void k(long long *out)
{
    int i = 0;
    op f = add; op g = &sub; op const h = *mul;
    out[i++] = f(1, 2); out[i++] = g(1, 2); out[i++] = h(3, 4); out[i++] = (*f)(5, 6); out[i++] = (**g)(5, 6); out[i++] = (&add)(7, 8);
    auto a = add; auto *b = sub; auto &c = mul; auto &&d = S::least; int (&e)(int, int) = add; const auto m = &mul;
    out[i++] = a(1, 1); out[i++] = b(1, 1); out[i++] = c(2, 3); out[i++] = d(2, 3); out[i++] = e(4, 5); out[i++] = m(4, 5);
    out[i++] = table[0](9, 4); out[i++] = table[1](9, 4); out[i++] = table[2](9, 4); out[i++] = table[3](9, 4);
    out[i++] = entries[0].f(8, 3) * entries[0].weight; out[i++] = entries[1].f(8, 3) * entries[1].weight;
    out[i++] = chosen(0)(6, 2); out[i++] = chosen(1)(6, 2); out[i++] = chosen(2)(6, 2);
    out[i++] = made_of; out[i++] = kept(6, 1); out[i++] = Table<0>::list[0](5, 1); out[i++] = Table<1>::list[0](5, 1); out[i++] = Table<1>::list[1](5, 2);
    out[i++] = f == add; out[i++] = f == g; out[i++] = f != sub; out[i++] = g == table[1]; out[i++] = &c == mul; out[i++] = table[4] == nullptr;
    out[i++] = f ? 1 : 2; out[i++] = !f; out[i++] = table[4] ? 1 : 2; out[i++] = f && !table[4];
    constexpr bool is = table[0], none_is = table[4]; int sized[one_of ? 3 : 4]; enum { by = !one_of + 5 };
    out[i++] = is; out[i++] = none_is; out[i++] = sizeof(sized); out[i++] = by;
    decltype(f) again = sub; out[i++] = again(3, 1); auto &whole = add; decltype(whole) other = sub; out[i++] = other(9, 2);
    out[i++] = (true ? add : sub)(8, 3);
    static constexpr op own[] = {sub, add};
    out[i++] = own[0](1, 9) * own[1](1, 9);
    constexpr op one = chosen(1); out[i++] = one(3, 8);
    out[i++] = (true ? f : g)(10, 4); out[i++] = (0, g)(10, 4);
    out[i++] = sizeof(f); out[i++] = sizeof(op[3]); out[i++] = sizeof(add(1, 2)); out[i++] = sizeof(table) / sizeof(table[0]);
    int (*n)() = none; out[i++] = n();
    for (int j = 0; j < 3; j++) { op in = add; out[i++] = in(j, 1); }
    switch (i & 1) { default: { op last = mul; out[i++] = last(11, 2); } }
}
