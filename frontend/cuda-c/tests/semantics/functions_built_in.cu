// [over.over] 1, [temp.arg.nontype] 2: built-in functions as values: by their one type or the one that is wanted, as arguments, given to others, deduced; the user's of their name beside them
// wrong: first-function-of-a-name
// device-only
template <float (*F)(float)> __device__ float at(float x) { return F(x); }
template <auto F> __device__ float any(float x) { return F(x); }
template <class F> __device__ float apply(F f, float x) { return f(x); }
__device__ float given(float (*f)(float, float), float x) { return f(x, 2.0f); }
__device__ int clamp(int x) { return x < 0 ? 0 : x; }
__device__ float clamp(float x) { return x < 0 ? 0 : x + 0.5f; }
extern "C" __global__ void k(long long *out)
{
    int i = 0;
    float (*s)(float) = fabsf; double (*t)(double) = fabs; float (*u)(float) = fabs;
    out[i++] = (long long)(s(-2.5f) * 2); out[i++] = (long long)(t(-3.5) * 2); out[i++] = (long long)u(-4.0f);
    int (*v)(int, int) = max; unsigned (*w)(unsigned, unsigned) = max; out[i++] = v(-1, 1); out[i++] = w(-1, 1);
    out[i++] = at<sqrtf>(16.0f); out[i++] = at<floorf>(-1.5f); out[i++] = at<fabs>(-9.0f); out[i++] = any<ceilf>(1.25f);
    out[i++] = apply(sqrtf, 25.0f); out[i++] = apply(&truncf, -2.75f); out[i++] = given(fmaxf, 1.0f); out[i++] = given(fminf, 1.0f); out[i++] = (long long)given(powf, 3.0f);
    float (*c)(float) = clamp; int (*d)(int) = clamp; out[i++] = (long long)(c(2.0f) * 2); out[i++] = d(-3);
    out[i++] = s == fabsf; out[i++] = at<clamp>(4.0f) * 2;
    int (*p)(unsigned) = __popc; out[i++] = p(255u);
}
