// [class.temporary] 4, [expr.log.and] 2, [expr.cond]: a temporary of an operand that is evaluated at times is destroyed only then, where it points to what others hold
// wrong: unmade-temporaries-die; temporaries-die-in-order
struct G { long long *p; int k; __device__ G(long long *p, int k) : p(p), k(k) {} __device__ ~G() { *p = *p * 10 + k; } __device__ operator bool() const { return k & 1; } };
extern "C" __global__ void k(long long *out)
{
    long long t = 0; int n = 0, i = 0;
    for (int j = 0; j < 4; j++) { if (G(&t, j) && G(&t, 5)) n++; else n += 10; }
    out[i++] = t; out[i++] = n; t = 0;
    n = (G(&t, 2) ? G(&t, 3).k : G(&t, 4).k); out[i++] = n; out[i++] = t; t = 0;
    n = G(&t, 1) || G(&t, 6) || (G(&t, 7) && G(&t, 8)); out[i++] = n; out[i++] = t; t = 0;
    n = G(&t, 2) || G(&t, 4) || (G(&t, 7) && G(&t, 8)); out[i++] = n; out[i++] = t; t = 0;
    n = 3; while (G g{&t, n--}) { t = t * 10 + 9; if (n < 0) break; } out[i++] = t; out[i++] = n;
}
