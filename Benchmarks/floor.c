/* floor - the least that a program can do with a sensor: read each sample, write one byte to a socket.
 *
 *     floor SOCKET /dev/iio:device0        a buffer: as often as it has a sample
 *     floor SOCKET X Y Z                   attributes: every 38 ms, the descriptors kept open
 */
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int output = atoi(argv[1]), input[3] = {-1, -1, -1};
    char text[256];
    for (int i = 0; i < argc - 2 && i < 3; i++)
        if ((input[i] = open(argv[i + 2], O_RDONLY | O_NONBLOCK)) < 0)
            return 1;
    for (;;) {
        struct pollfd ready = {.fd = input[0], .events = POLLIN};
        if (argc == 3) {
            poll(&ready, 1, -1);
            if (read(input[0], text, 16) < 1)
                continue;
        } else {
            poll(NULL, 0, 38);
            for (int i = 0; i < 3; i++)
                if (pread(input[i], text, sizeof text, 0) < 1)
                    return 1;
        }
        if (write(output, text, 1) != 1)
            return 0;
    }
}
