"""Pairs of sentences that mean the same, for the embedding model: (meaning, one way, another way)."""
from . import facts, recall, smalltalk, toolbox, trivet
from .common import pseudo, vary
from .words import ADJECTIVES, ANIMALS, CITIES, COLOURS, FOODS, NAMES, NOUNS, PLACES

# One meaning a line, several wordings; the braces are filled alike in both.
FRAMES = [
    "{name} lives in {city}.|{name} has a home in {city}.|The home of {name} is in {city}.|{city} is where {name} lives.",
    "{name} likes {food}.|{name} loves {food}.|{name} is fond of {food}.|The favourite food of {name} is {food}.",
    "{name} has a {animal}.|{name} owns a {animal}.|The pet of {name} is a {animal}.|{name} keeps a {animal}.",
    "The {noun} is {adjective}.|That {noun} is {adjective}.|It is a {adjective} {noun}.|This is a {adjective} {noun}.",
    "The {animal} sits on the {noun}.|A {animal} is on the {noun}.|There is a {animal} sitting on the {noun}.|On the {noun} sits a {animal}.",
    "The {animal} sleeps {place}.|A {animal} is sleeping {place}.|{place}, the {animal} is asleep.",
    "I want to buy a {noun}.|I would like to buy a {noun}.|Where can I buy a {noun}?|I need a new {noun}.|I am looking for a {noun} to buy.",
    "The {noun} is broken.|My {noun} does not work.|The {noun} has stopped working.|I have a broken {noun}.",
    "How much is the {noun}?|What does the {noun} cost?|What is the price of the {noun}?|Tell me the price of the {noun}.",
    "How do I cook {food}?|What is a recipe for {food}?|How is {food} made?|Give me a recipe for {food}.",
    "{name} travels to {city}.|{name} goes to {city}.|{name} is on the way to {city}.|{name} takes a trip to {city}.",
    "I lost my {noun}.|I cannot find my {noun}.|My {noun} is gone.|Where is my {noun}?",
    "What is the weather in {city}?|How is the weather in {city}?|Is it raining in {city}?|Tell me the weather in {city}.",
    "What time is it in {city}?|Tell me the time in {city}.|How late is it in {city}?",
    "I am {mood}.|I feel {mood}.|My mood is {mood}.|Today I am {mood}.",
    "The {noun} is {colour}.|It is a {colour} {noun}.|The colour of the {noun} is {colour}.|I see a {colour} {noun}.",
    "{name} is the friend of {other}.|{name} and {other} are friends.|{other} and {name} are friends.|{other} is the friend of {name}.",
    "Open the {noun}, please.|Please open the {noun}.|Can you open the {noun}?|I want the {noun} open.",
    "How do I get to {city}?|What is the way to {city}?|Which road goes to {city}?|How can I travel to {city}?",
    "Read me a story about the {animal}.|Tell me a story about a {animal}.|I want to hear a story about a {animal}.",
]
MOODS = "happy sad tired angry hungry bored excited nervous calm sick".split()


def frame(rng):
    i = rng.randrange(len(FRAMES))
    fill = {"name": rng.choice(NAMES) if rng.random() < 0.8 else pseudo(rng).capitalize(), "other": rng.choice(NAMES), "city": rng.choice(CITIES), "food": rng.choice(FOODS), "animal": rng.choice(ANIMALS),
            "noun": rng.choice(NOUNS) if rng.random() < 0.85 else pseudo(rng), "adjective": rng.choice(ADJECTIVES), "place": rng.choice(PLACES), "mood": rng.choice(MOODS), "colour": rng.choice(COLOURS)}
    a, b = rng.sample(FRAMES[i].split("|"), 2)
    return FRAMES[i].split("|")[0].format(**fill), a.format(**fill), b.format(**fill)


def topic(rng):
    """Two wordings of one small-talk or Trivet topic."""
    rows = [(answer, lines) for _, answer, lines in smalltalk.TOPICS] + trivet.TOPICS
    answer, lines = rng.choice(rows)
    a, b = rng.sample(lines.split("|"), 2)
    return answer, vary(rng, a), vary(rng, b)


def fact(rng, make=facts.make):
    """Two questions with one answer: draw until the second says it otherwise."""
    first = make(rng)
    answer = first.messages[-1]["content"]
    for _ in range(3000):
        second = make(rng)
        if second.messages[-1]["content"] == answer and second.messages[0]["content"] != first.messages[0]["content"]:
            return answer, first.messages[0]["content"], second.messages[0]["content"]
    return fact(rng, make)


def told(rng):
    kind = rng.choice(list(recall.TOPICS))
    value = recall.TOPICS[kind][0](rng)
    return f"{kind} {value}", recall.told(rng, kind, value)[0], recall.told(rng, kind, value)[0]


def wish(rng):
    """Two ways to ask for one tool with the same values."""
    _, _, drawn, questions, _ = rng.choice(toolbox.REAL)
    values = [draw(rng) for _, _, draw in drawn]
    a, b = (toolbox.flag(q, values[0]).format(*values) for q in rng.sample(toolbox.split_questions(questions), 2))
    return questions + str(values), a, b


def pair(rng):
    return rng.choices([frame, topic, told, wish, lambda r: fact(r, facts.capital)], [6, 3, 2, 3, 0.7])[0](rng)
