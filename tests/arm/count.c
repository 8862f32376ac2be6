/* A plugin of QEMU 7.2: at each call of a marker, print its label and the instructions so far.
 *
 * The marker is the system call sched_get_priority_max, which nothing else uses: number 125 on
 * arm64, 159 on 32 bits (the plugin's argument), its label the first argument.
 * Debian has QEMU's plugins in no package, nor their header: these are the few functions used.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

typedef uint64_t plugin_id;
struct block;

extern void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct block *));
extern void qemu_plugin_register_vcpu_tb_exec_inline(struct block *, int, void *, uint64_t);
extern size_t qemu_plugin_tb_n_insns(const struct block *);
extern void qemu_plugin_register_vcpu_syscall_cb(
    plugin_id, void (*)(plugin_id, unsigned, int64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                        uint64_t, uint64_t, uint64_t, uint64_t));

int qemu_plugin_version = 1;

enum { ADD = 0 };

static uint64_t count;
static int64_t marker;

static void translated(plugin_id id, struct block *block) {
    qemu_plugin_register_vcpu_tb_exec_inline(block, ADD, &count, qemu_plugin_tb_n_insns(block));
}

static void called(plugin_id id, unsigned cpu, int64_t number, uint64_t label, uint64_t b,
                   uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g, uint64_t h) {
    if (number == marker)
        fprintf(stderr, "counted %" PRIu64 " %" PRIu64 "\n", label, count);
}

int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv) {
    if (argc != 1 || sscanf(argv[0], "marker=%" SCNd64, &marker) != 1)
        return -1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_vcpu_syscall_cb(id, called);
    return 0;
}
