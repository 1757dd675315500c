// [basic.scope.hiding] 3: a parameter or local variable hides a member template of its name in the class around, be that declared before or behind: `<` is less than
// wrong: member-templates-hide-locals
struct S {
    int count;
    template <int N> __device__ int before() const { return N + count; }
    __device__ bool inside(int place) const { return place < count && (count > 1 || place == 0); }
    __device__ int both(int before) const { int place = 1; return (before < count && (place > 0)) + this->before<5>() + this->template place<2>(); }
    template <int N> __device__ int place() const { return N * count; }
    __device__ int use() const { return place<3>() + before<4>(); }
    __device__ bool ranged(const int *before, int n) const { for (int place = 0; place < n && (n > 1 || n == 0); place++) if (before[place] < count && (n > 0)) return true; return false; }
};
extern "C" __global__ void k(long long *out)
{
    S s = {3}; int v[2] = {4, 2};
    out[0] = s.inside(1); out[1] = s.inside(3); out[2] = s.both(1); out[3] = s.use(); out[4] = s.ranged(v, 2); out[5] = s.ranged(v, 1);
}
