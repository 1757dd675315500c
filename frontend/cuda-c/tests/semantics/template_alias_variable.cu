// [temp.alias] alias templates are transparent; variable templates have a value a type
// wrong:
template <class T> using Ptr = T *;
template <class T, int N> using Arr = T[N];
template <class T> struct S { template <class U> using Re = S<U>; using type = T; static constexpr int v = sizeof(T); };
template <class T> using In = typename S<T>::type;
template <class T> constexpr int size_v = sizeof(T);
template <> constexpr int size_v<void> = 77;
template <class T> __device__ int f(Ptr<T>) { return sizeof(T); }
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;
extern "C" __global__ void k(long long *out) {
  int x = 3; Ptr<int> p = &x; Arr<short, 5> a = {1, 2, 3}; In<char> c = 300; S<int>::Re<double>::type d = 2.5; Ptr<Ptr<int>> pp = &p;
  out[0] = *p; out[1] = sizeof a; out[2] = a[2]; out[3] = c; out[4] = d * 2; out[5] = **pp; out[6] = size_v<int>;
  out[7] = size_v<char[7]>; out[8] = size_v<void>; out[9] = f(&x); out[10] = f("abc");
  out[11] = same<Ptr<int>, int *>; out[12] = same<In<int>, S<int>>; out[13] = S<int>::Re<char>::v;
}
