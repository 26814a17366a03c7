#include "CLinux.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* Each mapping is a line of proc_pid_maps(5), for example "55d0c000-55d2f000 r-xp 00002000 fe:01 1234 /usr/lib/x.so",
 * and after it, in proc_pid_smaps(5), lines like "Anonymous:   12 kB": its pages that are no longer the file's. */
void give_back_text(void) {
    FILE *file = fopen("/proc/self/smaps", "re");
    if (file == NULL) return;
    char line[512];
    struct {
        unsigned long start, end, inode;
        char permissions[5];
    } found, mapping = {0};
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "%lx-%lx %4s %*s %*s %lu", &found.start, &found.end, found.permissions, &found.inode) == 4) {
            mapping = found;
            continue;
        }
        unsigned long changed;
        if (sscanf(line, "Anonymous: %lu kB", &changed) != 1 || changed != 0 || mapping.inode == 0) continue;
        if (strcmp(mapping.permissions, "r-xp") != 0 && strcmp(mapping.permissions, "r--p") != 0) continue;
        madvise((void *)mapping.start, mapping.end - mapping.start, MADV_DONTNEED);
    }
    fclose(file);
}
