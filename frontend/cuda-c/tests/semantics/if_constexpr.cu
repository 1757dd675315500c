// [stmt.if] if constexpr leaves the other branch of a template uninstantiated
// wrong: both-branches
template <class T> __device__ int size_of_member(T t) { if constexpr (sizeof(T) > 8) { return t.wide; } else { return t + 1; } }
struct W { long long wide, other; };
template <int N> __device__ int rec() { if constexpr (N == 0) return 0; else if constexpr (N % 2) return 1 + rec<N - 1>(); else return 10 + rec<N - 1>(); }
extern "C" __global__ void k(long long *out) {
  W w = {5, 6};
  out[0] = size_of_member(w); out[1] = size_of_member(4); out[2] = rec<5>();
  if constexpr (sizeof(int) == 4) { out[10] = 1; } else { out[10] = 2; }
  int x = 1; if constexpr (false) x = 5;
  out[3] = x;
}
