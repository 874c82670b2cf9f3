import type { Compute } from '../core/compute/compute.ts'
import { readCompute } from '../core/compute/read.ts'
import { NO_FILE, type Placement } from '../core/placement.ts'
import { keepAliveMs } from '../core/wish.ts'
import type { Config, ModelConfig, UpstreamConfig } from './config.ts'
import type { Layer } from './layers.ts'
import { defaultModelId } from './model-spec.ts'
import type { Env } from './paths.ts'
import { nameOf } from './problems.ts'
import { type DecidedSettings, readSettings, refuse } from './read-settings.ts'
import type { DefaultParams, ModelSettings, PlacementSettings, Settings } from './schema.ts'
import type { ConfigSources } from './sources.ts'
import { valueAt } from './tree.ts'

const DAY_MS = 24 * 3600 * 1000

/**
 * Decides every setting: flags over `TRIVET_*` over a product's own names over the file over the defaults. The file is the one named by `--config`
 * or `TRIVET_CONFIG`, else `trivet.yaml` in the working folder, else the one in `$TRIVET_HOME` or the XDG folder.
 * Throws `invalid_config` with everything that is wrong, each named as the user wrote it.
 */
export function loadConfig(sources: ConfigSources): Config {
  const { settings, layers, problems } = readSettings(sources)
  const models = settings.models.map((model) => modelConfig(model, settings, layers))
  refuse([...problems, ...duplicates(models, layers), ...missingKeys(settings, sources.env, layers)])
  return {
    ...toConfig(settings, models, sources.env),
    preload: layers.flatMap((layer) => layer.preload ?? []),
    warnings: layers.flatMap((layer) => layer.warnings ?? []),
  }
}

function modelConfig(model: ModelSettings, common: PlacementSettings, layers: readonly Layer[]): ModelConfig {
  const choose = <Key extends keyof PlacementSettings>(key: Key): PlacementSettings[Key] => {
    const source = layers.find((layer) => valueAt(layer.values, [key]) !== undefined)
    return source && source.kind !== 'file' ? common[key] : (model[key] ?? common[key])
  }
  return {
    id: model.id ?? defaultModelId(model.path),
    path: model.path,
    ...(model.chat_template !== undefined && { chatTemplatePath: model.chat_template }),
    ...(model.platform !== undefined && { platform: model.platform }),
    keepAliveMs: keepAliveMs(model.keep_alive ?? -1),
    ...(model.instances !== undefined && { instances: model.instances }),
    ...(model.with_upstreams !== undefined && { withUpstreams: model.with_upstreams }),
    ...(model.queue_capacity !== undefined && { queueCapacity: model.queue_capacity }),
    ...(model.preload !== undefined && { preload: model.preload }),
    ...(model.defaults !== undefined && { defaults: given(model.defaults) }),
    placement: {
      ...placementOf(choose),
      draftModel: model.draft_model,
      projector: model.mmproj === NO_FILE ? null : model.mmproj,
      pooling: model.pooling,
    },
  }
}

function placementOf(choose: <Key extends keyof PlacementSettings>(key: Key) => PlacementSettings[Key]): Placement {
  return {
    contextTokens: choose('context'),
    slots: choose('slots'),
    threads: choose('threads'),
    gpuLayers: choose('gpu_layers'),
    compute: computeOf(choose('compute')),
    deterministic: choose('deterministic'),
    kvType: choose('kv_type'),
    flashAttention: choose('flash_attention'),
    loadMode: choose('load_mode'),
    splitMode: choose('split_mode'),
    mainGpu: choose('main_gpu'),
    tensorSplit: choose('tensor_split'),
  }
}

function computeOf(text: string | undefined): Compute | undefined {
  return text === undefined ? undefined : readCompute(text, 'compute')
}

function duplicates(models: readonly ModelConfig[], layers: readonly Layer[]): string[] {
  const seen = new Set<string>()
  return models.flatMap(({ id }, index) => {
    const again = seen.has(id)
    seen.add(id)
    return again ? [`${nameOf(['models', index], layers)}: two models are called \`${id}\`; give one another id.`] : []
  })
}

function upstreamConfig(
  { url, key_env, ...upstream }: NonNullable<Settings['upstreams']>[number],
  env: Env,
): UpstreamConfig {
  return {
    url: url.replace(/\/+$/, ''),
    key: key_env === undefined ? null : (env[key_env] ?? null),
    models: upstream.models ?? null,
    dialect: upstream.dialect ?? null,
    vision: upstream.vision ?? null,
    slots: upstream.slots,
    authorityPath: upstream.authority ?? null,
    patienceMs: upstream.patience * 1000,
  }
}

export function sharingConfig({ url, prefix, authority }: Settings['redis']): Config['sharing'] {
  return url === undefined ? null : { url, prefix, authorityPath: authority ?? null }
}

/** Keys that are to be in the environment and aren't. */
function missingKeys({ upstreams = [] }: Settings, env: Env, layers: readonly Layer[]): string[] {
  return upstreams.flatMap(({ key_env: name }, index) =>
    name === undefined || env[name]
      ? []
      : [`${nameOf(['upstreams', index, 'key_env'], layers)}: the environment has no \`${name}\`.`],
  )
}

function toConfig(
  settings: DecidedSettings,
  models: readonly ModelConfig[],
  env: Env,
): Omit<Config, 'preload' | 'warnings'> {
  return {
    host: settings.host,
    port: settings.port,
    contract: settings.contract,
    auth: settings.auth,
    keyFile: settings.key_file ?? null,
    allowedHosts: settings.allowed_hosts ?? [],
    corsOrigins: settings.cors_origins,
    trustedProxies: settings.trusted_proxies ?? [],
    tls: tlsFiles(settings.tls),
    rates: {
      addressRequests: settings.rate_limit.address_requests || null,
      addressTokens: settings.rate_limit.address_tokens || null,
      keyRequests: settings.rate_limit.key_requests || null,
      keyTokens: settings.rate_limit.key_tokens || null,
    },
    models,
    modelFolders: settings.model_folders ?? [],
    modelStores: settings.model_stores.filter((store) => store !== 'none'),
    // A draft guesses for one family of models; which are found, nobody knows.
    placement: { ...placementOf((key) => settings[key]), draftModel: undefined },
    defaults: given(settings.defaults),
    queueCapacity: settings.queue_capacity,
    keepAliveMs: keepAliveMs(settings.keep_alive),
    memoryBudgetBytes: settings.memory_budget ?? null,
    bodyLimitBytes: settings.body_limit,
    logLevel: settings.log_level,
    drainTimeoutMs: settings.drain_timeout * 1000,
    streamHeartbeatMs: settings.stream_heartbeat * 1000,
    engineHeartbeatMs: settings.engine_heartbeat * 1000,
    grammarFolder: settings.grammar_folder ?? null,
    adapterFolder: settings.adapter_folder ?? null,
    media: { folders: settings.media_folders ?? [], hosts: settings.media_hosts ?? [] },
    pullFromPrivate: settings.pull_from_private ?? false,
    keepsChats: settings.chats === 'keep',
    chatBytes: settings.chats_max_bytes,
    measuresFirstLoads: settings.first_benchmark === 'idle',
    responses: {
      count: settings.responses.max_count,
      ageMs: settings.responses.max_days * DAY_MS,
      bytes: settings.responses.max_bytes,
    },
    keptRequests: settings.inspector.requests,
    chip: settings.hardware.chip ?? null,
    sharing: sharingConfig(settings.redis),
    upstreams: (settings.upstreams ?? []).map((upstream) => upstreamConfig(upstream, env)),
    llamaCpp: { libraryPath: settings.llama_cpp.library_path ?? null },
    rkllm: {
      libraryPath: settings.rkllm.library_path ?? null,
      runtimeVersion: settings.rkllm.runtime_version ?? null,
    },
    rknn2: { libraryPath: settings.rknn2.library_path ?? null },
    rknn3: { serverPath: settings.rknn3.server_path ?? null },
    qairt: { libraryPath: settings.qairt.library_path ?? null, serverPath: settings.qairt.server_path ?? null },
    openvino: {
      packagePath: settings.openvino.package_path ?? null,
      serverPath: settings.openvino.server_path ?? null,
    },
    whisper: { libraryPath: settings.whisper.library_path ?? null },
    onnx: { packagePath: settings.onnx.package_path ?? null },
  }
}

function given(params: DefaultParams): Config['defaults'] {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
}

function tlsFiles({ cert, key }: Settings['tls']): Config['tls'] {
  return cert === undefined || key === undefined ? null : { certPath: cert, keyPath: key }
}
