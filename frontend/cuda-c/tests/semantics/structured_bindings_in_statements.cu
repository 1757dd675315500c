// [stmt.stmt] 1, [stmt.for] the first statement of if, switch and for may be a structured binding
// wrong: bindings-go-by-value
struct P { int a, b; }; extern "C" __global__ void k(long long *out) { P p{(int)out[0] + 1, 2}; if (auto &[a, b] = p; int c = a) { out[1] = c + b; a = 4; } if (auto [a, b](p); a) out[2] = a; if (auto [a, b]{p}; a) out[3] = b; for (auto &&[a, b] = p; a < 7; a++) out[4] += b; switch (auto [a, b] = p; a) { case 7: out[5] = b; } out[6] = p.a; while (auto c = p.a) { out[7] += c; p.a--; } }
