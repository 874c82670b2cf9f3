/*
 * A stand-in for librkllmrt.so, compiled by the tests with -DRELEASE=12 or 13: the structs of either release of the
 * runtime, its banner, results from a thread of its own, and a model that counts. A "model" is a file whose first line
 * says how it behaves.
 */
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  int32_t base_domain_id;
  int8_t embed_flash;
  int8_t enabled_cpus_num;
  uint32_t enabled_cpus_mask;
  uint8_t n_batch;
  int8_t use_cross_attn;
  uint8_t reserved[104];
} Extend;

typedef struct {
  const char *model_path;
  int32_t max_context_len, max_new_tokens, top_k, n_keep;
  float top_p, temperature, repeat_penalty, frequency_penalty, presence_penalty;
  int32_t mirostat;
  float mirostat_tau, mirostat_eta;
  bool skip_special_token;
#if RELEASE == 13
  bool ignore_eos_token;
#endif
  bool is_async;
#if RELEASE == 12
  const char *img_start, *img_end, *img_content;
#endif
  Extend extend;
} Param;

typedef struct {
  const char *role;
  bool enable_thinking;
  int32_t input_type;
  union {
    struct {
      int32_t *ids;
      size_t count;
    } tokens;
#if RELEASE == 13
    void *multimodal[18];
#else
    void *multimodal[6];
#endif
  };
} Input;

typedef struct {
  int32_t top_k;
  float top_p, temperature, repeat_penalty, frequency_penalty, presence_penalty;
  int32_t mirostat;
  float mirostat_tau, mirostat_eta;
} Sampling;

typedef struct {
  int mode;
  const char **lora;
  void *prompt_cache;
#if RELEASE == 13
  Sampling *sampling;
#endif
  int keep_history;
#if RELEASE == 13
  int32_t max_new_tokens;
#endif
} Infer;

typedef struct {
  const char *text;
  int32_t token_id;
  struct {
    const float *values;
    int width, count;
  } hidden, logits;
  struct {
    float prefill_ms;
    int prefill_tokens;
    float generate_ms;
    int generate_tokens;
    float memory_mb;
  } perf;
} Result;

typedef int (*ResultCallback)(Result *, void *, int);

typedef struct {
  ResultCallback result;
  void *rest[5];
} Callbacks;

typedef struct {
  const char *path, *name;
  float scale;
} Lora;

#define VOCABULARY 256
#define WIDTH 8

static ResultCallback told;
static volatile bool stop;
static char adapter[64];
static size_t cached;
static float default_temperature;

_Static_assert(sizeof(Result) == 72, "result");

size_t fake_size_param(void) { return sizeof(Param); }
size_t fake_size_input(void) { return sizeof(Input); }
size_t fake_size_infer(void) { return sizeof(Infer); }

Param rkllm_createDefaultParam(void) {
  Param param;
  memset(&param, 0, sizeof param);
  param.top_k = 1;
  param.max_context_len = 512;
  param.extend.base_domain_id = 7;
  return param;
}

int rkllm_init(void **handle, Param *param, void *callback) {
  fprintf(stderr, "I rkllm: rkllm-runtime version: %s, rknpu driver version: %s, platform: RK3588\n", FAKE_VERSION,
          FAKE_DRIVER);
  FILE *file = fopen(param->model_path, "r");
  if (file == NULL) {
    fprintf(stderr, "E rkllm: can not open %s\n", param->model_path);
    return -1;
  }
  char line[64] = "";
  if (fgets(line, sizeof line, file) == NULL) line[0] = 0;
  fclose(file);
  if (strncmp(line, "illegal", 7) == 0) raise(SIGILL);
  if (strncmp(line, "good", 4) != 0) {
    fprintf(stderr, "E rkllm: rkllm model is corrupt\n");
    return -1;
  }
  if (param->extend.base_domain_id != 7 || !param->skip_special_token) return -2;
#if RELEASE == 13
  told = ((Callbacks *)callback)->result;
#else
  told = (ResultCallback)callback;
#endif
  default_temperature = param->temperature;
  *handle = &told;
  return 0;
}

int rkllm_destroy(void *handle) {
  (void)handle;
  return 0;
}

int rkllm_abort(void *handle) {
  (void)handle;
  stop = true;
  return 0;
}

int rkllm_load_lora(void *handle, Lora *lora) {
  (void)handle;
  if (access(lora->path, R_OK) != 0) return -1;
  snprintf(adapter, sizeof adapter, "%s", lora->name);
  return 0;
}

typedef struct {
  Input *input;
  Infer *infer;
  int status;
} Work;

static void say(Result *result, int state, const char *text, int token) {
  result->text = text;
  result->token_id = token;
  told(result, NULL, state);
}

/* Counts to six. The prompt's first byte asks for more: E for no end, T for a turtle in two pieces, ? for the temperature. */
static void generate(Work *work, Result *result) {
  static const char *words[] = {"one", " two", " three", " four", " five", " six"};
  size_t count = work->input->tokens.count;
  int32_t first = count > 0 ? work->input->tokens.ids[0] : 0;
  bool endless = first == 'E', turtle = first == 'T';
  float temperature = default_temperature;
#if RELEASE == 13
  if (work->infer->sampling != NULL) temperature = work->infer->sampling->temperature;
#endif
  if (work->infer->lora != NULL && strcmp(*work->infer->lora, adapter) == 0) say(result, 0, "adapted ", 40);
  if (turtle) {
    say(result, 1, NULL, 50);
    say(result, 0, "\xF0\x9F\x90\xA2", 51);
  }
  if (first == '?') {
    char text[32];
    snprintf(text, sizeof text, "%.2f", temperature);
    say(result, 0, text, 10);
  }
  for (int i = 0; !stop && (endless || i < 6); i++) {
    say(result, 0, words[i % 6], 10 + i % 6);
    if (endless) usleep(2000);
  }
  result->perf.prefill_tokens = (int)(count > cached ? count - cached : 1);
  result->perf.generate_tokens = 6;
  cached = count;
  say(result, 2, NULL, -1);
}

static float number(int32_t token, int at) { return (float)((token * 31 + at * 17) % 23) / 23.0f - 0.4f; }

/* A row after each token, which depends on that token alone. */
static void rows(Work *work, Result *result, int width, bool logits) {
  int count = (int)work->input->tokens.count;
  float *values = malloc(sizeof(float) * (size_t)width * (size_t)count);
  for (int i = 0; i < count; i++)
    for (int at = 0; at < width; at++) values[i * width + at] = number(work->input->tokens.ids[i], at);
  if (logits) {
    result->logits.values = values;
    result->logits.width = width;
    result->logits.count = count;
  } else {
    result->hidden.values = values;
    result->hidden.width = width;
    result->hidden.count = count;
  }
  say(result, 0, NULL, -1);
  memset(values, 0, sizeof(float) * (size_t)width * (size_t)count);
  free(values);
  memset(&result->hidden, 0, sizeof result->hidden);
  memset(&result->logits, 0, sizeof result->logits);
  say(result, 2, NULL, -1);
}

static void *worker(void *given) {
  Work *work = given;
  Result result;
  memset(&result, 0, sizeof result);
  if (work->infer->mode == 0) generate(work, &result);
  else rows(work, &result, work->infer->mode == 1 ? WIDTH : VOCABULARY, work->infer->mode == 2);
  return NULL;
}

int rkllm_run(void *handle, Input *input, Infer *infer, void *userdata) {
  (void)userdata;
  if (handle != &told || input->input_type != 1 || infer->keep_history != 0) return -3;
  stop = false;
  Work work = {input, infer, 0};
  pthread_t thread;
  pthread_create(&thread, NULL, worker, &work);
  pthread_join(thread, NULL);
  return 0;
}
