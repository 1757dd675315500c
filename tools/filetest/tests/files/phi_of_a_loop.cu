// test pass=ssa
// What a loop counts is merged at its head.
// check: ({first}) =0:U4)
// check: (phi {i} {first} {next})
// check: ({sum}) (I4ADD {i} =1:U4)
// check: ({next}) {sum})
extern "C" __global__ void fill(int *out, int n) {
    int i = 0;
    do out[i] = 7; while (++i < n);
}
