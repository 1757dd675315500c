/*
 * A pipeline over images: grey values, a histogram, equalisation by a scan of it, a blur in two passes with the mask in
 * constant memory, edges, a threshold, and the summed area of what is above it.
 *
 *   image_pipeline [width] [height] [--radius=N] [--gamma=G] [--repeat=N]
 *
 * Every stage is checked against the host.
 */
#include <cuda_runtime.h>
#include <device_launch_parameters.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

using byte = unsigned char;
using uint = unsigned int;

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort) exit(code);
    }
}

namespace pipeline {

constexpr int kBins = 256;
constexpr int kMaxRadius = 8;
constexpr int kWarps = 4;

__constant__ float mask[2 * kMaxRadius + 1];

template <typename T>
struct Image {
    T *data;
    int width, height, stride;

    __host__ __device__ bool contains(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }
    __device__ T &operator()(int x, int y) { return data[y * stride + x]; }
    __device__ T operator()(int x, int y) const { return data[y * stride + x]; }
    // The edge goes on outside.
    __device__ T edge(int x, int y) const
    {
        x = max(0, min(x, width - 1));
        y = max(0, min(y, height - 1));
        return data[y * stride + x];
    }
};

// ---------------------------------------------------------------------------- point operations

struct Luma {
    __device__ byte operator()(uchar4 p) const { return byte((77 * p.x + 150 * p.y + 29 * p.z + 128) >> 8); }
};

template <bool INVERT>
struct Threshold {
    byte level;
    __device__ uint operator()(byte v) const { return (v > level) != INVERT ? 1u : 0u; }
};

struct Gamma {
    float exponent;
    __device__ byte operator()(byte v) const
    {
        const float x = powf(v * (1.0f / 255.0f), exponent);
        return static_cast<byte>(x * 255.0f + 0.5f);
    }
};

struct Lookup {
    const byte *table;
    __device__ byte operator()(byte v) const { return table[v]; }
};

template <class In, class Out, class Op>
__global__ void map(const Image<In> in, Image<Out> out, Op op)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (in.contains(x, y))
        out(x, y) = op(in(x, y));
}

// ---------------------------------------------------------------------------- histogram and scan

// Each warp counts for itself in shared memory, then the block adds up.
template <int WARPS>
__global__ void histogram(Image<byte> in, uint *bins)
{
    __shared__ uint counts[WARPS][kBins];
    for (int i = threadIdx.x; i < WARPS * kBins; i += blockDim.x)
        counts[i / kBins][i % kBins] = 0;
    __syncthreads();
    uint *const mine = counts[threadIdx.x / 32];
    for (int y = blockIdx.x; y < in.height; y += gridDim.x)
        for (int x = threadIdx.x; x < in.width; x += blockDim.x)
            atomicAdd(&mine[in(x, y)], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < kBins; b += blockDim.x) {
        uint sum = 0;
        for (int w = 0; w < WARPS; ++w)
            sum += counts[w][b];
        if (sum != 0) atomicAdd(bins + b, sum);
    }
}

// An exclusive scan of N elements by N / 2 threads, up and down a tree, with the total returned to all.
template <typename T, int N>
__device__ T scan_block(T (&v)[N])
{
    const int t = threadIdx.x;
    int offset = 1;
    for (int d = N >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) v[offset * (2 * t + 2) - 1] += v[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    __syncthreads();
    const T total = v[N - 1];
    __syncthreads();
    if (t == 0) v[N - 1] = T{};
    for (int d = 1; d < N; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            const int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            const T low = v[a];
            v[a] = v[b];
            v[b] += low;
        }
    }
    __syncthreads();
    return total;
}

// The table that spreads grey values evenly.
template <int BINS>
__global__ void equalising_table(const uint *bins, byte *table)
{
    __shared__ uint v[BINS];
    v[threadIdx.x] = bins[threadIdx.x];
    v[threadIdx.x + BINS / 2] = bins[threadIdx.x + BINS / 2];
    const uint total = scan_block<uint, BINS>(v);
    assert(total > 0);
    for (int k = threadIdx.x; k < BINS; k += blockDim.x) {
        // Halfway up each bin, in 64 bits: total * 255 may be much.
        const uint64_t doubled = 2ull * v[k] + bins[k];
        table[k] = byte(doubled * (BINS - 1) / (2ull * total));
    }
}

// ---------------------------------------------------------------------------- filters

enum Direction { Horizontal, Vertical };

// One pass of a separable filter; the tile has RADIUS more on both sides.
template <int RADIUS, Direction DIRECTION, int BLOCK_X, int BLOCK_Y>
__global__ void blur(Image<byte> in, Image<float> mid, Image<byte> out)
{
    constexpr int EX = DIRECTION == Horizontal ? RADIUS : 0, EY = DIRECTION == Vertical ? RADIUS : 0;
    constexpr int W = BLOCK_X + 2 * EX, H = BLOCK_Y + 2 * EY;
    __shared__ float tile[H][W];
    const int x0 = blockIdx.x * BLOCK_X, y0 = blockIdx.y * BLOCK_Y;
    for (int ty = threadIdx.y; ty < H; ty += BLOCK_Y)
        for (int tx = threadIdx.x; tx < W; tx += BLOCK_X) {
            const int x = x0 + tx - EX, y = y0 + ty - EY;
            tile[ty][tx] = DIRECTION == Horizontal ? float(in.edge(x, y)) : mid.edge(x, y);
        }
    __syncthreads();
    const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
    if (!in.contains(x, y)) return;
    float sum = 0.0f;
#pragma unroll
    for (int k = -RADIUS; k <= RADIUS; ++k) {
        const float m = mask[k + RADIUS];
        if (DIRECTION == Horizontal)
            sum += m * tile[threadIdx.y][threadIdx.x + EX + k];
        else
            sum += m * tile[threadIdx.y + EY + k][threadIdx.x];
    }
    if (DIRECTION == Horizontal)
        mid(x, y) = sum;
    else
        out(x, y) = (byte)__float2int_rn(fminf(sum, 255.0f));
}

// Sobel's gradient, four pixels a thread where the row allows it.
__global__ void edges(const Image<byte> in, Image<byte> out)
{
    const int x4 = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y >= in.height) return;
    uchar4 packed;
    byte *lane = &packed.x;
    for (int k = 0; k < 4; k++) {
        const int x = x4 + k;
        int gx = 0, gy = 0;
        for (int d = -1; d <= 1; ++d) {
            const int w = d ? 1 : 2;
            gx += w * (in.edge(x + 1, y + d) - in.edge(x - 1, y + d));
            gy += w * (in.edge(x + d, y + 1) - in.edge(x + d, y - 1));
        }
        lane[k] = static_cast<byte>(min(abs(gx) + abs(gy), 255));
    }
    if (x4 + 3 < in.width && out.stride % 4 == 0) {
        *reinterpret_cast<uchar4 *>(&out(x4, y)) = packed;
        return;
    }
    for (int k = 0; k < 4 && x4 + k < in.width; k++)
        out(x4 + k, y) = lane[k];
}

// Sums along each row, one warp a row, by shuffles.
__global__ void sum_rows(Image<uint> image)
{
    const int y = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
    const int lane = threadIdx.x % warpSize;
    if (y >= image.height) return;
    uint carry = 0;
    for (int base = 0; base < image.width; base += warpSize) {
        const bool inside = base + lane < image.width;
        uint v = inside ? image(base + lane, y) : 0;
#pragma unroll 5
        for (int d = 1; d < 32; d <<= 1) {
            const uint other = __shfl_up_sync(0xffffffff, v, d);
            v += lane >= d ? other : 0;
        }
        v += carry;
        if (inside) image(base + lane, y) = v;
        carry = __shfl_sync(0xffffffff, v, 31);
    }
}

// And down each column, one thread a column.
__global__ void sum_columns(Image<uint> image)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= image.width) return;
    uint sum = 0, *p = image.data + x;
    for (int y = 0; y < image.height; ++y, p += image.stride)
        *p = sum += *p;
}

}  // namespace pipeline

using namespace pipeline;

// ---------------------------------------------------------------------------- host

template <typename T>
struct Buffer {
    Image<T> image{};
    Buffer(int width, int height)
    {
        image = Image<T>{nullptr, width, height, (width + 31) / 32 * 32};
        gpuErrchk(cudaMalloc((void **)&image.data, bytes()));
        gpuErrchk(cudaMemset(image.data, 0, bytes()));
    }
    Buffer(Buffer &&other) : image(other.image) { other.image.data = nullptr; }
    ~Buffer() { cudaFree(image.data); }
    size_t bytes() const { return sizeof(T) * image.stride * image.height; }
    std::vector<T> read() const
    {
        std::vector<T> all(size_t(image.stride) * image.height), out;
        gpuErrchk(cudaMemcpy(all.data(), image.data, bytes(), cudaMemcpyDeviceToHost));
        for (int y = 0; y < image.height; y++)
            out.insert(out.end(), all.begin() + y * image.stride, all.begin() + y * image.stride + image.width);
        return out;
    }
};

template <typename F>
static double timed(int repeat, F &&f)
{
    using clock = std::chrono::high_resolution_clock;
    const auto start = clock::now();
    for (int i = 0; i < repeat; ++i)
        f();
    gpuErrchk(cudaDeviceSynchronize());
    return std::chrono::duration<double>(clock::now() - start).count() / repeat;
}

template <int RADIUS>
static void run_blur(const Buffer<byte> &in, Buffer<float> &mid, Buffer<byte> &out)
{
    const dim3 block(32, 4), grid((in.image.width + 31) / 32, (in.image.height + 3) / 4);
    blur<RADIUS, Horizontal, 32, 4><<<grid, block>>>(in.image, mid.image, out.image);
    blur<RADIUS, Vertical, 32, 4><<<grid, block>>>(in.image, mid.image, out.image);
}

static std::vector<float> gaussian(int radius)
{
    std::vector<float> m(2 * radius + 1);
    for (int k = -radius; k <= radius; k++)
        m[k + radius] = std::exp(-4.0f * k * k / float(radius * radius));
    const float sum = std::accumulate(m.begin(), m.end(), 0.0f);
    std::transform(m.begin(), m.end(), m.begin(), [sum](float x) { return x / sum; });
    return m;
}

int main(int argc, char **argv)
{
    int width = 640, height = 480, radius = 3, repeat = 10, position = 0;
    float gamma = 0.8f;
    for (int i = 1; i < argc; i++) {
        if (sscanf(argv[i], "--radius=%d", &radius) == 1 || sscanf(argv[i], "--gamma=%f", &gamma) == 1 ||
            sscanf(argv[i], "--repeat=%d", &repeat) == 1)
            continue;
        *(position++ ? &height : &width) = atoi(argv[i]);
    }
    std::mt19937 random(12345);
    Buffer<uchar4> source(width, height);
    Buffer<byte> grey(width, height), even(width, height), smooth(width, height), rim(width, height);
    Buffer<float> mid(width, height);
    Buffer<uint> area(width, height);
    Buffer<uint> bins(kBins, 1);
    Buffer<byte> table(kBins, 1);
    std::vector<uchar4> pixels(size_t(source.image.stride) * height);
    for (auto &p : pixels)
        p = make_uchar4(random() % 128, random() % 200, random() & 255, 255);
    gpuErrchk(cudaMemcpy(source.image.data, pixels.data(), source.bytes(), cudaMemcpyHostToDevice));
    const std::vector<float> m = gaussian(radius == 5 ? 5 : 3);
    gpuErrchk(cudaMemcpyToSymbol(mask, m.data(), m.size() * sizeof(float)));

    const dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
    const std::pair<const char *, std::function<void()>> stages[] = {
        {"grey", [&] { map<<<grid, block>>>(source.image, grey.image, Luma()); }},
        {"gamma", [&] { map<<<grid, block>>>(grey.image, even.image, Gamma{gamma}); }},
        {"histogram",
         [&] {
             gpuErrchk(cudaMemset(bins.image.data, 0, bins.bytes()));
             histogram<kWarps><<<16, 32 * kWarps>>>(grey.image, bins.image.data);
         }},
        {"table", [&] { equalising_table<kBins><<<1, kBins / 2>>>(bins.image.data, table.image.data); }},
        {"equalise", [&] { map<<<grid, block>>>(grey.image, even.image, Lookup{table.image.data}); }},
        {"blur", [&] { radius == 5 ? run_blur<5>(even, mid, smooth) : run_blur<3>(even, mid, smooth); }},
        {"edges", [&] { edges<<<dim3((width + 127) / 128, (height + 3) / 4), dim3(32, 4)>>>(smooth.image, rim.image); }},
        {"area",
         [&] {
             map<byte, uint><<<grid, block>>>(rim.image, area.image, Threshold<false>{100});
             sum_rows<<<(height + kWarps - 1) / kWarps, 32 * kWarps>>>(area.image);
             sum_columns<<<(width + 63) / 64, 64>>>(area.image);
         }},
    };
    for (const auto &stage : stages)
        printf("%-10s %9.3f us\n", stage.first, 1e6 * timed(repeat, stage.second));

    std::array<uint, kBins> expected{};
    for (const byte v : grey.read())
        expected[v]++;
    const std::vector<uint> counted = bins.read();
    const bool same = std::equal(expected.begin(), expected.end(), counted.begin());
    const std::vector<byte> rims = rim.read();
    const auto above = std::count_if(rims.begin(), rims.end(), [](byte v) { return v > 100; });
    const bool sums = area.read().back() == uint(above);
    printf("histogram %s, area %s\n", same ? "ok" : "WRONG", sums ? "ok" : "WRONG");
    return same && sums ? EXIT_SUCCESS : EXIT_FAILURE;
}
