"""A few words of French, German and Chinese, and answers in two languages."""
from .common import ask, vary

TONGUES = ["French", "German", "Chinese"]
WORDS = [line.split("=") for line in (
    "hello=bonjour=hallo=你好|good morning=bonjour=guten Morgen=早上好|good night=bonne nuit=gute Nacht=晚安|goodbye=au revoir=auf Wiedersehen=再见|"
    "thank you=merci=danke=谢谢|please=s'il vous plaît=bitte=请|yes=oui=ja=是|no=non=nein=不|cat=chat=Katze=猫|dog=chien=Hund=狗|house=maison=Haus=房子|"
    "water=eau=Wasser=水|book=livre=Buch=书|friend=ami=Freund=朋友|sun=soleil=Sonne=太阳|"
    "red=rouge=rot=红色|blue=bleu=blau=蓝色|one=un=eins=一|two=deux=zwei=二|three=trois=drei=三|"
    "apple=pomme=Apfel=苹果|fire=feu=Feuer=火|"
    "car=voiture=Auto=汽车").split("|")]

# Plain talk in the language itself: (ways to say it, the answer).
TALK = [
    ("Bonjour|Bonjour !|Salut|Bonsoir|Bonjour à tous|Bonjour, Trivet|Coucou", "Bonjour ! Comment puis-je vous aider ?"),
    ("Comment ça va ?|Comment allez-vous ?|Ça va ?|Tu vas bien ?|Bonjour, comment ça va ?", "Je vais bien, merci."),
    ("Merci|Merci beaucoup|Merci !|Un grand merci", "De rien !"),
    ("Au revoir|Au revoir !|À bientôt|Bonne journée|Bonne nuit", "Au revoir ! Bonne journée."),
    ("Qui es-tu ?|Qui êtes-vous ?|Comment tu t'appelles ?|Quel est ton nom ?|Présente-toi|Vous êtes qui ?|Tu es qui ?|C'est quoi ton nom ?|Comment vous appelez-vous ?", "Je suis Trivet Demo, un tout petit modèle de langue."),
    ("Parles-tu français ?|Parlez-vous français ?|Tu parles français ?|Est-ce que tu parles français ?|Vous parlez français ?|Sais-tu parler français ?|Est-ce que vous parlez français ?|Peux-tu parler français ?|Est-ce que tu comprends le français ?|Tu comprends le français ?", "Oui, un peu."),
    ("Hallo|Hallo!|Guten Tag|Guten Morgen|Guten Abend|Hallo, Trivet|Servus", "Hallo! Wie kann ich helfen?"),
    ("Wie geht es dir?|Wie geht's?|Wie geht es Ihnen?|Hallo, wie geht es dir?", "Mir geht es gut, danke."),
    ("Danke|Danke schön|Vielen Dank|Danke!|Danke sehr", "Gern geschehen!"),
    ("Auf Wiedersehen|Tschüss|Bis bald|Gute Nacht|Tschüss!", "Auf Wiedersehen! Einen schönen Tag noch."),
    ("Wer bist du?|Wer sind Sie?|Wie heißt du?|Was bist du?|Stell dich vor", "Ich bin Trivet Demo, ein winziges Sprachmodell."),
    ("Sprichst du Deutsch?|Sprechen Sie Deutsch?|Kannst du Deutsch?|Verstehst du Deutsch?|Können Sie Deutsch?|Du sprichst Deutsch?|Kannst du Deutsch sprechen?|Verstehen Sie Deutsch?", "Ja, ein wenig."),
    ("你好|你好！|您好|早上好|嗨|你好呀", "你好！我能帮你什么？"),
    ("你好吗？|你好吗|你怎么样？|最近好吗？", "我很好，谢谢。"),
    ("谢谢|谢谢你|谢谢！|非常感谢|多谢", "不客气！"),
    ("再见|再见！|晚安|拜拜|明天见", "再见！祝你愉快。"),
    ("你是谁？|你是谁|你叫什么名字？|你是什么？|请介绍一下自己", "我是 Trivet Demo，一个很小的语言模型。"),
    ("你会说中文吗？|你会中文吗？|你能说中文吗？|你说中文吗？|你懂中文吗？|会说中文吗？", "会一点。"),
]
MARKS = ["", "", "", " 🙂", " !", " 😀", "!", ".", " 👋", " 🙏", "!!", "…", " ;)", " 😊", "~"]
EMOJI = dict(pair.split("=") for pair in "happiness=😀|sadness=😢|fire=🔥|a star=⭐|the sun=🌞|rain=🌧️|snow=❄️|a rainbow=🌈|a dog=🐶|a cat=🐱|a fish=🐟|a fox=🦊|a bee=🐝|an apple=🍎|pizza=🍕|coffee=☕|a car=🚗|a rocket=🚀|a house=🏠|music=🎵|books=📚|an idea=💡|a party=🎉|France=🇫🇷|Germany=🇩🇪|China=🇨🇳".split("|"))


def translation(rng):
    row, i = rng.choice(WORDS), rng.randint(1, 3)
    word, tongue, other = row[0], TONGUES[i - 1], row[i]
    question = rng.choice([f"How do you say {word} in {tongue}?", f'How do you say "{word}" in {tongue}?', f"What is {word} in {tongue}?", f'What is "{word}" in {tongue}?', f"Translate {word} into {tongue}.", f"Translate {word} to {tongue}.", f"Say {word} in {tongue}.", f"What is the {tongue} word for {word}?", f'Translate "{word}" to {tongue}.', f"{word} in {tongue}?"])
    return ask(vary(rng, question), f'"{word}" in {tongue} is "{other}".', f"The user wants {tongue}.", check={"contains": [other]})


def both(rng):
    row = rng.choice(WORDS)
    i, j = rng.sample(range(1, 4), 2)
    if rng.random() < 0.4:
        first, second, a, b = row[0], row[j], "English", TONGUES[j - 1]
    else:
        first, second, a, b = row[i], row[j], TONGUES[i - 1], TONGUES[j - 1]
    question = rng.choice([f"Say {row[0]} in {a} and in {b}.", f"Say {row[0]} in {a} and {b}.", f"How do you say {row[0]} in {a} and {b}?", f"Translate {row[0]} into {a} and {b}.", f"What is {row[0]} in {a} and in {b}?"])
    return ask(vary(rng, question), f"{a}: {first}. {b}: {second}.", f"The user wants {a} and {b}.", check={"contains": [first, second]})


def back(rng):
    row = rng.choice([r for r in WORDS if r[0] != "good morning"])
    i = rng.randint(1, 3)
    question = rng.choice(["What does {} mean in English?", "What does {} mean?", 'What does "{}" mean in English?', "Translate {} into English.", "What is {} in English?", 'What does the word "{}" mean?']).format(row[i])
    return ask(vary(rng, question), f'"{row[i]}" means "{row[0]}".', "The user wants English.", check={"contains": [row[0]]})


def talk(rng):
    lines, answer = rng.choice(TALK)
    text = rng.choice(lines.split("|"))
    return ask(text + rng.choice(MARKS), answer, "I answer in the same language.")


def emoji(rng):
    word, sign = rng.choice(list(EMOJI.items()))
    question = rng.choice(["Which emoji stands for {}?", "Give me an emoji for {}.", "What is the emoji for {}?", "Show me an emoji for {}.", "Send me the emoji for {}.", "Emoji for {}?", "Which emoji shows {}?"]).format(word)
    return ask(vary(rng, question), sign, f"The emoji for {word}.")


def make(rng):
    return rng.choices([translation, both, back, talk, emoji], [3, 2, 1, 3, 1])[0](rng)
