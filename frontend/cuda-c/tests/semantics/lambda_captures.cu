// [expr.prim.lambda.capture] 10 to 13 and 16: copies are the closure's own members, references are the variable; `this` is captured as it is, `*this` as a copy; in the body a name has the type that it is declared with
// wrong: captures-by-copy-refer; captured-objects-are-this; captured-types-are-members
template <class A, class B> struct same { static const int value = 0; };
template <class A> struct same<A, A> { static const int value = 1; };
struct counted { int v; __device__ counted(int x) : v(x) {} __device__ counted(const counted &o) : v(o.v + 100) {} };
struct S {
    int a = 1;
    __device__ int both() { auto l = [*this]() mutable { return ++a * 10; }; auto m = [this] { return ++a; }; return l() + l() + m(); }
    __device__ int deep() { return [=] { return [&] { return ++a; }(); }() + a; }
    __device__ auto later() const { return [*this](int x) { return a + x; }; }
};
struct B { int b = 3; __device__ int get() const { return b; } static __device__ int number() { return 8; } };
struct C : B { int c = 4; __device__ int f() { return [this] { return b * 1000 + c * 100 + get() * 10 + this->c + C::b + B::get() + number(); }(); } };
__device__ int which(int &) { return 1; }
__device__ int which(const int &) { return 2; }
__device__ int taken(const int &x) { return x; }
extern "C" __global__ void k(long long *out)
{
    int i = 0, x = 1, y = 2;
    const int &r = x;
    auto copy = [x, y] { return x * 10 + y; };
    auto reference = [&x, y]() mutable { return ++x * 10 + ++y; };
    x = 5;
    out[i++] = copy(); out[i++] = reference(); out[i++] = reference(); out[i++] = x; out[i++] = y;
    auto all = [=] { return x * 100 + y; };
    auto mixed = [=, &y] { y = x; return y; };
    auto rest = [&, x]() mutable { x = 40; y = 9; return x; };
    x = 3;
    out[i++] = all(); out[i++] = mixed(); out[i++] = y; out[i++] = rest(); out[i++] = x; out[i++] = y;
    auto init = [x = x + 1, &z = y, p = &x]() mutable { z = 6; *p = 7; return x++; };
    out[i++] = init(); out[i++] = init(); out[i++] = x; out[i++] = y;
    out[i++] = [r] { return sizeof(r) * 10 + same<decltype(r), const int &>::value; }();
    out[i++] = [x] { return same<decltype(x), int>::value * 10 + same<decltype((x)), const int &>::value; }();
    out[i++] = [x]() mutable { return same<decltype(x), int>::value * 10 + same<decltype((x)), int &>::value; }();
    out[i++] = [&x] { return same<decltype(x), int>::value * 10 + same<decltype((x)), int &>::value; }();
    out[i++] = [=] { return same<decltype(r), const int &>::value * 10 + same<decltype((r)), const int &>::value; }();
    out[i++] = [x] { return which(x); }(); out[i++] = [x]() mutable { return which(x); }(); out[i++] = [&x] { return which(x); }();
    const int c = x;
    out[i++] = [c]() mutable { return which(c); }(); out[i++] = [c = c]() mutable { return which(c); }();
    // A copy for the closure, one for the closure's copy.
    counted v(1);
    auto l = [v] { return v.v; };
    auto m = l;
    out[i++] = l(); out[i++] = m(); out[i++] = [&v] { return v.v; }(); out[i++] = [w = counted(3)] { return w.v; }();
    int a[3] = {1, 2, 3};
    auto own = [a]() mutable { a[0] = 10; return a[0] + a[1] + a[2]; };
    out[i++] = own(); out[i++] = a[0]; out[i++] = sizeof(own);
    // Constants that are only read are not captured.
    const int n = 4;
    auto none = [] { return n; };
    auto read = [=] { return n + 1; };
    auto bound = [=] { return taken(n); };
    out[i++] = none(); out[i++] = sizeof(read); out[i++] = read(); out[i++] = sizeof(bound); out[i++] = bound();
    S s;
    out[i++] = s.both(); out[i++] = s.a; out[i++] = s.deep();
    auto later = s.later();
    s.a = 50;
    out[i++] = later(1); out[i++] = sizeof(later); out[i++] = C().f();
    // What is captured may be captured again.
    auto outer = [x, &y] { return [=, &y] { y += x; return [&] { return y++ + x; }(); }(); };
    out[i++] = outer(); out[i++] = y;
    out[i++] = [x = 1, y = [z = 2] { return z * 10; }()] { return x + y; }();
}
