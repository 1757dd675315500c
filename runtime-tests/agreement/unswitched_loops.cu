// Loops whose branches ask the same in each iteration: several conditions, ways out, nests, numbers that overflow where the loop does not run.

__device__ int cell[4];

static __device__ __noinline__ int called(const int *p, int n, int flag, int *q)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (flag) s += p[i] * 3;
        else { s ^= p[i] + i; q[i & 3] = s; }
        s += i;
    }
    return s;
}

extern "C" __global__ void run(int *o, float *f, int n)
{
    int a[16], b[4] = {1, 2, 3, 4}, at = 0;
    for (int k = 0; k < 16; k++) a[k] = (k * 7 + n) % 23 - 9;
    for (int k = 0; k < 16; k++) o[64 + k] = a[k];
    const int *p = o + 64;
    int *q = o + 96;
    for (int flag = 0; flag < 3; flag++) {
        int s = flag, last = -1;
        for (int i = 0; i < n + 4; i++) {
            if (flag == 1) { s = s * 3 + p[i]; q[i] = s; }
            else if (flag == 2) { if (p[i] < 0) continue; s -= p[i]; q[i + 8] = s ^ i; }
            else { if (p[i] == 5) break; s += i * p[i + 1]; q[i & 7] = s; }
            last = i;
        }
        o[at++] = s; o[at++] = last;
    }
    for (int m = 0; m < 2; m++) {
        int s = 0;
        for (int i = 0; i < m * 6; i++) {
            // Where there is no iteration the quotient has no value.
            if (100 / m > n) s += p[i] + q[i];
            else { s -= p[i]; q[i] = s; }
            if (m + n * 100000000 > 17) { s += 3; q[i + 1] ^= s; }
        }
        o[at++] = s;
    }
    float t = 0.0f;
    bool up = n > 3, other = n & 1;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < n; j++) {
            if (up) { t = t * 0.5f + (float)p[j]; q[j + 2] = j; }
            else t -= (float)p[i];
            if (other) { t += 0.25f; q[j] += i; }
            else if (up) { t *= -1.0f; q[j + 3] = i; }
        }
    f[0] = t;
    int rounds = 0, k = n;
    do {
        if (n == 7) { k -= 2; cell[0] = k; }
        else { k--; cell[1] = k; if (k == 2) goto out; }
        rounds++;
    } while (k > 0);
out:
    o[at++] = rounds; o[at++] = k; o[at++] = cell[0] + cell[1] * 10;
    switch (n & 1) {
    case 0: rounds = 1; break;
    default:
        for (int i = 0; i < 5; i++) switch (n) {
            case 4: rounds += i; q[i] = 1; break;
            case 5: rounds = rounds * 2 + p[i]; q[i + 5] = rounds; break;
            default: rounds = -rounds;
        }
    }
    o[at++] = rounds;
    o[at++] = called(p, n, n > 5, q) + called(p, n - 1, n > 2, q);
    volatile int *v = o + 120;
    for (int i = 0; i < 4; i++) {
        if (up) v[0] = v[0] + 1;
        else v[1] = i;
        atomicAdd(o + 122, up ? 1 : i);
    }
    for (int i = 0; i < 16; i++) b[i & 3] += a[i];
    o[at++] = b[0] + b[1] * 10 + b[2] * 100 + b[3] * 1000;
}
