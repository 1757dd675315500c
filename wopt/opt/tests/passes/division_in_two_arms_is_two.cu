// test pass=division-bypass --passes=-hoisting,-expression-pre
// What one arm divides the other does not read.
// count 3: (branch
// count 2: (phi v
__global__ void k(unsigned long long *o, unsigned long long a, unsigned long long b, int n) {
  if (n) o[0] = a / b;
  else { o[1] = 3; __syncthreads(); o[2] = a / b; }
}
