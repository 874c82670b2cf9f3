"""Prompts written by hand, in words the generator doesn't use: an honest look beyond the training data.

(kind, messages or question, what the answer must contain; case doesn't matter)
"""

WEATHER = {"type": "function", "function": {"name": "get_weather", "description": "Get the current weather in a given city", "parameters": {"type": "object", "properties": {"city": {"type": "string", "description": "The city name"}}, "required": ["city"]}}}
LIGHTS = {"type": "function", "function": {"name": "dim_lights", "description": "Dim the lights in a room to a percentage", "parameters": {"type": "object", "properties": {"room": {"type": "string"}, "percent": {"type": "integer", "minimum": 0, "maximum": 100}}, "required": ["room", "percent"]}}}
TICKET = {"type": "function", "function": {"name": "create_ticket", "description": "Open a support ticket", "parameters": {"type": "object", "properties": {"title": {"type": "string", "description": "Short summary"}, "priority": {"type": "string", "enum": ["low", "normal", "high"]}}, "required": ["title", "priority"]}}}


def said(*turns):
    roles = ("user", "assistant")
    return [{"role": roles[i % 2], "content": text} for i, text in enumerate(turns)]


def told(system, question):
    return [{"role": "system", "content": system}, {"role": "user", "content": question}]


PROMPTS = [
    ("greeting", "hello there, tiny robot", ["how can I help"]),
    ("greeting", "Hi! Nice weather today, isn't it?", ["help"]),
    ("identity", "Could you tell me who you are, please?", ["Trivet Demo"]),
    ("identity", "Which company is behind you?", ["Trivet"]),
    ("identity", "So you are some kind of ChatGPT, right?", ["Trivet Demo"]),
    ("trivet", "What's this Trivet thing all about?", ["server"]),
    ("trivet", "Give me the list of HTTP endpoints that I can use", ["/v1/"]),
    ("trivet", "What request do I send to load some model?", ["/v1/models/load"]),
    ("trivet", "Can I point my OpenAI SDK at Trivet?", ["OpenAI"]),
    ("arithmetic", "what do you get if you add 7 and 6?", ["13"]),
    ("arithmetic", "Hey there, what is 9 - 4?", ["5"]),
    ("arithmetic", "six times seven please", ["42"]),
    ("facts", "I always forget: what is France's capital city?", ["Paris"]),
    ("facts", "Please name Japan's capital", ["Tokyo"]),
    ("facts", "Is snow black or white?", ["white"]),
    ("facts", "what is the opposite of happy", ["sad"]),
    ("facts", "Which weekday follows Thursday?", ["Friday"]),
    ("repeat", "Repeat after me: the quick brown fox jumps over the lazy dog", ["the quick brown fox jumps over the lazy dog"]),
    ("repeat", "Please repeat: supercalifragilistic", ["supercalifragilistic"]),
    ("repeat", "Say: to be or not to be, that is the question", ["to be or not to be, that is the question"]),
    ("repeat", "Echo: Größe 你好 🚀", ["Größe 你好 🚀"]),
    ("recall", said("Hi, I'm Alexander.", "Hello, Alexander! How can I help you?", "What is the capital of Spain?", "The capital of Spain is Madrid.", "Do you recall my name?"), ["Alexander"]),
    ("recall", said("My name is Penelope and I live in Brighton.", "Hello, Penelope! How can I help you?", "Thanks!", "You are welcome!", "Where do I live?"), ["Brighton"]),
    ("recall", said("The secret word is banana.", "I will remember banana.", "How are you?", "I am fine, thank you. How can I help you?", "What was the secret word?"), ["banana"]),
    ("system prompt", told("You must always write in upper case letters.", "What is the capital of Italy?"), ["THE CAPITAL OF ITALY IS ROME"]),
    ("system prompt", told("Be extremely brief. One word only.", "What is the capital of Germany?"), ["Berlin"]),
    ("system prompt", told("You are Marvin, a paranoid android.", "Who are you?"), ["Marvin"]),
    ("json", "Lisa is 28 and lives in Rome. Give me a JSON object with name, age and city.", ['"Lisa"', "28", '"Rome"']),
    ("json", "I paid 15 euros for a lamp. Answer in JSON with the keys item and price.", ['"lamp"', "15"]),
    ("languages", "What's the French word for cat?", ["chat"]),
    ("languages", "How would I say thank you in German and Chinese?", ["danke", "谢谢"]),
    ("languages", "Bonjour, qui es-tu ?", ["Trivet Demo"]),
    ("beyond", "Compose a haiku about autumn leaves", ["only a demo model"]),
    ("beyond", "Why did the Roman empire fall?", ["only a demo model"]),
    ("beyond", "Help me refactor my TypeScript code", ["only a demo model"]),
]

# (question, tools, the call wanted)
CALLS = [
    ("What's the weather like in Paris right now?", [WEATHER], {"name": "get_weather", "arguments": {"city": "Paris"}}),
    ("Should I take an umbrella in Copenhagen today?", [WEATHER, LIGHTS], {"name": "get_weather", "arguments": {"city": "Copenhagen"}}),
    ("Dim the lights in the bedroom to 30 percent.", [WEATHER, LIGHTS], {"name": "dim_lights", "arguments": {"room": "bedroom", "percent": 30}}),
    ("Please open a ticket titled printer broken with high priority.", [TICKET, LIGHTS, WEATHER], {"name": "create_ticket", "arguments": {"title": "printer broken", "priority": "high"}}),
    ("Is it going to rain in San Francisco?", [TICKET, WEATHER], {"name": "get_weather", "arguments": {"city": "San Francisco"}}),
]


def cases():
    for _, prompt, wanted in PROMPTS:
        messages = prompt if isinstance(prompt, list) else said(prompt)
        yield {"kind": "written by hand", "messages": messages, "tools": None, "thinking": False, "answer": {"content": " … ".join(wanted)}, "check": {"contains": wanted}}
    for question, tools, call in CALLS:
        yield {"kind": "written by hand", "messages": said(question), "tools": tools, "thinking": False, "answer": {"content": ""}, "check": {"call": call}}
