"""Tools as a user might define them: realistic ones by hand, and endless invented ones.

A tool here is a way to draw: its schema, a question that needs it, the arguments, a result and the answer.
`HELD` names are never seen in training; only the evaluation uses them.
"""
from dataclasses import dataclass

from .common import code, held_out, join, pseudo
from .words import ADJECTIVES, ANIMALS, CITIES, COLOURS, DAYS, FOODS, NAMES, NOUNS, NUMBERS


@dataclass
class Parameter:
    name: str
    kind: str
    value: object
    description: str = ""
    choices: list = None
    required: bool = True

    def schema(self, rng):
        schema = {"type": self.kind}
        if self.choices:
            schema["enum"] = self.choices
        if self.description and rng.random() < 0.5:
            schema["description"] = self.description
        return schema


@dataclass
class Use:
    """One drawn use of one tool."""

    name: str
    description: str
    parameters: list
    question: str
    result: object
    answer: str
    question_more: str = None  # how a second thing is asked in the same breath

    def schema(self, rng):
        properties = {p.name: p.schema(rng) for p in self.parameters}
        required = [p.name for p in self.parameters if p.required]
        parameters = {"type": "object", "properties": properties}
        if rng.random() < 0.8:
            parameters["required"] = required
        function = {"name": self.name, "description": self.description, "parameters": parameters}
        if rng.random() < 0.1:
            del function["description"]
        return {"type": "function", "function": function}

    def arguments(self):
        return {p.name: p.value for p in self.parameters if p.value is not None}


def city(rng):
    return rng.choice(CITIES) if rng.random() < 0.8 else pseudo(rng).capitalize()


def words(rng, low=1, high=4):
    return " ".join(rng.choice(rng.choice([NOUNS, ADJECTIVES, ANIMALS, FOODS])) for _ in range(rng.randint(low, high)))


def person(rng):
    return rng.choice(NAMES) if rng.random() < 0.7 else pseudo(rng).capitalize()


def whole(low, high):
    return lambda rng: rng.randint(low, high)


def message(rng):
    return rng.choice([lambda: words(rng, 2, 4), lambda: f"I am {rng.choice(ADJECTIVES)}", lambda: f"see you on {rng.choice(DAYS)}", lambda: f"the {rng.choice(NOUNS)} is {rng.choice(ADJECTIVES)}", lambda: "happy birthday", lambda: "good morning", lambda: f"please bring the {rng.choice(NOUNS)}", lambda: "hello"])()


SKY = "sunny cloudy rainy windy foggy snowy clear stormy dry humid".split() + ["partly cloudy", "light rain"]


def weather(rng, values):
    temperature, sky = rng.randint(-15, 40), rng.choice(SKY)
    unit = rng.random() < 0.15
    result = {rng.choice(["temperature", "temperature", "temperature", "temp", "temp_c", "temperature_c", "degrees"]): f"{temperature}°C" if unit else temperature, rng.choice(["condition", "condition", "conditions", "weather", "sky", "description", "summary"]): sky}
    if rng.random() < 0.5:
        result = {rng.choice(["city", "location"]): values[0], **result}
    if rng.random() < 0.15:
        result["humidity"] = rng.randint(10, 99)
    if rng.random() < 0.1:
        result["unit"] = "celsius"
    return result, f"It is {temperature}°C and {sky} in {values[0]}." if unit else f"It is {temperature} degrees and {sky} in {values[0]}."


def clock(rng, values):
    time = f"{rng.randint(0, 23):02d}:{rng.randint(0, 59):02d}"
    return {rng.choice(["time", "time", "local_time", "now"]): time}, f"It is {time} in {values[0]}."


def keyed(key, answer, draw):
    def result(rng, values):
        value = draw(rng)
        return {key: value}, answer.format(value, *values)
    return result


def done(answer):
    return lambda rng, values: (rng.choice([{"status": "ok"}, {"ok": True}, {"status": "done"}, "ok", "done", {"success": True}, {"result": "ok"}]), answer.format(None, *values))


def total(rng, values):
    number = values[0] + values[1]
    return {"result": number}, f"The result is {number}."


# names | descriptions | parameters (names, type, draw) | questions | how the result is drawn
REAL = [line for line in [
    ("get_weather|get_weather|get_weather|weather|current_weather|get_current_weather|fetch_weather|weather_in|getWeather", "Get the weather of a city|Get the current weather|Weather in a city|Get the current weather in a given location|Tells the weather|Current weather for a city",
     [("city|city|city|location|place|town", "string", city)], "What is the weather in {0}?|What's the weather in {0}?|What is the weather like in {0}?|How is the weather in {0}?|Is it raining in {0}?|Tell me the weather in {0}.|What's the weather like in {0} today?|Is it warm in {0}?|How warm is it in {0}?|weather in {0}?|Is it sunny in {0}?|What is the weather in {0} today?|How's the weather in {0} right now?|Do I need an umbrella in {0}?|How cold is it in {0}?|Get the weather for {0}.|Check the weather in {0}.", weather),
    ("get_time|current_time|get_local_time|time_in|clock|getTime", "Get the time in a city|Current local time|Tells the time in a city|Get the current time", [("city|city|place|location|timezone", "string", city)],
     "What time is it in {0}?|What's the time in {0}?|Tell me the time in {0}.|How late is it in {0}?|Current time in {0}?|Which time is it in {0} now?|Do you know what time it is in {0}?|What is the local time in {0}?", clock),
    ("add|add_numbers|sum|plus", "Add two numbers|Adds numbers|Sum of two numbers", [("a|x|first", "number", whole(100, 9999)), ("b|y|second", "number", whole(100, 9999))],
     "What is {0} plus {1}?|Add {0} and {1}.|What is {0} + {1}?|How much is {0} + {1}?|What is the sum of {0} and {1}?|Calculate {0} + {1}.", total),
    ("multiply|times|product", "Multiply two numbers|Product of two numbers", [("a|x|first", "number", whole(12, 999)), ("b|y|second", "number", whole(12, 999))],
     "What is {0} times {1}?|Multiply {0} by {1}.|What is {0} * {1}?|How much is {0} times {1}?|Calculate {0} * {1}.", lambda r, v: ({"result": v[0] * v[1]}, f"The result is {v[0] * v[1]}.")),
    ("calculate|calculator|evaluate|compute|calc", "Calculate an expression|A calculator|Evaluate a math expression", [("expression|expr|formula", "string", lambda r: f"{r.randint(2, 999)} {r.choice('+-*/')} {r.randint(2, 999)}")],
     "What is {0}?|Calculate {0}.|How much is {0}?|Compute {0}.|Work out {0}.|What's {0}?", keyed("result", "The result is {0}.", whole(0, 99999))),
    ("search|web_search|search_web|find|google", "Search the web|Find pages on the web|Look something up", [("query|query|q|text|keywords", "string", lambda r: words(r, 1, 4))],
     "Search for {0}.|Search the web for {0}.|Look up {0}.|Find {0} on the web.|Google {0}.|Can you search for {0}?|Please look up {0}.", keyed("title", "I found this: {0}.", lambda r: words(r, 2, 4))),
    ("send_message|message|send_text|sendMessage|send_sms", "Send a message to a person|Sends a text message|Send a message", [("to|to|recipient|person|name", "string", person), ("text|text|message|body|content", "string", message)],
     "Send a message to {0}: {1}|Tell {0}: {1}|Write to {0}: {1}|Send {0} the message: {1}|Text {0}: {1}|Message {0}: {1}|Send \"{1}\" to {0}.|Send {0} the text \"{1}\".", done("I sent the message to {1}.")),
    ("send_email|email|send_mail|mail", "Send an email|Sends an e-mail", [("to|to|address|recipient", "string", lambda r: pseudo(r) + "@" + r.choice(["mail.com", "example.org"])), ("subject|subject|title", "string", lambda r: words(r, 1, 3))],
     "Send an email to {0} with the subject {1}.|Email {0} about {1}.|Write an email to {0} with the subject {1}.|Mail {0} with the subject {1}.", done("I sent the email to {1}.")),
    ("set_timer|timer|start_timer|setTimer", "Set a timer|Start a timer", [("minutes|minutes|duration|time", "integer", whole(1, 120))], "Set a timer for {0} minutes.|Start a timer of {0} minutes.|Timer for {0} minutes, please.|Wake me in {0} minutes.|Set a {0} minute timer.|Remind me in {0} minutes.", done("The timer is set for {1} minutes.")),
    ("set_alarm|alarm|wake_up", "Set an alarm|Set the alarm clock", [("time|time|at|hour", "string", lambda r: f"{r.randint(0, 23)}:{r.choice(['00', '15', '30', '45'])}")], "Set an alarm for {0}.|Wake me at {0}.|Set the alarm to {0}.|I want to get up at {0}.|Alarm at {0}, please.", done("The alarm is set for {1}.")),
    ("add_event|create_event|calendar_add|schedule", "Add an event to the calendar|Create a calendar event", [("title|title|event|name", "string", lambda r: words(r, 1, 2)), ("day|day|date|when", "string", lambda r: r.choice(DAYS))],
     "Add {0} to my calendar on {1}.|Put {0} on {1} into the calendar.|Schedule {0} on {1}.|Create an event {0} on {1}.", done("I added {1} on {2}.")),
    ("play_music|play_song|play|music", "Play a song|Play music", [("song|song|title|track", "string", lambda r: words(r, 1, 3))], "Play {0}.|Play the song {0}.|I want to hear {0}.|Please play {0}.|Put on {0}.|Start the song {0}.", done("Now playing {1}.")),
    ("turn_on_light|light_on|switch_on|lamp_on", "Turn on the light in a room|Switch a light on", [("room|room|place|where", "string", lambda r: r.choice("kitchen bedroom bathroom office garage hall cellar attic garden".split()))], "Turn on the light in the {0}.|Switch on the {0} light.|Light in the {0}, please.|Make it bright in the {0}.|Switch the light in the {0} on.", done("The light in the {1} is on.")),
    ("set_temperature|thermostat|set_heating|heat", "Set the temperature of a room|Set the thermostat", [("room|room|place", "string", lambda r: r.choice("kitchen bedroom bathroom office garage hall cellar attic".split())), ("degrees|degrees|temperature|value", "number", whole(10, 30))],
     "Set the {0} to {1} degrees.|Heat the {0} to {1} degrees.|Make it {1} degrees in the {0}.|Set the temperature in the {0} to {1}.", done("The {1} is set to {2} degrees.")),
    ("get_exchange_rate|exchange_rate|currency|convert_currency", "Get the exchange rate of two currencies|Currency rates", [("from|from|base|source", "string", lambda r: r.choice("USD EUR GBP JPY CHF CNY SEK".split())), ("to|to|target|quote", "string", lambda r: r.choice("INR CAD AUD NOK PLN BRL MXN".split()))],
     "What is the exchange rate from {0} to {1}?|Convert {0} to {1}.|How much is one {0} in {1}?|What's the rate from {0} to {1}?", keyed("rate", "The rate from {1} to {2} is {0}.", lambda r: round(r.uniform(0.1, 99), 2))),
    ("get_distance|distance|route_length", "Distance between two cities|Get the distance between two places", [("from|from|start|origin", "string", city), ("to|to|end|destination", "string", city)], "How far is it from {0} to {1}?|What is the distance from {0} to {1}?|How many kilometres are between {0} and {1}?|Distance from {0} to {1}?", keyed("km", "It is {0} km from {1} to {2}.", whole(20, 9999))),
    ("find_restaurant|restaurants|search_restaurant", "Find a restaurant|Find a place to eat", [("city|city|place|location", "string", city), ("food|food|cuisine|dish", "string", lambda r: r.choice(FOODS))], "Find a restaurant in {0} with {1}.|Where can I eat {1} in {0}?|I want to eat {1} in {0}.|Find {1} in {0}.", keyed("name", "Try {0} in {1}.", lambda r: pseudo(r).capitalize())),
    ("get_order|order_status|track_order|find_order", "Get the status of an order|Track an order", [("order_id|order_id|id|order|number", "string", code)], "Where is my order {0}?|What is the status of order {0}?|Track order {0}.|Check the order {0}.|Is order {0} sent?", keyed("status", "Order {1}: {0}.", lambda r: r.choice("sent lost open paid ready late packed".split()))),
    ("get_user|find_user|lookup_user|user_info", "Look up a user|Get a user by name", [("name|name|user|username", "string", person)], "Who is the user {0}?|Look up the user {0}.|Find the user {0}.|Show me the user {0}.|Get the data of user {0}.", keyed("email", "The email of {1} is {0}.", lambda r: pseudo(r) + "@mail.com")),
    ("create_note|add_note|note|write_note", "Write a note|Save a note", [("text|text|note|content", "string", message)], "Make a note: {0}|Note this: {0}|Write down: {0}|Save a note: {0}|Take a note: {0}|Add a note: {0}", done("I saved the note.")),
    ("add_to_list|add_item|shopping_list|put_on_list", "Add an item to the shopping list|Put something on the list", [("item|item|thing|product", "string", lambda r: r.choice(FOODS + NOUNS)), ("count|count|amount|quantity", "integer", whole(1, 20))], "Put {1} {0} on the shopping list.|Add {1} {0} to my list.|I need {1} {0}.|Write {1} {0} on the list.", done("I added {1} to the list.")),
    ("roll_dice|dice|roll", "Roll a dice|Throw dice", [("sides|sides|faces", "integer", lambda r: r.choice([4, 6, 8, 10, 12, 20, 100]))], "Roll a dice with {0} sides.|Throw a {0} sided dice.|Roll a {0} sided die.|Roll a D{0}.", keyed("value", "You rolled {0}.", whole(1, 20))),
    ("random_number|rand|get_random", "Draw a random number|Random number in a range", [("min|min|low|from", "integer", whole(0, 10)), ("max|max|high|to", "integer", whole(11, 999))], "Give me a random number from {0} to {1}.|Draw a number between {0} and {1}.|Pick a random number between {0} and {1}.|A random number from {0} to {1}, please.", keyed("number", "The number is {0}.", whole(0, 999))),
    ("read_file|open_file|cat|load_file", "Read a file|Show the text of a file", [("path|path|file|filename", "string", lambda r: r.choice(["", "/tmp/", "docs/"]) + pseudo(r) + r.choice([".txt", ".md", ".json"]))], "Read the file {0}.|Open {0}.|What is in {0}?|Show me the file {0}.|What does {0} say?", keyed("text", "The file says: {0}", lambda r: words(r, 2, 4))),
    ("delete_file|remove_file|rm", "Delete a file|Remove a file", [("path|path|file|filename", "string", lambda r: r.choice(["", "/tmp/", "docs/"]) + pseudo(r) + r.choice([".txt", ".md", ".log"]))], "Delete the file {0}.|Remove {0}.|Please delete {0}.|Erase the file {0}.", done("I deleted {1}.")),
    ("translate|translate_text|translator", "Translate a text|Translate words into a language", [("text|text|words|phrase", "string", lambda r: words(r, 1, 3)), ("language|language|to|target", "string", lambda r: r.choice("French German Spanish Italian Chinese Polish Dutch".split()))], "Translate {0} into {1}.|Translate \"{0}\" to {1}.|How do you say {0} in {1}?|Say {0} in {1}.", keyed("translation", "In {2}: {0}", lambda r: pseudo(r))),
    ("get_news|news|headlines", "Get the news about a topic|Latest headlines", [("topic|topic|subject|about", "string", lambda r: r.choice("sports music science politics art film football cars food weather money games".split()))], "What is the news about {0}?|Any news about {0}?|Show me the news on {0}.|What's new in {0}?|Get the headlines about {0}.", keyed("headline", "The news: {0}.", lambda r: words(r, 2, 4))),
    ("define|define_word|dictionary|lookup_word", "Look up a word in the dictionary|Define a word", [("word|word|term", "string", lambda r: r.choice(NOUNS + [pseudo(r)] * 50))], "Define the word {0}.|What does {0} mean?|Look up {0} in the dictionary.|What is the meaning of {0}?", keyed("definition", "{1}: {0}.", lambda r: words(r, 2, 4))),
    ("set_volume|volume|change_volume", "Set the volume|Change the loudness", [("level|level|value|volume|percent", "integer", whole(0, 100))], "Set the volume to {0}.|Volume {0}, please.|Turn the volume to {0}.|Make the volume {0} percent.", done("The volume is {1}.")),
    ("lock_door|set_lock|door", "Lock or unlock the door|Control the lock", [("locked|locked|lock|closed", "boolean", lambda r: r.random() < 0.5)], "{0:Lock|Unlock} the door.|Please {0:lock|unlock} the door.|{0:Lock|Unlock} my door, please.|I want the door {0:locked|unlocked}.", done("The door is set.")),
    ("set_color|light_color|change_color|paint", "Set the colour of the lamp|Change the lamp colour", [("color|color|colour", "enum", lambda r: r.choice(COLOURS))], "Make the lamp {0}.|Set the lamp to {0}.|I want {0} light.|Turn the lamp {0}.|Change the light to {0}.", done("The lamp is {1}.")),
]]

HELD = [
    ("get_population|population", "Get the population of a city", [("city|place", "string", city)], "How many people live in {0}?|What is the population of {0}?|Tell me the population of {0}.", keyed("population", "The result is {0}.", whole(1000, 999999))),
    ("book_table|reserve", "Book a table in a restaurant", [("restaurant|name", "string", lambda r: pseudo(r).capitalize()), ("guests|people", "integer", whole(2, 12))], "Book a table at {0} for {1} people.|Reserve a table for {1} at {0}.", done("ok")),
    ("get_stock_price|stock_price", "Get the price of a stock", [("symbol|ticker", "string", lambda r: "".join(r.choice("ABCDEFGHKLMNPRST") for _ in range(r.randint(3, 4))))], "What is the stock price of {0}?|How much is the {0} stock?|Tell me the price of {0}.", keyed("price", "The result is {0}.", whole(1, 999))),
    ("open_window|move_window", "Open a window by some percent", [("room|place", "string", lambda r: r.choice("kitchen bedroom office".split())), ("percent|level", "integer", whole(1, 100))], "Open the window in the {0} to {1} percent.|Open the {0} window {1} percent.", done("ok")),
    ("call_taxi|taxi", "Call a taxi to an address", [("city|place|address", "string", city)], "Call a taxi in {0}.|I need a taxi in {0}.|Get me a taxi in {0}.", done("ok")),
]


def flag(text, value):
    """Fill "{0:yes word|no word}" for a boolean."""
    while "{0:" in text:
        start = text.index("{0:")
        end = text.index("}", start)
        text = text[:start] + text[start + 3 : end].split("|")[0 if value else 1] + text[end + 1 :]
    return text


def split_questions(text):
    parts, depth, part = [], 0, ""
    for c in text:
        depth += (c == "{") - (c == "}")
        if c == "|" and depth == 0:
            parts, part = parts + [part], ""
        else:
            part += c
    return parts + [part]


def real(rng, table=REAL):
    names, descriptions, drawn, questions, outcome = rng.choices(table, [6 if row[0].startswith("get_weather") else 2 if row[0].startswith(("get_time", "search", "calc")) else 1 for row in table])[0]
    parameters = []
    for keys, kind, draw in drawn:
        value, choices = draw(rng), None
        if kind == "enum":
            kind = "string"
            if rng.random() < 0.6:
                choices = rng.sample([c for c in COLOURS if c != value], 3) + [value]
                rng.shuffle(choices)
        if kind == "number" and rng.random() < 0.3:
            kind = "integer"
        key = rng.choice(keys.split("|"))
        parameters.append(Parameter(key, kind, value, rng.choice([f"The {key}", f"{key}", f"Name of the {key}", f"The {key}, for example {draw(rng)}"]), choices))
    values = [p.value for p in parameters]
    template = rng.choice(split_questions(questions))
    more = None
    if names.startswith(("get_weather", "get_time")) and "{0}" in template:
        more = template
    question = flag(template, values[0]).format(*values)
    if names.startswith("get_weather") and rng.random() < 0.3:
        units = rng.choice([["celsius", "fahrenheit"], ["metric", "imperial"], ["C", "F"]])
        unit = rng.choice(units) if rng.random() < 0.4 else None
        parameters.append(Parameter("unit" if rng.random() < 0.7 else "units", "string", unit, "Temperature unit", units, required=False))
        if unit:
            question, more = question.rstrip("?.") + f" in {unit}" + question[-1], None
    result, answer = outcome(rng, values)
    return Use(rng.choice(names.split("|")), rng.choice(descriptions.split("|")), parameters, question, result, answer, more)


ACTIONS = "open close start stop move copy count check clean build draw print send fetch load save sort merge split cut paint wash fold lift push pull spin lock mark scan tag rank rate list show hide make get put set find book rent ship pack fill empty test fix mix bake cook grow plant water feed".split()
KEYS = "name title size count level color id user target source mode speed length width height weight amount value key label text path day time city person item group page limit width depth angle index note kind".split()


def invented(rng, held=False):
    """A tool nobody has seen before: verb and noun, or no words at all."""
    while True:
        noun = rng.choice(NOUNS + ANIMALS) if rng.random() < 0.6 else pseudo(rng)
        verb = rng.choice(ACTIONS) if rng.random() < 0.75 else pseudo(rng)
        if held_out(f"tool{verb}{noun}") == held:
            break
    name = rng.choice([f"{verb}_{noun}", f"{verb}_{noun}", f"{verb}{noun.capitalize()}", f"{verb}-{noun}", f"{noun}_{verb}"])
    parameters = []
    for key in rng.sample(KEYS, rng.choice([0, 1, 1, 1, 1, 2, 2])):
        key = key if rng.random() < 0.85 else pseudo(rng)
        kind = rng.choice(["string"] * 5 + ["integer", "integer", "number", "boolean", "enum"])
        choices = None
        if kind == "string":
            value = rng.choice([lambda: pseudo(rng), lambda: rng.choice(NOUNS), lambda: rng.choice(ADJECTIVES), lambda: code(rng), lambda: person(rng), lambda: city(rng), lambda: rng.choice(FOODS), lambda: words(rng, 1, 2)])()
        elif kind == "integer":
            value = rng.randint(0, 999)
        elif kind == "number":
            value = rng.randint(0, 999)
        elif kind == "boolean":
            value = rng.random() < 0.5
        else:
            kind, choices = "string", [rng.choice([pseudo(rng), rng.choice(ADJECTIVES)]) for _ in range(3)]
            value = rng.choice(choices)
        if key in {p.name for p in parameters}:
            continue
        parameters.append(Parameter(key, kind, value, rng.choice([f"The {key}", f"{key} of the {noun}", f"The {key} to use"]), choices))
    spoken = [(p.name, str(p.value).lower() if isinstance(p.value, bool) else p.value) for p in parameters]
    pairs = join([rng.choice(["{} {}", "{} {}", "{} = {}", "{}: {}", "{} is {}"]).format(k, v) for k, v in spoken]) if spoken else ""
    act = f"{verb} the {noun}"
    if not spoken:
        question = rng.choice([f"Please {act}.", f"{act.capitalize()}.", f"Use {name}.", f"Call {name}.", f"Can you {act}?", f"I want you to {act}."])
    else:
        forms = [f"Use {name} with {pairs}.", f"Call {name} with {pairs}.", f"{act.capitalize()} with {pairs}.", f"Please {act} with {pairs}.", f"Can you {act} with {pairs}?", f"{act.capitalize()}: {pairs}.", f"I want to {act}. {pairs[0].upper() + pairs[1:]}."]
        if len(spoken) == 1 and parameters[0].kind == "string" and not parameters[0].choices:
            value = spoken[0][1]
            forms += [f"{act.capitalize()} {value}.", f"Please {verb} {value} with {name}.", f"Use {name} for {value}.", f"{verb.capitalize()} the {noun} called {value}.", f"{verb.capitalize()} {value} as {noun}."]
        question = rng.choice(forms)
    description = rng.choice([f"{act.capitalize()}", f"{verb.capitalize()} a {noun}", f"{verb}s the {noun}", f"Use this to {act}", f"{noun.capitalize()} {verb}", f"Tool to {verb} {noun}s"])
    result, answer = plain_result(rng)
    return Use(name, description, parameters, question, result, answer)


def plain_result(rng):
    """What any tool may give back, and how to pass it on."""
    value = lambda: rng.choice([lambda: rng.randint(0, 9999), lambda: pseudo(rng), lambda: words(rng, 1, 3), lambda: rng.choice(NAMES), lambda: code(rng), lambda: round(rng.uniform(0, 99), 1)])()
    roll = rng.random()
    if roll < 0.25:
        return rng.choice([{"status": "ok"}, {"ok": True}, {"status": "done"}, "ok", "done", {"success": True}, "OK", {"result": "ok"}]), "Done."
    if roll < 0.5:
        v = value()
        return {rng.choice(["result", "value", "answer", "output"]): v}, f"The result is {v}."
    if roll < 0.7:
        v = value()
        return str(v), f"The result is {v}."
    if roll < 0.92:
        pairs = {rng.choice(KEYS + [pseudo(rng)]): value() for _ in range(rng.choice([1, 2, 2, 3]))}
        return pairs, "The result: " + ", ".join(f"{k} {v}" for k, v in pairs.items()) + "."
    text = rng.choice(["not found", "no such " + rng.choice(NOUNS), "timeout", "not allowed", words(rng, 1, 3)])
    return {"error": text}, f"The tool failed: {text}."
