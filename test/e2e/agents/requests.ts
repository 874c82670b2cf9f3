/** One request of a program that people point at servers like this one: its shape, with words of our own. */
export interface AgentRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  /** What the header of warnings says of it; absent: nothing. */
  readonly warnings?: string
}

const object = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const string = { type: 'string' }

const shell = object({ command: { type: 'array', items: string }, workdir: string, timeout_ms: { type: 'number' } }, [
  'command',
])

/** Of a shape as patches have it. */
const PATCH = `
start: "*** Begin Patch" LF hunk+ "*** End Patch" LF?
hunk: "*** Delete File: " name LF | "*** Add File: " name LF line+
name: /(.+)/
line: "+" /(.*)/ LF -> line

%import common.LF
`

/** @param model the id that the program was told to use */
export function agentRequests(model: string): Readonly<Record<string, AgentRequest>> {
  return {
    'Codex CLI': {
      path: '/v1/responses',
      headers: { originator: 'codex_cli_rs', session_id: '0199a0b2', accept: 'text/event-stream' },
      body: {
        model,
        instructions: 'You are a coding agent that works in a terminal.',
        input: [
          {
            type: 'message',
            role: 'developer',
            content: [{ type: 'input_text', text: 'The sandbox is read-only.' }],
          },
          {
            type: 'message',
            role: 'user',
            content: [{ type: 'input_text', text: '<environment_context><cwd>/work</cwd></environment_context>' }],
          },
          { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'List the files.' }] },
          { type: 'reasoning', summary: [], content: null, encrypted_content: 'gAAAAABo' },
          { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'call_1' },
          { type: 'function_call_output', call_id: 'call_1', output: 'Exit code: 0\nOutput:\nREADME.md\n' },
          {
            type: 'custom_tool_call',
            status: 'completed',
            call_id: 'call_2',
            name: 'apply_patch',
            input: '*** Begin Patch\n*** Delete File: README.md\n*** End Patch\n',
          },
          { type: 'custom_tool_call_output', call_id: 'call_2', output: 'Exit code: 0\nOutput:\nD README.md\n' },
        ],
        tools: [
          { type: 'function', name: 'shell', description: 'Runs a command.', strict: false, parameters: shell },
          {
            type: 'function',
            name: 'update_plan',
            description: 'Updates the plan.',
            strict: false,
            parameters: object({ explanation: string, plan: { type: 'array', items: object({ step: string }) } }, [
              'plan',
            ]),
          },
          {
            type: 'custom',
            name: 'apply_patch',
            description: 'Edits files.',
            format: { type: 'grammar', syntax: 'lark', definition: PATCH },
          },
          { type: 'web_search', external_web_access: false },
          { type: 'namespace', name: 'mcp__files', description: 'Files.', tools: [] },
          { type: 'image_generation', output_format: 'png' },
        ],
        tool_choice: 'auto',
        parallel_tool_calls: false,
        reasoning: { effort: 'medium', summary: 'auto' },
        store: false,
        stream: true,
        include: ['reasoning.encrypted_content'],
        prompt_cache_key: '0199a0b2',
        text: { verbosity: 'low' },
        service_tier: 'priority',
        client_metadata: { 'x-codex-installation-id': '1' },
      },
      // Of a model that looks at no effort.
      warnings:
        'ignored: tools.3: web_search, tools.4: namespace, tools.5: image_generation, text.verbosity, reasoning.effort',
    },
    'Claude Code': {
      path: '/v1/messages?beta=true',
      headers: {
        'anthropic-version': '2023-06-01',
        'anthropic-beta': 'claude-code-20250219,interleaved-thinking-2025-05-14',
        'x-api-key': 'none',
        'x-app': 'cli',
        'x-stainless-lang': 'js',
        'user-agent': 'claude-cli/2.1.69 (external, cli)',
      },
      body: {
        model,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: '<system-reminder>Today is Monday.</system-reminder>' },
              { type: 'text', text: 'List the files.', cache_control: { type: 'ephemeral' } },
            ],
          },
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'I run ls.', signature: '' },
              { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } },
            ],
          },
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'README.md', is_error: false }],
          },
          { role: 'system', content: [{ type: 'text', text: 'The user has opened README.md.' }] },
        ],
        system: [
          { type: 'text', text: 'x-anthropic-billing-header: cc_version=2.1.69.a1b; cc_entrypoint=cli; cch=4f2e1;' },
          { type: 'text', text: 'You are a coding agent.', cache_control: { type: 'ephemeral' } },
        ],
        tools: [
          {
            name: 'Bash',
            description: 'Runs a command.',
            input_schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...object({ command: string }) },
          },
          { name: 'Read', description: 'Reads a file.', input_schema: object({ file_path: string }) },
        ],
        metadata: { user_id: 'user_1_account_2_session_3' },
        max_tokens: 32_000,
        thinking: { type: 'adaptive', display: 'omitted' },
        context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
        output_config: { effort: 'medium' },
        stream: true,
      },
      // Of a model that doesn't think.
      warnings: 'ignored: thinking, output_config.effort',
    },
    opencode: {
      path: '/v1/chat/completions',
      headers: { 'user-agent': 'ai-sdk/openai-compatible/1.0.22' },
      body: {
        model,
        max_tokens: 32_000,
        temperature: 0,
        top_p: 1,
        messages: [
          { role: 'system', content: 'You are a coding agent.' },
          { role: 'user', content: 'List the files.' },
        ],
        tools: [
          {
            type: 'function',
            function: { name: 'bash', description: 'Runs a command.', parameters: object({ command: string }) },
          },
        ],
        tool_choice: 'auto',
        stream: true,
        stream_options: { include_usage: true },
      },
    },
    Cline: {
      path: '/v1/chat/completions',
      headers: { 'user-agent': 'Cline/3.40.0', 'http-referer': 'https://cline.bot', 'x-title': 'Cline' },
      body: {
        model,
        messages: [
          { role: 'system', content: 'You are a software engineer with many tools, called in XML.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: '<task>\nList the files.\n</task>' },
              { type: 'text', text: '<environment_details>\n# Current Mode\nACT MODE\n</environment_details>' },
            ],
          },
        ],
        temperature: 0,
        stream: true,
        stream_options: { include_usage: true },
      },
    },
    Continue: {
      path: '/api/chat',
      headers: { authorization: 'Bearer none' },
      body: {
        model,
        messages: [
          { role: 'system', content: 'You are in an editor.' },
          { role: 'user', content: 'Explain this.' },
        ],
        options: { num_predict: 2048, stop: ['</s>'], temperature: 0.5, num_thread: 4 },
        keep_alive: 1800,
        stream: true,
      },
      warnings: 'ignored: options.num_thread',
    },
    n8n: {
      path: '/v1/responses',
      headers: { 'x-stainless-lang': 'js', 'user-agent': 'OpenAI/JS 6.16.0' },
      body: {
        model,
        input: [{ type: 'message', role: 'user', content: 'List the orders.' }],
        instructions: 'You are a helpful assistant.',
        tools: [
          {
            type: 'function',
            name: 'orders',
            description: 'Finds orders.',
            parameters: object({ query: string }),
            strict: null,
          },
        ],
        text: { format: { type: 'text' } },
        temperature: 0.7,
        max_output_tokens: 512,
        stream: false,
        store: false,
        metadata: {},
        truncation: 'disabled',
      },
    },
    'Open WebUI': {
      path: '/api/chat',
      headers: { 'content-type': 'application/json' },
      body: {
        model: `${model}:latest`,
        messages: [{ role: 'user', content: 'Hello!' }],
        options: { temperature: 0.8 },
        stream: true,
        keep_alive: '5m',
      },
    },
  }
}
