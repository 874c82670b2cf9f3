/*
 * A stand-in for librknnrt.so, compiled by the tests: the structs of rknn_api.h, and models of fixed shape. A "model" is
 * a file whose first line says how it behaves: "rows" tells each token's vector, "score" how well a pair fits; its second
 * line may say that computing takes its time, or ends the process.
 */
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TOKENS 64
#define WIDTH 16
#define INPUTS 3

enum { FLOAT32 = 0, INT64 = 8 };
enum { QUERY_COUNTS = 0, QUERY_INPUT = 1, QUERY_OUTPUT = 2, QUERY_VERSION = 5 };

typedef struct {
  uint32_t n_input, n_output;
} Counts;

typedef struct {
  uint32_t index, n_dims, dims[16];
  char name[256];
  uint32_t n_elems, size;
  int fmt, type, qnt_type;
  int8_t fl;
  int32_t zp;
  float scale;
  uint32_t w_stride, size_with_stride;
  uint8_t pass_through;
  uint32_t h_stride;
} Attr;

typedef struct {
  char api[256], driver[256];
} Version;

typedef struct {
  uint32_t index;
  void *buf;
  uint32_t size;
  uint8_t pass_through;
  int type, fmt;
} Input;

typedef struct {
  uint8_t want_float, is_prealloc;
  uint32_t index;
  void *buf;
  uint32_t size;
} Output;

static const char *names[INPUTS] = {"input_ids", "attention_mask", "token_type_ids"};
static int64_t given[INPUTS][TOKENS];
static int scores, slow, cores, loaded;
/* Of the NPU's memory, where there is room for one. */
static char held[4096];

size_t fake_size_attr(void) { return sizeof(Attr); }
size_t fake_size_input(void) { return sizeof(Input); }
size_t fake_size_output(void) { return sizeof(Output); }
size_t fake_size_version(void) { return sizeof(Version); }

int rknn_init(uint64_t *context, const char *model, uint32_t size, uint32_t flag, void *extend) {
  if (size != 0 || flag != 0 || extend != NULL) return -5;
  FILE *file = fopen(model, "r");
  char kind[32] = "", more[32] = "";
  if (file == NULL) return -1;
  if (fgets(kind, sizeof kind, file) != NULL && fgets(more, sizeof more, file) == NULL) more[0] = 0;
  fclose(file);
  if (strncmp(kind, "illegal", 7) == 0) raise(SIGILL);
  scores = strncmp(kind, "score", 5) == 0;
  slow = strncmp(more, "slow", 4) == 0;
  if (!scores && strncmp(kind, "rows", 4) != 0) return -6;
  if (strncmp(more, "alone", 5) == 0) {
    snprintf(held, sizeof held, "%s.held", model);
    int memory = open(held, O_CREAT | O_EXCL, 0600);
    if (memory == -1) return -4;
    close(memory);
  }
  loaded = 1;
  *context = 0x1234567887654321u;
  return 0;
}

int rknn_destroy(uint64_t context) {
  loaded = 0;
  if (held[0] != 0) unlink(held);
  return context == 0x1234567887654321u ? 0 : -7;
}

int rknn_set_core_mask(uint64_t context, int mask) {
  cores = mask;
  return context != 0 && mask > 0 && mask < 8 ? 0 : -5;
}

static int tell_attr(Attr *attr, int input) {
  uint32_t index = attr->index;
  memset(attr, 0, sizeof *attr);
  attr->index = index;
  attr->dims[0] = 1;
  if (input) {
    if (index >= INPUTS) return -5;
    snprintf(attr->name, sizeof attr->name, "%s", names[index]);
    attr->n_dims = 2;
    attr->dims[1] = TOKENS;
    attr->type = INT64;
    return 0;
  }
  snprintf(attr->name, sizeof attr->name, "%s", scores ? "logits" : "last_hidden_state");
  attr->n_dims = scores ? 2 : 3;
  attr->dims[1] = scores ? 1 : TOKENS;
  attr->dims[2] = scores ? 0 : WIDTH;
  /* As a quantized model has it; floats are asked for. */
  attr->type = 2;
  return 0;
}

int rknn_query(uint64_t context, int command, void *info, uint32_t size) {
  if (!loaded || context == 0) return -7;
  if (command == QUERY_COUNTS && size == sizeof(Counts)) {
    ((Counts *)info)->n_input = INPUTS;
    ((Counts *)info)->n_output = 1;
    return 0;
  }
  if ((command == QUERY_INPUT || command == QUERY_OUTPUT) && size == sizeof(Attr))
    return tell_attr(info, command == QUERY_INPUT);
  if (command == QUERY_VERSION && size == sizeof(Version)) {
    snprintf(((Version *)info)->api, 256, "2.3.2");
    snprintf(((Version *)info)->driver, 256, "0.9.8");
    return 0;
  }
  return -5;
}

int rknn_inputs_set(uint64_t context, uint32_t count, Input *inputs) {
  if (context == 0 || count != INPUTS) return -8;
  for (uint32_t i = 0; i < count; i++) {
    if (inputs[i].index >= INPUTS || inputs[i].type != INT64 || inputs[i].size != sizeof given[0]) return -8;
    memcpy(given[inputs[i].index], inputs[i].buf, sizeof given[0]);
  }
  return 0;
}

int rknn_run(uint64_t context, void *extend) {
  (void)extend;
  if (slow) usleep(20000);
  return context == 0 ? -7 : 0;
}

static float number(int64_t token, int at) { return (float)((token * 31 + at * 17) % 23) / 23.0f - 0.4f; }

int rknn_outputs_get(uint64_t context, uint32_t count, Output *outputs, void *extend) {
  (void)extend;
  if (context == 0 || count != 1 || !outputs[0].want_float || outputs[0].is_prealloc) return -9;
  size_t numbers = scores ? 1 : TOKENS * WIDTH;
  float *values = calloc(numbers, sizeof(float));
  for (int token = 0; token < TOKENS; token++) {
    if (scores) values[0] += (float)given[1][token] * (float)(given[2][token] + 1) * number(given[0][token], 0);
    else for (int at = 0; at < WIDTH; at++) values[token * WIDTH + at] = number(given[0][token], at) + (float)(cores * 100);
  }
  outputs[0].buf = values;
  outputs[0].size = (uint32_t)(numbers * sizeof(float));
  return 0;
}

int rknn_outputs_release(uint64_t context, uint32_t count, Output *outputs) {
  if (context == 0 || count != 1) return -9;
  memset(outputs[0].buf, 0, outputs[0].size);
  free(outputs[0].buf);
  return 0;
}
