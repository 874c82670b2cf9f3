import type { StructLayout } from './layouts.ts'

/** The structs of `mtmd.h` that Trivet passes. */
export interface MtmdLayout {
  readonly mtmd_context_params: StructLayout
  readonly mtmd_input_text: StructLayout
}

/** Everything after the choice of a device, which came with llama.cpp 0.4. */
const SETTINGS: StructLayout = {
  print_timings: 'bool',
  n_threads: 'int32_t',
  image_marker: 'void *',
  media_marker: 'void *',
  flash_attn_type: 'int32_t',
  warmup: 'bool',
  image_min_tokens: 'int32_t',
  image_max_tokens: 'int32_t',
  cb_eval: 'void *',
  cb_eval_user_data: 'void *',
  batch_max_tokens: 'int32_t',
  progress_callback: 'void *',
  progress_callback_user_data: 'void *',
}

const INPUT_TEXT: StructLayout = { text: 'void *', text_len: 'size_t', add_special: 'bool', parse_special: 'bool' }

/** Source: tools/mtmd/mtmd.h at tags v0.4.0 and v0.5.0, which have the same structs. */
export const RELEASE_LAYOUT: MtmdLayout = {
  mtmd_context_params: { use_gpu: 'bool', device: 'void *', ...SETTINGS },
  mtmd_input_text: INPUT_TEXT,
}

/** Source: mtmd.h and llama.h of build 10257, which the packages `@fugood/node-llama-…` 1.7.15 are made of. */
export const PACKAGED_LAYOUT: MtmdLayout & { readonly packaged_model_params: StructLayout } = {
  mtmd_context_params: { use_gpu: 'bool', ...SETTINGS },
  mtmd_input_text: INPUT_TEXT,
  packaged_model_params: {
    devices: 'void *',
    tensor_buft_overrides: 'void *',
    n_gpu_layers: 'int32_t',
    split_mode: 'int32_t',
    load_mode: 'int32_t',
    main_gpu: 'int32_t',
    tensor_split: 'void *',
    progress_callback: 'void *',
    progress_callback_user_data: 'void *',
    kv_overrides: 'void *',
    vocab_only: 'bool',
    check_tensors: 'bool',
    use_extra_bufts: 'bool',
    no_host: 'bool',
    no_alloc: 'bool',
    load_mtp: 'bool',
  },
}

/** Fields whose default tells a right layout from a shifted one. */
export const MTMD_DEFAULTS = {
  use_gpu: true,
  print_timings: true,
  n_threads: 4,
  image_max_tokens: -1,
  batch_max_tokens: 1024,
}
export const PACKAGED_MODEL_DEFAULTS = {
  n_gpu_layers: -1,
  split_mode: 1,
  load_mode: 1,
  main_gpu: 0,
  use_extra_bufts: true,
}
