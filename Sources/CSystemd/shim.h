#pragma once
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-login.h>

/* The entries of a D-Bus object's table, one each: Swift imports neither macros with arguments nor
   compound literals. The strings have to live as long as the table. */
static inline sd_bus_vtable vtable_start(void) { return (sd_bus_vtable) SD_BUS_VTABLE_START(0); }
static inline sd_bus_vtable vtable_end(void) { return (sd_bus_vtable) SD_BUS_VTABLE_END; }
static inline sd_bus_vtable vtable_property(const char *name, const char *signature, sd_bus_property_get_t get) {
    return (sd_bus_vtable) SD_BUS_PROPERTY(name, signature, get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE);
}
/* A method without arguments and results that everyone may call whom the bus lets through. */
static inline sd_bus_vtable vtable_method(const char *name, sd_bus_message_handler_t call) {
    return (sd_bus_vtable) SD_BUS_METHOD(name, "", "", call, SD_BUS_VTABLE_UNPRIVILEGED);
}

/* A variadic function, for no results. */
static inline int reply_nothing(sd_bus_message *call) { return sd_bus_reply_method_return(call, NULL); }
