// Blocks of memory, four bytes at a time where everything is aligned to that.

__device__ void *memcpy(void *to, const void *from, size_t n) {
  if ((((size_t)to | (size_t)from | n) & 3ull) == 0ull) {
    for (size_t k = 0; k < n / 4ull; k++) ((unsigned int *)to)[k] = ((const unsigned int *)from)[k];
  } else {
    for (size_t k = 0; k < n; k++) ((unsigned char *)to)[k] = ((const unsigned char *)from)[k];
  }
  return to;
}

__device__ void *memset(void *to, int value, size_t n) {
  unsigned int b = (unsigned char)value;
  if ((((size_t)to | n) & 3ull) == 0ull) {
    for (size_t k = 0; k < n / 4ull; k++) ((unsigned int *)to)[k] = b * 0x01010101u;
  } else {
    for (size_t k = 0; k < n; k++) ((unsigned char *)to)[k] = (unsigned char)b;
  }
  return to;
}
