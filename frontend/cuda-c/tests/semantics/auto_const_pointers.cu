// [dcl.spec.auto] const beside auto * is what is pointed to; one declaration's auto is one type
// wrong: auto-pointers-forget-const
__device__ int w(int *)
{
    return 1;
}
__device__ int w(const int *)
{
    return 2;
}

extern "C" __global__ void k(long long *out)
{
    int i = 1;
    const auto *p = &i;
    auto *q = &i;
    const auto &r = i;
    auto *const s = &i;
    const auto *const t = &i;
    volatile auto *u = &i;
    out[0] = w(p);
    out[1] = w(q);
    out[2] = w(&r);
    out[3] = w(s);
    out[4] = w(t);
    out[5] = *u;
    auto a = 1, b = 2, *c = &a, &d = b;
    const auto e = 1, *f = &a;
    out[6] = a + b + *c + d + e + *f;
}
