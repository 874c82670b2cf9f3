"""Ask a running Trivet the held-out prompts, and print the share of right answers by kind.

    python3 evaluate.py --url http://127.0.0.1:PORT/v1 [--model trivet/demo] [--freeze FILE] [--show 3]

`--freeze` writes a few greedy answers of each kind as a fixture for tests.
"""
import argparse
import json
import urllib.error
import urllib.request

import cases
import judge
import wild


def prepared(messages):
    """Tool calls and results with ids, as the API wants them."""
    out, ids, count = [], [], 0
    for message in messages:
        message = {key: value for key, value in message.items() if key != "reasoning_content"}
        if message.get("tool_calls"):
            calls = []
            for call in message["tool_calls"]:
                count += 1
                ids.append(f"call_{count}")
                function = dict(call["function"])
                if not isinstance(function["arguments"], str):
                    function["arguments"] = json.dumps(function["arguments"], ensure_ascii=False)
                calls.append({"id": ids[-1], "type": "function", "function": function})
            message.update(tool_calls=calls, content=None)
        elif message["role"] == "tool":
            message["tool_call_id"] = ids.pop(0)
        out.append(message)
    return out


def request(case, model):
    body = {"model": model, "messages": prepared(case["messages"]), "temperature": 0, "max_tokens": 200, "enable_thinking": case["thinking"]}
    if case["tools"]:
        body["tools"] = case["tools"]
    return body


def post(url, body, key=None):
    headers = {"content-type": "application/json", **({"authorization": "Bearer " + key} if key else {})}
    sent = urllib.request.Request(url + "/chat/completions", json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(sent, timeout=120) as answer:
            return json.load(answer)["choices"][0]["message"]
    except urllib.error.HTTPError as error:
        return {"content": f"HTTP {error.code}: {error.read().decode()[:300]}"}


def said(message):
    parts = [f"<think>{message['reasoning_content'].strip()}</think>"] if message.get("reasoning_content") else []
    parts += [message["content"]] if message.get("content") else []
    parts += [json.dumps(call, ensure_ascii=False) for call in judge.call_of(message)]
    return " ".join(parts)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--url", required=True)
    parser.add_argument("--model", default="trivet/demo")
    parser.add_argument("--key")
    parser.add_argument("--scale", type=float, default=1, help="more or fewer prompts than usual")
    parser.add_argument("--freeze", metavar="FILE")
    parser.add_argument("--per-kind", type=int, default=3, help="frozen answers of each kind")
    parser.add_argument("--show", type=int, default=0, help="wrong answers printed for each kind")
    args = parser.parse_args()

    scores, frozen, wrong = {}, {}, {}
    for case in cases.cases(scale=args.scale) + list(wild.cases()):
        body = request(case, args.model)
        message = post(args.url, body, args.key)
        good = judge.right(case, message)
        scores.setdefault(case["kind"], []).append(good)
        if not good:
            wrong.setdefault(case["kind"], []).append((case["messages"][-1]["content"], said(case["answer"]) or json.dumps(case["check"]), said(message)))
        kept = frozen.setdefault(case["kind"], [])
        if good and len(kept) < args.per_kind and case["kind"] != "written by hand":
            answer = {k: message[k] for k in ("content", "reasoning_content") if message.get(k)}
            if message.get("tool_calls"):
                answer["tool_calls"] = judge.call_of(message)
            kept.append({"kind": case["kind"], "request": body, "answer": answer})

    print("| kind | prompts | right | |\n| --- | ---: | ---: | ---: |")
    for kind, results in scores.items():
        print(f"| {kind} | {len(results)} | {sum(results)} | {sum(results) / len(results):.0%} |")
    generated = [r for kind, results in scores.items() if kind != "written by hand" for r in results]
    print(f"| **all generated** | {len(generated)} | {sum(generated)} | {sum(generated) / len(generated):.0%} |")
    for kind, rows in wrong.items():
        for question, wanted, got in rows[: args.show]:
            print(f"\n{kind}\n  asked:  {question}\n  wanted: {wanted}\n  got:    {got}")
    if args.freeze:
        with open(args.freeze, "w", encoding="utf-8") as file:
            json.dump([row for rows in frozen.values() for row in rows], file, ensure_ascii=False, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
