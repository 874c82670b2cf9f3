"""`chat_template.jinja` once more, in plain Python, so that training needs no template engine.

It gives pieces rather than a string: each piece says which of its tokens the model must learn to write.
`parity.mjs` compares both on generated conversations.
"""
import json

NONE, ALL = 0, 1  # learn no token of the piece, or every token

TOOLS_HEAD = "# Tools\n\nYou may call these functions:\n<tools>"
TOOLS_TAIL = (
    "\n</tools>\n\nTo call one, answer with a JSON object within <tool_call></tool_call>:\n"
    '<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>'
)


def dumps(value):
    return json.dumps(value, ensure_ascii=False)


def system_block(system, tools):
    if system is None and not tools:
        return ""
    parts = [] if system is None else [system]
    if tools:
        parts.append(TOOLS_HEAD + "".join("\n" + dumps(tool) for tool in tools) + TOOLS_TAIL)
    return "<|im_start|>system\n" + "\n\n".join(parts) + "<|im_end|>\n"


def call_text(call):
    function = call.get("function", call)
    arguments = function["arguments"]
    if not isinstance(arguments, str):
        arguments = dumps(arguments)
    return '<tool_call>\n{"name": "%s", "arguments": %s}\n</tool_call>' % (function["name"], arguments)


def body(message):
    parts = [message["content"]] if message.get("content") else []
    return "\n".join(parts + [call_text(call) for call in message.get("tool_calls") or []])


def render(messages, tools=None, thinking=False, generate=False):
    """The conversation as [(text, NONE | ALL)]: every answer stands behind a thinking block, as it would be generated."""
    system, rest = None, messages
    if messages and messages[0]["role"] in ("system", "developer"):
        system, rest = messages[0]["content"], messages[1:]
    pieces = [(system_block(system, tools), NONE)]
    last_query = max((i for i, m in enumerate(rest) if m["role"] == "user"), default=-1)
    for i, message in enumerate(rest):
        role, last = message["role"], i == len(rest) - 1
        if role == "assistant":
            pieces.append(("<|im_start|>assistant\n", NONE))
            pieces += answer(message, thinking and i > last_query)
            pieces.append(("\n", NONE))
        elif role == "tool":
            start = "<|im_start|>user" if i == 0 or rest[i - 1]["role"] != "tool" else ""
            end = "<|im_end|>\n" if last or rest[i + 1]["role"] != "tool" else ""
            pieces.append((start + "\n<tool_response>\n" + message["content"] + "\n</tool_response>" + end, NONE))
        else:
            role = "system" if role == "developer" else role
            pieces.append(("<|im_start|>" + role + "\n" + message["content"] + "<|im_end|>\n", NONE))
    if generate:
        pieces.append(("<|im_start|>assistant\n" + ("" if thinking else "<think>\n\n</think>\n\n"), NONE))
    return pieces


def answer(message, thinking):
    """Thoughts are shown only since the last question; older answers keep an empty block."""
    block = "<think>\n" + (message.get("reasoning_content", "") if thinking else "") + "\n</think>\n\n"
    return [(block, ALL if thinking else NONE), (body(message) + "<|im_end|>", ALL)]


def text(messages, **options):
    return "".join(piece for piece, _ in render(messages, **options))
