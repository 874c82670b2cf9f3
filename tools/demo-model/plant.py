"""Start the model with a copying circuit already in place.

"What followed this token before?" needs two layers that work together, and a small training budget may pass
before chance has made them meet. So the first weights contain the pair; training refines and uses it:

* layer 0, heads 0 and 1 look one and two tokens back (by position alone: rotary phases that peak at that
  distance) and write what they saw into directions of their own;
* layer 1, all heads: the query is the current token and the one before it, the keys are what layer 0 wrote, so
  they meet where the same two tokens stood before, one place on; the value found there is added to the output.
"""
import torch

BIAS = 3.0  # the first embedding dimension is this for every token: something to build fixed queries from
NEAR = 4  # fastest rotary pairs, which tell neighbours apart
SLOW = 12  # first rotary pair slow enough that a match survives some hundred positions
SHARP = 2.0


@torch.no_grad()
def plant(model, seed=0):
    generator = torch.Generator().manual_seed(seed)
    c, first, second = model.config, model.layers[0], model.layers[1]
    size, half = c.head_dim, c.head_dim // 2
    model.embed.weight[:, 0] = BIAS
    content = torch.tensor([*range(SLOW, half), *range(half + SLOW, size)])
    count = len(content) // 2
    # An orthonormal frame of the space, without the bias direction: `read` sees a token, `back` holds the earlier ones.
    square = torch.randn(c.dim, c.dim, generator=generator)
    square[0], square[:, 0], square[0, 0] = 0, 0, 1
    frame = torch.linalg.qr(square)[0]
    frame = frame[:, frame[0].abs() < 0.5].t()
    read, back = frame[:count], (frame[count : 2 * count], frame[2 * count : 3 * count])

    q, k, v = first.qkv.weight.view(3, c.heads, size, c.dim)
    speed = c.rope_base ** (-torch.arange(NEAR).float() / half)
    for head, distance in enumerate((1, 2)):
        q[head], k[head], v[head] = 0, 0, 0
        q[head, :NEAR, 0], q[head, half : half + NEAR, 0] = (distance * speed).cos(), -(distance * speed).sin()
        k[head, :NEAR, 0] = 1
        v[head, :count] = read
        first.out.weight[:, head * size : head * size + count] = 1.5 * back[head].t()
    first.q_norm.weight.fill_(SHARP)

    q, k, v = second.qkv.weight.view(3, c.heads, size, c.dim)
    basis = torch.linalg.qr(torch.randn(c.dim, c.dim, generator=generator))[0].view(c.heads, size, c.dim)
    now, before = content[::2], content[1::2]  # each gets fast and slow pairs alike
    for head in range(c.heads):
        q[head], k[head] = 0, 0
        q[head, now], k[head, now] = read, back[0]
        q[head, before], k[head, before] = 0.7 * back[0], 0.7 * back[1]
        v[head] = basis[head]
        second.out.weight[:, head * size : (head + 1) * size] = 2.0 * basis[head].t()
    second.q_norm.weight.fill_(SHARP)
