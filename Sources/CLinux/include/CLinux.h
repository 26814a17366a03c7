#pragma once
/* What Swift's Glibc module lacks: names that are macros, variadic functions, and headers it leaves
   out. No feature-test macro is defined here: two modules would then disagree about types. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static inline int last_errno(void) { return errno; }
static inline int open_file(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
static inline FILE *standard_output(void) { return stdout; }
static inline FILE *standard_error(void) { return stderr; }

/* Declared by <string.h> for _GNU_SOURCE alone. */
extern const char *strerrorname_np(int error);
