#pragma once
#include <jansson.h>

/* JSON_REAL_PRECISION is a macro with an argument, which Swift does not import. Nine digits tell any
   two measurements apart that a sensor of up to 24 bits could deliver. */
static inline size_t write_json_real(double number, char *buffer, size_t size) {
    json_t *real = json_real(number);
    if (real == NULL) return 0;
    size_t length = json_dumpb(real, buffer, size, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(9));
    json_decref(real);
    return length;
}
