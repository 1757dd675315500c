// [cpp.line] a line marker of a preprocessor numbers the lines behind it as `#line` does
// wrong: char-is-unsigned
__device__ int before = __LINE__;
# 33 "x.c"
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = __LINE__; out[n++] = sizeof(__FILE__); out[n++] = before;
# 100
    out[n++] = __LINE__; out[n++] = sizeof(__FILE__);
#line 7 "yy.cu"
    out[n++] = __LINE__; out[n++] = sizeof(__FILE__); out[n++] = (char)200 < 0;
#if 0
# 900 "no.c"
#endif
    out[n++] = __LINE__;
}
