"""Small sums: two numbers up to ten added, taken away again or multiplied, in figures and in words."""
from .common import ask, held_out, vary
from .words import NUMBERS

SIGNS = {"+": ["+", "plus"], "-": ["-", "minus", "−"], "*": ["*", "times", "x", "×", "multiplied by"]}
SHOWN = {"+": "+", "-": "-", "*": "×"}


def held_pair(a, op, b):
    """Some pairs are never trained in this order; the evaluation asks them."""
    return held_out(f"pair{a}{op}{b}")


def pick(rng):
    op = rng.choice("+-*")
    if op == "*":
        return rng.randint(0, 10), op, rng.randint(0, 10)
    a, b = rng.randint(0, 10), rng.randint(0, 10)
    return (a + b, op, b) if op == "-" else (a, op, b)


def result(a, op, b):
    return {"+": a + b, "-": a - b, "*": a * b}[op]


def question(rng, a, op, b):
    x, y = str(a), str(b)
    sign = rng.choice(SIGNS[op])
    if sign.isalpha() and rng.random() < 0.4:
        x, y = NUMBERS[a], NUMBERS[b]
    expression = f"{x}{sign}{y}" if not sign.isalpha() and len(sign) == 1 and rng.random() < 0.3 else f"{x} {sign} {y}"
    forms = [f"What is {expression}?"] * 3 + [f"What's {expression}?", f"How much is {expression}?", f"{expression} = ?", f"{expression}", f"{expression}?", f"Calculate {expression}.", f"Compute {expression}.", f"Can you work out {expression}?", f"Solve {expression}.", f"What does {expression} make?", f"Tell me what {expression} is.", f"{expression} ="]
    if op == "+":
        forms += [f"Add {x} and {y}.", f"What is the sum of {x} and {y}?"]
    if op == "-":
        forms += [f"Subtract {y} from {x}.", f"Take {y} away from {x}."]
    if op == "*":
        forms += [f"Multiply {x} by {y}.", f"What is the product of {x} and {y}?"]
    return rng.choice(forms)


def make(rng, held=False):
    while True:
        a, op, b = pick(rng)
        if held_pair(a, op, b) == held:
            break
    line = f"{a} {SHOWN[op]} {b} = {result(a, op, b)}"
    story = rng.random() < 0.12 and op != "*"
    if story:
        things = rng.choice("apples books coins pens cards eggs stones cookies balls cats".split())
        verb = ("get", "buy", "find") if op == "+" else ("lose", "sell", "give away", "eat")
        text = rng.choice([f"I have {a} {things} and {rng.choice(verb)} {b}{' more' if op == '+' else ''}. How many {things} do I have now?", f"There are {a} {things}. I {'add' if op == '+' else 'take away'} {b}. How many {things} are there?"])
    else:
        text = question(rng, a, op, b)
    return ask(vary(rng, text, openers=not story), line + ".", line + ".", check={"number": result(a, op, b)}, short=str(result(a, op, b)))
