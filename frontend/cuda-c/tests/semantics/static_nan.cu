// [basic.start.static] an object whose initial value is computed from constants begins with it, be that no number
// wrong: static-nan-is-no-constant
__device__ const double not_a_number = 1.0 / 0.0 - 1.0 / 0.0;
__device__ float zero = 0.0f * (1.0f / 0.0f), infinite = 1.0f / 0.0f, more[2] = {1.0f, 0.0f / 0.0f};
extern "C" __global__ void k(long long *out) {
  out[0] = not_a_number == not_a_number; out[1] = not_a_number < 1; out[2] = zero != zero; out[3] = infinite > 3e38f; out[4] = more[1] == more[1]; out[5] = more[0] == 1;
}
