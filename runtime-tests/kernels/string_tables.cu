// Strings and tables: pointers to literals, arrays of characters, escapes, concatenation, numbers as text.

__device__ const char *const names[] = {"zero", "one", "two", "three", "f" "our", "\x66ive", "s\151x", "seven\0hidden"};
__constant__ char digits[] = "0123456789abcdef";
__constant__ unsigned char steps[4][3] = {{1, 2, 3}, {10, 20, 30}, {100, 200, 250}, {7}};

static __device__ int length(const char *s)
{
    const char *p = s;
    while (*p)
        p++;
    return p - s;
}

extern "C" __global__ void string_tables(const unsigned *in, unsigned char *text, unsigned *hash, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned v = in[i], h = 2166136261u;
    const char *name = names[v & 7];
    for (const char *p = name; *p; p++)
        h = (h ^ (unsigned char)*p) * 16777619u;
    const char local[] = "tail\t\"\\";
    h += length(name) * 1000 + sizeof(local) + local[(v >> 3) % 7] + *("abc" + v % 3) + steps[v >> 30][v % 3];
    hash[i] = h;
    unsigned char *t = text + 12 * i;
    for (int k = 0; k < 8; k++)
        t[k] = digits[v >> (28 - 4 * k) & 15];
    t[8] = name[length(name) - 1];
    t[9] = "even\0odd!"[(v & 1) * 5];
    t[10] = u8"z"[0];
    t[11] = '\n' + '\\' - 'A';
}
