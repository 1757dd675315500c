// Duff's device, cases within loops and blocks, jumps into and out of loops.

extern "C" __global__ void duff(const unsigned *in, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned v = in[i], sum = 0;
    int count = v % 29 + 1, rounds = (count + 7) / 8, k = 0;
    switch (count % 8) {
    case 0: do { sum = sum * 3 + v % (k++ + 2);
    case 7:      sum = sum * 3 + v % (k++ + 2);
    case 6:      sum = sum * 3 + v % (k++ + 2);
    case 5:      sum = sum * 3 + v % (k++ + 2);
    case 4:      sum = sum * 3 + v % (k++ + 2);
    case 3:      sum = sum * 3 + v % (k++ + 2);
    case 2:      sum = sum * 3 + v % (k++ + 2);
    case 1:      sum = sum * 3 + v % (k++ + 2);
            } while (--rounds > 0);
    }
    int a = 0, b = 0;
    if (v & 1)
        goto inner;
outer:
    for (a = 0; a < 5; a++) {
        for (b = 0; b < 5; b++) {
            sum += a * b;
inner:
            if ((sum ^ v) % 11 == 3)
                goto out_of_both;
            if (sum % 7 == 2)
                break;
            sum += 5;
        }
        if (sum % 13 == 4)
            continue;
        sum ^= a;
    }
    if (sum < 100000u) {
        sum = sum * 2 + 1;
        goto outer;
    }
out_of_both:
    out[i] = sum * 100 + a * 10 + b;
}
