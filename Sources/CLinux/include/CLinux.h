#pragma once
/* What Swift's Glibc module lacks: names that are macros, variadic functions, and headers it leaves
   out. No feature-test macro is defined here: two modules would then disagree about types. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <grp.h>
#include <linux/input.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
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
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static inline int last_errno(void) { return errno; }
static inline int open_file(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
static inline int get_status_flags(int descriptor) { return fcntl(descriptor, F_GETFL); }
static inline int set_status_flags(int descriptor, int flags) { return fcntl(descriptor, F_SETFL, flags); }
static inline void ignore_signal(int number) { signal(number, SIG_IGN); }
/* Some versions of glibc take no null for a stream. */
__attribute__((returns_nonnull)) static inline FILE *standard_output(void) { return stdout; }
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

/* Starts a program found in PATH, with nothing to read. Fills `reading` with the ends of two pipes from which
   its output and its errors can be read. 0; -1 and errno if it cannot be started. */
int start_program(char *const arguments[], pid_t *child, int reading[2]);

/* Starts a program found in PATH, with nothing to read, and with more variables than this one has. Answers a
   descriptor that is readable when it has ended (pidfd_open(2)); -1 and errno if it cannot be started. */
int start_command(char *const arguments[], char *const more_variables[], pid_t *child);

/* The name of the built-in panel's connector of a graphics card, and how the kernel knows the panel to be
   mounted: one of the values of the DRM property "panel orientation" as text, empty if there is none.
   1 if there is such a connector, 0 if not, -1 and errno if the card cannot be asked. */
int get_panel_orientation(int card, char connector[32], char orientation[32]);

/* Declared by <string.h> for _GNU_SOURCE alone. */
extern const char *strerrorname_np(int error);

/* Takes the pages of files out of this process that cannot be written and were not changed: code and constants. */
void give_back_text(void);
