#pragma once
/* What Swift's Glibc module lacks: names that are macros, variadic functions, and headers it leaves
   out. No feature-test macro is defined here: two modules would then disagree about types. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/input.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static inline int last_errno(void) { return errno; }
static inline int open_file(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
static inline int get_status_flags(int descriptor) { return fcntl(descriptor, F_GETFL); }
static inline int set_status_flags(int descriptor, int flags) { return fcntl(descriptor, F_SETFL, flags); }
static inline void ignore_signal(int number) { signal(number, SIG_IGN); }
static inline FILE *standard_output(void) { return stdout; }
/* EVIOCGSW: which switches of an evdev device are on, one bit each. */
static inline int get_switches(int descriptor, unsigned long *bits) {
    return ioctl(descriptor, EVIOCGSW(sizeof *bits), bits);
}

/* The stream that was `stderr` when the program started, whatever a library is given later. */
FILE *standard_error(void);

/* Who is at the other end of a Unix socket: the layout of `struct ucred` in unix(7). */
struct peer_credentials {
    pid_t process;
    uid_t user;
    gid_t group;
};
int get_peer_credentials(int descriptor, struct peer_credentials *credentials);
/* Fills `groups` with at most `*count` supplementary groups and says in `*count` how many there are.
   ERANGE if there are more. */
int get_peer_groups(int descriptor, gid_t *groups, int *count);
/* accept4(2) with SOCK_NONBLOCK and SOCK_CLOEXEC. */
int accept_connection(int listener);

/* Declared by <string.h> for _GNU_SOURCE alone. */
extern const char *strerrorname_np(int error);
