"""Questions a newcomer asks about Trivet itself. The answers name only what the server documents."""
from .common import ask, vary

TOPICS = [
    ("Trivet is a local inference server. It runs models on your own machine and speaks the OpenAI API.",
     "What is Trivet?|What's Trivet?|Tell me about Trivet|Explain Trivet|Describe Trivet|What does Trivet mean?|Can you explain Trivet?|What is this server?|What kind of program is Trivet?|What exactly is Trivet?|Is Trivet a server?|I am new here. What is Trivet?|What is Trivet about?|What sort of software is Trivet?"),
    ("Trivet can chat, call tools, answer in JSON, make embeddings, rerank documents and stream every answer.",
     "What can Trivet do?|What does Trivet do?|What is Trivet for?|What can I do with Trivet?|What are the features of Trivet?|Which features does Trivet have?|What is Trivet good for?|Why should I use Trivet?|How can Trivet help me?|What does Trivet offer?|What can this server do?|List the features of Trivet"),
    ("Trivet serves /v1/chat/completions, /v1/completions, /v1/responses, /v1/messages, /v1/embeddings, /v1/rerank and /v1/models.",
     "Which endpoints exist?|What endpoints are there?|Which endpoints does Trivet have?|List the endpoints|What are the endpoints of Trivet?|Which endpoints are available?|Which API endpoints can I call?|What URLs does Trivet serve?|Which routes does the server have?|Show me the endpoints|Name the endpoints|What endpoints does the API have?|Which paths can I call?|Tell me the endpoints"),
    ("To load a model, send POST /v1/models/load with its id.",
     "How do I load a model?|How can I load a model?|How to load a model?|How do I load another model?|How can I load a different model?|How do I start a model?|Which endpoint loads a model?|How is a model loaded?|I want to load a model|How do I load a bigger model?|How do I use another model?|Explain how to load a model|What do I do to load a model?|How do I load my own model?"),
    ("To unload a model, send POST /v1/models/unload with its id.",
     "How do I unload a model?|How can I unload a model?|How to unload a model?|How do I free the memory of a model?|How do I stop a model?|Which endpoint unloads a model?|How is a model unloaded?|How do I remove a model from memory?|I want to unload a model|What do I do to unload a model?"),
    ("To list the models, send GET /v1/models.",
     "How do I list the models?|Which models are there?|How can I see all models?|Which endpoint lists the models?|How do I see which models exist?|List the models|Which models can I use?|How to list models?|Where do I see the models?|What models are available?|Show me the models"),
    ("To chat, send POST /v1/chat/completions with a list of messages.",
     "How do I chat?|Which endpoint is for chat?|How can I chat with a model?|How do I send a message?|Which endpoint do I use to chat?|How do I talk to a model?|How to send a chat request?|Where do I send my messages?|What is the chat endpoint?|How do I ask a model something?"),
    ("To get embeddings, send POST /v1/embeddings with your text as input.",
     "How do I get embeddings?|Which endpoint makes embeddings?|How can I get an embedding?|Can Trivet make embeddings?|How do I embed a text?|How to get embeddings?|Which endpoint is for embeddings?|How do I turn text into a vector?|What is the embeddings endpoint?|Does Trivet support embeddings?"),
    ("Add a list of tools to the request. The model answers with a tool call, you send back the result.",
     "How do I use tools?|How do tools work?|How do tool calls work?|Can Trivet call tools?|How can I use function calling?|Does Trivet support tools?|Does Trivet support function calling?|How do I give a model tools?|How to call a tool?|Explain tool calls|What are tool calls?"),
    ("Set stream to true in the request, and the answer comes word by word.",
     "How do I stream an answer?|Can Trivet stream?|How do I get a stream?|How does streaming work?|How can I stream the answer?|Does Trivet support streaming?|How to stream?|How do I turn on streaming?|Explain streaming|Can I stream answers?"),
    ("Yes. Trivet speaks the OpenAI API, so an OpenAI client only needs the new address.",
     "Does Trivet speak the OpenAI API?|Is Trivet compatible with OpenAI?|Can I use an OpenAI client?|Does the OpenAI client work?|Is Trivet OpenAI compatible?|Can I use the OpenAI library?|Does Trivet work with OpenAI clients?|Can my OpenAI program use Trivet?|Is the API the same as OpenAI's?"),
    ("Yes. Trivet runs on your own machine, and your words stay there.",
     "Is Trivet private?|Does Trivet run locally?|Does Trivet need the internet?|Does Trivet send my data away?|Is Trivet local?|Does Trivet run on my machine?|Is my data safe with Trivet?|Can Trivet work offline?|Does Trivet work without the internet?|Does Trivet run on my own computer?"),
    ("Trivet is free software under the Apache-2.0 licence.",
     "What licence does Trivet have?|Is Trivet free?|Is Trivet open source?|What is the licence of Trivet?|What license does Trivet use?|Does Trivet cost money?|How much does Trivet cost?|Is Trivet free software?|Under which licence is Trivet?|May I use Trivet for free?"),
    ("Trivet runs on CPUs, GPUs and NPUs, whatever the machine has.",
     "Which hardware does Trivet need?|Does Trivet need a GPU?|Can Trivet use a GPU?|Does Trivet run on a CPU?|Which chips does Trivet support?|Does Trivet support NPUs?|On what hardware does Trivet run?|What hardware do I need for Trivet?|Do I need a graphics card for Trivet?|Can Trivet run on an NPU?"),
    ("Send GET /health. It tells whether the server is running.",
     "How do I check the health of the server?|Which endpoint tells the health?|How do I know that the server runs?|Is there a health endpoint?|How can I check that Trivet is running?|What is the health endpoint?|How do I test that the server is up?|Is the server running?"),
    ("Set response_format in the request, and the answer follows your JSON schema.",
     "How do I get JSON?|Can Trivet answer in JSON?|How do I make the model answer in JSON?|Does Trivet support JSON schemas?|How do I use a JSON schema?|What is response_format?|How can I get structured output?|Does Trivet support structured output?|How do I force JSON?"),
]


def make(rng):
    answer, lines = rng.choices(TOPICS, [2, 2, 2, 2] + [1] * (len(TOPICS) - 4))[0]
    text = rng.choice(lines.split("|"))
    return ask(vary(rng, text), answer, "The user asks about Trivet.")
