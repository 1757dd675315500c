// [temp.deduct.decl] an explicit specialisation is of the template whose parameters are its own, to the last qualifier
// wrong: specialisations-fit-roughly
template <class X> __device__ int o(X *) { return 2; }
template <class X> __device__ int o(const X *) { return 3; }
template <> __device__ int o(char *) { return 6; }
template <class X> __device__ int p(X) { return 1; }
template <class X> __device__ int p(const X *) { return 3; }
template <> __device__ int p(char *) { return 6; }
template <class X> __device__ int q(X &) { return 1; }
template <class X> __device__ int q(const X &) { return 2; }
template <> __device__ int q(const int &) { return 7; }
template <> __device__ int q(long &) { return 8; }
template <class X> __device__ int r(X, X *) { return 1; }
template <class X> __device__ int r(X, const X *) { return 2; }
template <> __device__ int r(int, const int *) { return 9; }
extern "C" __global__ void k(long long *out)
{
    int n = 0, j = 0;
    long l = 0;
    const char *s = "x";
    const int i = 0;
    char c[2] = {};
    out[n++] = o(s); out[n++] = o("a"); out[n++] = o(&i); out[n++] = o(c); out[n++] = o(&j);
    out[n++] = p(s); out[n++] = p("a"); out[n++] = p(c); out[n++] = p(&i); out[n++] = p(1);
    out[n++] = q(i); out[n++] = q(j); out[n++] = q(l); out[n++] = q(2); out[n++] = q(2l);
    out[n++] = r(1, &i); out[n++] = r(1, &j); out[n++] = r(1l, &l);
}
