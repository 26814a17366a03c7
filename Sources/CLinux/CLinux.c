#define _GNU_SOURCE
#include "CLinux.h"

int get_peer_credentials(int descriptor, struct peer_credentials *credentials) {
    socklen_t length = sizeof *credentials;
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, credentials, &length);
}

int get_peer_groups(int descriptor, gid_t *groups, int *count) {
    socklen_t length = (socklen_t)*count * sizeof *groups;
    int result = getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, groups, &length);
    *count = (int)(length / sizeof *groups);
    return result;
}

int accept_connection(int listener) {
    return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

static FILE *first_standard_error;

__attribute__((constructor)) static void keep_standard_error(void) { first_standard_error = stderr; }

FILE *standard_error(void) { return first_standard_error; }
