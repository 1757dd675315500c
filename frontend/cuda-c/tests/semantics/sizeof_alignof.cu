// [expr.sizeof] sizeof and alignof take types and expressions, which are not evaluated
// wrong: sizeof-decays
struct S { char c; int t[3]; };
__device__ int hit(int *p) { ++*p; return 1; }
extern "C" __global__ void k(long long *out) {
  int n = 0, a[4][5]; S s; short h; char c = 1; int &r = a[0][0];
  out[0] = sizeof(hit(&n)); out[1] = n; out[2] = sizeof a; out[3] = sizeof a[0]; out[4] = sizeof a[0][0];
  out[5] = sizeof *a; out[6] = sizeof(S); out[7] = sizeof s.t; out[8] = sizeof(((S *)0)->t); out[9] = sizeof h++;
  out[10] = sizeof(c + c); out[11] = sizeof -c; out[12] = sizeof (c); out[13] = sizeof r; out[14] = sizeof 1.0f;
  out[15] = sizeof 'a'; out[16] = sizeof "ab"; out[17] = sizeof nullptr; out[18] = sizeof(int[3][2]);
  out[19] = alignof(S); out[20] = alignof(short); out[21] = sizeof n++ + n; out[22] = n;
  out[23] = sizeof(char) + 1; out[24] = sizeof(int *); out[25] = -1 < sizeof(int); out[26] = sizeof(bool);
  out[27] = sizeof(wchar_t); out[28] = sizeof(long); out[29] = sizeof(S &);
}
