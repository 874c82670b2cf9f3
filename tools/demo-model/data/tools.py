"""Tool calls: choose the tool, fill its arguments, answer from its result; or see that no tool is needed."""
from . import facts, repeat, smalltalk, toolbox, trivet
from .common import Episode, assistant, dumps, held_out, user, vary
from .toolbox import Use

SYSTEMS = [None] * 12 + ["You are a helpful assistant.", "You are Trivet Demo.", "Use the tools when they help.", "You are a helpful assistant with tools."]


def draw(rng, held=False):
    if held:
        return toolbox.real(rng, toolbox.HELD) if rng.random() < 0.4 else toolbox.invented(rng, held=True)
    return toolbox.real(rng) if rng.random() < 0.6 else toolbox.invented(rng)


def family(use):
    """Two tools of one family answer the same question; only one of them may be offered."""
    for names, *_ in toolbox.REAL + toolbox.HELD:
        if use.name in names.split("|"):
            return {"add": "sum", "multiply": "sum", "calculate": "sum"}.get(names.split("|")[0], names)
    return use.name


def offer(rng, needed, count):
    """`needed` tools among others, in any order, as schemas."""
    uses, taken = list(needed), {family(u) for u in needed}
    names = {u.name for u in needed}
    while len(uses) < len(needed) + count:
        other = draw(rng)
        if family(other) not in taken and other.name not in names:
            uses.append(other)
            taken.add(family(other))
            names.add(other.name)
    rng.shuffle(uses)
    return [use.schema(rng) for use in uses]


def call(rng, use):
    arguments = use.arguments()
    # Clients send past calls back as a JSON string, spaced or not.
    return {"type": "function", "function": {"name": use.name, "arguments": dumps(arguments, compact=rng.random() < 0.2)}}


def result_text(rng, use):
    if isinstance(use.result, str):
        return use.result
    return dumps(use.result, compact=rng.random() < 0.3)


def step(rng, use, question):
    """Question, call, result, answer."""
    reasoning = f"I call {use.name}."
    made = call(rng, use)
    made["function"]["arguments"] = dumps(use.arguments())
    return [user(question), assistant("", reasoning, [made]), {"role": "tool", "content": result_text(rng, use)}, assistant(use.answer, "I have the result.")]


def plain(rng):
    while True:
        source = rng.choices([facts.make, smalltalk.greeting, smalltalk.identity, repeat.make, trivet.make], [3, 1.5, 1.5, 1, 1])[0]
        episode = source(rng)
        if not held_out(episode.key()):
            return episode.messages


def parallel(rng, use):
    """The same tool for two places at once."""
    other = toolbox.real(rng, [row for row in toolbox.REAL if use.name in row[0].split("|")])
    first, second = use.parameters[0].value, toolbox.city(rng)
    twin = Use(use.name, use.description, [toolbox.Parameter(use.parameters[0].name, "string", second)], "", None, "")
    outcome = toolbox.weather if "eather" in use.name else toolbox.clock
    use.result, use.answer = outcome(rng, [first])
    twin.result, twin.answer = outcome(rng, [second])
    question = use.question_more.format(first + rng.choice([" and ", " and in "]) + second)
    calls = [call(rng, u) for u in (use, twin)]
    for made, u in zip(calls, (use, twin)):
        made["function"]["arguments"] = dumps(u.arguments())
    results = [{"role": "tool", "content": result_text(rng, u)} for u in (use, twin)]
    return [user(question), assistant("", f"I call {use.name} twice.", calls), *results, assistant(use.answer + " " + twin.answer, "I have the results.")]


def make(rng, held=False, stage=None):
    """`stage` cuts the episode for the evaluation: "call" or "answer". None: anything, as in training."""
    shape = rng.choices(["one", "two", "plain", "parallel"], [6, 1.5, 2.5, 0.7])[0] if stage is None else "one"
    use = draw(rng, held)
    key = use.question
    if shape == "parallel":
        while not use.question_more or len(use.arguments()) != 1:
            use = draw(rng)
        messages = parallel(rng, use)
        tools = offer(rng, [use], rng.choice([0, 1, 2]))
    elif shape == "plain":
        messages = plain(rng)
        tools = offer(rng, [use], rng.choice([0, 0, 1, 2]))
        if rng.random() < 0.3:
            messages += step(rng, use, use.question)
        key += messages[0]["content"]
    elif shape == "two":
        second = draw(rng)
        while family(second) == family(use) or second.name == use.name:
            second = draw(rng)
        messages = step(rng, use, use.question) + step(rng, second, second.question)
        tools = offer(rng, [use, second], rng.choice([0, 0, 1]))
        key += second.question
    else:
        question = vary(rng, use.question) if rng.random() < 0.15 and len(use.arguments()) < 2 and not use.question.islower() else use.question
        question = use.question if question.lower() == question else question
        messages = step(rng, use, question)
        tools = offer(rng, [use], rng.choice([0, 0, 1, 1, 2, 3]))
    if shape in ("one", "parallel") and stage is None and rng.random() < 0.1:
        messages += plain(rng)
    cut = [i for i, m in enumerate(messages) if m.get("tool_calls")]
    if stage == "call" or stage is None and cut and rng.random() < 0.45:
        messages = messages[: rng.choice(cut) + 1]
    check = {"call": {"name": use.name, "arguments": use.arguments()}} if stage == "call" else {}
    episode = Episode(messages, system=rng.choice(SYSTEMS), tools=tools, solo=True, check=check)
    episode.key = lambda: key
    return episode
