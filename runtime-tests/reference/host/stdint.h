#pragma once

typedef unsigned int uint32_t;
#ifdef __CUDACC_RTC__
typedef unsigned long long uint64_t;
#else
typedef unsigned long uint64_t;
#endif
