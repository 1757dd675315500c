// Initial values that classes give their members, references to arrays of less qualified elements, enumerations in namespaces.

namespace shapes {
enum Axis { X, Y = 5 };
enum class Kind : signed char { Low = -3, High };

template <Axis A, Kind K>
struct Tagged {
    int first{A};
    int second{int(K)};
    float third = 0.5f;
};
}  // namespace shapes

__device__ int sum(const int (&v)[4])
{
    int s = 0;
    for (int k = 0; k < 4; k++)
        s = 10 * s + v[k];
    return s;
}

__device__ int corner(const int (&v)[2][3]) { return v[0][0] * 100 + v[1][2]; }

template <typename T, int N>
__device__ T last(const T (&v)[N])
{
    return v[N - 1] + N;
}

template <typename T>
__device__ int length(T &v)
{
    return sizeof(v) / sizeof(v[0]);
}

__device__ int which(int (&v)[4]) { return 1; }
__device__ int which(const int (&v)[4]) { return 2; }

__device__ void twice(int (&v)[4])
{
    for (int k = 0; k < 4; k++)
        v[k] *= 2;
}

struct Point {
    int x{3}, y{};
    int z = 4;
};

struct Line {
    Point from{1, 2, 3};
    Point to{};
    int marks[3]{7, 8};
};

struct Nested {
    int head = 1;
    Point points[3];
    struct {
        int a, b;
    } pair;
    float tail{2.5f};
    unsigned low : 3, high : 5;
};

struct Made {
    int v;
    __device__ Made() : v(6) {}
};

struct Holder {
    int k;
    Made made;
};

__device__ Nested global = {9, {{1}, {2, 2}}};

extern "C" __global__ void run(int *o, float *f, int n)
{
    int a[4] = {1, 2, 3, n};
    const int b[4] = {4, 3, 2, 1};
    int grid[2][3] = {{n, 1, 2}, {3, 4, n + 1}};
    float r[2] = {1.5f, 2.5f};
    o[0] = sum(a);
    o[1] = sum(b);
    o[2] = corner(grid);
    o[3] = last(a);
    o[4] = last(b);
    f[0] = last(r);
    o[5] = which(a);
    o[6] = which(b);
    o[7] = length(grid) * 10 + length(a);
    twice(a);
    o[8] = sum(a);
    const int(&view)[4] = a;
    a[0] = 9;
    o[9] = view[0] + sum(view);
    Line line;
    o[10] = line.from.x + 10 * line.from.y + 100 * line.from.z + 1000 * line.to.x + 10000 * line.to.z;
    o[11] = line.to.y + line.marks[0] + line.marks[1] + line.marks[2];
    shapes::Tagged<shapes::Y, shapes::Kind::Low> t;
    shapes::Tagged<shapes::X, shapes::Kind::High> u;
    o[12] = t.first * 100 + t.second * 10 + u.first + u.second;
    f[1] = t.third + u.third;
    Point p = {8}, q[3] = {{1}, {}}, zero = Point(), *at = q;
    o[13] = p.x + 10 * p.y + 100 * p.z + 1000 * zero.x + 10000 * zero.z;
    o[14] = at[0].z + 10 * at[1].x + 100 * at[2].x + 1000 * at[2].z + 10000 * at[2].y;
    Nested one{}, two = {7, {{n}}};
    o[15] = one.head + 10 * one.points[2].z + 100 * one.pair.b + 1000 * one.high;
    o[16] = two.head + 10 * two.points[0].x + 100 * two.points[0].z + 1000 * two.points[1].x;
    f[2] = one.tail + 10 * two.tail + 100 * global.tail;
    o[17] = global.head + 10 * global.points[0].z + 100 * global.points[1].z + 1000 * global.points[2].x;
    Holder h = {2};
    o[18] = h.k + 10 * h.made.v;
}
