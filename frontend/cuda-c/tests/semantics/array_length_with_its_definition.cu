// [dcl.array] an array may be declared without its length, which its definition gives
// wrong: arrays-stay-incomplete
// options: -default-device
extern long a[], b[][2];
long first() { return *a + a[1] + b[1][0]; }
long a[] = {3, 4, 5};
long b[2][2] = {{1, 2}, {30, 40}};
extern "C" __global__ void k(long long *out) { out[0] = first(); out[1] = sizeof(a); out[2] = sizeof(b); a[2] = 9; out[3] = a[2]; }
