"""Endless training batches. What a step sees depends on the seed and its number only, so a run can resume anywhere."""
import random

import torch

import template
from data import mix

IGNORE = -100
MICRO = 3072  # tokens that go through the model at once: as many as the cache likes


def tokens(tokenizer, pieces, limit):
    """Ids and, beside each, the id to learn after it (or IGNORE)."""
    ids, learn = [], []
    for text, mode in pieces:
        part = tokenizer.encode(text)
        ids += part
        learn += [mode == template.ALL] * len(part)
    targets = [ids[i + 1] if learn[i + 1] else IGNORE for i in range(len(ids) - 1)]
    return ids[:-1][:limit], targets[:limit]


def example(tokenizer, rng, limit, conversation):
    _, messages, tools, thinking = conversation(rng)
    return tokens(tokenizer, template.render(messages, tools, thinking), limit)


def pad(rows):
    """Right padding to a multiple of 16; causal attention never looks at it."""
    length = (max(len(ids) for ids, _ in rows) + 15) // 16 * 16
    ids = torch.zeros(len(rows), length, dtype=torch.long)
    targets = torch.full((len(rows), length), IGNORE)
    for i, (row, wanted) in enumerate(rows):
        ids[i, : len(row)] = torch.tensor(row)
        targets[i, : len(row)] = torch.tensor(wanted)
    return ids, targets


POOL = 16  # steps drawn and sorted together


def pool(tokenizer, seed, number, size, limit, conversation):
    """Micro-batches for POOL steps: sorted by length so that little is padding, then shuffled."""
    rng, rows, total = random.Random(f"{seed}-{number}"), [], 0
    while total < size * POOL:
        row = example(tokenizer, rng, limit, conversation)
        rows.append(row)
        total += len(row[0])
    rows.sort(key=lambda row: len(row[0]))
    groups, group = [], []
    for row in rows:
        if group and (len(group) + 1) * len(row[0]) > MICRO:
            groups.append(pad(group))
            group = []
        group.append(row)
    groups.append(pad(group))
    rng.shuffle(groups)
    return groups


def batches(tokenizer, seed, size, limit, first=0, conversation=mix.conversation):
    """The micro-batches of each step from `first` on."""
    number = first // POOL
    while True:
        groups = pool(tokenizer, seed, number, size, limit, conversation)
        for i in range(POOL):
            if number * POOL + i >= first:
                yield groups[i::POOL]
        number += 1
