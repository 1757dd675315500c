// [over.ics.list] a list makes what it can initialise: arrays of as many elements, aggregates whose members its elements fit
// wrong: aggregates-take-any-list
__device__ int middle(const int (&a)[3]) { return a[1]; }
__device__ int moved(int (&&a)[3]) { return a[1]; }
__device__ int length(const int (&a)[3]) { return a[2]; }
__device__ int length(const int (&a)[2]) { return a[0]; }
__device__ int exact(const long (&a)[3]) { return 1; }
__device__ int exact(const int (&a)[4]) { return 2; }
template <int N> __device__ int last(const int (&a)[N]) { return a[N - 1] * 10 + N; }
template <class T, int N> __device__ int both(const T (&a)[N]) { return sizeof(T) * 10 + N; }
struct Pair {
    int a, b;
};
struct Pointers {
    int *a, *b;
};
struct Three {
    __device__ Three(int, int, int) {}
};
struct Two {
    __device__ Two(int, int) {}
};
struct Nested {
    Pair p;
    int c;
};
__device__ int long_list(Pair) { return 1; }
__device__ int long_list(Three) { return 2; }
__device__ int other_type(Pointers) { return 1; }
__device__ int other_type(Two) { return 2; }
__device__ int nested(Nested n) { return n.p.b * 10 + n.c; }
__device__ int scalar(Nested) { return 1; }
__device__ int scalar(int) { return 2; }

extern "C" __global__ void k(long long *out)
{
    out[0] = middle({1, 2, 3});
    out[1] = moved({4, 5, 6});
    out[2] = length({1, 2, 3});
    out[3] = exact({1, 2, 3});
    out[4] = middle({1}) + 1;
    out[5] = last({1, 2, 3, 4});
    out[6] = both({'a', 'b'});
    out[7] = long_list({1, 2, 3});
    out[8] = other_type({1, 2});
    out[9] = nested({1, 2, 3}) + nested({{4, 5}, 6});
    out[10] = scalar({1, 2});
    out[11] = scalar({3});
    const int(&r)[3] = {1, 2, 3};
    int(&&s)[2] = {4, 5};
    out[12] = r[1] * 10 + s[1];
}
