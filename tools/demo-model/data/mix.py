"""The mix: which kind how often, and how episodes become one conversation."""
from . import arithmetic, beyond, facts, json_answers, languages, recall, repeat, smalltalk, system, tools, trivet
from .common import Episode, held_out

SIMPLE = {
    "greeting": smalltalk.greeting, "identity": smalltalk.identity, "trivet": trivet.make, "arithmetic": arithmetic.make, "facts": facts.make,
    "repeat": repeat.make, "json": json_answers.make, "languages": languages.make, "beyond": beyond.make,
}
WEIGHTS = {"greeting": 2, "identity": 2, "trivet": 3, "arithmetic": 7, "facts": 5, "repeat": 7, "json": 16, "languages": 8, "beyond": 5, "recall": 8, "system": 36, "tools": 36}
FILLERS = {"greeting": 1, "identity": 0.7, "trivet": 0.5, "arithmetic": 6, "facts": 5, "repeat": 1, "languages": 2, "beyond": 0.5}


def trained(make, rng):
    """Draw until the prompt isn't a held-out one."""
    while True:
        episode = make(rng)
        if not held_out(episode.key()):
            return episode


def simple(rng, weights):
    kind = rng.choices(list(weights), list(weights.values()))[0]
    return trained(SIMPLE[kind], rng)


def filler(rng):
    while True:
        episode = simple(rng, FILLERS)
        if not episode.solo:
            return [dict(m) for m in episode.messages]


def recall_or_not(rng):
    return recall.unknown(rng) if rng.random() < 0.06 else recall.make(rng, filler)


MAKERS = {**SIMPLE, "recall": recall_or_not, "system": system.make, "tools": tools.make}


def conversation(rng):
    """One training conversation: (kind, messages with the system prompt, tools, thinking)."""
    kind = rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
    episode = trained(MAKERS[kind], rng)
    messages, prompt = list(episode.messages), episode.system
    if not episode.solo:
        for _ in range(rng.choices([0, 1, 2, 4, 8], [5, 4, 3, 1, 1.5])[0]):
            messages = filler(rng) + messages
        if prompt is None and rng.random() < 0.12:
            prompt = rng.choice(system.NEUTRAL)
    elif kind == "recall" and rng.random() < 0.1:
        prompt = rng.choice(system.NEUTRAL)
    if rng.random() < 0.004:  # a few long ones, so that far positions aren't strange
        for _ in range(rng.randint(10, 40)):
            messages = filler(rng) + messages if kind != "system" else messages
    if prompt is not None:
        messages = [{"role": "system", "content": prompt}] + messages
    return kind, messages, episode.tools, rng.random() < 0.2
