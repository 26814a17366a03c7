/*
 * turned-panel.c - preloaded into a program, it makes the virtual display of QEMU's card a built-in panel.
 *
 * The kernel gives the connector of such a card the property "panel orientation" if its command line says so
 * (video=Virtual-1:panel_orientation=...), but no driver for such a card has a connector of a built-in kind.
 * Everything but the kind is what the kernel answers.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

enum { KIND_OFFSET = 4 * 8 + 5 * 4, VIRTUAL = 15, EDP = 14 };   /* struct drm_mode_get_connector */

int ioctl(int fd, unsigned long request, ...)
{
	va_list arguments;
	va_start(arguments, request);
	void *argument = va_arg(arguments, void *);
	va_end(arguments);
	int (*next)(int, unsigned long, ...) = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
	int status = next(fd, request, argument);
	if (status == 0 && _IOC_TYPE(request) == 'd' && _IOC_NR(request) == 0xa7) {
		uint32_t kind;
		memcpy(&kind, (char *)argument + KIND_OFFSET, sizeof kind);
		if (kind == VIRTUAL)
			kind = EDP;
		memcpy((char *)argument + KIND_OFFSET, &kind, sizeof kind);
	}
	return status;
}
