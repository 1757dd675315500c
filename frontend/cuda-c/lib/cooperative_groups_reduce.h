// Reductions over cooperative groups: `reduce`, and the operators for it.
// Meaning after NVIDIA's CUDA C++ Programming Guide, "Collective Operations". The order in which values are put together is not said
// there; here it is a butterfly over a tile, and the order of ranks over coalesced threads.
#pragma once
#include <cooperative_groups.h>
namespace cooperative_groups {

template <class T> struct plus {
  __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T> struct less {
  __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T> struct greater {
  __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T> struct bit_and {
  __device__ T operator()(T a, T b) const { return a & b; }
};
template <class T> struct bit_or {
  __device__ T operator()(T a, T b) const { return a | b; }
};
template <class T> struct bit_xor {
  __device__ T operator()(T a, T b) const { return a ^ b; }
};

template <unsigned int Size, class Parent, class T, class F>
__device__ inline T reduce(const thread_block_tile<Size, Parent> &g, T v, F op) {
  for (unsigned int d = Size / 2; d > 0; d /= 2) v = op(v, g.shfl_xor(v, d));
  return v;
}

template <class T, class F>
__device__ inline T reduce(const coalesced_group &g, T v, F op) {
  T all = g.shfl(v, 0);
  for (unsigned int rank = 1; rank < g.size(); rank++) all = op(all, g.shfl(v, rank));
  return all;
}

}  // namespace cooperative_groups
