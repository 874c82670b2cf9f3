"""Byte-level BPE, the way GPT-2 began it and Qwen 2 cuts words: train, encode, decode.

Every byte is a token, so no text is unknown. The word pattern is the one llama.cpp names `qwen2`.
Python's `re` has no \\p{L}, so the letter and number classes are spelled out from `unicodedata`.
"""
import json
import re
import sys
import unicodedata
from collections import Counter, defaultdict

CONTROL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
MARKS = ["<think>", "</think>", "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>"]
SPECIAL = CONTROL + MARKS


def byte_names():
    """GPT-2's printable stand-in for each byte."""
    kept = [*range(33, 127), *range(161, 173), *range(174, 256)]
    names, extra = {b: chr(b) for b in kept}, 256
    for b in range(256):
        if b not in names:
            names[b], extra = chr(extra), extra + 1
    return names


def char_class(letter):
    """All characters of a Unicode major category as the inside of a regex class."""
    ranges, start = [], None
    for code in range(sys.maxunicode + 2):
        inside = code <= sys.maxunicode and unicodedata.category(chr(code))[0] == letter
        if inside and start is None:
            start = code
        elif not inside and start is not None:
            ranges.append("\\U%08x-\\U%08x" % (start, code - 1))
            start = None
    return "".join(ranges)


SPACE = r"\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"


def word_pattern():
    L, N = char_class("L"), char_class("N")
    return re.compile(
        rf"'(?:[sStTmMdD]|[rR][eE]|[vV][eE]|[lL][lL])|[^\r\n{L}{N}]?[{L}]+|[{N}]"
        rf"| ?[^{SPACE}{L}{N}]+[\r\n]*|[{SPACE}]*[\r\n]+|[{SPACE}]+(?![^{SPACE}])|[{SPACE}]+"
    )


NAMES = byte_names()
WORD = word_pattern()
SPECIAL_SPLIT = re.compile("(" + "|".join(map(re.escape, SPECIAL)) + ")")


class Tokenizer:
    def __init__(self, merges):
        self.merges = [tuple(m) for m in merges]
        self.rank = {pair: i for i, pair in enumerate(self.merges)}
        self.tokens = [NAMES[b] for b in range(256)] + [a + b for a, b in self.merges] + SPECIAL
        self.id = {t: i for i, t in enumerate(self.tokens)}
        self.byte = {name: b for b, name in NAMES.items()}
        self.cache = {}

    def word(self, word):
        ids = self.cache.get(word)
        if ids is None:
            parts = [NAMES[b] for b in word.encode("utf-8")]
            while len(parts) > 1:
                best = min(range(len(parts) - 1), key=lambda i: self.rank.get((parts[i], parts[i + 1]), 1 << 30))
                if (parts[best], parts[best + 1]) not in self.rank:
                    break
                parts[best : best + 2] = [parts[best] + parts[best + 1]]
            ids = [self.id[p] for p in parts]
            if len(self.cache) < 200_000:
                self.cache[word] = ids
        return ids

    def encode(self, text):
        ids = []
        for part in SPECIAL_SPLIT.split(text):
            if part in SPECIAL:
                ids.append(self.id[part])
            else:
                for word in WORD.findall(part):
                    ids += self.word(word)
        return ids

    def decode(self, ids):
        data = b""
        for i in ids:
            token = self.tokens[i]
            data += token.encode() if token in SPECIAL else bytes(self.byte[c] for c in token)
        return data.decode("utf-8", "replace")

    def save(self, path):
        with open(path, "w", encoding="utf-8") as file:
            json.dump(self.merges, file, ensure_ascii=False)

    @staticmethod
    def load(path):
        with open(path, encoding="utf-8") as file:
            return Tokenizer(json.load(file))


def letters(word):
    """The word without the space or sign that the pattern leaves in front of letters.

    Merges are learned without it, so a word has the same tokens after a space, a quote or a newline,
    and copying it into JSON or a tool call means writing the same tokens again. That is worth longer texts here.
    """
    return word[1:] if len(word) > 1 and not word[0].isalpha() and word[1].isalpha() else word


def learn(texts, size):
    """The merges for a vocabulary of `size`. Pair counts are kept up to date word by word."""
    counts = Counter(letters(w) for text in texts for part in SPECIAL_SPLIT.split(text) if part not in SPECIAL for w in WORD.findall(part))
    words = [([NAMES[b] for b in w.encode("utf-8")], n) for w, n in counts.items()]
    pairs, where = Counter(), defaultdict(set)
    for i, (parts, n) in enumerate(words):
        for pair in zip(parts, parts[1:]):
            pairs[pair] += n
            where[pair].add(i)
    merges = []
    while len(merges) < size - 256 - len(SPECIAL):
        pair = max(pairs, key=lambda p: (pairs[p], p))
        merges.append(pair)
        for i in list(where[pair]):
            parts, n = words[i]
            for old in zip(parts, parts[1:]):
                pairs[old] -= n
                where[old].discard(i)
            j = 0
            while j < len(parts) - 1:
                if (parts[j], parts[j + 1]) == pair:
                    parts[j : j + 2] = [parts[j] + parts[j + 1]]
                j += 1
            for new in zip(parts, parts[1:]):
                pairs[new] += n
                where[new].add(i)
        del pairs[pair]
    return merges
