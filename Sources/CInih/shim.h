#pragma once
#include <ini.h>

/* inih keeps its settings in globals, which Swift 6 does not let one touch. Its defaults cut a value
   at " ;", join indented keys to the line before, and cut lines at 200 bytes without a word.
   `context` is handed to both callbacks. */
static inline int parse_configuration(ini_reader reader, ini_handler handler, void *context) {
    ini_allow_inline_comments = false;
    ini_allow_multiline = false;
    ini_stop_on_first_error = true;
    ini_use_stack = true;
    ini_max_line = 4096;
    return ini_parse_stream(reader, context, handler, context);
}
