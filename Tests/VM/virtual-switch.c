/*
 * virtual-switch.c - the switches of a convertible's casing, made in user space through /dev/uinput.
 *
 *   virtual-switch FIFO
 *
 * Makes an input device with a tablet-mode and a lid switch, both off (laptop position, lid open), and
 * obeys the lines that are written to FIFO: "tablet on|off", "lid on|off", "unplug", "plug", "quit".
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static void die(const char *what)
{
	fprintf(stderr, "virtual-switch: %s: %s\n", what, strerror(errno));
	exit(1);
}

static int plug(void)
{
	struct uinput_setup setup = { .id = { .bustype = BUS_HOST }, .name = "Virtual casing switches" };
	int fd = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		die("/dev/uinput");
	if (ioctl(fd, UI_SET_EVBIT, EV_SW) || ioctl(fd, UI_SET_SWBIT, SW_TABLET_MODE) ||
	    ioctl(fd, UI_SET_SWBIT, SW_LID) || ioctl(fd, UI_DEV_SETUP, &setup) || ioctl(fd, UI_DEV_CREATE))
		die("uinput");
	return fd;
}

static void set(int fd, int code, int value)
{
	struct input_event events[2] = {
		{ .type = EV_SW, .code = code, .value = value },
		{ .type = EV_SYN, .code = SYN_REPORT },
	};
	if (write(fd, events, sizeof events) != sizeof events)
		die("write");
}

int main(int argc, char **argv)
{
	char line[64], word[32], argument[32];
	if (argc != 2) {
		fputs("virtual-switch FIFO\n", stderr);
		return 2;
	}
	unlink(argv[1]);
	if (mkfifo(argv[1], 0600))
		die(argv[1]);
	int control = open(argv[1], O_RDWR | O_CLOEXEC);        /* both ways, so it never ends */
	FILE *commands = control < 0 ? NULL : fdopen(control, "r");
	if (!commands)
		die(argv[1]);
	int fd = plug();
	while (fgets(line, sizeof line, commands)) {
		int words = sscanf(line, "%31s %31s", word, argument);
		if (words == 2 && strcmp(word, "tablet") == 0)
			set(fd, SW_TABLET_MODE, strcmp(argument, "on") == 0);
		else if (words == 2 && strcmp(word, "lid") == 0)
			set(fd, SW_LID, strcmp(argument, "on") == 0);
		else if (words == 1 && strcmp(word, "unplug") == 0)
			close(fd);
		else if (words == 1 && strcmp(word, "plug") == 0)
			fd = plug();
		else
			return 0;
	}
	return 0;
}
