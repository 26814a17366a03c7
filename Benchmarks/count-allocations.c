/* Counts what a program allocates, and says so when it ends:

       cc -shared -fPIC -o count-allocations.so count-allocations.c
       LD_PRELOAD=./count-allocations.so PROGRAM */
#include <stdio.h>
#include <stdlib.h>

static unsigned long count;

/* glibc's own names for its allocator. */
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) { count++; return __libc_malloc(size); }
void *calloc(size_t number, size_t size) { count++; return __libc_calloc(number, size); }
void *realloc(void *old, size_t size) { count++; return __libc_realloc(old, size); }
void *aligned_alloc(size_t alignment, size_t size) { count++; return __libc_memalign(alignment, size); }
int posix_memalign(void **result, size_t alignment, size_t size) {
    count++;
    *result = __libc_memalign(alignment, size);
    return *result ? 0 : 12;
}

__attribute__((destructor)) static void tell(void) { fprintf(stderr, "%lu\n", count); }
