"""Write a GGUF file (version 3) with the standard library alone.

Layout: magic, version, counts, metadata, tensor table, then the tensors, each aligned to 32 bytes.
A matrix [rows, columns] is stored row by row; GGUF names its dimensions in the other order (columns first).
"""
import struct

import torch

ALIGN = 32
F32, F16, Q8_0 = 0, 1, 8


def string(text):
    data = text.encode("utf-8")
    return struct.pack("<Q", len(data)) + data


def value(item):
    """Type tag and bytes. Integers are uint32, as llama.cpp expects of counts and ids; `I32` lists are for token types."""
    if isinstance(item, bool):
        return struct.pack("<I?", 7, item)
    if isinstance(item, int):
        return struct.pack("<II", 4, item)
    if isinstance(item, float):
        return struct.pack("<If", 6, item)
    if isinstance(item, str):
        return struct.pack("<I", 8) + string(item)
    if isinstance(item[0], str):
        return struct.pack("<IIQ", 9, 8, len(item)) + b"".join(map(string, item))
    return struct.pack("<IIQ", 9, 5, len(item)) + struct.pack(f"<{len(item)}i", *item)


def raw(tensor):
    return bytes(bytearray(tensor.contiguous().view(torch.uint8).flatten().tolist()))


def quantize(tensor):
    """Q8_0: blocks of 32 values, a half-precision scale and 32 signed bytes each."""
    blocks = tensor.float().reshape(-1, 32)
    scale = (blocks.abs().amax(1, keepdim=True) / 127).half()
    inverse = torch.where(scale > 0, 1 / scale.float(), torch.zeros_like(scale.float()))
    codes = (blocks * inverse).round().clamp(-127, 127).to(torch.int8)
    return raw(torch.cat((scale.view(torch.uint8), codes.view(torch.uint8)), 1))


def encode(tensor, kind):
    if kind == Q8_0:
        return quantize(tensor)
    return raw(tensor.half() if kind == F16 else tensor.float())


def write(path, metadata, tensors):
    """`tensors`: {name: (tensor, kind)}."""
    blobs = {name: encode(tensor.detach(), kind) for name, (tensor, kind) in tensors.items()}
    out = [b"GGUF", struct.pack("<IQQ", 3, len(tensors), len(metadata))]
    out += [string(key) + value(item) for key, item in metadata.items()]
    offset = 0
    for name, (tensor, kind) in tensors.items():
        shape = list(reversed(tensor.shape))
        out.append(string(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, kind, offset))
        offset += -(-len(blobs[name]) // ALIGN) * ALIGN
    head = b"".join(out)
    with open(path, "wb") as file:
        file.write(head + bytes(-len(head) % ALIGN))
        for blob in blobs.values():
            file.write(blob + bytes(-len(blob) % ALIGN))
