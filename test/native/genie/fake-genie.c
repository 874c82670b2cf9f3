/*
 * A stand-in for libGenie.so, compiled by the tests: the functions of GenieDialog.h and GenieSampler.h that the driver
 * calls, tokens from a thread of its own, and a model that counts. -DHEEDS=0 makes a release that takes a sampler's
 * settings and goes on as before. A "model" is a file that the settings name; its first line says how it behaves.
 */
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void (*QueryCallback)(const char *, int, const void *);

enum { COMPLETE = 0, BEGIN = 1, CONTINUE = 2, END = 3, ABORTED = 4 };
enum { WARNING_ABORTED = 1, WARNING_CONTEXT = 4 };

static char *settings;
static int dialog_made, sampler_made, was_reset;
static uint32_t limit;
static volatile int stop;
static double heat;
static int top_k;

uint32_t Genie_getApiMajorVersion(void) { return 1; }
uint32_t Genie_getApiMinorVersion(void) { return 17; }
uint32_t Genie_getApiPatchVersion(void) { return 0; }

int GenieDialogConfig_createFromJson(const char *json, const void **handle) {
  if (strstr(json, "\"dialog\"") == NULL) return -8;
  settings = strdup(json);
  *handle = settings;
  return 0;
}

int GenieDialogConfig_free(const void *handle) { return handle == settings ? 0 : -5; }

/* The path of the first graph that the settings name. */
static FILE *open_graph(void) {
  char *at = strstr(settings, "\"ctx-bins\":[\"");
  if (at == NULL) return NULL;
  char path[512];
  at += strlen("\"ctx-bins\":[\"");
  snprintf(path, sizeof path, "%.*s", (int)strcspn(at, "\""), at);
  return fopen(path, "r");
}

int GenieDialog_create(const void *config, const void **handle) {
  FILE *file = config == settings ? open_graph() : NULL;
  if (file == NULL) return -4;
  char line[64] = "";
  if (fgets(line, sizeof line, file) == NULL) line[0] = 0;
  fclose(file);
  if (strncmp(line, "segfault", 8) == 0) raise(SIGSEGV);
  if (strncmp(line, "good", 4) != 0) return -3;
  dialog_made = 1;
  *handle = &dialog_made;
  return 0;
}

int GenieDialog_free(const void *handle) { return handle == &dialog_made ? 0 : -5; }

int GenieDialog_reset(const void *handle) {
  was_reset = 1;
  return handle == &dialog_made ? 0 : -5;
}

int GenieDialog_setMaxNumTokens(const void *handle, uint32_t most) {
  limit = most;
  return handle == &dialog_made && most > 0 ? 0 : -2;
}

int GenieDialog_signal(const void *handle, int action) {
  if (handle != &dialog_made || action != 1) return -2;
  stop = 1;
  return 0;
}

int GenieDialog_getSampler(const void *handle, const void **sampler) {
  *sampler = &sampler_made;
  return handle == &dialog_made ? 0 : -5;
}

static double number_of(const char *json, const char *name) {
  const char *at = strstr(json, name);
  return at == NULL ? 0 : atof(at + strlen(name) + 2);
}

int GenieSamplerConfig_createFromJson(const char *json, const void **handle) {
  if (strstr(json, "{\"sampler\":{\"version\":1,") != json) return -8;
  *handle = strdup(json);
  return 0;
}

int GenieSamplerConfig_free(void *handle) {
  free(handle);
  return 0;
}

int GenieSampler_applyConfig(const void *sampler, const void *config) {
  if (sampler != &sampler_made) return -5;
  if (HEEDS) {
    heat = number_of(config, "\"temp");
    top_k = (int)number_of(config, "\"top-k");
  }
  return 0;
}

typedef struct {
  const char *prompt;
  QueryCallback callback;
  int status;
} Work;

/* Counts to six. The prompt's first byte asks for more: E for no end, T for a turtle in two tokens, ? for the heat. */
static void *answer(void *given) {
  static const char *words[] = {"one", " two", " three", " four", " five", " six"};
  Work *work = given;
  int endless = work->prompt[0] == 'E';
  uint32_t told = 0;
  int begun = 0;
  if (work->prompt[0] == 'T') {
    work->callback("\xF0\x9F", BEGIN, NULL);
    work->callback("\x90\xA2", CONTINUE, NULL);
    told = 2;
    begun = 1;
  }
  if (work->prompt[0] == '?') {
    char text[32];
    snprintf(text, sizeof text, "%.2f", heat);
    work->callback(text, BEGIN, NULL);
    told = begun = 1;
  }
  for (int i = 0; !stop && told < limit && (endless || i < 6); i++, told++) {
    int word = top_k > 1 && heat > 50 ? (i * 5 + 3) % 6 : i % 6;
    work->callback(words[word], begun ? CONTINUE : BEGIN, NULL);
    begun = 1;
    if (endless) usleep(2000);
  }
  work->status = stop ? WARNING_ABORTED : 0;
  work->callback("", stop ? ABORTED : END, NULL);
  return NULL;
}

int GenieDialog_query(const void *handle, const char *prompt, int code, QueryCallback callback, const void *userdata) {
  (void)userdata;
  if (handle != &dialog_made || code != COMPLETE || !was_reset) return -6;
  stop = was_reset = 0;
  Work work = {prompt, callback, 0};
  pthread_t thread;
  pthread_create(&thread, NULL, answer, &work);
  pthread_join(thread, NULL);
  return work.status;
}
