// Powers with a constant exponent: of zeros, infinities, NaN, negative numbers, numbers whose square overflows or underflows. Values of C's `pow` (F.10.4.4), of
// those that are not exact as many roundings as products.
template <int N> __device__ double power(double x) { return pow(x, N); }
extern "C" __global__ void known_powers(double *out, float *floats, const double *in, int n)
{
    const int three = 3;
    int i = threadIdx.x;
    if (i >= n) return;
    double x = in[i];
    out[6 * i] = pow(x, 2);
    out[6 * i + 1] = pow(x, three);
    out[6 * i + 2] = power<4>(x);
    out[6 * i + 3] = pow(x, -1.0);
    out[6 * i + 4] = pow(x, 0.5);
    out[6 * i + 5] = pow(x, 1.0f);
    float y = i - 4;
    floats[6 * i] = powf(y, 2);
    floats[6 * i + 1] = pow(y, 3.0f);
    floats[6 * i + 2] = powf(y, 4.0f);
    floats[6 * i + 3] = pow(2.0f, y);
    floats[6 * i + 4] = (float)pow(2, y);
    floats[6 * i + 5] = (float)(sizeof(pow(y, 2)) + sizeof(pow(y, 2.0f)));
}
