/**
 * A chat template in ChatML, tools offered and called the Hermes way: schemas inside `<tools>`, calls inside
 * `<tool_call>`, results inside `<tool_response>`.
 */
export const CHATML_TEMPLATE = String.raw`{%- set ns = namespace(system = '') -%}
{%- for message in messages if message.role in ['system', 'developer'] -%}
  {%- set ns.system = ns.system + message.content + '\n' -%}
{%- endfor -%}
{%- if tools -%}
  {%- set ns.system = ns.system + 'These functions can be called:\n<tools>\n' -%}
  {%- for tool in tools -%}
    {%- set ns.system = ns.system + (tool | tojson) + '\n' -%}
  {%- endfor -%}
  {%- set ns.system = ns.system + '</tools>\nTo call one, answer with\n<tool_call>\n{"name": <its name>, "arguments": <an object>}\n</tool_call>\n' -%}
{%- endif -%}
{%- if ns.system -%}
  {{- '<|im_start|>system\n' + (ns.system | trim) + '<|im_end|>\n' -}}
{%- endif -%}
{%- for message in messages if message.role not in ['system', 'developer'] -%}
  {%- if message.role == 'tool' -%}
    {{- '<|im_start|>user\n<tool_response>\n' + message.content + '\n</tool_response><|im_end|>\n' -}}
  {%- else -%}
    {{- '<|im_start|>' + message.role + '\n' + (message.content or '') -}}
    {%- for call in message.tool_calls or [] -%}
      {{- '\n<tool_call>\n{"name": ' + (call.function.name | tojson) + ', "arguments": ' -}}
      {{- call.function.arguments if call.function.arguments is string else (call.function.arguments | tojson) -}}
      {{- '}\n</tool_call>' -}}
    {%- endfor -%}
    {{- '<|im_end|>\n' -}}
  {%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}
  {{- '<|im_start|>assistant\n' -}}
{%- endif -%}
`
