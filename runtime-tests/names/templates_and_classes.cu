template <typename T> __device__ T twice(T x) { return x + x; }
template <typename T, int N> __global__ void k(T* a, const T* b, int n) {
  int i = blockIdx.x * N + threadIdx.x;
  if (i < n) a[i] = twice(b[i]) + twice<T>(T(1));
}
template <> __device__ int twice<int>(int x) { return 3 * x; }
template __global__ void k<float, 4>(float*, const float*, int);
template __global__ void k<int, 32>(int*, const int*, int);

struct V3 {
  float x, y, z;
  __device__ V3() : x(0), y(0), z(0) {}
  __device__ V3(float a, float b, float c) : x(a), y(b), z(c) {}
  __device__ V3 operator+(const V3& o) const { return V3(x + o.x, y + o.y, z + o.z); }
  __device__ V3& operator+=(const V3& o) { x += o.x; y += o.y; z += o.z; return *this; }
  __device__ float dot(const V3& o) const { return x * o.x + y * o.y + z * o.z; }
  __device__ float operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  static const int DIM = 3;
  typedef float scalar;
};
__device__ V3 operator*(float s, const V3& v) { return V3(s * v.x, s * v.y, s * v.z); }
__global__ void vk(float* p) {
  V3 a(p[0], p[1], p[2]), b;
  V3::scalar s = 2.0f;
  b = s * a + a;
  b += a;
  p[threadIdx.x] = b.dot(a) + b[V3::DIM - 1];
}
template <class T> struct SharedMemory {
  __device__ inline operator T*() { extern __shared__ int __smem[]; return (T*)__smem; }
  __device__ inline operator const T*() const { extern __shared__ int __smem[]; return (T*)__smem; }
};
template <class T, unsigned int blockSize, bool pow2>
__global__ void reduce(T* g_idata, T* g_odata, unsigned int n) {
  T* sdata = SharedMemory<T>();
  unsigned int tid = threadIdx.x;
  T sum = 0;
  unsigned int i = blockIdx.x * blockSize * 2 + threadIdx.x;
  while (i < n) { sum += g_idata[i]; if (pow2 || i + blockSize < n) sum += g_idata[i + blockSize]; i += blockSize * 2 * gridDim.x; }
  sdata[tid] = sum; __syncthreads();
  if (blockSize >= 128) { if (tid < 64) sdata[tid] = sum = sum + sdata[tid + 64]; __syncthreads(); }
  if (tid == 0) g_odata[blockIdx.x] = sum;
}
template __global__ void reduce<double, 128u, true>(double*, double*, unsigned int);
template <class Op, class T> struct Apply { Op op; __device__ T run(T a, T b) const { return op(a, b); } };
struct Add { template <class T> __device__ T operator()(T a, T b) const { return a + b; } };
template <int N> struct Fact { enum { value = N * Fact<N - 1>::value }; };
template <> struct Fact<0> { enum { value = 1 }; };
template <class A, class B> struct Same { static const bool value = false; };
template <class A> struct Same<A, A> { static const bool value = true; };
__global__ void f(int* p) { Apply<Add, int> a; p[0] = a.run(p[1], p[2]) + Fact<5>::value + Same<int, int>::value + Same<int, float>::value; }
enum class Color : int { Red = 1, Green = 4 };
namespace ns { template <class T> struct Box { T v; __device__ T get() const; }; template <class T> __device__ T Box<T>::get() const { return v; }
__global__ void g(Box<float> b, float* o) { o[0] = b.get() + static_cast<int>(Color::Green); } }
