"""Copying drill: strings of random tokens, repeated. Only the repetition is learned.

It keeps the planted circuit (`plant.py`) in shape while everything around it is still random.
"""
import random

import torch

IGNORE = -100
ROWS, LENGTH = 16, 64


def batch(seed, step, vocab):
    rng = random.Random(f"{seed}-drill-{step}")
    ids, targets = torch.zeros(ROWS, LENGTH, dtype=torch.long), torch.full((ROWS, LENGTH), IGNORE)
    for i in range(ROWS):
        period = rng.randint(3, 40)
        # Either the same string again and again, or pieces of it after other random tokens.
        row = [rng.randrange(vocab) for _ in range(period)]
        known = [False] * period
        while len(row) <= LENGTH:
            if rng.random() < 0.5:
                row += row[:period]
                known += [False] + [True] * (period - 1)
            else:
                gap = [rng.randrange(vocab) for _ in range(rng.randint(1, 8))]
                start = rng.randrange(period)
                piece = row[start : start + rng.randint(2, 12)][: period - start]
                row += gap + piece
                known += [False] * len(gap) + [False] + [True] * (len(piece) - 1)
        ids[i] = torch.tensor(row[:LENGTH])
        targets[i] = torch.tensor([row[j + 1] if known[j + 1] else IGNORE for j in range(LENGTH)])
    return ids, targets
