"""Checkpoint to GGUF: `python3 export.py chat|draft|embed|lora CHECKPOINT OUT.gguf`."""
import argparse
import os

import torch

import gguf
from bpe import CONTROL, MARKS, Tokenizer
from model import Config, Model

HERE = os.path.dirname(os.path.abspath(__file__))
ABOUT = {
    "chat": ("Trivet Demo", "A tiny chat model for trying Trivet. Not for use."),
    "draft": ("Trivet Demo Draft", "One layer that guesses what Trivet Demo will say, for speculative decoding."),
    "embed": ("Trivet Demo Embed", "A tiny embedding model for trying Trivet. Not for use."),
    "lora": ("Trivet Demo Pirate", "An adapter that makes Trivet Demo talk like a pirate."),
}
MEAN_POOLING = 1


def general(kind, model_type, parameters):
    name, description = ABOUT[kind]
    return {
        "general.architecture": "qwen3", "general.type": model_type, "general.name": name, "general.description": description,
        "general.author": "The Trivet project", "general.license": "apache-2.0", "general.size_label": f"{parameters / 1e6:.1f}M",
        "general.tags": ["demo", "trivet"], "general.languages": ["en"],
    }


def vocabulary(tokenizer, template):
    """Control tokens are never text; the marks (<think>, <tool_call> …) are, as in Qwen 3."""
    kinds = [3 if t in CONTROL else 4 if t in MARKS else 1 for t in tokenizer.tokens]
    metadata = {
        "tokenizer.ggml.model": "gpt2", "tokenizer.ggml.pre": "qwen2", "tokenizer.ggml.tokens": tokenizer.tokens,
        "tokenizer.ggml.token_type": kinds, "tokenizer.ggml.merges": [f"{a} {b}" for a, b in tokenizer.merges],
        "tokenizer.ggml.bos_token_id": tokenizer.id["<|endoftext|>"], "tokenizer.ggml.eos_token_id": tokenizer.id["<|im_end|>"],
        "tokenizer.ggml.padding_token_id": tokenizer.id["<|endoftext|>"], "tokenizer.ggml.add_bos_token": False,
    }
    if template:
        with open(os.path.join(HERE, "chat_template.jinja"), encoding="utf-8") as file:
            metadata["tokenizer.chat_template"] = file.read().rstrip("\n")
    return metadata


def shape(c):
    return {
        "qwen3.context_length": c.context, "qwen3.embedding_length": c.dim, "qwen3.block_count": c.layers, "qwen3.feed_forward_length": c.hidden,
        "qwen3.attention.head_count": c.heads, "qwen3.attention.head_count_kv": c.kv_heads, "qwen3.attention.key_length": c.head_dim,
        "qwen3.attention.value_length": c.head_dim, "qwen3.attention.layer_norm_rms_epsilon": float(c.eps), "qwen3.rope.freq_base": float(c.rope_base),
        "general.file_type": 7, "general.quantization_version": 2,
    }


def projections(layer):
    """The fused weights cut into llama.cpp's tensors: name to matrix."""
    c = layer.c
    q, k, v = layer.qkv.weight.split([c.heads * c.head_dim, c.kv_heads * c.head_dim, c.kv_heads * c.head_dim])
    gate, up = layer.gate_up.weight.chunk(2)
    return {"attn_q": q, "attn_k": k, "attn_v": v, "attn_output": layer.out.weight, "ffn_gate": gate, "ffn_up": up, "ffn_down": layer.down.weight}


def tensors(model):
    out = {"token_embd.weight": (model.embed.weight, gguf.Q8_0), "output_norm.weight": (model.norm.weight, gguf.F32)}
    for i, layer in enumerate(model.layers):
        norms = {"attn_norm": layer.attn_norm, "ffn_norm": layer.ffn_norm, "attn_q_norm": layer.q_norm, "attn_k_norm": layer.k_norm}
        out.update({f"blk.{i}.{name}.weight": (norm.weight, gguf.F32) for name, norm in norms.items()})
        out.update({f"blk.{i}.{name}.weight": (matrix, gguf.Q8_0) for name, matrix in projections(layer).items()})
    return out


def load(path):
    """A model with the averaged weights of a checkpoint."""
    state = torch.load(path, map_location="cpu")
    model = Model(Config(**state["config"]))
    model.load_state_dict(state["average"])
    return model.eval()


def export_model(kind, checkpoint, path):
    model, tokenizer = load(checkpoint), Tokenizer.load(os.path.join(HERE, "bpe.json"))
    metadata = {**general(kind, "model", model.count()), **shape(model.config), **vocabulary(tokenizer, template=kind != "embed")}
    if kind == "embed":
        metadata["qwen3.pooling_type"] = MEAN_POOLING
    gguf.write(path, metadata, tensors(model))


def export_lora(checkpoint, path):
    """`lora_a` is [rank, in], `lora_b` is [out, rank] here; GGUF names the dimensions the other way round."""
    state = torch.load(checkpoint, map_location="cpu")
    metadata = {**general("lora", "adapter", state["count"]), "adapter.type": "lora", "adapter.lora.alpha": float(state["alpha"])}
    pairs = {}
    for name, (a, b) in state["lora"].items():
        pairs[f"{name}.weight.lora_a"], pairs[f"{name}.weight.lora_b"] = (a, gguf.F32), (b, gguf.F32)
    gguf.write(path, metadata, pairs)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=list(ABOUT))
    parser.add_argument("checkpoint")
    parser.add_argument("out")
    args = parser.parse_args()
    if args.kind == "lora":
        export_lora(args.checkpoint, args.out)
    else:
        export_model(args.kind, args.checkpoint, args.out)
