"""Is an answer right? `case` says how to look; without a rule, the answer must be the expected one, word for word."""
import json
import re


def call_of(message):
    calls = message.get("tool_calls") or []
    return [{"name": c["function"]["name"], "arguments": arguments(c["function"]["arguments"])} for c in calls]


def arguments(value):
    try:
        return json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return value


def parsed(text):
    try:
        return json.loads(text)
    except ValueError:
        return None


def right(case, message):
    check, wanted, content = case["check"], case["answer"], (message.get("content") or "").strip()
    if case["thinking"] != bool((message.get("reasoning_content") or "").strip()):
        return False  # it must think exactly when it is told to
    if "call" in check:
        return call_of(message) == [check["call"]]
    if wanted.get("tool_calls"):
        return call_of(message) == call_of(wanted)
    if message.get("tool_calls"):
        return False
    if "number" in check:
        numbers = re.findall(r"\d+", content)
        return bool(numbers) and int(numbers[-1]) == check["number"]
    if "json" in check:
        return parsed(content) == check["json"]
    if "contains" in check:
        return all(part.lower() in content.lower() for part in check["contains"])
    return content == wanted["content"].strip()
