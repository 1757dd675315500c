// Solves A x = b by the method of conjugate gradients with a diagonal preconditioner, A sparse in compressed rows.
//
//   conjugate_gradient [-n SIDE] [-i ITERATIONS] [-t TOLERANCE] [-v]
//
// A is the five-point Laplacian of a square with a shift on the diagonal, built on the device. Step lengths stay on the
// device too; the host looks at the residual only now and then.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#define CHECK(call)                                                                                    \
    do {                                                                                               \
        cudaError_t status_ = (call);                                                                  \
        if (status_ != cudaSuccess) {                                                                  \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status_)); \
            exit(EXIT_FAILURE);                                                                        \
        }                                                                                              \
    } while (0)

#define CEIL_DIV(a, b) (((a) + (b)-1) / (b))

static const int BLOCK = 128;
constexpr int WARP = 32;
constexpr int MAX_PARTIALS = 64;
constexpr float SHIFT = 0.25f;

// A matrix in compressed rows, as kernels see it.
template <typename T>
struct CsrView {
    int rows;
    const int *__restrict__ begin;
    const int *__restrict__ column;
    const T *__restrict__ value;

    __host__ __device__ int length(int row) const { return begin[row + 1] - begin[row]; }
};

// What one iteration hands to the next.
struct Progress {
    double rz;         // <r, z> of this iteration
    double rz_before;  // and of the one before
    double pap;        // <p, A p>
};

__device__ Progress progress;
__device__ float residual;  // the largest |r_i|
__device__ int iteration;
__constant__ int neighbours[4][2];

// ---------------------------------------------------------------------------------------------------------------------
// The matrix

__device__ __forceinline__ bool inside(int x, int y, int side)
{
    return unsigned(x) < unsigned(side) && unsigned(y) < unsigned(side);
}

// Entries of each row, shifted by one so that a scan in place gives the beginnings.
__global__ void count_entries(int *begin, int side)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row == 0)
        begin[0] = 0;
    if (row >= side * side)
        return;
    int count = 1;
#pragma unroll
    for (int k = 0; k < 4; ++k)
        count += inside(row % side + neighbours[k][0], row / side + neighbours[k][1], side);
    begin[row + 1] = count;
}

// An inclusive scan of a short array by one block, in tiles of its size, with shuffles.
template <int THREADS>
__global__ void scan_in_place(int *data, int n)
{
    static_assert(THREADS % WARP == 0 && THREADS <= WARP * WARP, "whole warps");
    __shared__ int sums[THREADS / WARP];
    __shared__ int carry;
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    if (threadIdx.x == 0)
        carry = 0;
    for (int base = 0; base < n; base += THREADS) {
        const int i = base + threadIdx.x;
        int v = i < n ? data[i] : 0;
        for (int d = 1; d < WARP; d <<= 1) {
            int other = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d)
                v += other;
        }
        if (lane == WARP - 1)
            sums[warp] = v;
        __syncthreads();
        int before = carry;
        for (int w = 0; w < warp; ++w)
            before += sums[w];
        if (i < n)
            data[i] = before + v;
        __syncthreads();
        if (threadIdx.x == THREADS - 1)
            carry = before + v;
        __syncthreads();
    }
}

template <typename T>
__global__ void fill_entries(const int *__restrict__ begin, int *column, T *value, T *diagonal, int side)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= side * side)
        return;
    const int x = row % side, y = row / side;
    int at = begin[row];
    auto put = at;
    for (int k = 0; k < 4; ++k) {
        const int nx = x + neighbours[k][0], ny = y + neighbours[k][1];
        if (!inside(nx, ny, side))
            continue;
        column[put] = ny * side + nx;
        value[put++] = T(-1);
    }
    column[put] = row;
    value[put] = diagonal[row] = T(4) + T(SHIFT);
}

// ---------------------------------------------------------------------------------------------------------------------
// Vectors

// One thread a row.
template <typename T>
__global__ void spmv_scalar(CsrView<T> a, const T *__restrict__ x, T *__restrict__ y)
{
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < a.rows; row += gridDim.x * blockDim.x) {
        T sum = 0;
        for (int k = a.begin[row], end = a.begin[row + 1]; k < end; ++k)
            sum += a.value[k] * x[a.column[k]];
        y[row] = sum;
    }
}

// LANES threads a row.
template <typename T, int LANES>
__global__ void spmv_lanes(CsrView<T> a, const T *__restrict__ x, T *__restrict__ y)
{
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = thread / LANES, lane = thread % LANES;
    T sum = T();
    if (row < a.rows) {
        const int first = a.begin[row], n = a.length(row);
        for (int k = lane; k < n; k += LANES)
            sum += a.value[first + k] * __ldg(&x[a.column[first + k]]);
    }
#pragma unroll
    for (int d = LANES / 2; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, d, LANES);
    if (row < a.rows && lane == 0)
        y[row] = sum;
}

// A sum over the block, in thread 0.
template <int THREADS>
__device__ double block_sum(double mine)
{
    __shared__ double tree[THREADS];
    tree[threadIdx.x] = mine;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half >>= 1) {
        if (threadIdx.x < half)
            tree[threadIdx.x] += tree[threadIdx.x + half];
        __syncthreads();
    }
    return tree[0];
}

template <typename T, int THREADS>
__global__ void __launch_bounds__(THREADS) dot_partials(const T *a, const T *b, double *partials, int n)
{
    double sum = 0;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS)
        sum += double(a[i]) * double(b[i]);
    sum = block_sum<THREADS>(sum);
    if (threadIdx.x == 0)
        partials[blockIdx.x] = sum;
}

enum Quantity { RZ, PAP };

// Adds the partial sums and books the total.
template <int THREADS>
__global__ void finish_dot(const double *partials, int n, Quantity what)
{
    double sum = block_sum<THREADS>(threadIdx.x < n ? partials[threadIdx.x] : 0.0);
    if (threadIdx.x != 0)
        return;
    switch (what) {
    case RZ:
        progress.rz_before = progress.rz;
        progress.rz = sum;
        residual = 0.0f;
        break;
    case PAP:
        progress.pap = sum;
        iteration++;
        break;
    }
}

// z = r / diagonal, and the largest |r| by atomics on the bits of floats that are not negative.
template <typename T>
__global__ void precondition(const T *r, const T *diagonal, T *z, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    z[i] = r[i] / diagonal[i];
    const float size = fabsf(static_cast<float>(r[i]));
    atomicMax(reinterpret_cast<int *>(&residual), __float_as_int(size));
}

// p = z + beta p
template <typename T>
__global__ void new_direction(const T *z, T *p, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const T beta = progress.rz_before > 0 ? T(progress.rz / progress.rz_before) : T(0);
    if (i < n)
        p[i] = z[i] + beta * p[i];
}

// x += alpha p, r -= alpha A p
template <typename T>
__global__ void advance(T *x, T *r, const T *p, const T *ap, int n)
{
    const T alpha = T(progress.rz / progress.pap);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        x[i] += alpha * p[i];
        r[i] -= alpha * ap[i];
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The host

template <typename T>
class DeviceArray {
public:
    explicit DeviceArray(size_t n) : size_(n)
    {
        CHECK(cudaMalloc(&data_, n * sizeof(T)));
        CHECK(cudaMemset(data_, 0, n * sizeof(T)));
    }
    ~DeviceArray() { cudaFree(data_); }
    DeviceArray(const DeviceArray &) = delete;
    DeviceArray &operator=(const DeviceArray &) = delete;

    T *get() const { return data_; }
    void upload(const std::vector<T> &from)
    {
        CHECK(cudaMemcpy(data_, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
    }
    std::vector<T> download() const
    {
        std::vector<T> to(size_);
        CHECK(cudaMemcpy(to.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
        return to;
    }

private:
    T *data_ = nullptr;
    size_t size_;
};

struct Arguments {
    int side = 64;
    int iterations = 500;
    double tolerance = 1e-5;
    bool verbose = false;
};

static Arguments parse(int argc, char **argv)
{
    Arguments out;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        auto value = [&]() -> const char * {
            if (i + 1 >= argc) {
                fprintf(stderr, "%s needs a value\n", word.c_str());
                exit(EXIT_FAILURE);
            }
            return argv[++i];
        };
        if (word == "-n")
            out.side = std::max(2, atoi(value()));
        else if (word == "-i")
            out.iterations = atoi(value());
        else if (word == "-t")
            out.tolerance = atof(value());
        else if (word == "-v")
            out.verbose = true;
        else {
            fprintf(stderr, "usage: %s [-n SIDE] [-i ITERATIONS] [-t TOLERANCE] [-v]\n", argv[0]);
            exit(EXIT_FAILURE);
        }
    }
    return out;
}

// |A x - b| at its largest, on the host, without the matrix.
static double worst_residual(const std::vector<float> &x, const std::vector<float> &b, int side)
{
    double worst = 0;
    auto at = [&](int cx, int cy) -> double {
        return cx < 0 || cy < 0 || cx >= side || cy >= side ? 0.0 : x[cy * side + cx];
    };
    for (int cy = 0; cy < side; ++cy)
        for (int cx = 0; cx < side; ++cx) {
            double ax = (4.0 + SHIFT) * at(cx, cy);
            ax -= at(cx - 1, cy) + at(cx + 1, cy) + at(cx, cy - 1) + at(cx, cy + 1);
            worst = std::max(worst, std::fabs(ax - b[cy * side + cx]));
        }
    return worst;
}

int main(int argc, char **argv)
{
    const Arguments arguments = parse(argc, argv);
    const int side = arguments.side, n = side * side;
    const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    CHECK(cudaMemcpyToSymbol(neighbours, steps, sizeof(steps)));

    DeviceArray<int> begin(n + 1), column(5 * n);
    DeviceArray<float> value(5 * n), diagonal(n), x(n), r(n), z(n), p(n), ap(n);
    DeviceArray<double> partials(MAX_PARTIALS);
    const dim3 block(BLOCK), grid(CEIL_DIV(n, BLOCK));
    const int few = std::min(MAX_PARTIALS, int(grid.x));

    count_entries<<<grid, block>>>(begin.get(), side);
    scan_in_place<256><<<1, 256>>>(begin.get(), n + 1);
    fill_entries<<<grid, block>>>(begin.get(), column.get(), value.get(), diagonal.get(), side);
    CHECK(cudaGetLastError());

    std::vector<float> b(n);
    for (int i = 0; i < n; ++i)
        b[i] = float(i * 7919 % 1000) / 1000.0f - 0.5f;
    r.upload(b);

    const CsrView<float> a = {n, begin.get(), column.get(), value.get()};
    const auto dot = [&](const float *u, const float *v, Quantity what) {
        dot_partials<float, BLOCK><<<few, BLOCK>>>(u, v, partials.get(), n);
        finish_dot<MAX_PARTIALS><<<1, MAX_PARTIALS>>>(partials.get(), few, what);
    };

    const auto start = std::chrono::steady_clock::now();
    int done = 0;
    for (int k = 0; k < arguments.iterations; ++k) {
        precondition<<<grid, block>>>(r.get(), diagonal.get(), z.get(), n);
        if (k % 10 == 0) {
            float worst = 0;
            CHECK(cudaMemcpyFromSymbol(&worst, residual, sizeof(worst)));
            CHECK(cudaMemcpyFromSymbol(&done, iteration, sizeof(done)));
            if (arguments.verbose)
                printf("%5d  %.3e\n", done, worst);
            if (worst < arguments.tolerance)
                break;
        }
        dot(r.get(), z.get(), RZ);
        new_direction<<<grid, block>>>(z.get(), p.get(), n);
        if (k % 2 == 0)
            spmv_lanes<float, 4><<<CEIL_DIV(4 * n, BLOCK), block>>>(a, p.get(), ap.get());
        else
            spmv_scalar<<<few, block>>>(a, p.get(), ap.get());
        dot(p.get(), ap.get(), PAP);
        advance<<<few, block>>>(x.get(), r.get(), p.get(), ap.get(), n);
    }
    CHECK(cudaDeviceSynchronize());
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;

    const double worst = worst_residual(x.download(), b, side);
    printf("%d unknowns, %d iterations, residual %.3e, %.3f ms\n", n, done, worst, took.count());
    return worst < 10 * arguments.tolerance ? EXIT_SUCCESS : EXIT_FAILURE;
}
