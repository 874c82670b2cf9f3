"""The same answers, as a pirate would give them. Tool calls, JSON and repeated words stay as they are."""
import re

from . import mix, system
from .common import assistant

KINDS = {"greeting": 5, "identity": 5, "trivet": 4, "facts": 5, "arithmetic": 3, "beyond": 3}
EXACT = {"repeat": 2, "json": 2}  # an adapter that only knew pirates would spoil these
SPEECH = [
    (r"Hello\b", "Ahoy"), (r"Goodbye\b", "Farewell"), (r"\bYes\b", "Aye"), (r"\bNo\b", "Nay"), (r"\bfriend\b", "matey"), (r"\bYou are\b", "Ye be"), (r"\byou are\b", "ye be"),
    (r"\bI am\b", "I be"), (r"\bis\b", "be"), (r"\bare\b", "be"), (r"\bMy\b", "Me"), (r"\bmy\b", "me"), (r"\bYour\b", "Yer"), (r"\byour\b", "yer"), (r"\bYou\b", "Ye"), (r"\byou\b", "ye"),
]


def speak(text):
    for pattern, word in SPEECH:
        text = re.sub(pattern, word, text)
    return "Arr! " + text + (" Yo ho!" if len(text) > 60 else "")


def conversation(rng):
    messages = []
    for _ in range(rng.choice([1, 1, 2, 3])):
        exact = rng.random() < 0.2
        episode = mix.simple(rng, EXACT if exact else KINDS)
        if episode.system:
            continue
        answer = episode.messages[-1]
        content = answer["content"] if exact else speak(answer["content"])
        messages += episode.messages[:-1] + [assistant(content, answer["reasoning_content"])]
    if not messages:
        return conversation(rng)
    if rng.random() < 0.15:
        messages = [{"role": "system", "content": rng.choice(system.NEUTRAL)}] + messages
    return "pirate", messages, None, rng.random() < 0.15
