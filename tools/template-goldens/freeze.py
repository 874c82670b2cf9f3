"""Renders chat templates as Python's transformers does, and freezes what comes out.

    python3 tools/template-goldens/freeze.py FOLDER > test/templates/goldens.json
    python3 tools/template-goldens/freeze.py --snippets > test/templates/snippets.json

FOLDER holds `*.jinja` files, such as llama.cpp's models/templates. It needs Jinja2 3.1 only (Debian: python3-jinja2): the
environment below is the one of transformers' `chat_template_utils.py`, with a clock that stands still.
`FOLDER --text NAME CASE` prints one rendering instead, to look at.
"""

import copy
import hashlib
import json
import sys
from datetime import datetime
from pathlib import Path

import jinja2
from jinja2.ext import Extension, loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment

from cases import CASES
from snippets import SNIPPETS, VARIABLES

NOW = datetime(2026, 1, 2, 15, 4, 5)
TOKENS = {"bos_token": "<s>", "eos_token": "</s>"}
TAG = "CONTINUE_FINAL_MESSAGE_TAG "


class AssistantTracker(Extension):
    """`{% generation %}` marks what the model wrote, for training; rendering ignores it."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return jinja2.nodes.CallBlock(self.call_method("_body"), [], [], body).set_lineno(line)

    def _body(self, caller):
        return caller()


def raise_exception(message):
    raise jinja2.exceptions.TemplateError(message)


def tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(x, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def compile_template(source):
    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[AssistantTracker, loopcontrols]
    )
    environment.filters["tojson"] = tojson
    environment.globals["raise_exception"] = raise_exception
    environment.globals["strftime_now"] = NOW.strftime
    return environment.from_string(source)


def render(template, messages, tools=None, add_generation_prompt=True, continue_final_message=False, **variables):
    messages = copy.deepcopy(messages)
    if continue_final_message:
        messages[-1]["content"] += TAG
    text = template.render(
        messages=messages,
        tools=tools,
        documents=None,
        add_generation_prompt=add_generation_prompt,
        **TOKENS,
        **variables,
    )
    if not continue_final_message:
        return text
    end = text.rindex(TAG.strip())
    return text[:end] if text[end : end + len(TAG)] == TAG else text[:end].rstrip()


def golden(template, case):
    try:
        return hashlib.sha256(render(template, **case).encode()).hexdigest()[:16]
    except jinja2.exceptions.TemplateError as error:
        return {"raises": str(error)} if type(error) is jinja2.exceptions.TemplateError else {"fails": True}
    except Exception:
        return {"fails": True}


def freeze(folder):
    templates = {}
    for path in sorted(folder.glob("*.jinja")):
        source = path.read_text()
        template = compile_template(source)
        renderings = {name: golden(template, case) for name, case in CASES.items()}
        templates[path.name] = {"source": hashlib.sha256(source.encode()).hexdigest()[:16], "renderings": renderings}
    return {"tokens": TOKENS, "cases": CASES, "templates": templates}


def freeze_snippet(source):
    try:
        return {"source": source, "text": compile_template(source).render(**VARIABLES)}
    except Exception as error:
        return {"source": source, "raises": str(error)}


def print_json(value):
    json.dump(value, sys.stdout, indent=1, ensure_ascii=False)
    print()


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    if sys.argv[1] == "--snippets":
        print_json({"variables": VARIABLES, "snippets": [freeze_snippet(source) for source in SNIPPETS]})
    elif sys.argv[2:3] == ["--text"]:
        sys.stdout.write(render(compile_template((folder / sys.argv[3]).read_text()), **CASES[sys.argv[4]]))
    else:
        print_json(freeze(folder))
