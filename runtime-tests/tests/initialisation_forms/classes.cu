// Classes that differ in how they are made and what they become, each with a number of its own; what happens is marked.
__device__ long long trace;
__device__ void mark(long long x) { trace = trace * 131 + x; }
struct A { int v; __device__ A(int n) : v(n) { mark(1); } __device__ A(const A &o) : v(o.v + 1) { mark(2); } __device__ A(A &&o) : v(o.v + 2) { mark(3); } __device__ A &operator=(const A &o) { mark(4); v = o.v; return *this; } __device__ A &operator=(A &&o) { mark(5); v = o.v; return *this; } };
struct B { int v; __device__ explicit B(int n) : v(n) { mark(11); } };
struct C { int v; __device__ C(A a) : v(a.v) { mark(12); } };
struct D { int v; __device__ operator A() const { mark(13); return A(v); } };
struct E { int v; __device__ operator int() const { mark(14); return v; } };
struct F { int v; __device__ operator int() const { mark(15); return v; } __device__ operator A() const { mark(16); return A(v); } };
struct G { int v; __device__ explicit operator A() const { mark(17); return A(v); } __device__ explicit operator int() const { mark(18); return v; } };
struct H { int v; int w; };
struct I { A a; int v; };
struct J : A { __device__ J(int n) : A(n) { mark(19); } };
struct K : A { __device__ K(int n) : A(n) { mark(20); } __device__ operator int() const { mark(21); return v; } };
struct L { int v; __device__ L(int n) : v(n) { mark(22); } __device__ L(L &o) : v(o.v + 1) { mark(23); } };
struct M { int v; __device__ M(int n) : v(n) { mark(24); } M(const M &) = delete; __device__ M(M &&o) : v(o.v) { mark(25); } };
struct N { int v; __device__ operator int &() { mark(26); return v; } };
struct O { A a; int v; __device__ operator const A &() const { mark(27); return a; } };
struct P { A a; int v; __device__ operator A &&() { mark(28); return static_cast<A &&>(a); } };
struct Q { int v; __device__ Q(const char *) : v(1) { mark(29); } __device__ Q(long) : v(2) { mark(30); } };
struct R { int v; __device__ R(int n, int m = 3) : v(n + m) { mark(31); } __device__ explicit R(double) : v(9) { mark(32); } };
struct S { int v; template <class T> __device__ S(const T &) : v(sizeof(T)) { mark(33); } };
struct T { int v; __device__ operator short() const { mark(34); return 1; } __device__ operator long() { mark(35); return 2; } };
enum U { U0, U1 = 7 };
enum class V { V0, V1 = 8 };
struct W { int v; __device__ operator U() const { mark(36); return U1; } };
struct X { int v; __device__ X() : v(5) { mark(37); } __device__ X(U u) : v(u) { mark(38); } };
struct Y : H { int x; };
struct Z { int v = 6; int w = 2; };
struct AA { int v; __device__ operator int &() { mark(50); return v; } __device__ operator long() const { mark(51); return 4; } };
struct AB { A a; int v; __device__ operator A &() { mark(52); return a; } __device__ operator const A &() const { mark(53); return a; } };
struct AC { short s; int v; __device__ operator short &() { mark(54); return s; } __device__ operator unsigned char() const { mark(55); return 6; } __device__ operator const int &() const { mark(56); return v; } };
struct AD { int v; __device__ operator J() const { mark(57); return J(v); } };
struct AE { J j; int v; __device__ operator J &() { mark(58); return j; } };
struct AF : E { __device__ operator short() const { mark(59); return 3; } };
struct AG { int *p; int v; __device__ explicit operator bool() const { mark(60); return v; } __device__ operator int *() const { mark(61); return p; } };
struct AI { int v; __device__ AI(E e) : v(e.v) { mark(62); } __device__ AI(int n) : v(n) { mark(63); } };
struct AJ { int v; __device__ AJ(int n) : v(n) { mark(64); } __device__ explicit AJ(const AJ &o) : v(o.v + 1) { mark(65); } };
struct AK : A { int w; __device__ AK(int n) : A(n), w(n) { mark(66); } __device__ AK(const A &a) : A(a), w(1) { mark(67); } using A::operator=; };
struct AL { int v; __device__ operator int() { mark(68); return v; } __device__ operator int() const { mark(69); return v + 1; } };
struct AM { int v; __device__ AM(int &&n) : v(n) { mark(70); } __device__ AM(const int &n) : v(n + 1) { mark(71); } __device__ AM(unsigned n) : v(n + 2) { mark(72); } };
struct AN { int v; __device__ AN(A &a) : v(a.v) { mark(73); } __device__ AN(const A &a, int = 1) : v(a.v + 1) { mark(74); } };
struct AO { A a; int v; __device__ explicit operator A &() { mark(75); return a; } };
struct AP { A a; int v; __device__ explicit operator const A &() const { mark(76); return a; } __device__ operator int() const { mark(77); return v; } };
struct AQ { A a; int v; __device__ explicit operator A &&() { mark(78); return static_cast<A &&>(a); } };
struct AR : A { int w; __device__ AR(int n) : A(n), w(n + 1) { mark(79); } };
struct AS : AR { int x; __device__ AS(int n) : AR(n), x(n + 2) { mark(80); } };
struct AT { int v; __device__ operator AR() const { mark(81); return AR(v); } __device__ operator AS() const { mark(82); return AS(v + 1); } };
struct AU { AS s; int v; __device__ operator AR &() { mark(83); return s; } __device__ operator AS &() { mark(84); return s; } };
struct AV { AS *s; int v; __device__ operator AR *() const { mark(85); return s; } __device__ operator AS *() const { mark(86); return s; } };
struct AW { int v : 5; unsigned w : 20; long long x : 40; };
struct AX { int v; __device__ AX(const int &n) : v(n) { mark(87); } __device__ AX(const long long &n) : v(n + 1) { mark(88); } __device__ AX(unsigned n, int m) : v(n + m) { mark(89); } };
__device__ void note(const A &o) { mark(o.v); } __device__ void note(const B &o) { mark(o.v); } __device__ void note(const C &o) { mark(o.v); } __device__ void note(const D &o) { mark(o.v); }
__device__ void note(const E &o) { mark(o.v); } __device__ void note(const F &o) { mark(o.v); } __device__ void note(const G &o) { mark(o.v); } __device__ void note(const H &o) { mark(o.v * 3 + o.w); }
__device__ void note(const I &o) { mark(o.v * 3 + o.a.v); } __device__ void note(const L &o) { mark(o.v); } __device__ void note(const M &o) { mark(o.v); } __device__ void note(const N &o) { mark(o.v); }
__device__ void note(const O &o) { mark(o.v * 3 + o.a.v); } __device__ void note(const P &o) { mark(o.v * 3 + o.a.v); } __device__ void note(const Q &o) { mark(o.v); } __device__ void note(const R &o) { mark(o.v); }
__device__ void note(const S &o) { mark(o.v); } __device__ void note(const T &o) { mark(o.v); } __device__ void note(U u) { mark(u + 100); } __device__ void note(V u) { mark((int)u + 200); }
__device__ void note(const W &o) { mark(o.v); } __device__ void note(const X &o) { mark(o.v); } __device__ void note(const Z &o) { mark(o.v * 3 + o.w); }
__device__ void note(int o) { mark(o); } __device__ void note(long o) { mark(o + 300); } __device__ void note(double o) { mark((int)o + 400); } __device__ void note(bool o) { mark(o + 500); } __device__ void note(char o) { mark(o + 600); } __device__ void note(const int *o) { mark((o == 0) + 700); } __device__ void note(float o) { mark((int)o + 800); } __device__ void note(short o) { mark(o + 900); } __device__ void note(unsigned o) { mark(o + 1000); }
__device__ void note(const AA &o) { mark(o.v); } __device__ void note(const AB &o) { mark(o.v); } __device__ void note(const AC &o) { mark(o.v); } __device__ void note(const AD &o) { mark(o.v); } __device__ void note(const AE &o) { mark(o.v); } __device__ void note(const AF &o) { mark(o.v); } __device__ void note(const AG &o) { mark(o.v); } __device__ void note(const AI &o) { mark(o.v); } __device__ void note(const AJ &o) { mark(o.v); } __device__ void note(const AL &o) { mark(o.v); } __device__ void note(const AM &o) { mark(o.v); } __device__ void note(const AN &o) { mark(o.v); } __device__ void note(const AK &o) { mark(o.v * 3 + o.w); }
__device__ void note(const AO &o) { mark(o.v); } __device__ void note(const AP &o) { mark(o.v); } __device__ void note(const AQ &o) { mark(o.v); } __device__ void note(const AR &o) { mark(o.v); } __device__ void note(const AS &o) { mark(o.v); } __device__ void note(const AT &o) { mark(o.v); } __device__ void note(const AU &o) { mark(o.v); } __device__ void note(const AV &o) { mark(o.v); } __device__ void note(const AX &o) { mark(o.v); } __device__ void note(const AW &o) { mark(o.v + o.w + o.x); } __device__ void note(A *o) { mark(o ? o->v : 1100); } __device__ void note(const void *o) { mark((o == 0) + 1200); }
struct Ctx { A a; B b; C c; D d; E e; F f; G g; H h; I i; J j; K k; L l; M m; N n; O o; P p; Q q; R r; S s; T t; U u; V v; W w; X x; Y y; Z z; AA aa; AB ab; AC ac; AD ad; AE ae; AF af; AG ag; AI ai; AJ aj; AK ak; AL al; AM am; AN an; AO ao; AP ap; AQ aq; AR ar; AS as; AT at; AU au; AV av; AW aw; AX ax; int in; long lo; double db; bool bo; char ch; int *ip;
  __device__ Ctx() : a(1), b(2), c(A(3)), d{4}, e{5}, f{6}, g{7}, h{8, 9}, i{A(10), 11}, j(12), k(13), l(14), m(15), n{16}, o{A(17), 18}, p{A(19), 20}, q(21l), r(22), s(1), t{24}, u(U1), v(V::V1), w{27}, y{{28, 29}, 30}, aa{41}, ab{A(42), 43}, ac{44, 45}, ad{46}, ae{J(47), 48}, af{{49}}, ag{0, 50}, ai(51), aj(52), ak(53), al{54}, am(55), an(A(56)), ao{A(57), 58}, ap{A(59), 60}, aq{A(61), 62}, ar(63), as(64), at{65}, au{AS(66), 67}, av{&as, 68}, aw{3, 70, 71}, ax(72), in(31), lo(32), db(2.5), bo(true), ch('c'), ip(&in) {} };
