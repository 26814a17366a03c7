#define _GNU_SOURCE
#include "CLinux.h"

#include <spawn.h>
#include <sys/syscall.h>

/* Signals that this process blocks or ignores are its own affair: the program gets them as usual. */
static int spawn(
    pid_t *child, const posix_spawn_file_actions_t *actions, char *const arguments[], char *const variables[]
) {
    posix_spawnattr_t attributes;
    int error = posix_spawnattr_init(&attributes);
    if (error != 0) return error;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    error = posix_spawnp(child, arguments[0], actions, &attributes, arguments, variables);
    posix_spawnattr_destroy(&attributes);
    return error;
}

int start_program(char *const arguments[], pid_t *child, int reading[2]) {
    int output[2], errors[2];
    if (pipe2(output, O_CLOEXEC) != 0) return -1;
    if (pipe2(errors, O_CLOEXEC) != 0) {
        close(output[0]);
        close(output[1]);
        return -1;
    }
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error == 0) {
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, errors[1], STDERR_FILENO);
        error = spawn(child, &actions, arguments, environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    close(output[1]);
    close(errors[1]);
    if (error == 0) {
        reading[0] = output[0];
        reading[1] = errors[0];
        return 0;
    }
    close(output[0]);
    close(errors[0]);
    errno = error;
    return -1;
}

int start_command(char *const arguments[], char *const more_variables[], pid_t *child) {
    size_t count = 0, more = 0;
    while (environ && environ[count]) count++;
    while (more_variables[more]) more++;
    char **variables = calloc(count + more + 1, sizeof *variables);
    if (!variables) return -1;
    /* Of two variables with one name most programs see the first. */
    memcpy(variables, more_variables, more * sizeof *variables);
    if (count > 0) memcpy(variables + more, environ, count * sizeof *variables);
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error == 0) {
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        error = spawn(child, &actions, arguments, variables);
        posix_spawn_file_actions_destroy(&actions);
    }
    free(variables);
    if (error != 0) {
        errno = error;
        return -1;
    }
    return (int)syscall(SYS_pidfd_open, *child, 0);
}
