// Classes and templates: every line writes what C++ says of it.
struct Counter {
  int n;
  int step;
  __device__ Counter() : n(0), step(1) {}
  __device__ explicit Counter(int s) : n(10), step(s) {}
  __device__ Counter(int a, int b) : n(a), step(b) {}
  __device__ Counter &operator++() { n += step; return *this; }
  __device__ Counter operator++(int) { Counter old = *this; n += step; return old; }
  __device__ int get() const { return n; }
  __device__ int get() { return n + 1000; }
  __device__ operator int() const { return n * 2; }
};
struct Base { int a; __device__ int value() const { return a; } __device__ int twice() const { return value() * 2; } };
struct Other { int b; __device__ void set(int v) { b = v; } };
struct Derived : public Base, Other {
  int c;
  __device__ Derived(int x, int y, int z) : c(z) { a = x; b = y; }
  __device__ int value() const { return c + Base::value(); }
};
__device__ int by_base(const Base &x) { return x.value(); }
__device__ int by_pointer(Other *o) { o->set(o->b + 1); return o->b; }
template <class T> struct Pair {
  T first, second;
  typedef T value_type;
  static const int SIZE = sizeof(T) * 2;
  enum { DOUBLE = SIZE * 2 };
  __device__ Pair() : first(), second() {}
  __device__ Pair(T a, T b) : first(a), second(b) {}
  template <class U> __device__ Pair(const Pair<U> &o) : first(o.first), second(o.second) {}
  __device__ T max() const { return first > second ? first : second; }
  template <class U> __device__ U as(int which) const { return which ? (U)second : (U)first; }
  friend __device__ Pair operator-(const Pair &a, const Pair &b) { return Pair(a.first - b.first, a.second - b.second); }
  __device__ bool operator<(const Pair &o) const { return first < o.first; }
};
template <class T> __device__ Pair<T> operator+(const Pair<T> &a, const Pair<T> &b) { return Pair<T>(a.first + b.first, a.second + b.second); }
template <class T> __device__ T sum(const T *p, int n) { T s = T(); for (int i = 0; i < n; i++) s = s + p[i]; return s; }
template <class T> __device__ int kind(T) { return 1; }
template <class T> __device__ int kind(T *) { return 2; }
template <class T> __device__ int kind(const T *) { return 3; }
__device__ int kind(float) { return 4; }
template <> __device__ int kind(double) { return 5; }
template <class T, int N> __device__ int length(T (&)[N]) { return N; }
template <int N> struct Power { static __device__ int of(int x) { return x * Power<N - 1>::of(x); } };
template <> struct Power<0> { static __device__ int of(int) { return 1; } };
template <class F> __device__ int apply(F f, int x) { return f(x); }
struct AddN { int n; __device__ AddN(int k) : n(k) {} __device__ int operator()(int x) const { return x + n; } };
template <class T> struct Traits { static const int id = 0; typedef int wide; };
template <> struct Traits<float> { static const int id = 1; typedef double wide; };
template <class T> struct Traits<T *> { static const int id = 2 + Traits<T>::id; typedef long long wide; };
template <class T> __device__ typename Traits<T>::wide widen(T x) { return (typename Traits<T>::wide)x; }
struct Matrix {
  float m[2][2];
  __device__ float *operator[](int r) { return m[r]; }
  __device__ const float *operator[](int r) const { return m[r]; }
  __device__ Matrix operator*(const Matrix &o) const {
    Matrix r;
    for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) { r[i][j] = 0; for (int k = 0; k < 2; k++) r[i][j] += m[i][k] * o[k][j]; }
    return r;
  }
};
struct Defaults { int x = 3; float y = 1.5f; Counter k; int z[2] = {7, 8}; };
__device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__device__ float3 operator*(float s, const float3 &v) { return make_float3(s * v.x, s * v.y, s * v.z); }
__device__ void operator+=(float3 &a, const float3 &b) { a.x += b.x; a.y += b.y; a.z += b.z; }
__device__ float3 operator-(const float3 &a) { return make_float3(-a.x, -a.y, -a.z); }
enum class Side : unsigned char { Left = 3, Right = 9 };
template <Side S> __device__ int side() { return static_cast<int>(S); }
template <class T> using Ptr = T *;
template <class A, class B = A, int N = 4> struct Three { A a; B b; __device__ int n() const { return N + sizeof(A) + sizeof(B); } };
template <class T> __device__ T pick(T a, T b, bool first = true) { if constexpr (sizeof(T) == 4) return first ? a : b; else return first ? b : a; }
class Stack {
  int data[8];
  int top;
 public:
  __device__ Stack() : top(0) {}
  __device__ void push(int v);
  __device__ int pop();
  __device__ bool empty() const { return top == 0; }
  struct Node { int left, right; __device__ int width() const { return right - left; } };
};
__device__ void Stack::push(int v) { data[top++] = v; }
__device__ int Stack::pop() { return data[--top]; }
namespace geometry {
struct Point { float x, y; __device__ Point(float a = 1, float b = 2) : x(a), y(b) {} __device__ float norm1() const { return x + y; } };
namespace detail { __device__ inline int helper(int v) { return v * 3; } }
__device__ int use(int v) { return detail::helper(v); }
}
extern "C" __global__ void run(int *o, float *f, int n) {
  int k = 0;
  Counter c, d(5), e(7, 2);
  ++c; c++; o[k++] = c.get(); o[k++] = d++; o[k++] = d.get(); o[k++] = (++e).n;
  const Counter cc(3, 4); o[k++] = cc.get(); o[k++] = cc + 1; o[k++] = Counter(2);
  Derived x(1, 2, 3); o[k++] = x.value(); o[k++] = x.twice(); o[k++] = by_base(x); o[k++] = by_pointer(&x); o[k++] = x.b; o[k++] = sizeof(Derived);
  Pair<int> p(3, n), q(1, 2), z; o[k++] = p.max(); o[k++] = (p + q).second; o[k++] = (p - q).first; o[k++] = z.first; o[k++] = Pair<int>::SIZE + Pair<double>::DOUBLE; o[k++] = q < p;
  Pair<double> w(q); f[0] = w.second; f[1] = p.as<float>(1) / 4; Pair<int>::value_type v = 8; o[k++] = v;
  int arr[5] = {1, 2, 3, 4, n}; o[k++] = sum(arr, 5); o[k++] = length(arr);
  o[k++] = kind(1) * 100000 + kind(1.0f) * 10000 + kind(1.0) * 1000 + kind(arr) * 100 + kind((const int *)arr) * 10 + kind('c');
  o[k++] = Power<5>::of(2) + Power<0>::of(9); o[k++] = apply(AddN(n), 10); 
  o[k++] = Traits<int>::id + 10 * Traits<float>::id + 100 * Traits<float *>::id + 1000 * Traits<int **>::id; o[k++] = sizeof(widen(1.0f)) * 10 + sizeof(widen(1));
  Matrix a = {{{1, 2}, {3, 4}}}, b = a * a; f[2] = b[0][0]; f[3] = b[1][1]; b[0][1] = 9; f[4] = b.m[0][1];
  Defaults df; o[k++] = df.x + df.k.step * 10 + df.z[1] * 100; f[5] = df.y; Defaults dg = df; dg.x = 5; o[k++] = dg.x + df.x;
  float3 u = make_float3(1, 2, 3), t = 2.0f * u + u; t += -u; f[6] = t.x; f[7] = t.y; f[8] = t.z;
  o[k++] = side<Side::Right>() + (int)Side::Left; o[k++] = Side::Left == Side::Right; Ptr<int> pi = arr; o[k++] = pi[2];
  Three<char> th; Three<int, double, 7> t7; o[k++] = th.n() + t7.n(); o[k++] = pick(3, 4) + (int)pick(5.0, 6.0); o[k++] = pick<short>(1, 2, false);
  Stack s; for (int i = 0; i < 5; i++) s.push(i * i); s.pop(); o[k++] = s.pop() + s.empty(); Stack::Node nd = {2, 9}; o[k++] = nd.width();
  geometry::Point g, h(4), hh = geometry::Point(5, 6); f[9] = g.norm1() + h.norm1() + hh.norm1(); o[k++] = geometry::use(n);
  Counter many[3]; many[1].n = 4; o[k++] = many[0].step + many[1].n + many[2].n; Counter *cp = &many[1]; cp->n++; o[k++] = (*cp).get() + (n ? cp->n : 0);
  Pair<Pair<int> > nested(Pair<int>(1, 2), Pair<int>(3, 4)); o[k++] = nested.second.first; o[k++] = sizeof(nested);
  geometry::Point pts[2] = {geometry::Point(1, 1), {2, 3}}; f[10] = pts[1].y; const geometry::Point &ref = pts[0]; f[11] = ref.norm1();
}
