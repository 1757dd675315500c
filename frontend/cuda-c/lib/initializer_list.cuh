// What lists in braces become where a parameter or variable says so ([support.initlist]): where the elements lie, and how many.
namespace std {
template <class E> class initializer_list {
    const E *__first;
    unsigned long __count;

public:
    typedef E value_type;
    typedef const E &reference;
    typedef const E &const_reference;
    typedef unsigned long size_type;
    typedef const E *iterator;
    typedef const E *const_iterator;
    __host__ __device__ constexpr initializer_list() noexcept : __first(nullptr), __count(0) {}
    __host__ __device__ constexpr unsigned long size() const noexcept { return __count; }
    __host__ __device__ constexpr const E *begin() const noexcept { return __first; }
    __host__ __device__ constexpr const E *end() const noexcept { return __first + __count; }
};
}
