// [dcl.spec.auto] const beside auto * is what is pointed to, however far; auto is a part of any type; one declaration's auto is one type
// wrong: auto-pointers-forget-const
__device__ int w(int *)
{
    return 1;
}
__device__ int w(const int *)
{
    return 2;
}

__device__ int deep(int **)
{
    return 3;
}
__device__ int deep(const int *const *)
{
    return 4;
}
__device__ int deep(int *const *)
{
    return 5;
}
__device__ int rows(int (*)[3])
{
    return 6;
}
__device__ int rows(const int (*)[3])
{
    return 7;
}
struct S
{
    int x, y;
};
__device__ int cell = 8;
__device__ int *first = &cell;
__device__ auto **second = &first;
__device__ auto **to_second()
{
    return &first;
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
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    auto **pp = &q;
    const auto *const *cc = &q;
    auto *const *pc = &q;
    out[7] = deep(pp) * 100 + deep(cc) * 10 + deep(pc);
    auto(*row)[3] = m;
    const auto(*fixed)[3] = m;
    auto(&all)[2][3] = m;
    out[8] = rows(row) * 10 + rows(fixed) + row[1][2] + fixed[0][1] + all[1][0];
    auto *&same = q;
    same = &b;
    out[9] = *q;
    auto S::*member = &S::y;
    S object = {1, 2};
    out[10] = object.*member;
    auto *one = &a, **two = &one;
    **two = 9;
    out[11] = a;
    out[12] = **second + **to_second();
    int *list[2] = {&a, &b};
    for (auto *&x : list)
        x = &i;
    for (auto *const &x : list)
        *x += 5;
    out[13] = i + (list[0] == list[1]);
}
