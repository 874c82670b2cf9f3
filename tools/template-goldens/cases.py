"""The conversations that every chat template is asked to render, in the shape `apply_chat_template` takes them."""

WEATHER = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "The weather in a city — now or on a day.",
        "parameters": {
            "type": "object",
            "properties": {
                "city": {"type": "string", "description": "City, e.g. \"Zürich\" <CH> & 'around'"},
                "unit": {"type": "string", "enum": ["celsius", "fahrenheit"], "default": "celsius"},
                "days": {"type": "integer", "minimum": 0},
                "places": {
                    "type": "array",
                    "items": {"type": "object", "properties": {"lat": {"type": "number"}, "lon": {"type": "number"}}},
                },
            },
            "required": ["city"],
            "additionalProperties": False,
        },
    },
}
CLOCK = {
    "type": "function",
    "function": {"name": "get_time", "description": "The time.", "parameters": {"type": "object", "properties": {}}},
}
TOOLS = [WEATHER, CLOCK]

# Some templates expect less of a schema than there may be.
ODD = {
    "type": "function",
    "function": {
        "name": "odd",
        "description": "",
        "parameters": {
            "type": "object",
            "$defs": {"t": {"enum": [1, None, "x"]}},
            "properties": {
                "a": {"type": ["integer", "null"], "default": None},
                "b": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/t"}]},
                "c": {},
                "d": {"type": "object", "additionalProperties": {"type": "number"}},
            },
        },
    },
}


def system(text="Be brief."):
    return {"role": "system", "content": text}


def user(text="Hello!"):
    return {"role": "user", "content": text}


def assistant(text, **rest):
    return {"role": "assistant", "content": text, **rest}


def thought(text):
    return {"reasoning_content": text, "reasoning": text, "thinking": text}


def call(name, arguments, id="call00001"):
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def result(text, id="call00001"):
    return {"role": "tool", "content": text, "tool_call_id": id}


def parts(*texts):
    return [{"type": "text", "text": text} for text in texts]


ROME = {"city": "Rome", "days": 2, "deep": {"list": [1, 2.5, True, None], "text": "é <&> \"q\" 'a'\n"}}
ROME_TEXT = '{"city": "Rome", "days": 2}'


def round_trip(arguments, **rest):
    return [user("Weather in Rome?"), assistant("", tool_calls=[call("get_weather", arguments)], **rest), result("18 °C")]


MULTI = [system(), user("One?"), assistant("1."), user("Two?")]
PARALLEL = [
    system(),
    user("Weather and time?"),
    assistant("A moment.", tool_calls=[call("get_weather", ROME), call("get_time", {}, "call00002")]),
    result('{"celsius": 18}'),
    result("12:00", "call00002"),
    assistant("18 °C at noon."),
    user("Thanks."),
]
THOUGHT = [user("2+2?"), assistant("4.", **thought("Two and two.")), user("And 3+3?")]
# Each family has a name of its own for the same thing.
THINKING = dict(enable_thinking=True, thinking=True, thinking_mode="enabled")
NOT_THINKING = dict(enable_thinking=False, thinking=False, thinking_mode="disabled")
PREFILL = [user("Count."), assistant("1, 2, 3,")]

# Name: variables of the template. `continue_final_message` is transformers' own.
CASES = {
    "plain": dict(messages=[user()]),
    "system": dict(messages=[system(), user()]),
    "developer": dict(messages=[{"role": "developer", "content": "Be brief."}, user()]),
    "multi-turn": dict(messages=MULTI),
    "multi-turn, no generation prompt": dict(messages=MULTI, add_generation_prompt=False),
    "system in the middle": dict(messages=[user("One?"), assistant("1."), system(), user("Two?")]),
    "two users": dict(messages=[user("One?"), user("Two?")]),
    "odd text": dict(messages=[user("  <b>é</b> {{ x }} 'q' \"d\" \\n \n\n 你好 🙂\t ")]),
    "parts": dict(messages=[{"role": "system", "content": parts("a")}, {"role": "user", "content": parts("b", "c")}]),
    "tools": dict(messages=[user("Weather in Rome?")], tools=TOOLS),
    "tools and system": dict(messages=[system(), user("Weather in Rome?")], tools=TOOLS),
    "odd tool schema": dict(messages=[user()], tools=[ODD]),
    "empty tools": dict(messages=[user()], tools=[]),
    "tool round": dict(messages=round_trip(ROME), tools=TOOLS),
    "tool round, arguments as text": dict(messages=round_trip(ROME_TEXT), tools=TOOLS),
    "tool round, no tools": dict(messages=round_trip(ROME)),
    "parallel tool calls": dict(messages=PARALLEL, tools=TOOLS),
    "tool round with reasoning": dict(messages=round_trip(ROME, **thought("I need a tool.")), tools=TOOLS),
    "reasoning in history": dict(messages=THOUGHT),
    "thinking on": dict(messages=MULTI, **THINKING),
    "thinking off": dict(messages=MULTI, **NOT_THINKING),
    "thinking off, tools": dict(messages=round_trip(ROME), tools=TOOLS, **NOT_THINKING),
    "low effort": dict(messages=[user()], reasoning_effort="low", thinking_effort="low"),
    "high effort": dict(messages=[system(), user()], reasoning_effort="high", thinking_effort="high"),
    "prefill": dict(messages=PREFILL, add_generation_prompt=False, continue_final_message=True),
    "answer last": dict(messages=PREFILL, add_generation_prompt=False),
}
