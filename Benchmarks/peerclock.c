/* peerclock - runs iio-sensor-proxy through a recorded trace on a clock of its own.
 *
 * Loaded before its libraries. The program itself is untouched: it waits in poll() until its timer is due and
 * then reads the sensor's files. Here poll() does not wait; the clock that the program is shown is put forward
 * instead, and the trace's newest sample at that time is written to the sensor's files. What the program then
 * logs stands behind a line "@<nanoseconds>" in its log.
 *
 *     PEERCLOCK_TRACE   text: the time to end at, then one line for each sample: t_ns x y z, in raw steps
 *     PEERCLOCK_START   trace time at which the program's timer starts
 *     PEERCLOCK_FILES   the folder of the three files in_accel_{x,y,z}_raw
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static FILE *trace;
static int files[3];
static long long ahead, now, end, next_time, next[3];

static void read_next(void)
{
    if (fscanf(trace, "%lld %lld %lld %lld", &next_time, &next[0], &next[1], &next[2]) != 4)
        next_time = -1;
}

static void show(const long long *sample)
{
    for (int axis = 0; axis < 3; axis++) {
        char text[32];
        int length = snprintf(text, sizeof text, "%lld\n", sample[axis]);
        if (pwrite(files[axis], text, length, 0) != length || ftruncate(files[axis], length))
            _exit(3);
    }
}

static void begin(void)
{
    const char *folder = getenv("PEERCLOCK_FILES"), *path = getenv("PEERCLOCK_TRACE");
    trace = fopen(path, "r");
    if (!trace || fscanf(trace, "%lld", &end) != 1)
        _exit(3);
    now = atoll(getenv("PEERCLOCK_START"));
    for (int axis = 0; axis < 3; axis++) {
        char name[4096];
        snprintf(name, sizeof name, "%s/in_accel_%c_raw", folder, "xyz"[axis]);
        if ((files[axis] = open(name, O_WRONLY)) < 0)
            _exit(3);
    }
    read_next();
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    static int (*real)(clockid_t, struct timespec *);
    if (!real)
        real = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, time);
    if (clock == CLOCK_MONOTONIC && gettid() == getpid()) {
        long long sum = time->tv_nsec + ahead % 1000000000;
        time->tv_sec += ahead / 1000000000 + sum / 1000000000;
        time->tv_nsec = sum % 1000000000;
    }
    return result;
}

int poll(struct pollfd *descriptors, nfds_t count, int timeout)
{
    static int (*real)(struct pollfd *, nfds_t, int);
    if (!real)
        real = dlsym(RTLD_NEXT, "poll");
    /* The timer of the sensor makes the main thread wait for up to 700 ms. What it waits for before the sensor
       is claimed is longer or has no limit. */
    if (timeout <= 0 || timeout > 700 || gettid() != getpid())
        return real(descriptors, count, timeout);
    /* What the bus still has to answer, it answers in real time: at first it is given some. */
    static int settling = 6;
    int ready = real(descriptors, count, settling ? 5 : 0);
    if (ready)
        return ready;
    if (settling && --settling)
        return poll(descriptors, count, timeout);
    if (!trace)
        begin();
    ahead += timeout * 1000000LL;
    now += timeout * 1000000LL;
    long long sample[3];
    int is_new = 0;
    while (next_time >= 0 && (next_time <= now || !is_new)) {
        memcpy(sample, next, sizeof sample);
        is_new = 1;
        if (next_time > now)
            break;      /* before the first sample: what it will be */
        read_next();
    }
    if (is_new)
        show(sample);
    if (now > end)
        _exit(0);
    fflush(NULL);
    dprintf(STDERR_FILENO, "@%lld\n", now);
    return 0;
}
