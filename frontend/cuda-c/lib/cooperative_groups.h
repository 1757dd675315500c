// Cooperative groups of a block: the whole block, tiles of a warp, and the threads of a warp that are active.
// Meaning after NVIDIA's CUDA C++ Programming Guide, "Cooperative Groups".
#pragma once
namespace cooperative_groups {

struct thread_block {
  __device__ static void sync() { __syncthreads(); }
  __device__ static unsigned int thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  __device__ static unsigned int size() { return blockDim.x * blockDim.y * blockDim.z; }
  __device__ static unsigned int num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __device__ static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
};

__device__ inline thread_block this_thread_block() { return thread_block(); }

__device__ inline unsigned int __optx_lane() { return thread_block::thread_rank() & 31u; }

// A shuffle of a kind: from a lane, from below, from above, from the lane that differs in bits.
template <int Kind, class T> __device__ inline T __optx_shuffle(unsigned int mask, T v, unsigned int lane, int width) {
  return Kind == 0   ? __shfl_sync(mask, v, (int)lane, width)
         : Kind == 1 ? __shfl_up_sync(mask, v, lane, width)
         : Kind == 2 ? __shfl_down_sync(mask, v, lane, width)
                     : __shfl_xor_sync(mask, v, (int)lane, width);
}
template <int Kind, bool IsClass> struct __optx_shuffled {
  template <class T> __device__ static T of(unsigned int mask, T v, unsigned int lane, int width) {
    return __optx_shuffle<Kind>(mask, v, lane, width);
  }
};
// An object of a class goes word by word.
template <int Kind> struct __optx_shuffled<Kind, true> {
  template <class T> __device__ static T of(unsigned int mask, T v, unsigned int lane, int width) {
    unsigned int words[(sizeof(T) + 3) / 4] = {};
    memcpy(words, &v, sizeof(T));
    for (int k = 0; k < (int)((sizeof(T) + 3) / 4); k++) words[k] = __optx_shuffle<Kind>(mask, words[k], lane, width);
    memcpy(&v, words, sizeof(T));
    return v;
  }
};

template <unsigned int Size, class Parent = void>
struct thread_block_tile {
  __device__ static unsigned int __optx_mask() {
    return Size == 32 ? 0xffffffffu : ((1u << (Size & 31u)) - 1u) << (__optx_lane() & ~(Size - 1u));
  }
  __device__ static void sync() { __syncwarp(__optx_mask()); }
  __device__ static unsigned int thread_rank() { return __optx_lane() & (Size - 1u); }
  __device__ static unsigned int size() { return Size; }
  __device__ static unsigned int num_threads() { return Size; }
  __device__ static unsigned int meta_group_rank() { return thread_block::thread_rank() / Size; }
  __device__ static unsigned int meta_group_size() { return (thread_block::size() + Size - 1u) / Size; }
  template <class T> __device__ static T shfl(T v, int lane) {
    return __optx_shuffled<0, __is_class(T)>::of(__optx_mask(), v, lane, Size);
  }
  template <class T> __device__ static T shfl_up(T v, unsigned int d) {
    return __optx_shuffled<1, __is_class(T)>::of(__optx_mask(), v, d, Size);
  }
  template <class T> __device__ static T shfl_down(T v, unsigned int d) {
    return __optx_shuffled<2, __is_class(T)>::of(__optx_mask(), v, d, Size);
  }
  template <class T> __device__ static T shfl_xor(T v, unsigned int m) {
    return __optx_shuffled<3, __is_class(T)>::of(__optx_mask(), v, m, Size);
  }
  __device__ static int any(int p) { return __any_sync(__optx_mask(), p); }
  __device__ static int all(int p) { return __all_sync(__optx_mask(), p); }
  // Lanes as ranks of the tile.
  __device__ static unsigned int __optx_ranks(unsigned int b) {
    return Size == 32 ? b : (b >> (__optx_lane() & ~(Size - 1u))) & ((1u << (Size & 31u)) - 1u);
  }
  __device__ static unsigned int ballot(int p) { return __optx_ranks(__ballot_sync(__optx_mask(), p)); }
  template <class T> __device__ static unsigned int match_any(T v) { return __optx_ranks(__match_any_sync(__optx_mask(), v)); }
  template <class T> __device__ static unsigned int match_all(T v, int &all) {
    return __optx_ranks(__match_all_sync(__optx_mask(), v, &all));
  }
};

template <unsigned int Size, class Parent>
__device__ inline thread_block_tile<Size> tiled_partition(const Parent &) { return thread_block_tile<Size>(); }

struct coalesced_group {
  unsigned int __optx_mask;
  __device__ void sync() const { __syncwarp(__optx_mask); }
  __device__ unsigned int size() const { return __popc(__optx_mask); }
  __device__ unsigned int num_threads() const { return __popc(__optx_mask); }
  __device__ unsigned int thread_rank() const { return __popc(__optx_mask & ((1u << __optx_lane()) - 1u)); }
  __device__ int any(int p) const { return __any_sync(__optx_mask, p); }
  __device__ int all(int p) const { return __all_sync(__optx_mask, p); }
  // Lanes as ranks of the group, and the lane of a rank.
  __device__ unsigned int __optx_ranks(unsigned int b) const {
    unsigned int ranks = 0, rank = 1;
    for (unsigned int rest = __optx_mask; rest; rest &= rest - 1, rank <<= 1) ranks |= (b & rest & (0u - rest)) ? rank : 0;
    return ranks;
  }
  __device__ unsigned int __optx_lane_of(unsigned int rank) const {
    unsigned int rest = __optx_mask;
    for (; rank; rank--) rest &= rest - 1;
    return __ffs(rest) - 1;
  }
  __device__ unsigned int ballot(int p) const { return __optx_ranks(__ballot_sync(__optx_mask, p)); }
  template <class T> __device__ unsigned int match_any(T v) const { return __optx_ranks(__match_any_sync(__optx_mask, v)); }
  template <class T> __device__ unsigned int match_all(T v, int &all) const {
    return __optx_ranks(__match_all_sync(__optx_mask, v, &all));
  }
  template <class T> __device__ T shfl(T v, unsigned int rank) const {
    return __optx_shuffled<0, __is_class(T)>::of(__optx_mask, v, __optx_lane_of(rank), 32);
  }
  // Beyond the ends a thread gets its own value.
  template <class T> __device__ T shfl_up(T v, unsigned int d) const {
    unsigned int rank = thread_rank();
    return shfl(v, rank < d ? rank : rank - d);
  }
  template <class T> __device__ T shfl_down(T v, unsigned int d) const {
    unsigned int rank = thread_rank();
    return shfl(v, d < size() - rank ? rank + d : rank);
  }
};

__device__ inline coalesced_group coalesced_threads() {
  coalesced_group g;
  g.__optx_mask = __activemask();
  return g;
}

template <class Group> __device__ inline void sync(const Group &g) { g.sync(); }
template <class Group> __device__ inline unsigned int thread_rank(const Group &g) { return g.thread_rank(); }
template <class Group> __device__ inline unsigned int group_size(const Group &g) { return g.size(); }

}  // namespace cooperative_groups
