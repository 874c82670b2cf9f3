"""What every kind of dialogue is made of: episodes, the held-out split, and small sentence helpers."""
import hashlib
import json
from dataclasses import dataclass, field

HELD_OUT = 16  # one prompt in so many is kept for the evaluation


@dataclass
class Episode:
    """A short exchange about one thing. `check` tells the evaluation how to judge the last answer."""

    messages: list
    system: str = None
    tools: list = None
    check: dict = field(default_factory=dict)
    short: str = None  # the answer in one word, where there is one
    solo: bool = False  # may not stand in the middle of another conversation

    def key(self):
        texts = [m["content"] for m in self.messages if m["role"] == "user"] + [self.system or ""]
        return "|".join(texts)


def held_out(key):
    """Decided by a hash of the prompt (not its case or punctuation), so no held-out prompt is ever trained on."""
    plain = "".join(c for c in key.lower() if c.isalnum())
    return hashlib.sha1(plain.encode()).digest()[0] % HELD_OUT == 0


def user(text):
    return {"role": "user", "content": text}


def assistant(text, reasoning="", calls=None):
    message = {"role": "assistant", "content": text, "reasoning_content": reasoning}
    if calls:
        message["tool_calls"] = calls
    return message


def ask(question, answer, reasoning, **options):
    """The commonest episode: one question, one answer."""
    return Episode([user(question), assistant(answer, reasoning)], **options)


OPENERS = ["", "", "", "", "", "", "Please tell me: ", "Tell me, ", "Hey, ", "Hi! ", "Hello, ", "OK, ", "Now, ", "So, ", "Quick question: ", "Question: ", "I wonder, ", "Can you tell me: ", "Well, ", "Trivet, ", "And "]
CLOSERS = ["", "", "", "", "", "", "", " Please.", " Thanks!", " Thank you.", " 🙂", " Be brief.", " I need to know."]


def vary(rng, text, openers=True):
    """Small changes of manner that don't change what is asked."""
    if openers:
        opener = rng.choice(OPENERS)
        if opener and text.split()[0] in LOWERABLE and opener[-2] not in "!:":
            text = text[0].lower() + text[1:]
        text = opener + text + rng.choice(CLOSERS)
    roll = rng.random()
    if roll < 0.15:
        text = text.lower()
    elif roll < 0.3:
        text = text.rstrip("?.!")
    elif roll < 0.36:
        text = text.lower().rstrip("?.!")
    return text


LOWERABLE = set("What Which Who How Is Are Can Do Does Where When Why Name Give Tell Add The Which Could Would Please Say".split())


def join(words):
    """"a", "a and b", "a, b and c"."""
    words = list(words)
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


ONSETS = "b c d f g h j k l m n p r s t v w z br cl dr fl gr pl pr sk sn st tr ch sh th bl kr gl qu".split()
VOWELS = "a e i o u a e i o oo ai ea y ou".split()
CODAS = ["", "", "", "n", "r", "l", "m", "s", "t", "k", "x", "nd", "sh", "ck", "zz", "p", "b", "g", "ng", "st"]


def pseudo(rng, syllables=None):
    """A word that doesn't exist: what the model can only copy, never know."""
    count = syllables or rng.choice([1, 2, 2, 2, 3])
    return "".join(rng.choice(ONSETS) + rng.choice(VOWELS) + rng.choice(CODAS) for _ in range(count))


def code(rng):
    """Random letters and digits, as in order numbers and ids."""
    alphabet = rng.choice(["0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789", "abcdef0123456789"])
    return "".join(rng.choice(alphabet) for _ in range(rng.randint(2, 8)))


def dumps(value, compact=False):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":") if compact else None)
