"""Train the draft model: one narrow layer, same vocabulary and data. `python3 draft.py --out DIR`.

It can't copy or reason, but most of an answer's tokens follow from the few before them,
and a wrong guess costs only time: the chat model checks every one.
"""
import stream
from model import Config, Model
from train import options, run, start

if __name__ == "__main__":
    args, tokenizer = start(options(steps=600))
    model = Model(Config(vocab=len(tokenizer.tokens), dim=128, layers=1, heads=2, kv_heads=2, hidden=256))
    run(model, args, lambda first: stream.batches(tokenizer, args.seed, args.tokens, model.config.context, first), tokenizer, score=False)
