/*
 * first-message.c - how long a new subscriber waits for its first message.
 *
 *   first-message SOCKET
 *
 * Subscribes once and prints the milliseconds from connecting to the end of the first message.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static const char call[] = "{\"method\":\"org.orientationd.Subscribe\",\"parameters\":{},\"more\":true}";

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static double now(void)
{
	struct timespec ts;
	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1e3 + ts.tv_nsec * 1e-6;
}

int main(int argc, char **argv)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	char byte;
	if (argc != 2 || strlen(argv[1]) >= sizeof address.sun_path)
		return 2;
	strcpy(address.sun_path, argv[1]);
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	double start = now();
	if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) < 0)
		die(argv[1]);
	if (write(fd, call, sizeof call) != sizeof call)        /* with the zero that ends it */
		die("write");
	do {
		if (read(fd, &byte, 1) != 1)
			die("read");
	} while (byte);
	printf("%.1f\n", now() - start);
	return 0;
}
