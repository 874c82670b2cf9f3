/**
 * A model's own MTP layers ("nextn" in llama.cpp) guess the token after next. Which of them llama.cpp 0.5 can run, by
 * architecture, and the tensors without which it would end the process: the asserts of `graph_mtp` in src/models/*.cpp.
 * Recurrent and hybrid models are left out, since what they guess couldn't be taken back.
 */
const NEEDED: Readonly<Record<string, { readonly tensors: readonly string[]; readonly layers: 'one' | 'any' }>> = {
  cohere2moe: { tensors: ['ffn_gate_inp.weight'], layers: 'one' },
  deepseek2: {
    tensors: ['attn_q_a.weight', 'attn_k_b.weight', 'ffn_gate_inp.weight', 'ffn_gate_shexp.weight'],
    layers: 'one',
  },
  deepseek32: { tensors: ['ffn_gate_inp.weight'], layers: 'one' },
  'glm-dsa': { tensors: ['ffn_gate_inp.weight'], layers: 'one' },
  glm4moe: { tensors: ['ffn_gate_inp.weight'], layers: 'one' },
  hy_v3: { tensors: [], layers: 'any' },
  mimo2: { tensors: ['attn_qkv.weight', 'ffn_gate.weight', 'ffn_up.weight', 'ffn_down.weight'], layers: 'any' },
  step35: { tensors: [], layers: 'any' },
}

const OF_ALL = ['nextn.eh_proj.weight', 'nextn.enorm.weight', 'nextn.hnorm.weight']

/** Why MTP layers that a file says it has can't be run; `null`: they can. */
export function headMisfit(architecture: string, headLayers: number): string | null {
  const needed = NEEDED[architecture]
  if (headLayers === 0) return 'the model carries no MTP layers'
  if (needed === undefined) return `llama.cpp's MTP layers of the architecture ${architecture} are not supported here`
  if (needed.layers === 'any' || headLayers === 1) return null
  return `llama.cpp runs one MTP layer of the architecture ${architecture}, and the model has ${headLayers}`
}

/** Names of the tensors that the first of the MTP layers can't do without. */
export function headTensors(architecture: string, trunkLayers: number): readonly string[] {
  return [...OF_ALL, ...(NEEDED[architecture]?.tensors ?? [])].map((name) => `blk.${trunkLayers}.${name}`)
}

/** Architecture of an EAGLE-3 draft in GGUF. */
export const EAGLE = 'eagle3'

/** Layers of a model whose inputs such a draft reads. */
export const EAGLE_LAYERS = 3

/** Architectures whose graphs in llama.cpp 0.5 hand over what goes into their layers (`t_layer_inp`). */
const TELLING = ['gemma4', 'gpt-oss', 'llama', 'minimax-m2', 'qwen3', 'qwen3moe']

/** Whether a model can be asked for it; of others doing so ends the process. */
export function tellsLayerInputs(architecture: string): boolean {
  return TELLING.includes(architecture)
}
