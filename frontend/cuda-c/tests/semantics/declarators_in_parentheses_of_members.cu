// [class.mem] in a class `T (x);`, `T (*p)[4];` and `T (f)(int)` declare x, p and f where T is a type
// wrong: members-in-parentheses-vanish
// options: -default-device
typedef int Td;
struct Cl { char c; short s; };
template <class T> struct Tm { T (first); T (*pointer)[3]; static T (twice)(T x) { return x * 2; } char last; };
struct S {
    int a;
    Td (*p)[4];
    Cl (q);
    const Cl (*(r[2])), *(t);
    S *(next);
    S (*other);
    Td (f)(int x) { return x + a; }
    Cl (g)(int (x)) { Cl c = {char(x), short(a)}; return c; }
    struct Cl (*h(int))[2];
    Td (width) : 3;
    static Td (s)(Td (y)) { return y * 3; }
};
__device__ Td made(S &s) { return s.f(2) + s.g(3).c + s.g(3).s; }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    S s = {};
    s.a = 40; s.width = 2; s.q.s = 7;
    out[n++] = sizeof(S); out[n++] = sizeof(s.p); out[n++] = sizeof(*s.p); out[n++] = sizeof(s.r);
    out[n++] = made(s) + s.q.s + s.width; out[n++] = S::s(5);
    out[n++] = sizeof(Tm<double>); out[n++] = sizeof(*Tm<short>().pointer); out[n++] = Tm<int>::twice(21);
}
