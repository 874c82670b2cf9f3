"""Train the pirate adapter on a finished chat model: `python3 lora.py CHECKPOINT OUT.pt`."""
import argparse

import torch
import torch.nn as nn

import stream
from data import pirate
from export import load
from train import loss_sum, start

RANK, ALPHA = 8, 16.0


class Lora(nn.Module):
    """Low-rank changes to a fused weight: one pair of matrices for each named part of its rows."""

    def __init__(self, module, parts):
        super().__init__()
        self.names = [name for name, _ in parts]
        width = module.in_features
        self.a = nn.ParameterList(nn.Parameter(torch.randn(RANK, width) * width**-0.5) for _ in parts)
        self.b = nn.ParameterList(nn.Parameter(torch.zeros(rows, RANK)) for _, rows in parts)

    def delta(self):
        return torch.cat([b @ a for a, b in zip(self.a, self.b)]) * (ALPHA / RANK)


def attach(model):
    """Every projection gets an adapter; the model itself is frozen."""
    c = model.config
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    for i, layer in enumerate(model.layers):
        keys = c.kv_heads * c.head_dim
        layer.qkv.lora = Lora(layer.qkv, [(f"blk.{i}.attn_q", c.heads * c.head_dim), (f"blk.{i}.attn_k", keys), (f"blk.{i}.attn_v", keys)])
        layer.out.lora = Lora(layer.out, [(f"blk.{i}.attn_output", c.dim)])
        layer.gate_up.lora = Lora(layer.gate_up, [(f"blk.{i}.ffn_gate", c.hidden), (f"blk.{i}.ffn_up", c.hidden)])
        layer.down.lora = Lora(layer.down, [(f"blk.{i}.ffn_down", c.dim)])
    return [module for module in model.modules() if isinstance(module, Lora)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint")
    parser.add_argument("out")
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--threads", type=int, default=1)
    args, tokenizer = start(parser)
    model = load(args.checkpoint)
    adapters = attach(model)
    trained = [p for adapter in adapters for p in adapter.parameters()]
    optimizer = torch.optim.AdamW(trained, lr=2e-3, weight_decay=0.0)
    source = stream.batches(tokenizer, "pirate", 3072, model.config.context, conversation=pirate.conversation)
    for step in range(args.steps):
        for group in optimizer.param_groups:
            group["lr"] = 2e-3 * min(1, (step + 1) / 20) * (1 - step / args.steps)
        total = learned = 0
        for ids, targets in next(source):
            loss, count = loss_sum(model, ids, targets)
            (loss / count).backward()
            total, learned = total + loss.item(), learned + count
        optimizer.step()
        optimizer.zero_grad()
        if step % 25 == 0:
            print(f"step {step} loss {total / max(1, learned):.4f}", flush=True)
    pairs = {name: (a.detach(), b.detach()) for adapter in adapters for name, a, b in zip(adapter.names, adapter.a, adapter.b)}
    torch.save({"lora": pairs, "alpha": ALPHA, "count": sum(p.numel() for p in trained)}, args.out)


if __name__ == "__main__":
    main()
