// What using declarations bring of `std` in NVRTC's mode, and of <utility> with nvcc ([forward]): without them a call is a cast.
namespace std {
template <class T> struct __optx_referred { typedef T type; };
template <class T> struct __optx_referred<T &> { typedef T type; };
template <class T> struct __optx_referred<T &&> { typedef T type; };
template <class T> __host__ __device__ constexpr T &&forward(typename __optx_referred<T>::type &x) noexcept { return static_cast<T &&>(x); }
template <class T> __host__ __device__ constexpr T &&forward(typename __optx_referred<T>::type &&x) noexcept { return static_cast<T &&>(x); }
template <class T> __host__ __device__ constexpr typename __optx_referred<T>::type &&move(T &&x) noexcept { return static_cast<typename __optx_referred<T>::type &&>(x); }
}
