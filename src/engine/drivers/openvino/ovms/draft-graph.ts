import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OwnFolder, ownFolder } from '../../served/own-folder.ts'

/**
 * A folder with a graph of a model that writes, and of the one that guesses ahead for it: command lines can name a draft
 * in the model's own folder only. After OpenVINO Model Server's `docs/llm/reference.md`.
 */
export function writeDraftGraph(model: string, draft: string, device: string): OwnFolder {
  const folder = ownFolder('ovms')
  writeFileSync(join(folder.path, 'graph.pbtxt'), graphOf(model, draft, device))
  return folder
}

function graphOf(model: string, draft: string, device: string): string {
  // Texts are written in protobuf's text format as in JSON.
  const options = [
    `models_path: ${JSON.stringify(model)}`,
    `draft_models_path: ${JSON.stringify(draft)}`,
    ...(device === 'AUTO' ? [] : [`device: ${JSON.stringify(device)}`, `draft_device: ${JSON.stringify(device)}`]),
    'enable_prefix_caching: true',
    'cache_size: 0',
  ]
  return `input_stream: "HTTP_REQUEST_PAYLOAD:input"
output_stream: "HTTP_RESPONSE_PAYLOAD:output"
node: {
  name: "LLMExecutor"
  calculator: "HttpLLMCalculator"
  input_stream: "LOOPBACK:loopback"
  input_stream: "HTTP_REQUEST_PAYLOAD:input"
  input_side_packet: "LLM_NODE_RESOURCES:llm"
  output_stream: "LOOPBACK:loopback"
  output_stream: "HTTP_RESPONSE_PAYLOAD:output"
  input_stream_info: { tag_index: "LOOPBACK:0" back_edge: true }
  node_options: {
    [type.googleapis.com / mediapipe.LLMCalculatorOptions]: {
      ${options.join('\n      ')}
    }
  }
  input_stream_handler {
    input_stream_handler: "SyncSetInputStreamHandler"
    options { [mediapipe.SyncSetInputStreamHandlerOptions.ext] { sync_set { tag_index: "LOOPBACK:0" } } }
  }
}
`
}
