// [meta.unary.prop] [meta.rel] constructions, assignments, conversions and ends of objects: whether they make sense, throw and do nothing but copy
// wrong: constructions-see-private; conversions-are-explicit; user-constructors-are-trivial
struct Pod { int a; float b; };
struct Expl { __device__ explicit Expl(int) noexcept {} };
struct Impl { __device__ Impl(int) {} };
class Hidden { __device__ Hidden() {} __device__ ~Hidden() {} public: __device__ Hidden(int) {} };
struct NoCopy { __device__ NoCopy() {} NoCopy(const NoCopy &) = delete; NoCopy &operator=(const NoCopy &) = delete; };
struct MoveOnly { MoveOnly() = default; MoveOnly(MoveOnly &&) = default; __device__ MoveOnly &operator=(MoveOnly &&) { return *this; } };
struct To { __device__ operator int() const noexcept { return 1; } };
struct ToE { __device__ explicit operator int() const { return 1; } };
struct Base { int a; }; struct Derived : Base { int b; }; struct Secret : private Base {};
struct Gone { ~Gone() = delete; }; struct Ends { __device__ ~Ends() noexcept(false) {} };
struct Ref { int &r; }; struct Fixed { const int c; }; struct Valued { int a = 3; float b = 1.0f + 2; };
struct Last final { int a; }; struct Padded { char c; int i; }; enum class E { one };
struct Takes { __device__ Takes &operator=(int) noexcept { return *this; } __device__ void operator=(float) && {} };
template <class T, class... A> __device__ int makes() {
  return __is_constructible(T, A...) | __is_nothrow_constructible(T, A...) << 1 | __is_trivially_constructible(T, A...) << 2;
}
template <class T, class U> __device__ int sets() {
  return __is_assignable(T, U) | __is_nothrow_assignable(T, U) << 1 | __is_trivially_assignable(T, U) << 2 | __is_convertible_to(U, T) << 3;
}
template <class T> __device__ int is() {
  return __is_destructible(T) | __is_nothrow_destructible(T) << 1 | __is_trivially_destructible(T) << 2 | __is_trivially_copyable(T) << 3 |
         __is_standard_layout(T) << 4 | __is_final(T) << 5 | __is_function(T) << 6 | __is_trivial(T) << 7;
}
extern "C" __global__ void k(long long *out) {
  int n = 0;
  out[n++] = makes<int>(); out[n++] = makes<int, float>(); out[n++] = makes<int, int *>(); out[n++] = makes<int *, int *>(); out[n++] = makes<int, int, int>();
  out[n++] = makes<void>(); out[n++] = makes<int &, int>(); out[n++] = makes<int &, int &>(); out[n++] = makes<const int &, int>(); out[n++] = makes<int &&, float>();
  out[n++] = makes<Pod>(); out[n++] = makes<Pod, const Pod &>(); out[n++] = makes<Pod, int>(); out[n++] = makes<Expl>(); out[n++] = makes<Expl, int>();
  out[n++] = makes<Impl, int>(); out[n++] = makes<Hidden>(); out[n++] = makes<Hidden, int>(); out[n++] = makes<NoCopy>(); out[n++] = makes<NoCopy, NoCopy &>();
  out[n++] = makes<MoveOnly, MoveOnly>(); out[n++] = makes<MoveOnly, MoveOnly &>(); out[n++] = makes<int, To>() & 3; out[n++] = makes<int, ToE>() & 3; out[n++] = makes<Base, Derived>();
  out[n++] = makes<Base &, Derived &>(); out[n++] = makes<Base &, Secret &>(); out[n++] = makes<Derived &, Base &>(); out[n++] = makes<Gone>(); out[n++] = makes<Ends>() & 5;
  out[n++] = makes<int[3]>(); out[n++] = makes<int[]>(); out[n++] = makes<Ref>(); out[n++] = makes<Fixed>(); out[n++] = makes<Valued>(); out[n++] = makes<E>(); out[n++] = makes<E, int>();
  out[n++] = sets<int &, int>(); out[n++] = sets<int, int>(); out[n++] = sets<const int &, int>(); out[n++] = sets<Pod &, Pod>(); out[n++] = sets<Expl &, int>();
  out[n++] = sets<Impl &, int>(); out[n++] = sets<NoCopy &, NoCopy &>(); out[n++] = sets<MoveOnly &, MoveOnly>(); out[n++] = sets<int &, To>(); out[n++] = sets<int &, ToE>();
  out[n++] = sets<Base *&, Derived *>(); out[n++] = sets<Derived *&, Base *>(); out[n++] = sets<Fixed &, Fixed>(); out[n++] = sets<Takes &, int>(); out[n++] = sets<Takes, float>(); out[n++] = sets<Takes &, float>();
  out[n++] = __is_convertible_to(int, Expl); out[n++] = __is_convertible_to(int, Impl); out[n++] = __is_convertible_to(To, int); out[n++] = __is_convertible_to(ToE, int);
  out[n++] = __is_convertible_to(void, void); out[n++] = __is_convertible_to(int[3], int *); out[n++] = __is_convertible_to(int, int[3]); out[n++] = __is_convertible_to(int, void);
  out[n++] = is<int>(); out[n++] = is<void>(); out[n++] = is<int &>(); out[n++] = is<int(int)>(); out[n++] = is<Pod>(); out[n++] = is<Hidden>(); out[n++] = is<Ends>() & ~8;
  out[n++] = is<MoveOnly>(); out[n++] = is<Derived>(); out[n++] = is<Fixed>() & 127; out[n++] = is<Last>(); out[n++] = is<Pod[2]>(); out[n++] = is<Impl>();
  out[n++] = __has_unique_object_representations(int); out[n++] = __has_unique_object_representations(float); out[n++] = __has_unique_object_representations(Padded); out[n++] = __has_unique_object_representations(Last);
}
