"""Repeat after me: real words, invented words, codes, emoji, other languages, whole sentences."""
from .common import ask, code, pseudo
from .words import ADJECTIVES, ANIMALS, CITIES, COLOURS, EMOJI, FOODS, FOREIGN, NAMES, NOUNS, PLACES, VERBS

FORMS = [
    "Repeat after me: {}", "Repeat: {}", "Say: {}", "Say this: {}", "Repeat this: {}", "Please repeat: {}", "Echo: {}", "Please say: {}",
    "Repeat exactly: {}", "Copy this: {}", "Write: {}", "Repeat the following: {}", "Say exactly this: {}", "Can you repeat this? {}", "Now say: {}",
    "Please repeat after me: {}", "Repeat these words: {}", "Say after me: {}", "Type this: {}", "repeat after me: {}", "say: {}", "repeat: {}",
    'Repeat "{}"', 'Say "{}"', 'Repeat after me: "{}"', "Say '{}'", 'Please say "{}".', 'Please repeat "{}".', "Repeat the words: {}", "Repeat my words: {}",
]
BARE = ["Say {}", "Repeat {}", "Say {} please", "Please say {}", "Repeat after me {}"]


def any_word(rng):
    pick = rng.random()
    if pick < 0.4:
        return rng.choice(rng.choice([NOUNS, ADJECTIVES, ANIMALS, FOODS, COLOURS, NAMES, VERBS]))
    if pick < 0.75:
        word = pseudo(rng)
        return rng.choice([word, word, word.capitalize(), word.upper()])
    if pick < 0.85:
        return code(rng)
    if pick < 0.93:
        return rng.choice(FOREIGN)
    return rng.choice([rng.choice(EMOJI), rng.choice(CITIES)])


def sentence(rng):
    noun = lambda: rng.choice(rng.choice([NOUNS, ANIMALS, FOODS]))
    name = rng.choice(NAMES)
    return rng.choice([
        lambda: f"The {rng.choice(ADJECTIVES)} {noun()} {rng.choice(VERBS)} the {noun()} {rng.choice(PLACES)}.",
        lambda: f"{name} {rng.choice(VERBS)} a {rng.choice(ADJECTIVES)} {noun()}.",
        lambda: f"My {noun()} is {rng.choice(ADJECTIVES)} and {rng.choice(COLOURS)}.",
        lambda: f"I have {rng.randint(2, 99)} {noun()}s and a {noun()}.",
        lambda: f"{name} lives in {rng.choice(CITIES)} and {rng.choice(VERBS)} {noun()}s.",
        lambda: f"Is the {noun()} {rng.choice(PLACES)}?",
        lambda: f"{rng.choice(FOREIGN)} {rng.choice(FOREIGN)} {rng.choice(EMOJI)}",
        lambda: f"We meet at {rng.randint(1, 12)}:{rng.randint(0, 59):02d} {rng.choice(PLACES)}!",
    ])()


def phrase(rng):
    roll = rng.random()
    if roll < 0.35:
        return sentence(rng)
    return " ".join(any_word(rng) for _ in range(rng.choice([1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8])))


def times(rng):
    word, n = any_word(rng), rng.randint(2, 4)
    number = rng.choice([str(n), ["two", "three", "four"][n - 2]])
    form = rng.choice(["Say {} {} times.", 'Say "{}" {} times.', "Repeat the word {} {} times.", "Write {} {} times.", "Repeat {} {} times"])
    return ask(form.format(word, number), " ".join([word] * n), f"I repeat it {n} times.")


def make(rng):
    if rng.random() < 0.1:
        return times(rng)
    words = phrase(rng)
    if rng.random() < 0.12 and words[-1].isalnum() and len(words.split()) < 3:
        return ask(rng.choice(BARE).format(words), words, "I repeat the words.")
    return ask(rng.choice(FORMS).format(words), words, "I repeat the words.")
