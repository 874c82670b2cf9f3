import type { ToolFormat } from './format.ts'
import { apriel } from './formats/apriel.ts'
import { commandR } from './formats/command-r.ts'
import { commandR7b } from './formats/command-r7b.ts'
import { deepseekR1 } from './formats/deepseek-r1.ts'
import { deepseekV31 } from './formats/deepseek-v31.ts'
import { firefunction } from './formats/firefunction.ts'
import { functionaryV31 } from './formats/functionary-v31.ts'
import { functionaryV32 } from './formats/functionary-v32.ts'
import { gemma4 } from './formats/gemma4.ts'
import { glm } from './formats/glm.ts'
import { granite } from './formats/granite.ts'
import { harmony } from './formats/harmony.ts'
import { hermes } from './formats/hermes.ts'
import { kimiK2 } from './formats/kimi-k2.ts'
import { lfm2 } from './formats/lfm2.ts'
import { llama3 } from './formats/llama3.ts'
import { minicpm } from './formats/minicpm.ts'
import { minimax } from './formats/minimax.ts'
import { mistralArgs } from './formats/mistral-args.ts'
import { mistralList } from './formats/mistral-list.ts'
import { nemotron } from './formats/nemotron.ts'
import { phi4 } from './formats/phi4.ts'
import { plain } from './formats/plain.ts'
import { qwen3Coder, seedOss } from './formats/qwen3-coder.ts'

/**
 * By what a template's source gives its format away: all of these texts. The first row that fits is taken, so the
 * particular come before the general.
 */
const SIGNS: readonly (readonly [ToolFormat, ...string[]])[] = [
  [harmony, '<|channel|>', 'to=', 'functions'],
  [deepseekR1, '<｜tool▁sep｜>', '```json'],
  [deepseekV31, '<｜tool▁sep｜>'],
  [kimiK2, '<|tool_call_argument_begin|>'],
  [gemma4, '<|tool_call>call:'],
  [commandR7b, '<|START_ACTION|>'],
  [commandR, 'Action:', '"tool_name"'],
  [functionaryV32, 'recipient==all'],
  [functionaryV31, '<function=', '{"example_name": "example_value"}</function>'],
  [mistralArgs, '[TOOL_CALLS]', '[ARGS]'],
  [mistralList, '[TOOL_CALLS]'],
  [minimax, '<minimax:tool_call>'],
  // MiniMax M3 writes its tags with a mark of its own in front, which nothing here reads.
  [plain, '<tool_call>', '<invoke name="'],
  [seedOss, '<seed:tool_call>'],
  [qwen3Coder, '<tool_call>', '<parameter='],
  [glm, '<tool_call>', '<arg_key>'],
  [minicpm, '<function name="', '<param name="'],
  [nemotron, '<TOOLCALL>'],
  [apriel, '<tool_calls>'],
  [firefunction, 'functools['],
  [lfm2, '<|tool_call_start|>'],
  [lfm2, 'List of tools: '],
  [hermes, '<tool_call>'],
  [granite, '<|tool_call|>'],
  [phi4, '<|tool|>', '<|/tool|>'],
  [llama3, '{"name": function name, "parameters"'],
  [llama3, '<|python_tag|>'],
]

/** How a model with this chat template writes tool calls. */
export function toolFormatOf(template: string): ToolFormat {
  return SIGNS.find(([, ...signs]) => signs.every((sign) => template.includes(sign)))?.[0] ?? plain
}
