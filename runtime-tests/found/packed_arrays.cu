// `packed` behind a class leaves arrays of what is no plain data their alignment, as it does single members: values of g++ 12. clang packs the
// arrays (10, 26), NVRTC packs nothing here.
#define OFFSET(T, m) (int)(unsigned long long)&((T *)0)->m
#define PACKED __attribute__((packed))
struct Empty {};
struct Derived : Empty { int x; };
struct Plain { int q[3]; };
struct Row { char c; Derived d[2]; char e; } PACKED;
struct Rows { char c; Derived d[2][3]; char e; } PACKED;
struct PlainRow { char c; Plain d[2]; int e[2]; } PACKED;
extern "C" __global__ void packed_arrays(int *out)
{
    int n = 0;
    out[n++] = sizeof(Row); out[n++] = alignof(Row); out[n++] = OFFSET(Row, d); out[n++] = OFFSET(Row, e);
    out[n++] = sizeof(Rows); out[n++] = alignof(Rows); out[n++] = OFFSET(Rows, d); out[n++] = OFFSET(Rows, e);
    out[n++] = sizeof(PlainRow); out[n++] = alignof(PlainRow); out[n++] = OFFSET(PlainRow, d); out[n++] = OFFSET(PlainRow, e);
}
