// [CUDA] dim3 is made of up to three numbers and of uint3, and becomes uint3
// wrong: dim3-stays
// device-only
// options: -default-device
int y_of(uint3 u) { return u.y; }
int z_of(dim3 d) { return d.z; }
uint3 there(dim3 d) { return d; }
dim3 back(uint3 u) { return u; }
int which(dim3) { return 1; }
int which(int) { return 2; }
int which(uint3) { return 3; }
__constant__ dim3 fixed(3, 4);
__device__ dim3 ones;
extern "C" __global__ void k(long long *out) {
  dim3 d(5, 6, 7);
  uint3 u = d, v{1, 2, 3}, w;
  w = d;
  const uint3 &r = d;
  dim3 e = v, f = 9, g, h{8, 8};
  g = v;
  uint3 size = blockDim, c = fixed, o = ones;
  out[0] = u.x * 100 + u.y * 10 + u.z; out[1] = w.z; out[2] = r.y; out[3] = e.y; out[4] = f.x * 10 + f.z; out[5] = g.z;
  out[6] = h.y * 10 + h.z; out[7] = size.x; out[8] = c.x * 100 + c.y * 10 + c.z; out[9] = o.x + o.y + o.z;
  out[10] = y_of(d); out[11] = z_of(v); out[12] = there(back(v)).y; out[13] = which(d) * 100 + which(v) * 10 + which(4);
  out[14] = y_of(threadIdx) + z_of(threadIdx); out[15] = sizeof(dim3);
}
