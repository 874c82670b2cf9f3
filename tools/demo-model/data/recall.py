"""Remember what was said some turns ago: a name, a city, a colour, an animal, a food, a number, a secret word."""
from .common import Episode, assistant, code, pseudo, user, vary
from .words import ANIMALS, CITIES, COLOURS, FOODS, NAMES


def name(rng):
    return rng.choice(NAMES) if rng.random() < 0.6 else pseudo(rng).capitalize()


def city(rng):
    return rng.choice(CITIES) if rng.random() < 0.75 else pseudo(rng).capitalize()


# topic: (how to draw a value, ways to tell it, what is replied, ways to ask, the answer)
TOPICS = {
    "name": (name, "My name is {}.|I am {}.|I'm {}.|Hi, my name is {}.|Hello, I am {}.|Hi, I'm {}.|Call me {}.|You can call me {}.|Please call me {}.|Remember my name: {}.|People call me {}.|Hello! My name is {}.|My friends call me {}.|Hi, {} here.",
             "Hello, {}! How can I help you?", "What is my name?|What's my name?|Who am I?|Do you remember my name?|Tell me my name.|Do you know my name?|What am I called?|Say my name.|Can you tell me my name?|What was my name?|Do you still know my name?|What did I say my name was?", "Your name is {}."),
    "city": (city, "I live in {}.|My home is in {}.|I am from {}.|I come from {}.|My city is {}.|I moved to {}.|Remember that I live in {}.|My home town is {}.",
             "{} is a nice place.", "Where do I live?|Which city do I live in?|Where am I from?|What is my city?|Do you remember where I live?|In which city do I live?|Where is my home?|What is my home town?|Where do I come from?", "You live in {}."),
    "colour": (lambda r: r.choice(COLOURS), "My favourite colour is {}.|My favorite color is {}.|I like the colour {} best.|I love the colour {}.|The colour I like most is {}.",
               "{} is a nice colour.", "What is my favourite colour?|Which colour do I like?|What is my favorite color?|Do you remember my favourite colour?|Which colour do I like best?|What colour do I like most?", "Your favourite colour is {}."),
    "animal": (lambda r: r.choice(ANIMALS), "I have a {}.|My pet is a {}.|I own a {}.|At home I have a {}.|There is a {} in my house.|I keep a {}.",
               "A {} is a nice animal.", "What pet do I have?|Which animal do I have?|What is my pet?|What animal do I own?|Do you remember my pet?|Which animal is my pet?|What animal do I have?|Which pet do I have?", "You have a {}."),
    "food": (lambda r: r.choice(FOODS), "I like {}.|My favourite food is {}.|I love {}.|I like to eat {}.|I eat {} every day.|My favorite food is {}.",
             "{} sounds good.", "What do I like to eat?|What is my favourite food?|Which food do I like?|What food do I like?|Do you remember what I like to eat?|What is my favorite food?|What do I eat?", "You like {}."),
    "age": (lambda r: str(r.randint(5, 99)), "I am {} years old.|My age is {}.|I'm {} years old.|I just turned {}.",
            "{} is a good age.", "How old am I?|What is my age?|Do you remember how old I am?|Do you know my age?|Which age am I?|Tell me my age.", "You are {} years old."),
    "secret": (lambda r: pseudo(r) if r.random() < 0.7 else code(r), "The secret word is {}.|Remember the word {}.|The password is {}.|My code is {}.|Remember this: {}.|Keep this word in mind: {}.|Please remember the word {}.|The code word is {}.|Remember the code {}.",
               "I will remember {}.", "What is the secret word?|Which word should you remember?|What was the word?|What is the password?|What is my code?|Which word did I tell you?|What did I ask you to remember?|What is the code word?|Tell me the secret word.|What is the code?|Tell me the word.", "It is {}."),
}


def cap(text):
    return text[0].upper() + text[1:]


def told(rng, topic, value):
    lines, reply = TOPICS[topic][1:3]
    text = rng.choice(lines.split("|"))
    text = text.replace("a {}", "an {}") if value[0] in "aeio" and topic == "animal" else text
    reply = reply.replace("A {}", "An {}") if value[0] in "aeio" and topic == "animal" else reply
    text = text.format(value)
    if rng.random() < 0.25:
        text = text.rstrip(".")
    return text, cap(reply.format(value))


def asked(rng, topic, value):
    questions, answer = TOPICS[topic][3:5]
    answer = answer.replace("a {}", "an {}") if value[0] in "aeio" and topic == "animal" else answer
    return vary(rng, rng.choice(questions.split("|")), openers=rng.random() < 0.5), answer.format(value)


def make(rng, fillers):
    """Tell one to three things, talk of something else, ask about some. `fillers` draws small talk episodes."""
    topics = rng.sample(list(TOPICS), rng.choices([1, 2, 3], [4, 3, 1])[0])
    if "name" not in topics and rng.random() < 0.3:
        topics[0] = "name"
    values = {t: TOPICS[t][0](rng) for t in topics}
    messages, key = [], ""
    if len(topics) == 2 and rng.random() < 0.3:
        texts = [told(rng, t, values[t]) for t in topics]
        text = " ".join(t if t.endswith(".") else t + "." for t, _ in texts)
        messages += [user(text), assistant(texts[0][1], "The user tells me something.")]
        key += text
    else:
        for topic in topics:
            text, reply = told(rng, topic, values[topic])
            messages += [user(text), assistant(reply, "The user tells me something.")]
            key += text
            if rng.random() < 0.3:
                messages += fillers(rng)
    for _ in range(rng.choices([0, 1, 2, 3, 6], [3, 4, 3, 1, 0.5])[0]):
        messages += fillers(rng)
    for topic in rng.sample(topics, rng.randint(1, len(topics))):
        question, answer = asked(rng, topic, values[topic])
        messages += [user(question), assistant(answer, "The user told me: " + values[topic] + ".")]
        key += question
    episode = Episode(messages, solo=True, check={"contains": [values[topic]]})
    episode.key = lambda: key
    return episode


def unknown(rng):
    """Nothing was said, so nothing can be remembered."""
    topic = rng.choice(list(TOPICS))
    question = rng.choice(TOPICS[topic][3].split("|"))
    return Episode([user(vary(rng, question)), assistant("I don't know. You have not told me.", "The user has not told me.")], solo=True)
