// test ptx -O3 -arch=sm_80
// A store of a byte takes the word that holds it.
// check: st.global.u8
extern "C" __global__ void k(char *p, int a) {
    p[0] = a;
}
