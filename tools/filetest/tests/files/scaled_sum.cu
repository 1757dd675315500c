// test ptx -O3 -arch=sm_80
// A product with an addition is one instruction, in the source's order.
// check: .target sm_80
// check: .visible .entry scale(
// check: fma.rn.f32 {y}, %f0, %f2, %f1;
// check: st.global.f32 [{place}], {y};
// count 1: [{place}]
extern "C" __global__ void scale(float *y, const float *x, float a, float b) {
    y[threadIdx.x] = a * x[threadIdx.x] + b;
}
