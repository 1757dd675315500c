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
  template <class T> __device__ static T shfl(T v, int lane) { return __shfl_sync(__optx_mask(), v, lane, Size); }
  template <class T> __device__ static T shfl_up(T v, unsigned int d) { return __shfl_up_sync(__optx_mask(), v, d, Size); }
  template <class T> __device__ static T shfl_down(T v, unsigned int d) { return __shfl_down_sync(__optx_mask(), v, d, Size); }
  template <class T> __device__ static T shfl_xor(T v, unsigned int m) { return __shfl_xor_sync(__optx_mask(), v, m, Size); }
  __device__ static int any(int p) { return __any_sync(__optx_mask(), p); }
  __device__ static int all(int p) { return __all_sync(__optx_mask(), p); }
  __device__ static unsigned int ballot(int p) {
    unsigned int b = __ballot_sync(__optx_mask(), p);
    return Size == 32 ? b : (b >> (__optx_lane() & ~(Size - 1u))) & ((1u << (Size & 31u)) - 1u);
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
