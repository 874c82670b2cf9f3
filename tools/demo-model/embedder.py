"""Train the embedding model: `python3 embedder.py --out DIR`.

Contrastive: in a batch of pairs that mean the same, each sentence must be nearest to its own partner.
The vector is the mean over the sentence's tokens, which llama.cpp calls mean pooling.
"""
import copy
import random

import torch
import torch.nn.functional as F

import muon
from data.common import held_out
from data.paraphrase import pair
from model import Config, Model
from train import options, pace, save, start

SHARPNESS = 16.0


def draw(rng, held=False):
    while True:
        meaning, a, b = pair(rng)
        if a != b and held_out("meaning" + meaning) == held:
            return meaning, a, b


def embed(model, tokenizer, texts, dtype=torch.float32):
    rows = [tokenizer.encode(text)[:256] for text in texts]
    length = (max(map(len, rows)) + 7) // 8 * 8
    ids, mask = torch.zeros(len(rows), length, dtype=torch.long), torch.zeros(len(rows), length, 1)
    for i, row in enumerate(rows):
        ids[i, : len(row)] = torch.tensor(row)
        mask[i, : len(row)] = 1
    hidden = model.hidden(ids, dtype).float()
    return F.normalize((hidden * mask).sum(1) / mask.sum(1), dim=-1)


@torch.no_grad()
def score(model, tokenizer, count=300):
    """Held-out meanings: (partner nearer than a random sentence, partner nearest among all)."""
    rng = random.Random("embedding evaluation")
    rows = {meaning: (a, b) for meaning, a, b in (draw(rng, held=True) for _ in range(count))}
    left, right = (embed(model, tokenizer, [p[i] for p in rows.values()]) for i in (0, 1))
    near = left @ right.t()
    own = near.diag()
    others = near[torch.arange(len(own)), torch.randperm(len(own))]
    return (own > others).float().mean().item(), (near.argmax(1) == torch.arange(len(own))).float().mean().item()


def main():
    args, tokenizer = start(options(steps=700))
    model = Model(Config(vocab=len(tokenizer.tokens), layers=2, context=512))
    average, optimizer, rng = copy.deepcopy(model), muon.for_model(model, lr=0.01, embedding_lr=0.003), random.Random(args.seed)
    total = 0.0
    for step in range(args.steps):
        rows = {meaning: (a, b) for meaning, a, b in (draw(rng) for _ in range(128))}
        vectors = embed(model, tokenizer, [p[0] for p in rows.values()] + [p[1] for p in rows.values()], torch.bfloat16)
        left, right = vectors.chunk(2)
        near, own = SHARPNESS * left @ right.t(), torch.arange(len(rows))
        loss = (F.cross_entropy(near, own) + F.cross_entropy(near.t(), own)) / 2
        loss.backward()
        optimizer.step(pace(step, args.steps, warmup=50))
        total += loss.item()
        with torch.no_grad():
            for slow, fast in zip(average.parameters(), model.parameters()):
                slow.lerp_(fast, 1 - min(0.99, (step + 1) / (step + 10)))
        if (step + 1) % 50 == 0:
            print(f"step {step + 1} loss {total / 50:.4f}", flush=True)
            total = 0.0
    nearer, nearest = score(average, tokenizer)
    print(f"held out: paraphrase nearer than a random sentence {nearer:.1%}, nearest of 300 {nearest:.1%}")
    save(args.out + "/latest.pt", average=average.state_dict(), config=model.config.dict())


if __name__ == "__main__":
    import os
    import sys

    os.makedirs(sys.argv[sys.argv.index("--out") + 1], exist_ok=True)
    main()
