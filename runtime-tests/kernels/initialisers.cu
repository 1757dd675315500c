// Initialisers: nested, with braces left out, partial, of arrays of structures, of strings, of unions.

struct Point { int x, y; };
struct Line { Point from, to; int width[2]; };
union Either { int i; float f; };

__device__ const Line table[3] = {{{1, 2}, {3, 4}, {5, 6}}, {7, 8, 9, 10, 11, 12}, {{13}, {}, {14}}};
__constant__ short curve[2][3] = {{1, 2}, {3, 4, 5}};
__device__ char word[] = "optx";
__device__ float scale = 1.5f * 2, *nowhere = 0;
__device__ const int *inside = &table[1].to.y;

extern "C" __global__ void initialisers(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int v = in[i];
    Line line = {{v, v + 1}, {2 * v}};
    Line lines[2] = {line, {v, 2, 3}};
    int grid[3][2] = {{v}, {1, v}, 7};
    int flat[3][2] = {v, 2, 3, 4};
    Either e = {v & 0xffff};
    Point p = {}, q{v, -1}, rest[] = {{1, 1}, {v, 5}};
    const char text[8] = {'a', 'b', (char)v};
    const Line &t = table[(unsigned)v % 3];
    int sum = t.from.x + t.from.y * 2 + t.to.x * 3 + t.to.y * 4 + t.width[0] * 5 + t.width[1] * 6;
    sum += lines[0].to.x + lines[0].to.y + lines[0].width[1] + lines[1].to.x * 7 + lines[1].width[0];
    sum += grid[0][0] - grid[0][1] + grid[1][1] * 2 + grid[2][0] + grid[2][1];
    sum += flat[0][0] * 3 + flat[1][1] + flat[2][0] + e.i + p.x + p.y + q.x * q.y + rest[1].x + (int)(sizeof rest);
    sum += text[0] + text[2] + text[7] + curve[v & 1][(unsigned)v % 3] + word[(unsigned)v % sizeof(word)];
    out[i] = sum + (int)(scale * 4) + *inside + (nowhere == 0);
}
