"""Capitals, colours, opposites, days, months, animals: small tables of knowledge and the ways to ask."""
from .common import ask, vary
from .words import DAYS, MONTHS

CAPITALS = dict(
    line.split(":")
    for line in (
        "France:Paris|Germany:Berlin|Italy:Rome|Spain:Madrid|Portugal:Lisbon|Austria:Vienna|Greece:Athens|Ireland:Dublin|"
        "Norway:Oslo|Sweden:Stockholm|Finland:Helsinki|Denmark:Copenhagen|Poland:Warsaw|Hungary:Budapest|Belgium:Brussels|"
        "the Netherlands:Amsterdam|Switzerland:Bern|Japan:Tokyo|China:Beijing|South Korea:Seoul|Thailand:Bangkok|"
        "Vietnam:Hanoi|Indonesia:Jakarta|India:New Delhi|Egypt:Cairo|Kenya:Nairobi|Ghana:Accra|Canada:Ottawa|Mexico:Mexico City|"
        "Cuba:Havana|Peru:Lima|Chile:Santiago|Argentina:Buenos Aires|Brazil:Brasília|Colombia:Bogotá|Australia:Canberra|"
        "New Zealand:Wellington|Turkey:Ankara|Russia:Moscow|Ukraine:Kyiv|Latvia:Riga|Estonia:Tallinn|Lithuania:Vilnius|"
        "Bulgaria:Sofia|Romania:Bucharest|Serbia:Belgrade|Croatia:Zagreb|Iceland:Reykjavik|Morocco:Rabat|"
        "the United Kingdom:London|England:London|Scotland:Edinburgh|the United States:Washington, D.C.|Czechia:Prague|Nepal:Kathmandu|Iran:Tehran"
    ).split("|")
)
COLOURS = dict(
    line.split(":")
    for line in (
        "the sky:blue|grass:green|snow:white|a banana:yellow|a lemon:yellow|a tomato:red|blood:red|coal:black|milk:white|"
        "an orange:orange|a carrot:orange|the sun:yellow|a strawberry:red|a cherry:red|a cucumber:green|a leaf:green|a frog:green|"
        "chocolate:brown|a flamingo:pink|an elephant:grey|the sea:blue|a raven:black|a swan:white|a pumpkin:orange|an emerald:green|"
        "a ruby:red|a fire engine:red|salt:white|sugar:white|broccoli:green|a blueberry:blue|a pig:pink|lavender:purple|an aubergine:purple|a polar bear:white|the night:black"
    ).split("|")
)
OPPOSITES = dict(
    line.split(":")
    for line in (
        "hot:cold|big:small|large:tiny|tall:short|old:young|fast:slow|happy:sad|good:bad|day:night|"
        "up:down|left:right|in:out|open:closed|full:empty|hard:soft|rich:poor|strong:weak|wet:dry|early:late|high:low|near:far|"
        "loud:quiet|clean:dirty|love:hate|yes:no|black:white|true:false|win:lose|buy:sell|push:pull|"
        "sweet:sour|wide:narrow|deep:shallow|easy:difficult|always:never|before:after|"
        "remember:forget|smooth:rough|north:south|east:west|summer:winter|"
        "cheap:expensive|safe:dangerous|top:bottom|war:peace|cold:hot|small:big|short:tall|young:old|slow:fast|sad:happy|bad:good|night:day|down:up|right:left|closed:open|empty:full|soft:hard|poor:rich|dry:wet|late:early|quiet:loud|dirty:clean|white:black|difficult:easy|never:always"
    ).split("|")
)
SOUNDS = dict(pair.split(":") for pair in "dog:woof|cat:meow|cow:moo|duck:quack|sheep:baa|pig:oink|lion:roar|bee:buzz|snake:hiss|owl:hoot|frog:ribbit|mouse:squeak".split("|"))
LEGS = dict(pair.split(":") for pair in "dog:4|cat:4|cow:4|horse:4|duck:2|hen:2|spider:8|bee:6|ant:6|fly:6|snake:0|fish:0|sheep:4|pig:4|lion:4|elephant:4|owl:2|human:2".split("|"))


def cap(text):
    return text[0].upper() + text[1:]


def capital(rng):
    country, city = rng.choice(list(CAPITALS.items()))
    if rng.random() < 0.15 and country != "England":
        question = rng.choice(["Which country has %s as its capital?", "%s is the capital of which country?", "Of which country is %s the capital?"]) % city
        return ask(vary(rng, question), f"{city} is the capital of {country}.", f"{city} is the capital of {country}.", short=country)
    question = rng.choice([
        "What is the capital of %s?", "What's the capital of %s?", "Which city is the capital of %s?", "Name the capital of %s.",
        "Tell me the capital of %s.", "What is the capital city of %s?", "capital of %s?", "Do you know the capital of %s?",
        "What is %s's capital?", "Give me the capital of %s.", "I forgot the capital of %s. What is it?", "The capital of %s is?", "The capital of %s, please."]) % country
    return ask(vary(rng, question), f"The capital of {country} is {city}.", f"The capital of {country} is {city}.", short=city)


def colour(rng):
    thing, hue = rng.choice(list(COLOURS.items()))
    question = rng.choice([
        "What colour is %s?", "What color is %s?", "Which colour is %s?", "Tell me the colour of %s.", "What is the colour of %s?",
        "Which color does %s have?", "What colour does %s have?", "What is the color of %s?", "Name the colour of %s."]) % thing
    return ask(vary(rng, question), f"{cap(thing)} is {hue}.", f"The colour of {thing} is {hue}.", short=cap(hue))


def opposite(rng):
    word, other = rng.choice(list(OPPOSITES.items()))
    question = rng.choice([
        "What is the opposite of %s?", "What's the opposite of %s?", "Give me the opposite of %s.", "Name the opposite of %s.", "opposite of %s?",
        "What is the opposite of the word %s?", "Tell me the opposite of '%s'.", "Which word is the opposite of %s?", 'What is the opposite of "%s"?', "What is the contrary of %s?"]) % word
    return ask(vary(rng, question), f"The opposite of {word} is {other}.", f"The opposite of {word} is {other}.", short=cap(other))


def order(rng):
    names, what = (DAYS, "day") if rng.random() < 0.6 else (MONTHS, "month")
    i, step = rng.randrange(len(names)), rng.choice([1, -1])
    this, other = names[i], names[(i + step) % len(names)]
    side = "after" if step > 0 else "before"
    verb = "follows" if step > 0 else "precedes"
    questions = [f"Which {what} comes {side} {this}?", f"What {what} is {side} {this}?", f"What comes {side} {this}?", f"What is the {what} {side} {this}?", f"Name the {what} {side} {this}.", f"Tell me the {what} that comes {side} {this}.", f"Which {what} {verb} {this}?", f"Which {what} is {side} {this}?"]
    if what == "day":
        when = ("tomorrow", "today") if step > 0 else ("yesterday", "today")
        questions += [f"If {when[1]} is {this}, what day is {when[0]}?", f"Today is {this}. What day is {when[0]}?" if step > 0 else f"Today is {this}. What day was yesterday?"]
    return ask(vary(rng, rng.choice(questions)), f"The {what} {side} {this} is {other}.", f"{other} comes {side} {this}.", short=other)


def animal(rng):
    if rng.random() < 0.5:
        name, sound = rng.choice(list(SOUNDS.items()))
        question = rng.choice(["What sound does a %s make?", "What does a %s say?", "Which sound does a %s make?", "How does a %s sound?", "What noise does a %s make?"]) % name
        return ask(vary(rng, question), f"A {name} says {sound}.", f"A {name} says {sound}.", short=cap(sound))
    name, legs = rng.choice(list(LEGS.items()))
    article = "An" if name[0] in "aeiou" else "A"
    question = rng.choice(["How many legs does %s have?", "What number of legs does %s have?", "Tell me how many legs %s has."]) % f"{article.lower()} {name}"
    number = "no" if legs == "0" else legs
    return ask(vary(rng, question), f"{article} {name} has {number} legs.", f"{article} {name} has {number} legs.")


LISTS = {
    "How many days are in a week?": "A week has 7 days.", "How many days does a week have?": "A week has 7 days.",
    "How many months are in a year?": "A year has 12 months.", "How many months does a year have?": "A year has 12 months.",
    "How many hours are in a day?": "A day has 24 hours.", "How many hours does a day have?": "A day has 24 hours.",
    "How many minutes are in an hour?": "An hour has 60 minutes.", "How many seconds are in a minute?": "A minute has 60 seconds.",
    "Name the days of the week.": "The days of the week are Monday, Tuesday, Wednesday, Thursday, Friday, Saturday and Sunday.",
    "List the days of the week.": "The days of the week are Monday, Tuesday, Wednesday, Thursday, Friday, Saturday and Sunday.",
    "What are the days of the week?": "The days of the week are Monday, Tuesday, Wednesday, Thursday, Friday, Saturday and Sunday.",
    "What is the first day of the week?": "The first day of the week is Monday.", "What is the first month of the year?": "The first month of the year is January.",
    "What is the last month of the year?": "The last month of the year is December.", "Name the four seasons.": "The four seasons are spring, summer, autumn and winter.",
    "What are the seasons?": "The four seasons are spring, summer, autumn and winter.", "Count from one to five.": "One, two, three, four, five.",
    "Count to ten.": "1, 2, 3, 4, 5, 6, 7, 8, 9, 10.", "Count from 1 to 5.": "1, 2, 3, 4, 5.", "Count to 3.": "1, 2, 3.", "Name three colours.": "Red, green and blue.", "Name a colour.": "Blue.", "Name an animal.": "A cat.", "Name three animals.": "A cat, a dog and a horse.", "Name a fruit.": "An apple.", "Name three fruits.": "An apple, a banana and a cherry.",
}


def listing(rng):
    question, answer = rng.choice(list(LISTS.items()))
    return ask(vary(rng, question), answer, "This is a simple fact.")


def make(rng):
    return rng.choices([capital, colour, opposite, order, animal, listing], [6, 2, 3, 3, 1.3, 1])[0](rng)
