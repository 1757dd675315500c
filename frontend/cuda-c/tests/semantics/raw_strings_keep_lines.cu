// [lex.string] a raw string keeps a backslash before the end of its line, and other strings go on there
// wrong: char-is-unsigned
__device__ const char s[] = R"(a\
b)";
__device__ const char t[] = "a\
b";
#define M(x) sizeof(x) \
    + 1
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = sizeof s; out[n++] = s[1]; out[n++] = s[2]; out[n++] = sizeof t; out[n++] = t[1];
    out[n++] = M(R"(\
)"); out[n++] = (char)200 < 0;
}
