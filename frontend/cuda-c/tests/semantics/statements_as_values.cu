// [stmt.expr] (GNU C, statement expressions) ({ ... }) has the value and type of its last expression, a copy; its declarations are its own; it runs where its operand does, once, and in an arm that is not chosen not at all
// wrong: statement-values-have-no-scope
// host-only
struct P { int a, b; };
#define MAX(x, y) ({ auto x_ = (x); auto y_ = (y); x_ > y_ ? x_ : y_; })
#define SWAP(x, y) ({ auto t = (x); (x) = (y); (y) = t; })
__device__ int count;
__device__ int next() { return ++count; }
template <class T> __device__ T clamp(T v, T lo, T hi) { return ({ T r = v; if (r < lo) r = lo; if (r > hi) r = hi; r; }); }
__device__ int sum(int n) { return ({ int s = 0; for (int i = 0; i < n; i++) { if (i == 3) continue; if (i == 7) break; s += i; } s; }); }
extern "C" __global__ void k(long long *out)
{
    int i = 0, x = 3, y = 8; count = 0;
    out[i++] = ({ int a = 4; a * 2; }); out[i++] = MAX(x, y); out[i++] = MAX(2.5, 1) * 4; out[i++] = MAX(MAX(x, 5), 4);
    SWAP(x, y); out[i++] = x * 10 + y;
    out[i++] = ({ x; }) + ({ x = 1; x; }) * 100; out[i++] = x;
    out[i++] = sizeof(({ char c = 1; c; })); out[i++] = sizeof(({ 1; 2.0; }));
    P p = {1, 2}; P q = ({ P r = p; r.a += 10; r; }); out[i++] = q.a * 100 + q.b + p.a;
    out[i++] = ({ P r = {5, 6}; r; }).b;
    int v[3] = {7, 8, 9}; out[i++] = ({ v; })[2]; out[i++] = *({ int *e = v; e + 1; });
    out[i++] = x == 1 ? ({ next(); 20; }) : ({ next(); next(); 30; }); out[i++] = count;
    out[i++] = x == 2 && ({ next(); 1; }); out[i++] = count; out[i++] = x == 1 || ({ next(); 1; }); out[i++] = count;
    out[i++] = clamp(5, 1, 3) + clamp(2.5, 3.0, 4.0); out[i++] = sum(10);
    int x2 = ({ int x = 50; x + 1; }); out[i++] = x2 + x;
    if (({ int z = next(); z > 0; })) out[i++] = 77;
    while (({ y--; y > 0; })) ; out[i++] = y;
    for (int j = ({ 2; }); j < ({ int m = 4; m; }); j += ({ 1; })) out[i++] = j;
    out[i++] = ({ switch (x) { case 1: y = 5; break; default: y = 6; } y; });
    ({ out[i] = 9; i++; }); ({ ; }); ({ int unused = 3; (void)unused; });
    out[i++] = v[({ int k = 1; k; })] + ({ ({ ({ 3; }); }); });
    out[i++] = x++ + ({ x; }); out[i++] = next() * 10 + ({ int n = next(); n; });
    const char c = ({ 'a'; }); out[i++] = c; out[i++] = ({ v[0] = 70; v[0]; }) + v[0];
}
