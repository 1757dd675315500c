// [meta.unary] the compiler's type traits say what a class is, what copying it does, and what of it may throw
// wrong: implicit-copies-are-bytes; unnamed-bit-fields-are-nothing
struct Empty {};
struct Plain { double a, b; };
struct Mixed { int a; private: int b; };
struct Made { int a; __device__ Made() : a(1) {} };
struct Valued { int a = 3; };
struct Derived : Plain {};
struct Both : Plain { int c; };
struct Copied { __device__ Copied(const Copied &) noexcept {} __device__ Copied() noexcept {} };
struct Throws { __device__ Throws(const Throws &) {} __device__ Throws() noexcept(false) {} };
struct Holds { Copied a; };
struct HoldsThrows { int b; Throws a[2]; };
struct Assigned { int a; __device__ Assigned &operator=(const Assigned &) noexcept(sizeof(int) == 4) { return *this; } };
struct Two { __device__ Two(Two &) noexcept {} __device__ Two(const Two &) {} };
struct HasEmpty { Empty e; };
struct First : Empty { Empty e; };
struct Bits { int a : 3; };
union U { int a; float b; };
enum E { one }; enum class F : char { two };
template <class T> __device__ int bits() {
  return __is_class(T) | __is_union(T) << 1 | __is_enum(T) << 2 | __is_empty(T) << 3 | __is_pod(T) << 4 |
         __is_aggregate(T) << 5 | __has_trivial_constructor(T) << 6 | __has_trivial_copy(T) << 7 |
         __has_trivial_assign(T) << 8 | __has_trivial_destructor(T) << 9 | __has_nothrow_constructor(T) << 10 |
         __has_nothrow_copy(T) << 11 | __has_nothrow_assign(T) << 12 | __is_polymorphic(T) << 13 | __is_abstract(T) << 14 |
         __has_virtual_destructor(T) << 15;
}
template <class T, bool B = __is_class(T)> struct Chosen { static constexpr int n = 1; };
template <class T> struct Chosen<T, true> { static constexpr int n = 2; };
struct Gap { int : 0; };
struct Padded { int : 3; };
struct OfGap : Gap {};
struct OfPadded : Padded {};
struct Unique { Unique() = default; Unique(const Unique &) = delete; };
struct Kept { Kept() = default; Kept &operator=(const Kept &) = delete; };
struct OfUnique { Unique u; int a; };
extern "C" __global__ void k(long long *out) {
  out[0] = bits<Empty>(); out[1] = bits<Plain>(); out[2] = bits<Mixed>(); out[3] = bits<Made>(); out[4] = __has_trivial_constructor(Valued) + 2 * __is_pod(Valued) + 4 * __has_nothrow_copy(Valued);
  out[5] = bits<Derived>(); out[6] = bits<Both>(); out[7] = bits<Copied>(); out[8] = bits<Throws>(); out[9] = bits<Holds>();
  out[10] = bits<HoldsThrows>(); out[11] = bits<Assigned>(); out[12] = bits<Two>(); out[13] = bits<HasEmpty>();
  out[14] = bits<First>(); out[15] = bits<Bits>(); out[16] = bits<U>(); out[17] = bits<E>(); out[18] = bits<F>();
  out[19] = bits<int>(); out[20] = bits<const int>(); out[21] = bits<int *>(); out[22] = bits<int &>(); out[23] = __has_nothrow_constructor(Made[3]) + 2 * __has_trivial_destructor(Made[3]) + 4 * __is_aggregate(Made[3]) + 8 * __is_class(Made[3]);
  out[24] = bits<Plain[3]>(); out[25] = bits<void>(); out[26] = bits<const Assigned>();
  out[27] = __is_base_of(Plain, Both); out[28] = __is_base_of(Both, Plain); out[29] = __is_base_of(Plain, const Plain);
  out[30] = __is_base_of(int, int); out[31] = __is_base_of(U, U); out[32] = Chosen<Plain>::n; out[33] = Chosen<U>::n;
  out[35] = __is_empty(Gap) + 2 * __is_empty(Padded) + 4 * __is_empty(OfGap) + 8 * __is_empty(OfPadded);
  out[36] = __is_pod(Unique) + 2 * __is_pod(Kept) + 8 * __is_pod(OfUnique) + 16 * __is_pod(Unique[2]) + 32 * __is_pod(Gap) + 64 * __is_pod(Made);
  out[34] = __is_base_of(Empty, First) + sizeof(__has_trivial_copy(int));
}
