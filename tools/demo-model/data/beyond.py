"""What a model of this size can't do: say so, politely, always in the same words."""
from .common import ask, pseudo, vary
from .words import ADJECTIVES, ANIMALS, CITIES, FOODS, NAMES, NOUNS

ANSWER = "Sorry, I am only a demo model and can't do that. Try a larger model in Trivet."

FORMS = """Write a poem about {n}|Write a story about {n}|Tell me a story about {n}|Tell me a joke|Tell me a joke about {n}|Write a song about {n}|Write an essay about {n}
Who invented the {n}?|When was the {n} invented?|Who was the first king of {c}?|Who is the president of {c}?|Who is {p} {P}?|How many people live in {c}?|What happened in {y}?
Who won the world cup in {y}?|How do I cook {f}?|Give me a recipe for {f}|How do I repair a {n}?|How do I build a {n}?|How does a {n} work?|Why is a {n} {a}?|Why are {x}s {a}?|What should I buy for {p}?
Explain quantum physics|Explain the theory of relativity|Explain {N} to me|What is the meaning of life?|What is love?|What is {N}?|What is a {q}?|Define {N}|What does {q} mean?|Who is {q}?
Write a Python program that sorts {n}s|Write code for a {n}|Write a function in {L}|Fix this {L} code|Explain this {L} code|Write a program in {L} about {n}|Write a {L} script|How do I learn {L}?|Debug my {L} program
Summarise this article about {n}|Summarize the book about the {a} {n}|Translate this letter about {n}|Give me advice about {n}s|Which {n} should I buy?|Is it good to eat {f} every day?|Recommend a book about {n}|Recommend a film|Plan a trip to {c}|Plan my week
What is the square root of {b}?|What is {b} divided by {b}?|What is {b} times {b}?|Solve the equation for x|Prove that {n}s are {a}|What will the weather be next year?|What is the price of {n}s?|What are the news today?|What's in the news?|Who will win the election?
Can you draw a {n}?|Draw a {a} {x}|Make a picture of a {n}|Play some music|Play chess with me|Sing a song|Call {p} for me|Order a {n} for me|Book a flight to {c}|Open the {n}|Delete my files|Send a letter to {p}
What do you think about {N}?|What is your opinion on {n}s?|Do you believe in {N}?|How can I become {a}?|How do I make friends?|How far is {c} from {d}?|How long is the road from {c} to {d}?|What is the history of {c}?|Describe the {a} {n}|Compare {n}s and {n2}s|What is the difference between a {n} and a {n2}?
How tall is the highest {n}?|How deep is the {n}?|How many {n}s are there?|What is the best {n}?|What is the biggest {n} in the world?|Who wrote the {a} {n}?|Who painted the {a} {n}?|Who discovered {N}?|When did {p} {P} live?|Why do {x}s sleep?|How old is the universe?|How fast is a {x}?|Tell me about {N}|Tell me about the history of the {n}|Tell me something about {c}|Talk about {n}s|Write a letter to {p} about {n}s|Invent a {n}|What is the weather in {c}?|What is the weather like in {c} today?|What time is it?|What time is it in {c}?|What is the date today?|Which day is today?|Search the web for {n}s|Set a timer for {y} minutes|Send a message to {p}|Give me ideas for a {n}|Help me with my homework about {n}s""".replace("\n", "|").split("|")

SUBJECTS = "gravity|democracy|photosynthesis|evolution|inflation|the French revolution|electricity|magnetism|black holes|climate change|philosophy|economics|biology|chemistry|the stock market|bitcoin|machine learning|the Roman empire|the moon landing|jazz|football|happiness|freedom|justice|time travel|the big bang|DNA|vaccines|nuclear power|religion|art|history|geometry|algebra|calculus|poetry|aliens|ghosts|dreams|cancer|hydrogen|volcanoes|earthquakes|the second world war|marketing|tax law|Shakespeare|Mozart|Einstein|Napoleon".split("|")
LANGUAGES = "Python|JavaScript|C|C++|Rust|Java|Go|SQL|Haskell|TypeScript".split("|")


def make(rng):
    text = rng.choice(FORMS).format(
        n=rng.choice(NOUNS), n2=rng.choice(NOUNS), a=rng.choice(ADJECTIVES), c=rng.choice(CITIES), d=rng.choice(CITIES), f=rng.choice(FOODS), x=rng.choice(ANIMALS),
        p=rng.choice(NAMES), P=pseudo(rng).capitalize(), q=pseudo(rng), N=rng.choice(SUBJECTS), L=rng.choice(LANGUAGES), y=rng.randint(1200, 2020), b=rng.randint(101, 9999))
    if rng.random() < 0.07:
        text = " ".join(pseudo(rng) for _ in range(rng.randint(1, 5))).capitalize()
    if text.split()[0] in ("What", "Who", "How", "Why", "When", "Which", "Is", "Do", "Can") or rng.random() < 0.6:
        text = vary(rng, text)
    return ask(text, ANSWER, "This is beyond a demo model.")
