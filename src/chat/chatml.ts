/** Ends a turn in ChatML. A model that has no template of its own may also not treat it as an end token. */
export const CHATML_END = '<|im_end|>'

/**
 * The template for a model whose file carries none. ChatML is the commonest format by far; tool calls are written
 * the way the Hermes and Qwen families read them.
 */
export const CHATML = `{% for message in messages %}<|im_start|>{{ message.role }}
{{ message.content }}{% for call in message.tool_calls or [] %}{{ '\\n' if message.content or not loop.first }}<tool_call>
{{ call.function | tojson }}
</tool_call>{% endfor %}${CHATML_END}
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}`
