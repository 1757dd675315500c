// Enumerations in namespaces and classes, as arguments of templates and as parameters; variables in namespaces.

enum Colour { Red, Green };

namespace outer {
enum Order { Rows, Columns };
namespace inner {
enum class Mode : char { Fast = -2, Slow };
__device__ int count;
__constant__ float mask[4];
}  // namespace inner
struct Grid {
    enum Edge { Open, Closed };
    Edge edge;
};
__device__ Grid grid;

template <Order O, inner::Mode M>
__global__ void both(int *p)
{
    p[0] = O + int(M) + inner::count + int(inner::mask[0]);
}
template __global__ void both<Columns, inner::Mode::Fast>(int *);

template <Grid::Edge E>
__global__ void edged(int *p, Grid::Edge e)
{
    p[0] = E + e + grid.edge;
}
template __global__ void edged<Grid::Closed>(int *, Grid::Edge);
}  // namespace outer

__device__ int plain;
static __device__ int own;
extern "C" {
__constant__ int linked[2];
}
namespace outer {
extern "C" __device__ float bare = 1;
}  // namespace outer

__global__ void parameters(Colour c, outer::Order o, outer::inner::Mode m, int *p)
{
    p[0] = c + o + int(m) + plain + own + linked[0] + int(outer::bare);
}
