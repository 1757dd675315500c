// [temp.alias] alias templates are transparent
// wrong: aliases-forget-arguments
template <class T> using Ptr = T *;
template <class T, int N> using Arr = T[N];
template <class T> struct S { template <class U> using Re = S<U>; using type = T; static constexpr int v = sizeof(T); };
template <class T> using In = typename S<T>::type;
template <class T> __device__ int f(Ptr<T>) { return sizeof(T); }
template <class A, class B> struct Same { static constexpr bool v = false; };
template <class A> struct Same<A, A> { static constexpr bool v = true; };
extern "C" __global__ void k(long long *out) {
  int x = 3; Ptr<int> p = &x; Arr<short, 5> a = {1, 2, 3}; In<char> c = 300; S<int>::Re<double>::type d = 2.5; Ptr<Ptr<int>> pp = &p;
  out[0] = *p; out[1] = sizeof a; out[2] = a[2]; out[3] = c; out[4] = d * 2; out[5] = **pp; out[6] = f(&x);
  out[7] = f("abc"); out[8] = Same<Ptr<int>, int *>::v; out[9] = Same<In<int>, S<int>>::v;
  out[10] = S<int>::Re<char>::v;
}
