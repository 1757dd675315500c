// Flow round an obstacle in a channel: the lattice Boltzmann method on a plane with nine directions.
//
//   lattice_boltzmann [--width N] [--height N] [--steps N] [--viscosity V] [--image FILE]
//
// One step pulls the populations from the neighbours, collides and writes the other set. Walls reflect, the left column
// blows in, the right one lets out.
#include <cuda_runtime.h>
#include <stdint.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <vector>

static void check(cudaError_t status, const char *what, const char *file, int line)
{
    if (status == cudaSuccess)
        return;
    std::cerr << file << ":" << line << ": " << what << ": " << cudaGetErrorString(status) << std::endl;
    std::exit(1);
}
#define CUDA(...) check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#define KERNEL_CHECK() CUDA(cudaPeekAtLastError())

typedef float real;
enum { DIRECTIONS = 9 };
enum class Cell : unsigned char { Fluid, Wall, Inflow, Outflow };

#define TILE_X 16
#define TILE_Y 8

// The weight and the way of each direction; the opposite of k is OPPOSITE(k).
__constant__ real weight[DIRECTIONS];
__constant__ int2 way[DIRECTIONS];
#define OPPOSITE(k) ((k) == 0 ? 0 : ((k) % 2 ? (k) + 1 : (k)-1))

struct Shape {
    int width, height;
    size_t pitch;  // elements from a direction's plane to the next

    __host__ __device__ int cells() const { return width * height; }
    __host__ __device__ inline int at(int x, int y) const { return y * width + x; }
};

// The populations: a plane for each direction.
struct Lattice {
    real *f;
    size_t pitch;
    __device__ real &operator()(int k, int i) { return f[k * pitch + i]; }
    __device__ const real &operator()(int k, int i) const { return f[k * pitch + i]; }
};

struct Flow {
    real density;
    float2 velocity;
};

inline __host__ __device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
inline __host__ __device__ float2 operator*(real s, float2 a) { return make_float2(s * a.x, s * a.y); }
inline __host__ __device__ real dot(const float2 &a, const float2 &b) { return a.x * b.x + a.y * b.y; }

__device__ real equilibrium(int k, const Flow &flow)
{
    const float2 e = make_float2(way[k].x, way[k].y);
    const real eu = dot(e, flow.velocity), uu = dot(flow.velocity, flow.velocity);
    return weight[k] * flow.density * (1.0f + 3.0f * eu + 4.5f * eu * eu - 1.5f * uu);
}

__device__ void moments(const real (&f)[DIRECTIONS], Flow *out)
{
    out->density = 0;
    float2 momentum = {0, 0};
    for (int k = 0; k < DIRECTIONS; k++) {
        out->density += f[k];
        momentum = momentum + f[k] * make_float2(way[k].x, way[k].y);
    }
    out->velocity = (1 / out->density) * momentum;
}

// What each cell is: walls below and above, the ends open, a disc in the way.
__global__ void mark_cells(Cell *cells, Shape shape, int cx, int cy, int radius)
{
    int x = blockDim.x * blockIdx.x + threadIdx.x;
    int y = blockDim.y * blockIdx.y + threadIdx.y;
    if (x >= shape.width || y >= shape.height) return;
    Cell c = Cell::Fluid;
    int dx = x - cx, dy = y - cy;
    if (y == 0 || y == shape.height - 1 || dx * dx + dy * dy <= radius * radius)
        c = Cell::Wall;
    else if (x == 0)
        c = Cell::Inflow;
    else if (x == shape.width - 1)
        c = Cell::Outflow;
    cells[shape.at(x, y)] = c;
}

__global__ void initialise(Lattice lattice, Shape shape, real speed)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < shape.cells(); i += blockDim.x * gridDim.x) {
        Flow flow = {1.0f, {0.0f, 0.0f}};
        // A ripple, so that the flow does not stay even.
        flow.velocity.x = speed * (1.0f + 0.125f * ((i % shape.width) % 4));
        for (int k = 0; k < DIRECTIONS; ++k)
            lattice(k, i) = equilibrium(k, flow);
    }
}

template <int WIDTH, int HEIGHT>
__global__ void __launch_bounds__(WIDTH *HEIGHT)
stream_and_collide(const Lattice from, Lattice to, const Cell *__restrict__ cells, Shape shape, real omega)
{
    // The kinds of cells with a border, read once.
    __shared__ Cell kind[HEIGHT + 2][WIDTH + 2];
    const int x0 = blockIdx.x * WIDTH - 1, y0 = blockIdx.y * HEIGHT - 1;
    const int thread = threadIdx.y * WIDTH + threadIdx.x;
    for (int i = thread; i < (WIDTH + 2) * (HEIGHT + 2); i += WIDTH * HEIGHT) {
        const int tx = i % (WIDTH + 2), ty = i / (WIDTH + 2);
        const int x = x0 + tx, y = y0 + ty;
        const bool within = x >= 0 && x < shape.width && y >= 0 && y < shape.height;
        kind[ty][tx] = within ? cells[shape.at(x, y)] : Cell::Wall;
    }
    __syncthreads();

    const int x = x0 + 1 + int(threadIdx.x), y = y0 + 1 + int(threadIdx.y);
    if (x >= shape.width || y >= shape.height || kind[threadIdx.y + 1][threadIdx.x + 1] != Cell::Fluid)
        return;
    const int here = shape.at(x, y);
    real f[DIRECTIONS];
#pragma unroll
    for (int k = 0; k < DIRECTIONS; k++) {
        const int2 e = way[k];
        if (kind[threadIdx.y + 1 - e.y][threadIdx.x + 1 - e.x] == Cell::Wall)
            f[k] = from(OPPOSITE(k), here);
        else
            f[k] = from(k, shape.at(x - e.x, y - e.y));
    }
    Flow flow;
    moments(f, &flow);
    for (int k = 0; k < DIRECTIONS; k++)
        to(k, here) = f[k] + omega * (equilibrium(k, flow) - f[k]);
}

// The open ends: one block-row of threads along y.
__global__ void open_ends(Lattice lattice, const Cell *cells, Shape shape, real speed)
{
    const int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= shape.height) return;
    int in = shape.at(0, y), out = shape.at(shape.width - 1, y);
    if (cells[in] == Cell::Inflow) {
        const Flow flow = {1.0f, make_float2(speed, 0.0f)};
        for (int k = 0; k < DIRECTIONS; k++)
            lattice(k, in) = equilibrium(k, flow);
    }
    if (cells[out] != Cell::Outflow) return;
    for (int k = 0; k < DIRECTIONS; k++)
        lattice(k, out) = lattice(k, out - 1);
}

__global__ void velocities(const Lattice lattice, const Cell *cells, float2 *velocity, Shape shape)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= shape.cells()) return;
    real f[DIRECTIONS];
    for (int k = 0; k < DIRECTIONS; k++)
        f[k] = lattice(k, i);
    Flow flow;
    moments(f, &flow);
    velocity[i] = cells[i] == Cell::Wall ? float2{0, 0} : flow.velocity;
}

__device__ __forceinline__ float2 clamped(const float2 *v, const Shape &shape, int x, int y)
{
    return v[shape.at(min(max(x, 0), shape.width - 1), min(max(y, 0), shape.height - 1))];
}

// The curl of the velocity by central differences, through a tile with a border in dynamic shared memory.
__global__ void curl(const float2 *velocity, float *out, Shape shape)
{
    extern __shared__ float2 tile[];
    const int w = blockDim.x + 2;
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float2 *mine = &tile[(threadIdx.y + 1) * w + threadIdx.x + 1];
    *mine = clamped(velocity, shape, x, y);
    if (threadIdx.x == 0) mine[-1] = clamped(velocity, shape, x - 1, y);
    if (threadIdx.x == blockDim.x - 1) mine[1] = clamped(velocity, shape, x + 1, y);
    if (threadIdx.y == 0) mine[-w] = clamped(velocity, shape, x, y - 1);
    if (threadIdx.y == blockDim.y - 1) mine[w] = clamped(velocity, shape, x, y + 1);
    __syncthreads();
    if (x < shape.width && y < shape.height)
        out[shape.at(x, y)] = 0.5f * ((mine[1].y - mine[-1].y) - (mine[w].x - mine[-w].x));
}

// The whole mass in thousandths, and the fastest cell, with one atomic a warp.
__global__ void survey(const Lattice lattice, const float2 *velocity, Shape shape, unsigned long long *mass,
                       unsigned int *fastest)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float density = 0, speed = 0;
    if (i < shape.cells()) {
        for (int k = 0; k < DIRECTIONS; k++)
            density += lattice(k, i);
        speed = sqrtf(dot(velocity[i], velocity[i]));
    }
    uint32_t thousandths = __float2uint_rn(1000.0f * density);
    for (int d = warpSize / 2; d > 0; d /= 2) {
        thousandths += __shfl_xor_sync(~0u, thousandths, d);
        speed = fmaxf(speed, __shfl_xor_sync(~0u, speed, d));
    }
    if ((threadIdx.x & (warpSize - 1)) == 0) {
        atomicAdd(mass, (unsigned long long)thousandths);
        atomicMax(fastest, __float_as_uint(speed));
    }
}

// ---------------------------------------------------------------------------------------------------------------------

class Simulation {
    Shape shape;
    real *planes[2];
    Cell *cells;
    float2 *velocity;
    float *vorticity;
    int current = 0;

    Lattice lattice(int which) const { return Lattice{planes[which], shape.pitch}; }

public:
    struct Report {
        double mass;
        float fastest;
    };

    Simulation(int width, int height, real speed) : shape{width, height, size_t(width) * height}
    {
        for (real *&p : planes)
            CUDA(cudaMalloc(&p, DIRECTIONS * shape.pitch * sizeof(real)));
        CUDA(cudaMalloc((void **)&cells, shape.cells() * sizeof(Cell)));
        CUDA(cudaMalloc((void **)&velocity, shape.cells() * sizeof(float2)));
        CUDA(cudaMalloc((void **)&vorticity, shape.cells() * sizeof(float)));
        const real w[DIRECTIONS] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                                    1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};
        const int2 e[DIRECTIONS] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
        CUDA(cudaMemcpyToSymbol(weight, w, sizeof w));
        CUDA(cudaMemcpyToSymbol(way, e, sizeof e));
        mark_cells<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(cells, shape, width / 5, height / 2,
                                                                                  height / 8);
        for (int which = 0; which < 2; which++)
            initialise<<<32, 256>>>(lattice(which), shape, speed);
        KERNEL_CHECK();
    }
    ~Simulation()
    {
        for (auto p : planes)
            cudaFree(p);
        cudaFree(cells), cudaFree(velocity), cudaFree(vorticity);
    }

    void step(real omega, real speed, cudaStream_t stream)
    {
        const dim3 block(TILE_X, TILE_Y);
        const dim3 grid((shape.width + TILE_X - 1) / TILE_X, (shape.height + TILE_Y - 1) / TILE_Y);
        stream_and_collide<TILE_X, TILE_Y>
            <<<grid, block, 0, stream>>>(lattice(current), lattice(1 - current), cells, shape, omega);
        current = 1 - current;
        open_ends<<<(shape.height + 63) / 64, 64, 0, stream>>>(lattice(current), cells, shape, speed);
    }

    Report measure()
    {
        struct {
            unsigned long long mass;
            unsigned int fastest;
        } host = {}, *device;
        CUDA(cudaMalloc(&device, sizeof host));
        CUDA(cudaMemcpy(device, &host, sizeof host, cudaMemcpyHostToDevice));
        const int blocks = (shape.cells() + 127) / 128;
        velocities<<<blocks, 128>>>(lattice(current), cells, velocity, shape);
        survey<<<blocks, 128>>>(lattice(current), velocity, shape, &device->mass, &device->fastest);
        CUDA(cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost));
        CUDA(cudaFree(device));
        Report out{host.mass / 1000.0, 0.0f};
        std::memcpy(&out.fastest, &host.fastest, sizeof(float));
        return out;
    }

    std::vector<float> curls()
    {
        const dim3 block(32, 8), grid((shape.width + 31) / 32, (shape.height + 7) / 8);
        curl<<<grid, block, (block.x + 2) * (block.y + 2) * sizeof(float2)>>>(velocity, vorticity, shape);
        KERNEL_CHECK();
        std::vector<float> out(shape.cells());
        CUDA(cudaMemcpy(&out[0], vorticity, out.size() * sizeof(float), cudaMemcpyDeviceToHost));
        return out;
    }
};

// A grey image of the curls.
static bool write_image(const char *name, const std::vector<float> &v, int width, int height)
{
    std::ofstream file(name, std::ios::binary);
    file << "P5\n" << width << " " << height << "\n255\n";
    for (float x : v)
        file.put(char(std::fmin(255.0f, std::fmax(0.0f, 128.0f + 4000.0f * x))));
    return bool(file);
}

int main(int argc, char *argv[])
{
    int width = 256, height = 96, steps = 200;
    real viscosity = 0.02f;
    const real speed = 0.08f;
    const char *image = nullptr;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!std::strcmp(argv[i], "--width")) width = std::atoi(argv[i + 1]);
        else if (!std::strcmp(argv[i], "--height")) height = std::atoi(argv[i + 1]);
        else if (!std::strcmp(argv[i], "--steps")) steps = std::atoi(argv[i + 1]);
        else if (!std::strcmp(argv[i], "--viscosity")) viscosity = (real)std::atof(argv[i + 1]);
        else if (!std::strcmp(argv[i], "--image")) image = argv[i + 1];
    }
    const real omega = 1 / (3 * viscosity + 0.5f);

    std::unique_ptr<Simulation> simulation(new Simulation(width, height, speed));
    const Simulation::Report before = simulation->measure();
    cudaStream_t stream;
    cudaEvent_t start, stop;
    CUDA(cudaStreamCreate(&stream));
    CUDA(cudaEventCreate(&start));
    CUDA(cudaEventCreate(&stop));
    CUDA(cudaEventRecord(start, stream));
    for (int i = 0; i < steps; i++)
        simulation->step(omega, speed, stream);
    CUDA(cudaEventRecord(stop, stream));
    CUDA(cudaEventSynchronize(stop));
    float ms = 0;
    CUDA(cudaEventElapsedTime(&ms, start, stop));
    const Simulation::Report after = simulation->measure();
    std::cout << width << " x " << height << ", " << steps << " steps in " << ms << " ms; mass " << before.mass << " to "
              << after.mass << ", fastest " << after.fastest << std::endl;
    const std::vector<float> curls = simulation->curls();
    if (image && !write_image(image, curls, width, height)) return 2;
    return after.fastest < 0.5f && after.mass > 0.5 * before.mass ? 0 : 1;
}
