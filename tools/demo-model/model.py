"""A small Qwen3: the transformer that llama.cpp calls `qwen3`, written plainly.

RMSNorm before each block, grouped-query attention with a norm on every query and key head,
NeoX-style rotary positions, SwiGLU, and one matrix for embedding and output ("tied").
Q, K and V share one weight (gate and up too): one large matrix product is faster than three small ones.
`gguf.py` cuts them apart again.
"""
from dataclasses import asdict, dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F

import fast

@dataclass
class Config:
    vocab: int = 2048
    dim: int = 192
    layers: int = 4
    heads: int = 3
    kv_heads: int = 3
    head_dim: int = 64
    hidden: int = 448
    context: int = 2048
    rope_base: float = 1e6
    eps: float = 1e-6

    def dict(self):
        return asdict(self)


class RMSNorm(nn.Module):
    def __init__(self, size, eps):
        super().__init__()
        self.weight, self.eps = nn.Parameter(torch.ones(size)), eps

    def forward(self, x):
        return fast.Norm.apply(x, self.weight.to(x.dtype), self.eps)


def rotary_table(config):
    """cos and sin for every position; halves are paired (i, i + head_dim/2), as NeoX and Qwen do."""
    inverse = config.rope_base ** (-torch.arange(0, config.head_dim, 2).float() / config.head_dim)
    angle = torch.outer(torch.arange(config.context).float(), inverse)
    return angle.cos().repeat(1, 2), angle.sin().repeat(1, 2)


def rotate(x, cos, sin):
    half = x.shape[-1] // 2
    turned = torch.cat((-x[..., half:], x[..., :half]), -1)
    return x * cos + turned * sin


def attend(q, k, v, bias):
    """Causal attention. `bias` is None for plain causal, or an additive mask when decoding with a cache."""
    if bias is None and q.shape[-2] <= 256:
        return fast.attention(q, k, v)
    if bias is None and hasattr(F, "scaled_dot_product_attention"):
        return F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
    if bias is None:
        length = q.shape[-2]
        bias = torch.full((length, length), float("-inf"), dtype=q.dtype).triu(1)
    return F.softmax((scores + bias).float(), -1).to(v.dtype) @ v


def linear(module, x):
    """Weights stay in float32 for the optimizer; the product runs in the activations' type."""
    weight = module.weight
    if hasattr(module, "lora"):
        weight = weight + module.lora.delta()
    return F.linear(x, weight.to(x.dtype))


class Layer(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c = c
        self.attn_norm, self.ffn_norm = RMSNorm(c.dim, c.eps), RMSNorm(c.dim, c.eps)
        self.q_norm, self.k_norm = RMSNorm(c.head_dim, c.eps), RMSNorm(c.head_dim, c.eps)
        self.qkv = nn.Linear(c.dim, (c.heads + 2 * c.kv_heads) * c.head_dim, bias=False)
        self.out = nn.Linear(c.heads * c.head_dim, c.dim, bias=False)
        self.gate_up = nn.Linear(c.dim, 2 * c.hidden, bias=False)
        self.down = nn.Linear(c.hidden, c.dim, bias=False)

    def forward(self, x, cos, sin, cache=None, bias=None):
        c, (batch, length, _) = self.c, x.shape
        qkv = linear(self.qkv, self.attn_norm(x)).view(batch, length, -1, c.head_dim)
        q, k, v = qkv.split((c.heads, c.kv_heads, c.kv_heads), 2)
        q, k = rotate(self.q_norm(q), cos, sin), rotate(self.k_norm(k), cos, sin)
        q, k, v = (t.transpose(1, 2) for t in (q, k, v))
        if cache is not None:
            k, v = cache.extend(self, k, v)
        repeat = c.heads // c.kv_heads
        k, v = (t.repeat_interleave(repeat, 1) for t in (k, v))
        mixed = attend(q, k, v, bias).transpose(1, 2).reshape(batch, length, -1)
        x = x + linear(self.out, mixed)
        gate, up = linear(self.gate_up, self.ffn_norm(x)).chunk(2, -1)
        return x + linear(self.down, F.silu(gate) * up)


class Model(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.embed = nn.Embedding(config.vocab, config.dim)
        self.layers = nn.ModuleList(Layer(config) for _ in range(config.layers))
        self.norm = RMSNorm(config.dim, config.eps)
        cos, sin = rotary_table(config)
        self.register_buffer("cos", cos, persistent=False)
        self.register_buffer("sin", sin, persistent=False)
        self.reset()

    def reset(self):
        """Blocks start at zero output, and the embedding is as large as what they will add: no token is drowned."""
        nn.init.normal_(self.embed.weight, std=1.0)
        nn.init.constant_(self.norm.weight, 0.06)  # the embedding is the output matrix too: mild first guesses
        for layer in self.layers:
            for linear in (layer.qkv, layer.gate_up):
                nn.init.normal_(linear.weight, std=linear.in_features**-0.5)
            nn.init.zeros_(layer.out.weight)
            nn.init.zeros_(layer.down.weight)

    def hidden(self, ids, dtype=torch.float32, start=0, cache=None, bias=None):
        """The last layer's normed vectors. `dtype` is what the activations are kept in."""
        x = self.embed(ids).to(dtype)
        stop = start + ids.shape[1]
        cos, sin = (t[start:stop].to(dtype)[None, :, None] for t in (self.cos, self.sin))
        for layer in self.layers:
            x = layer(x, cos, sin, cache, bias)
        return self.norm(x)

    def logits(self, hidden):
        return F.linear(hidden, self.embed.weight.to(hidden.dtype))

    def count(self):
        return sum(p.numel() for p in self.parameters())
