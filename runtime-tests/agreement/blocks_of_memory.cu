// NVRTC only: the prelude of the other compiler lacks memcpy and memset on the device. Blocks copied and set; defaulted assignment.

struct Record {
    int a[5];
    char tag[3];
    char more;
    Record() = default;
    __device__ Record(int n) : tag{1, 2, 3}, more(char(n))
    {
        for (int k = 0; k < 5; k++)
            a[k] = n * k;
    }
    Record(const Record &) = default;
    __device__ Record &operator=(const Record &) = default;
    __device__ void nothing() {}
};

__device__ Record stored;

extern "C" __global__ void run(int *o, float *f, int n)
{
    __shared__ unsigned char bytes[64];
    memset(bytes, 0x1a, sizeof bytes);
    memset(bytes + 3, n, 7);
    memcpy(bytes + 21, bytes + 1, 9);
    for (int k = 0; k < 40; k++)
        o[k] = bytes[k];
    Record one(n), two;
    one.nothing();
    memcpy(&two, &one, sizeof(Record));
    o[40] = two.a[3] + two.tag[2] * 100 + two.more * 1000;
    memset(&two.a[1], 0xff, 8);
    stored = two;
    one = stored;
    o[41] = one.a[1] + one.a[2] + one.a[3];
    float values[4] = {1, 2, 3, 4};
    memcpy(f, values, sizeof(values));
    void *back = memset(o + 60, 1, n);
    o[50] = back == o + 60;
    o[51] = o[60] == 0x01010101;
}
