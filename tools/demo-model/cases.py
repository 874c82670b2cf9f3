"""Held-out prompts by kind, each with the answer wanted: for the training log and for `evaluate.py`."""
import random

from data import arithmetic, mix, recall, system, tools
from data.common import held_out

COUNTS = {
    "greeting": 12, "identity": 16, "trivet": 20, "arithmetic": 20, "arithmetic, unseen pairs": 16, "facts": 24, "repeat": 24, "recall": 24,
    "system prompt": 24, "tool call": 24, "tool call, unseen tools": 24, "tool answer": 20, "no tool needed": 16, "json": 24, "languages": 20, "thinking": 20, "beyond": 16,
}


def unneeded(rng):
    episode = tools.make(rng)
    if any(m.get("tool_calls") or m["role"] == "tool" for m in episode.messages):
        return None
    return episode


def drawn(kind, rng):
    """One episode of the kind, or None when this draw doesn't fit."""
    if kind == "arithmetic, unseen pairs":
        return arithmetic.make(rng, held=True)
    if kind == "recall":
        return recall.make(rng, mix.filler)
    if kind == "system prompt":
        return system.make(rng)
    if kind == "tool call":
        return tools.make(rng, stage="call")
    if kind == "tool answer":
        return tools.make(rng, stage="answer")
    if kind == "tool call, unseen tools":
        return tools.make(rng, held=True, stage="call")
    if kind == "no tool needed":
        return unneeded(rng)
    return mix.MAKERS[kind](rng)


def case(kind, rng):
    thinking = kind == "thinking"
    while True:
        source = rng.choice(["greeting", "arithmetic", "facts", "repeat", "recall", "tool call", "json", "languages", "beyond"]) if thinking else kind
        episode = drawn(source, rng)
        if episode is None:
            continue
        if held_out(episode.key()) or kind in ("arithmetic, unseen pairs", "tool call, unseen tools"):
            break
    messages = list(episode.messages)
    if not episode.solo and rng.random() < 0.3:
        messages = mix.filler(rng) + messages
    if episode.system is not None:
        messages = [{"role": "system", "content": episode.system}] + messages
    if not thinking:
        messages = [{k: v for k, v in m.items() if k != "reasoning_content"} for m in messages]
    return {"kind": kind, "messages": messages[:-1], "tools": episode.tools, "thinking": thinking, "answer": messages[-1], "check": episode.check}


def cases(counts=COUNTS, seed="evaluation", scale=1):
    found = []
    for kind, count in counts.items():
        rng = random.Random(f"{seed}-{kind}")
        found += [case(kind, rng) for _ in range(int(count * scale))]
    return found
