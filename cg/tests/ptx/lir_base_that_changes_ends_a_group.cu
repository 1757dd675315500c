// test lir=vectorize -O3 -arch=sm_80
// The pointer is loaded over: the second load is at another place.
// count 0: .v2
struct __align__(16) N {
    N *next;
    long long n;
};
extern "C" __global__ void k(N *p, long long *q) {
    p = p->next;
    q[0] = p->n;
}
