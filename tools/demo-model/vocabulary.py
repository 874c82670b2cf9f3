"""Learn the byte-pair merges from generated conversations: `python3 vocabulary.py bpe.json`."""
import random
import sys

import bpe
import template
from data import mix


def texts(count, seed="vocabulary"):
    rng = random.Random(seed)
    for _ in range(count):
        _, messages, tools, thinking = mix.conversation(rng)
        # The fixed text of the tools block would otherwise outweigh everything else; one in five keeps it.
        yield template.text(messages, tools=tools if rng.random() < 0.2 else None, thinking=thinking)


if __name__ == "__main__":
    merges = bpe.learn(texts(40_000), 2048)
    bpe.Tokenizer(merges).save(sys.argv[1])
