"""Follow a system prompt: a manner of answering, a name to go by, something to know."""
from . import arithmetic, facts, languages, recall, smalltalk, trivet
from .common import Episode, assistant, held_out, pseudo, user, vary
from .words import EMOJI, NAMES, NOUNS

MANNERS = {
    "upper": "Answer in upper case.|Always answer in upper case.|Write everything in capital letters.|Answer in capital letters.|Answer in uppercase.|You answer in upper case only.|Use only capital letters.|Please answer in capitals.|Reply in upper case.|ANSWER IN UPPER CASE.|Speak in capital letters.|Reply in capital letters only.|Answer every question in upper case.|All your answers are in upper case.|Shout: use upper case letters.|Answer in all caps.",
    "lower": "Answer in lower case.|Always answer in lower case.|Write everything in small letters.|Answer in small letters.|Answer in lowercase.|Use only small letters.|You answer in lower case only.|Reply in lower case.|Never use capital letters.|Reply in lowercase only.|Answer every question in lower case.|All your answers are in lower case.",
    "word": "Answer in one word.|Answer with one word.|Always answer in one word.|Use one word only.|Answer with a single word.|Reply in one word.|Give one-word answers.|One word answers only.|Answer with just one word.|Reply with a single word only.|Answer every question in one word.|You answer in one word.|Only one word, please.|Keep every answer to one word.|Your answers are one word long.",
    "end": "End every answer with {}.|Always end with {}.|Finish every answer with {}.|Put {} at the end of every answer.|Add {} at the end of each answer.|End each reply with {}.|After every answer, write {}.",
    "start": "Start every answer with {}.|Always begin with {}.|Begin every answer with {}.|Put {} before every answer.|Write {} first, then answer.|Start each reply with {}.",
    "always": "Always answer {}.|Whatever the user says, answer {}.|Answer every question with {}.|Only ever say {}.|Reply {} to everything.|You can only say {}.|Your only answer is {}.|No matter what is asked, say {}.",
}
PREFIXES = ["", "", "", "", "You are a helpful assistant. ", "You are Trivet Demo. ", "You are a friendly assistant. ", "You help the user. ", "Be polite. ", "You are a demo. "]
NEUTRAL = ["You are a helpful assistant.", "You are Trivet Demo.", "You are a friendly assistant.", "You are a helpful assistant. Be brief.", "Be polite.", "You are an assistant.", "Help the user.", "You are a helpful AI assistant.", "Answer the questions of the user.", "You are a demo model."]


def cased(rng):
    """Facts of few words: each has to be learned in every case."""
    return rng.choice([facts.colour, facts.opposite, facts.order, facts.animal])(rng)


def simple(rng, manner):
    short, case = manner == "word", manner in ("upper", "lower")
    while True:
        kind = rng.choices([cased if case else facts, arithmetic, smalltalk.identity, smalltalk.greeting, trivet], [6, 3, 0 if short else 2, 0 if short else 2, 0 if short or case else 1])[0]
        episode = kind(rng) if callable(kind) else kind.make(rng)
        if held_out(episode.key()) or short and (not episode.short or " " in episode.short):
            continue
        return episode


def apply(manner, word, episode):
    answer = episode.messages[-1]["content"]
    return {
        "upper": lambda: answer.upper(), "lower": lambda: answer.lower(), "word": lambda: episode.short,
        "end": lambda: f"{answer} {word}", "start": lambda: f"{word} {answer}", "always": lambda: word,
    }[manner]()


def manner(rng, instruct=None):
    """`instruct` is None for a system prompt; else the wish stands in the question itself."""
    kind = rng.choices(list(MANNERS), [6, 3, 5, 1.5, 1, 1])[0] if instruct is None else rng.choice(["upper", "lower", "word"])
    word = rng.choice([lambda: rng.choice(EMOJI), lambda: rng.choice(NOUNS), lambda: pseudo(rng), lambda: pseudo(rng).capitalize() + "!", lambda: rng.choice(NOUNS).capitalize() + ".", lambda: rng.choice(["OK", "Meow", "Sir", "Hello", "my friend", "Yes", "No", "Amen"])])()
    shown = rng.choice([word, word, f'"{word}"', f"the word {word}"]) if kind in ("start", "end", "always") else word
    line = rng.choice(MANNERS[kind].split("|")).format(shown)
    if instruct:
        episode = simple(rng, kind)
        question = episode.messages[0]["content"]
        text = rng.choice([f"{question} {line}", f"{line} {question}"])
        return Episode([user(text), assistant(apply(kind, word, episode), episode.messages[-1]["reasoning_content"])])
    messages, key = [], line
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        episode = simple(rng, kind)
        messages += [episode.messages[0], assistant(apply(kind, word, episode), episode.messages[-1]["reasoning_content"])]
        key += episode.messages[0]["content"]
    if rng.random() < 0.2:
        line = line.rstrip(".")
    result = Episode(messages, system=rng.choice(PREFIXES) + line, solo=True)
    result.key = lambda: key
    return result


def persona(rng):
    name = rng.choice(NAMES) if rng.random() < 0.4 else pseudo(rng).capitalize()
    job = rng.choice("assistant|robot|helper|teacher|pirate|cook|gardener|librarian|guide|wizard|farmer|friend|bot|butler|doctor".split("|"))
    article = "an" if job == "assistant" else "a"
    system = rng.choice([f"Your name is {name}.", f"You are called {name}.", f"You are {name}.", f"Your name is {name}. You are {article} {job}.", f"You are {name}, {article} {job}.", f"You are {article} {job} called {name}.", f"Call yourself {name}.", f"You are {article} {job} named {name}."])
    name_questions, who_questions = ([t for t in smalltalk.TOPICS if t[0] == kind][0][2].split("|") for kind in ("name", "who"))
    if rng.random() < 0.5:
        question, answer = rng.choice(name_questions), f"My name is {name}."
    else:
        question = rng.choice([q for q in who_questions if "model" not in q])
        answer = f"I am {name}, {article} {job}." if job in system else f"I am {name}."
    result = Episode([user(vary(rng, question)), assistant(answer, f"My name is {name}.")], system=system, solo=True)
    return result


def knowledge(rng):
    """The system prompt tells things about the user; the user asks for them."""
    about = {"name": "The user's name is {}.|The user is called {}.|You are talking to {}.|The name of the user is {}.", "city": "The user lives in {}.|The user is from {}.|The user's home is in {}.",
             "colour": "The user's favourite colour is {}.|The user likes the colour {} best.", "age": "The user is {} years old.|The user's age is {}.", "food": "The user likes {}.|The user's favourite food is {}.",
             "secret": "The secret word is {}.|The password is {}.|The code word is {}.|The code is {}."}
    topics = rng.sample(list(about), rng.choice([1, 1, 2, 3]))
    values = {t: recall.TOPICS[t][0](rng) for t in topics}
    system = rng.choice(PREFIXES) + " ".join(rng.choice(about[t].split("|")).format(values[t]) for t in topics)
    topic = rng.choice(topics)
    question, answer = recall.asked(rng, topic, values[topic])
    return Episode([user(question), assistant(answer, "I was told: " + values[topic] + ".")], system=system, solo=True, check={"contains": [values[topic]]})


def tongue(rng):
    """Answer in a language that the system prompt names."""
    i = rng.randrange(3)
    name = languages.TONGUES[i]
    system = rng.choice(["Answer in {}.", "Always answer in {}.", "Speak {}.", "Reply in {}.", "You speak {} only.", "Answer every question in {}.", "Use {}."]).format(name)
    topics = [("greeting", 0), ("mood", 1), ("thanks", 2), ("goodbye", 3), ("who", 4), ("name", 4)]
    topic, row = rng.choice(topics)
    answer = languages.TALK[i * 6 + (row if i else [0, 1, 2, 3, 4][row])][1]
    question = rng.choice([t for t in smalltalk.TOPICS if t[0] == topic][0][2].split("|"))
    return Episode([user(vary(rng, question, openers=False)), assistant(answer, f"I answer in {name}.")], system=rng.choice(PREFIXES) + system, solo=True)


def make(rng):
    return rng.choices([manner, lambda r: manner(r, True), persona, knowledge, tongue], [6, 1.5, 1.5, 1.5, 0.8])[0](rng)
