import { ConversionRefusal } from '../refusal.ts'
import type { Architecture } from './architecture.ts'
import { bert, xlmRoberta } from './bert.ts'
import { gemma2, gemma3 } from './gemma.ts'
import { llama, smollm3 } from './llama.ts'
import { phi3 } from './phi3.ts'
import { qwen2, qwen3 } from './qwen.ts'

/** By the class of `transformers` that `config.json` names. */
const ARCHITECTURES: Readonly<Record<string, Architecture>> = {
  LlamaForCausalLM: llama,
  LlamaModel: llama,
  MistralForCausalLM: llama,
  SmolLM3ForCausalLM: smollm3,
  Qwen2ForCausalLM: qwen2,
  Qwen2Model: qwen2,
  Qwen3ForCausalLM: qwen3,
  Qwen3Model: qwen3,
  Gemma2ForCausalLM: gemma2,
  Gemma3ForCausalLM: gemma3,
  Gemma3ForConditionalGeneration: gemma3,
  Phi3ForCausalLM: phi3,
  BertModel: bert,
  BertForMaskedLM: bert,
  BertForSequenceClassification: bert,
  XLMRobertaModel: xlmRoberta,
  XLMRobertaForMaskedLM: xlmRoberta,
  XLMRobertaForSequenceClassification: xlmRoberta,
}

/** Throws `ConversionRefusal` for a model of another kind. */
export function architectureOf(name: string): Architecture {
  const found = Object.hasOwn(ARCHITECTURES, name) ? ARCHITECTURES[name] : undefined
  if (found === undefined) {
    const known = Object.keys(ARCHITECTURES).join(', ')
    throw new ConversionRefusal(`${name} is no architecture that can be converted here; these are: ${known}.`)
  }
  return found
}
