/* sendfloor - the least that telling many can cost: sends one message of BYTES to each of COUNT sockets, whose
 * other ends are waited for and read by another process. Prints the CPU nanoseconds of one message, five times.
 *
 *     sendfloor COUNT BYTES
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static char message[65536];

static void read_all(int count, int (*ends)[2])
{
    int epoll = epoll_create1(0);
    for (int i = 0; i < count; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.fd = ends[i][1]};
        epoll_ctl(epoll, EPOLL_CTL_ADD, ends[i][1], &event);
    }
    for (struct epoll_event ready[64];;) {
        int found = epoll_wait(epoll, ready, 64, -1);
        for (int i = 0; i < found; i++)
            if (read(ready[i].data.fd, message, sizeof message) < 1)
                _exit(0);
    }
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 1000, size = argc > 2 ? atoi(argv[2]) : 425;
    int (*ends)[2] = calloc(count, sizeof *ends);
    struct rlimit limit = {2 * count + 64, 2 * count + 64};
    setrlimit(RLIMIT_NOFILE, &limit);
    for (int i = 0; i < count; i++)
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends[i]))
            return 1;
    pid_t reader = fork();
    if (!reader)
        read_all(count, ends);
    for (int round = 0; round < 5; round++) {
        struct timespec before, after;
        usleep(300000);
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
        for (int i = 0; i < count; i++)
            if (send(ends[i][0], message, size, MSG_NOSIGNAL | MSG_DONTWAIT) != size)
                return 1;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
        long long spent = (after.tv_sec - before.tv_sec) * 1000000000LL + after.tv_nsec - before.tv_nsec;
        printf("%lld\n", spent / count);
    }
    kill(reader, SIGTERM);
}
