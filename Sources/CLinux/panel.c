#include "CLinux.h"

/* What of the kernel's interface to graphics cards is needed, as include/uapi/drm/drm_mode.h lays it out:
   the package that has this header is not part of a C compiler's companions. */

struct card_resources {
    uint64_t framebuffers, crtcs, connectors, encoders;
    uint32_t framebuffer_count, crtc_count, connector_count, encoder_count;
    uint32_t least_width, greatest_width, least_height, greatest_height;
};
struct connector {
    uint64_t encoders, modes, properties, property_values;
    uint32_t mode_count, property_count, encoder_count;
    uint32_t encoder, id, type, type_number, connection;
    uint32_t width_mm, height_mm, subpixel, padding;
};
struct object_properties {
    uint64_t ids, values;
    uint32_t count, object, object_type;
};
struct property {
    uint64_t values, names;
    uint32_t id, flags;
    char name[32];
    uint32_t value_count, name_count;
};
struct named_value {
    uint64_t value;
    char name[32];
};

#define GET_RESOURCES _IOWR('d', 0xA0, struct card_resources)
#define GET_CONNECTOR _IOWR('d', 0xA7, struct connector)
#define GET_PROPERTY _IOWR('d', 0xAA, struct property)
#define GET_OBJECT_PROPERTIES _IOWR('d', 0xB9, struct object_properties)

enum { lvds = 7, edp = 14, dsi = 16, connector_object = (int)0xC0C0C0C0, most = 64 };

static uint64_t address(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

static const char *prefix(uint32_t type) {
    switch (type) {
    case lvds: return "LVDS";
    case edp: return "eDP";
    case dsi: return "DSI";
    default: return NULL;
    }
}

/* The text for the value of a property, if it is the one with this name. */
static int name_of_value(int card, uint32_t id, uint64_t value, char name[32]) {
    struct named_value names[most];
    uint64_t values[most];
    struct property property = {
        .values = address(values), .names = address(names), .id = id,
        .value_count = most, .name_count = most,
    };
    if (ioctl(card, GET_PROPERTY, &property) != 0) return -1;
    if (strncmp(property.name, "panel orientation", sizeof property.name) != 0) return 0;
    for (uint32_t i = 0; i < property.name_count && i < most; i++) {
        if (names[i].value != value) continue;
        memcpy(name, names[i].name, 32);
        name[31] = 0;
    }
    return 0;
}

int get_panel_orientation(int card, char name[32], char orientation[32]) {
    name[0] = orientation[0] = 0;
    uint32_t ids[most];
    struct card_resources resources = {.connectors = address(ids), .connector_count = most};
    if (ioctl(card, GET_RESOURCES, &resources) != 0) return -1;

    for (uint32_t i = 0; i < resources.connector_count && i < most; i++) {
        /* With room for one mode the kernel answers from memory; with none it may probe the connector. */
        char mode[128] = {0};
        struct connector connector = {.modes = address(mode), .mode_count = 1, .id = ids[i]};
        if (ioctl(card, GET_CONNECTOR, &connector) != 0) return -1;
        const char *type = prefix(connector.type);
        if (!type) continue;
        snprintf(name, 32, "%s-%u", type, connector.type_number);

        uint32_t properties[most];
        uint64_t values[most];
        struct object_properties list = {
            .ids = address(properties), .values = address(values), .count = most,
            .object = ids[i], .object_type = (uint32_t)connector_object,
        };
        if (ioctl(card, GET_OBJECT_PROPERTIES, &list) != 0) return -1;
        for (uint32_t j = 0; j < list.count && j < most; j++)
            if (name_of_value(card, properties[j], values[j], orientation) != 0) return -1;
        return 1;
    }
    return 0;
}
