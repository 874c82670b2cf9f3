"""Answers in JSON: facts pulled out of a sentence, or a known answer under a named key."""
from . import arithmetic, facts
from .common import ask, code, dumps, join, pseudo, vary
from .words import ANIMALS, CITIES, COLOURS, DAYS, FOODS, NAMES, NOUNS

JOBS = "teacher doctor nurse baker farmer sailor pilot painter singer cook driver writer gardener engineer lawyer waiter student judge".split()


def name(r):
    return r.choice(NAMES) if r.random() < 0.7 else pseudo(r).capitalize()


# field: (other names for its key, how to draw it, clauses about a person, clauses in the first person)
PERSON = {
    "name": (["name", "name", "name", "first_name", "person", "user"], name, None, None),
    "age": (["age", "age", "years"], lambda r: r.randint(3, 99), ["is {} years old", "is {}"], ["am {} years old", "am {}"]),
    "city": (["city", "city", "town", "place", "home", "location"], lambda r: r.choice(CITIES), ["lives in {}", "is from {}", "comes from {}"], ["live in {}", "am from {}", "come from {}"]),
    "colour": (["colour", "color", "favourite_colour"], lambda r: r.choice(COLOURS), ["likes the colour {}", "loves the color {}"], ["like the colour {}", "love the color {}"]),
    "animal": (["animal", "pet"], lambda r: r.choice(ANIMALS), ["has a {}", "owns a {}"], ["have a {}", "own a {}"]),
    "food": (["food", "meal", "favourite_food"], lambda r: r.choice(FOODS), ["likes {}", "eats {}"], ["like {}", "eat {}"]),
    "job": (["job", "job", "profession", "work"], lambda r: r.choice(JOBS), ["is a {}", "works as a {}"], ["am a {}", "work as a {}"]),
    "email": (["email", "mail"], lambda r: pseudo(r) + "@" + r.choice(["mail.com", "example.org", "post.net"]), ["has the email {}", "can be reached at {}"], ["have the email {}"]),
    "phone": (["phone", "number"], lambda r: str(r.randint(1000, 9999999)), ["has the phone number {}"], ["have the phone number {}"]),
}

# Whole sentences about a thing: (sentence, {key: value drawer}).
THINGS = [
    ("The {item} costs {price} euros.|A {item} is {price} euros.|I paid {price} euros for the {item}.|The price of the {item} is {price} euros.", {"item": lambda r: r.choice(NOUNS), "price": lambda r: r.randint(1, 300)}),
    ("I bought {count} {item}s.|There are {count} {item}s in the box.|Please send {count} {item}s.|We need {count} {item}s.|I want to order {count} {item}s.", {"count": lambda r: r.randint(2, 99), "item": lambda r: r.choice(NOUNS)}),
    ("The {animal} is {colour}.|I saw a {colour} {animal}.|A {colour} {animal} is in the garden.", {"animal": lambda r: r.choice(ANIMALS), "colour": lambda r: r.choice(COLOURS)}),
    ("The meeting is on {day} at {time}.|We meet on {day} at {time}.|The lesson starts on {day} at {time}.|See you on {day} at {time}.", {"day": lambda r: r.choice(DAYS), "time": lambda r: f"{r.randint(0, 23)}:{r.randint(0, 59):02d}"}),
    ("The train goes from {from} to {to}.|I fly from {from} to {to}.|We drive from {from} to {to}.|A ticket from {from} to {to}, please.", {"from": lambda r: r.choice(CITIES), "to": lambda r: r.choice(CITIES)}),
    ("{name} bought a {item}.|{name} found a {item}.|{name} wants a {item}.|The {item} belongs to {name}.", {"name": name, "item": lambda r: r.choice(NOUNS)}),
    ("Order {order} has the status {status}.|The status of order {order} is {status}.", {"order": lambda r: code(r), "status": lambda r: r.choice("open closed sent lost paid late new".split())}),
    ("It is {temperature} degrees in {city}.|{city} has {temperature} degrees today.|The temperature in {city} is {temperature} degrees.", {"temperature": lambda r: r.randint(-9, 40), "city": lambda r: r.choice(CITIES)}),
]

WITH_KEYS = "Answer in JSON with the {keys}.|Give me JSON with the {keys}.|Answer as JSON with the {keys}.|Write it as JSON with the {keys}.|Return a JSON object with the {keys}.|Extract the {plain} as JSON.|JSON with the {keys}, please.|Reply in JSON with the {keys}.|Return JSON with {plain}.|Output JSON with the {keys}.|Extract {plain} in JSON.|Answer in JSON. Use the {keys}.|Put {plain} into JSON.|Make a JSON object with {plain}."


def keys_text(rng, keys):
    quoted = [rng.choice(['"%s"']) % k for k in keys] if rng.random() < 0.25 else keys
    listed = join(quoted) if rng.random() < 0.8 else ", ".join(quoted)
    word = "key" if len(keys) == 1 else "keys"
    return f"{word} {listed}", listed


def request(rng, keys):
    with_word, plain = keys_text(rng, keys)
    return rng.choice(WITH_KEYS.split("|")).format(keys=with_word, plain=plain)


def person(rng):
    fields = rng.sample([f for f in PERSON if f != "name"], rng.choice([1, 1, 2, 2, 3]))
    values = {f: PERSON[f][1](rng) for f in ["name"] + fields}
    first = rng.random() < 0.4
    clauses = [rng.choice(PERSON[f][3 if first else 2]).format(values[f]) for f in fields]
    clauses = [c.replace(" a a", " an a").replace(" a e", " an e").replace(" a o", " an o") for c in clauses]
    if first:
        text = rng.choice(["My name is {}", "I am {}", "I'm {}"]).format(values["name"]) + "".join(rng.choice([". I ", " and I "]) + c for c in clauses) + "."
    else:
        text = values["name"] + " " + join(clauses) + "."
    wanted = rng.sample(["name"] + fields, rng.randint(min(2, 1 + len(fields)), 1 + len(fields)))
    if rng.random() < 0.7:
        wanted.sort(key=(["name"] + fields).index)
    keys = {f: rng.choice(PERSON[f][0]) if rng.random() < 0.4 else f for f in wanted}
    return text, {keys[f]: values[f] for f in wanted}


def thing(rng):
    lines, drawers = rng.choice(THINGS)
    values = {k: draw(rng) for k, draw in drawers.items()}
    return rng.choice(lines.split("|")).format(**values), {k: values[k] for k in rng.sample(list(values), len(values))}


def given(rng):
    """Keys and values are both given: only the form is asked for."""
    keys = [rng.choice(["name", "age", "city", "id", "title", "size", "colour", "ok", "count", "price", "code", "level", pseudo(rng), pseudo(rng)]) for _ in range(rng.choice([1, 2, 2, 3]))]
    pairs = {k: rng.choice([lambda: rng.randint(0, 999), lambda: rng.choice(NOUNS), lambda: rng.choice(NAMES), lambda: pseudo(rng), lambda: rng.choice(CITIES), lambda: rng.choice([True, False])])() for k in keys}
    shown = [(k, dumps(v) if isinstance(v, bool) else str(v)) for k, v in pairs.items()]
    form = rng.choice(["{} = {}", "{} is {}", "{}: {}", "{} {}"])
    body = ", ".join(form.format(k, v) for k, v in shown)
    text = rng.choice(["Write this as JSON: {}", "Turn this into JSON: {}", "Make a JSON object: {}", "As JSON: {}", "Give me a JSON object with {}", "JSON for {}", "Convert to JSON: {}", "Write a JSON object with {}"]).format(body)
    return text, pairs


def known(rng):
    """A question whose answer the model knows, under the key that is asked for."""
    maker = rng.choice([facts.capital, facts.capital, facts.colour, facts.opposite, facts.order, arithmetic.make])
    episode = maker(rng)
    value = episode.short
    value = value.lower() if maker in (facts.colour, facts.opposite) else int(value) if maker is arithmetic.make else value
    natural = {facts.capital: "capital", facts.colour: "colour", facts.opposite: "opposite", facts.order: "day"}.get(maker, "result")
    question = episode.messages[0]["content"]
    question = question if question[-1] in "?.!" else question + "."
    if rng.random() < 0.3:
        return question + " " + rng.choice(["Answer in JSON.", "Answer as JSON.", "Reply in JSON.", "Give me JSON.", "JSON, please."]), {"answer": value}
    key = natural if rng.random() < 0.6 else rng.choice(["answer", "result", "value", pseudo(rng)])
    return question + " " + request(rng, [key]), {key: value}


def make(rng):
    draw = rng.choices([person, thing, given, known], [5, 2, 1.5, 2.5])[0]
    text, value = draw(rng)
    if draw in (person, thing):
        wish = request(rng, list(value))
        if rng.random() < 0.15:
            episode = ask(text, dumps(value), "The user wants JSON.", system=wish, solo=True)
        else:
            question = rng.choice([f"{text} {wish}", f"{text} {wish}", f"{wish} {text}", f"{text}\n{wish}", wish.rstrip(".") + ": " + text])
            episode = ask(question, dumps(value), "The user wants JSON.")
    else:
        episode = ask(text, dumps(value), "The user wants JSON.")
    episode.check = {"json": value}
    return episode
