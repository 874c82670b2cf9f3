import { type Command, Option } from 'commander'
import type { Flags } from '../config/layers.ts'
import { serverUrl } from './server-url.ts'

/** Flags of settings by their name in `SETTING_KEYS`, written out so that help needs no schema; a test compares them. */
const ADDRESS = [
  ['--host <address>', 'address to listen on (default: 127.0.0.1)'],
  ['-p, --port <number>', 'port to listen on; 0 takes a free one (default: 8420, or the usual one of --contract)'],
  ['--contract <name>', 'whose server this is: unified, geniex, inferbridge or llamapi (default: unified)'],
] as const

const ACCESS = [
  ['--auth <policy>', 'auto: keys are wanted once there is one; required: always; off: never (default: auto)'],
  ['--key-file <file>', 'keys that may do everything, one a line'],
  ['--allowed-hosts <names...>', 'further names of this server; *.example.org, or *'],
  ['--cors-origins <origins...>', 'sites whose pages may ask this server; *, all'],
  ['--trusted-proxies <networks...>', 'proxies whose word on the client counts'],
  ['--tls-cert <file>', 'certificate for HTTPS, in PEM'],
  ['--tls-key <file>', 'its key, in PEM'],
  ['--rate-limit-address-requests <number>', 'requests a minute from one address; 0 is no limit (default: 0)'],
  ['--rate-limit-address-tokens <number>', 'tokens a minute for one address; 0 is no limit (default: 0)'],
  [
    '--rate-limit-key-requests <number>',
    'requests a minute with a key that says nothing else; 0 is no limit (default: 0)',
  ],
  ['--rate-limit-key-tokens <number>', 'tokens a minute with a key that says nothing else; 0 is no limit (default: 0)'],
] as const

const SHARING = [
  ['--redis-url <url>', 'a Valkey or Redis server, to share keys, counters and limits with other Trivets'],
  ['--redis-prefix <text>', 'how the names of all that is kept there begin (default: trivet:)'],
  ['--redis-authority <file>', 'who signed its certificate, in PEM'],
] as const

const MODELS = [
  ['--model-folders <folders...>', 'folders whose model files are served too'],
  [
    '--model-stores <names...>',
    'huggingface, geniex, llamapi, lmstudio, ollama or none (default: all, unless models are named)',
  ],
] as const

const SERVER = [
  ['--queue-capacity <number>', 'requests that may wait for each model (default: 64; with --contract llamapi 48)'],
  ['--keep-alive <seconds>', 'how long a model loaded on demand stays with nothing to do (default: 300)'],
  ['--memory-budget <bytes>', 'what all models may take together; without it, what the machine has'],
  ['--body-limit <bytes>', 'largest request body (default: 67108864)'],
  ['--drain-timeout <seconds>', 'time running requests get at shutdown (default: 30)'],
  ['--stream-heartbeat <seconds>', 'silence before a stream says it is alive (default: 15)'],
  ['--grammar-folder <folder>', 'where requests may name grammars; without it, nowhere'],
  ['--media-folders <folders...>', 'where requests may name images and sounds; without it, nowhere'],
  ['--media-hosts <hosts...>', 'whose images and sounds requests may name by URL; without it, nobody'],
  ['--adapter-folder <folder>', 'where requests may name LoRA adapters; without it, nowhere'],
] as const

const DEFAULTS = [
  ['--defaults-temperature <number>', 'temperature of requests that say none'],
  ['--defaults-top-p <number>', 'the same for top_p'],
  ['--defaults-top-k <number>', 'the same for top_k'],
  ['--defaults-repeat-penalty <number>', 'the same for repeat_penalty'],
  ['--defaults-frequency-penalty <number>', 'the same for frequency_penalty'],
  ['--defaults-presence-penalty <number>', 'the same for presence_penalty'],
  ['--defaults-max-tokens <number>', 'the same for max_tokens'],
  ['--defaults-stop <texts...>', 'the same for stop'],
  ['--defaults-enable-thinking', 'think unless a request says otherwise'],
] as const

const RESPONSES = [
  ['--chats <keep|off>', 'whether conversations of the web page are kept (default: keep)'],
  ['--chats-max-bytes <bytes>', 'what the conversations of one key take at most (default: 1073741824)'],
  ['--first-benchmark <idle|off>', 'whether a model loaded for the first time here is measured (default: idle)'],
  ['--responses-max-count <number>', 'stored responses at most; the oldest go first (default: 10000)'],
  ['--responses-max-days <days>', 'how long a stored response is kept (default: 30)'],
  ['--responses-max-bytes <bytes>', 'what stored responses take at most (default: 268435456)'],
] as const

const INSPECTOR = [
  ['--inspector-requests <number>', 'last requests whose prompts and answers can be looked at (default: 0)'],
] as const

const PULL = [['--pull-from-private', 'pull from private addresses too, and from files of the server']] as const

const ENGINE = [
  ['--context <tokens>', 'tokens one request may span, prompt and answer together'],
  ['--slots <number>', 'requests decoded together'],
  ['--threads <number>', 'compute threads'],
  ['--gpu-layers <number>', 'layers kept on an accelerator; -1 is all of them'],
  ['--compute <units>', 'what computes: auto, cpu, gpu, npu, hybrid, or several in order of preference'],
  ['--deterministic', 'same request, same text, in any company, but slower'],
  ['--kv-type <type>', 'numbers in the KV cache: f16 unless said, q8_0 for half the memory'],
  ['--flash-attention <mode>', 'auto, on or off'],
  ['--load-mode <mode>', 'how weights come into memory: auto, read, mmap, mlock or direct'],
  ['--split-mode <mode>', 'how several accelerators share a model: none, by layer, or by row'],
  ['--main-gpu <number>', 'the accelerator that takes all of a model that is not split'],
  ['--tensor-split <shares...>', 'shares of the model for each accelerator'],
  ['--engine-heartbeat <seconds>', 'silence before an engine counts as hung (default: 30)'],
] as const

const HARDWARE = [
  ['--hardware-chip <name>', "what is here where files don't tell, such as RK3588 in a container"],
] as const
const UPSTREAMS = [['--upstreams <urls...>', 'other servers whose models are served here too']] as const

const LIBRARIES = [
  ['--llama-cpp-library-path <folder>', "use your own llama.cpp build's libraries"],
  ['--rkllm-library-path <path>', "Rockchip's librkllmrt.so, or its folder; without it, where it is installed"],
  ['--rkllm-runtime-version <version>', 'of a RKLLM runtime that does not tell it, such as 1.3.0'],
  ['--rknn2-library-path <path>', "Rockchip's librknnrt.so, or its folder; without it, where it is installed"],
  ['--rknn3-server-path <path>', "Rockchip's rkllm3-server, or its folder; without it, where it is installed"],
  ['--qairt-library-path <path>', "Qualcomm's libGenie.so, or its folder; without it, where it is installed"],
  ['--qairt-server-path <path>', "Qualcomm's geniex, or its folder, instead of the library"],
  ['--whisper-library-path <path>', 'libwhisper, or its folder; without it, the one in its package'],
  ['--openvino-package-path <folder>', 'where openvino-genai-node is installed; without it, beside Trivet'],
  ['--openvino-server-path <path>', 'OpenVINO Model Server (ovms), or its folder, instead of the package'],
  ['--onnx-package-path <folder>', 'where onnxruntime-node or onnxruntime-web is installed; without it, beside Trivet'],
] as const

const COMMON = [
  ['-c, --config <file>', 'settings file (default: trivet.yaml here, then in $TRIVET_HOME or ~/.config/trivet)'],
  ['--log-level <level>', 'fatal, error, warn, info, debug, trace or silent (default: info)'],
] as const

/** Everything `serve` can be told. */
export function addServerFlags(command: Command): Command {
  command.addOption(
    new Option('-m, --model <path[=id]>', 'a model to serve; may be repeated')
      .argParser((value, before: string[] = []) => [...before, value])
      .default(undefined),
  )
  return add(command, [
    ['--mmproj <file>', 'its encoder of images or sounds, where one model is named; none is none'],
    ...ADDRESS,
    ...ACCESS,
    ...SHARING,
    ...MODELS,
    ...SERVER,
    ...DEFAULTS,
    ...RESPONSES,
    ...INSPECTOR,
    ...PULL,
    ...UPSTREAMS,
    ...ENGINE,
    ...HARDWARE,
    ...LIBRARIES,
    ...COMMON,
  ])
}

/** What a command that loads a model by itself can be told. */
export function addEngineFlags(command: Command): Command {
  return add(command, [...MODELS, ...ENGINE, ...LIBRARIES, ...COMMON])
}

/** What a command that only looks at the engines can be told. */
export function addLookFlags(command: Command): Command {
  return add(command, [...HARDWARE, ...LIBRARIES, ...COMMON])
}

/** What a command that looks at everything can be told. */
export function addDoctorFlags(command: Command): Command {
  return add(command, [...ADDRESS, ...SHARING, ...MODELS, ...HARDWARE, ...LIBRARIES, ...COMMON])
}

/** What a command that asks a server, if there is one, can be told. */
export function addListFlags(command: Command): Command {
  command.option('--url <url>', 'the server to ask (default: the configured one, if it answers)', serverUrl)
  return add(command, [...ADDRESS, ...MODELS, ...COMMON])
}

/** What a command that looks after keys can be told. */
export function addKeyFlags(command: Command): Command {
  return add(command, [...SHARING, COMMON[0]])
}

/** Of the flags that were given, those of `addKeyFlags`: `--models` is another thing to keys than to a server. */
export function keyFlagsOf(command: Command): Flags {
  const names: readonly string[] = [...SHARING, COMMON[0]].map(([name]) => /--[a-z-]+/.exec(name)?.[0] ?? '')
  return Object.fromEntries(Object.entries(flagsOf(command)).filter(([name]) => names.includes(name)))
}

/** What a command that pulls can be told. */
export function addPullFlags(command: Command): Command {
  return add(command, [...ADDRESS, ...PULL, ...COMMON])
}

/** What a command that makes a model of another can be told. */
export function addMakeFlags(command: Command): Command {
  return add(command, [...ADDRESS, ...MODELS, ...LIBRARIES, ...COMMON])
}

/** The flags that were given, as the configuration reads them. */
export function flagsOf(command: Command): Flags {
  const values: Record<string, unknown> = command.opts()
  const given = command.options.map((option) => [option.long, values[option.attributeName()]] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Flags
}

function add(command: Command, flags: readonly (readonly [string, string])[]): Command {
  for (const [name, description] of flags) command.addOption(new Option(name, description))
  return command
}
