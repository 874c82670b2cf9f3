"""Conversations as `template.py` renders them, one JSON line each, for `parity.mjs` to compare."""
import json
import random
import sys

import template
from data import mix

rng = random.Random("parity")
for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 500):
    _, messages, tools, thinking = mix.conversation(rng)
    generate = rng.random() < 0.5
    if generate and messages[-1]["role"] == "assistant":
        messages = messages[:-1]
    if not thinking:
        messages = [{k: v for k, v in m.items() if k != "reasoning_content"} for m in messages]
    text = template.text(messages, tools=tools, thinking=thinking, generate=generate)
    print(json.dumps({"messages": messages, "tools": tools, "thinking": thinking, "generate": generate, "text": text}))
