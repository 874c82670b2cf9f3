"""Muon for the matrices, AdamW for the rest, in forty lines.

Muon keeps a momentum and makes it orthogonal before each step (Newton–Schulz iteration, in bfloat16),
so that all directions of a matrix learn at the same pace. A small model gets there in about half the tokens.
"""
import torch


def orthogonal(grad, steps=5):
    a, b, c = 3.4445, -4.7750, 2.0315
    x = grad.bfloat16()
    tall = x.shape[0] > x.shape[1]
    x = x.t() if tall else x
    x = x / (x.norm() + 1e-7)
    for _ in range(steps):
        square = x @ x.t()
        x = a * x + (b * square + c * square @ square) @ x
    return (x.t() if tall else x).float()


class Muon:
    """`parts` says where a fused matrix (q, k, v in one) must be cut, as each is a map of its own."""

    def __init__(self, matrices, embedding, norms, lr=0.02, embedding_lr=0.01, norm_lr=3e-3, momentum=0.95, decay=0.01):
        self.matrices, self.lr, self.momentum, self.decay = matrices, lr, momentum, decay
        self.buffers = [torch.zeros_like(p) for p, _ in matrices]
        groups = [{"params": [embedding], "full": embedding_lr}, {"params": norms, "full": norm_lr}]
        self.adam = torch.optim.AdamW(groups, betas=(0.9, 0.95), weight_decay=0.0)

    @torch.no_grad()
    def step(self, pace):
        for (param, parts), buffer in zip(self.matrices, self.buffers):
            buffer.lerp_(param.grad, 1 - self.momentum)
            update = param.grad.lerp(buffer, self.momentum)
            update = torch.cat([orthogonal(u) * max(1, u.shape[0] / u.shape[1]) ** 0.5 for u in update.split(parts)])
            param.mul_(1 - self.lr * pace * self.decay).add_(update, alpha=-self.lr * pace)
            param.grad = None
        for group in self.adam.param_groups:
            group["lr"] = group["full"] * pace
        self.adam.step()
        self.adam.zero_grad(set_to_none=True)

    def state_dict(self):
        return {"buffers": self.buffers, "adam": self.adam.state_dict()}

    def load_state_dict(self, state):
        for buffer, saved in zip(self.buffers, state["buffers"]):
            buffer.copy_(saved)
        self.adam.load_state_dict(state["adam"])


def for_model(model, **options):
    c = model.config
    matrices = []
    for layer in model.layers:
        size = c.head_dim
        matrices += [(layer.qkv.weight, [c.heads * size, c.kv_heads * size, c.kv_heads * size]), (layer.out.weight, [c.dim]),
                     (layer.gate_up.weight, [c.hidden, c.hidden]), (layer.down.weight, [c.dim])]
    chosen = {id(p) for p, _ in matrices}
    norms = [p for p in model.parameters() if id(p) not in chosen and p is not model.embed.weight]
    return Muon(matrices, model.embed.weight, norms, **options)
