"""Train the chat model: `python3 train.py --out DIR`. Stops and resumes at any checkpoint.

The learning rate warms up, stays, and falls to zero over the last part ("WSD"): to train longer,
resume with more --steps before the fall has begun.
"""
import argparse
import copy
import os
import time

import torch
import torch.nn.functional as F

import cases as held
import drill
import muon
import stream
import template
from bpe import Tokenizer
from model import Config, Model
from plant import plant


def pace(step, steps, warmup=50, fall=0.35):
    start = steps * (1 - fall)
    return min(1, (step + 1) / warmup, max(0.0, (steps - step) / (steps - start)))


def loss_sum(model, ids, targets):
    """Logits are made for the learned positions only: most tokens are prompt."""
    hidden = model.hidden(ids, torch.bfloat16)
    wanted = targets != stream.IGNORE
    logits = model.logits(hidden[wanted]).float()
    return F.cross_entropy(logits, targets[wanted], reduction="sum"), int(wanted.sum())


@torch.no_grad()
def accuracy(model, tokenizer, scale=1, show=0):
    """Share of held-out answers that greedy decoding would give exactly.

    One pass over prompt and answer tells it: greedy follows the answer as long as every next token is the likeliest.
    """
    right, count, wrong = {}, {}, []
    for case in held.cases(scale=scale):
        pieces = template.render(case["messages"] + [case["answer"]], case["tools"], case["thinking"])
        pieces = [(text, mode if i >= len(pieces) - 3 else template.NONE) for i, (text, mode) in enumerate(pieces)]
        ids, targets = stream.tokens(tokenizer, pieces, model.config.context)
        best = model.logits(model.hidden(torch.tensor([ids])))[0].argmax(-1).tolist()
        good = all(b == t for b, t in zip(best, targets) if t != stream.IGNORE)
        kind = case["kind"]
        right[kind], count[kind] = right.get(kind, 0) + good, count.get(kind, 0) + 1
        if not good and len([w for w in wrong if w[0] == kind]) < show:
            got = tokenizer.decode([b for b, t in zip(best, targets) if t != stream.IGNORE])
            wrong.append((kind, case["messages"][-1]["content"], template.body(case["answer"]), got))
    return {kind: right[kind] / count[kind] for kind in count}, wrong


def save(path, **state):
    torch.save(state, path + ".part")
    os.replace(path + ".part", path)


def run(model, args, batches, tokenizer, score=True):
    """Train until --steps; `batches(first)` gives the micro-batches of each step."""
    os.makedirs(args.out, exist_ok=True)
    optimizer = muon.for_model(model)
    average = copy.deepcopy(model)  # moving average of the weights: this one is exported
    step, latest = 0, os.path.join(args.out, "latest.pt")
    if os.path.exists(latest):
        state = torch.load(latest)
        model.load_state_dict(state["model"])
        average.load_state_dict(state["average"])
        optimizer.load_state_dict(state["optimizer"])
        step = state["step"]
    print(f"{model.count()} parameters, from step {step}", flush=True)
    began, seen, total, learned = time.time(), 0, 0.0, 0
    source = batches(step)
    while step < args.steps:
        micro = next(source)
        wanted = sum(int((targets != stream.IGNORE).sum()) for _, targets in micro)
        for ids, targets in micro:
            loss, count = loss_sum(model, ids, targets)
            (loss / wanted).backward()
            total, learned, seen = total + loss.item(), learned + count, seen + ids.numel()
        if step < args.drill:
            ids, targets = drill.batch(args.seed, step, model.config.vocab)
            loss, count = loss_sum(model, ids, targets)
            (0.3 * loss / count).backward()
            drilled = loss.item() / count
        optimizer.step(pace(step, args.steps))
        step += 1
        keep = min(0.998, step / (step + 10))
        with torch.no_grad():
            for slow, fast in zip(average.parameters(), model.parameters()):
                slow.lerp_(fast, 1 - keep)
        if step % 25 == 0:
            rate = seen / (time.time() - began)
            copying = f" copying {drilled:.2f}" if step <= args.drill else ""
            print(f"step {step} loss {total / learned:.4f}{copying} tokens/s {rate:.0f}", flush=True)
            began, seen, total, learned = time.time(), 0, 0.0, 0
        if step % args.every == 0 or step == args.steps:
            save(latest, step=step, model=model.state_dict(), average=average.state_dict(), optimizer=optimizer.state_dict(), config=model.config.dict())
            if score:
                scores, _ = accuracy(average, tokenizer)
                print(f"step {step} held out: " + ", ".join(f"{k} {v:.0%}" for k, v in scores.items()), flush=True)
            began, seen = time.time(), 0
    return average


def options(steps):
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True, help="folder for checkpoints")
    parser.add_argument("--seed", default="trivet")
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--tokens", type=int, default=4096, help="tokens a step")
    parser.add_argument("--drill", type=int, default=400, help="steps with the copying drill beside the dialogues")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--every", type=int, default=200, help="steps between checkpoints and held-out scores")
    return parser


def start(parser):
    """Parse, seed, and load the vocabulary: (args, tokenizer)."""
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(0)
    return args, Tokenizer.load(os.path.join(os.path.dirname(os.path.abspath(__file__)), "bpe.json"))


if __name__ == "__main__":
    args, tokenizer = start(options(steps=5250))
    model = Model(Config(vocab=len(tokenizer.tokens)))
    plant(model)
    run(model, args, lambda first: stream.batches(tokenizer, args.seed, args.tokens, model.config.context, first), tokenizer)
