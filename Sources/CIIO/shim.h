#pragma once
#include <iio.h>
#include <stdio.h>

/* libiio 0.24 prints warnings and errors of its own to `stderr` and offers no way to turn that off.
   It looks the stream up at each message, so another one can be put in its place. */
static inline void iio_exchange_stderr(FILE *stream) { stderr = stream; }
