"""Plain lists of words that the dialogue kinds fill their sentences with."""

NAMES = (
    "Ada Alice Amir Anna Ben Bianca Carlos Chen Clara Daniel David Diego Elena Emil Emma Eric Fatima Felix Fiona "
    "Frank George Grace Hana Hannah Harry Hugo Ibrahim Ines Ivan Jack James Jana Jin John Jonas Julia Kai Karim Kate "
    "Kenji Lara Laura Leo Lily Lin Lisa Lucas Maria Mark Marta Max Mei Mia Mina Nadia Nina Noah Nora Olga Oliver Omar "
    "Oscar Otto Paul Paula Peter Priya Rosa Ruth Sam Sara Sofia Stefan Susan Tara Theo Tim Tom Uma Victor Wei Yara "
    "Yuki Zoe Bob Eve Mary Linda Robert Michael Jürgen Zoë José François Aylin Björn"
).split()

CITIES = (
    "Paris London Berlin Madrid Rome Lisbon Vienna Athens Dublin Oslo Stockholm Helsinki Copenhagen Warsaw Prague "
    "Budapest Brussels Amsterdam Bern Zurich Geneva Munich Hamburg Cologne Milan Naples Venice Barcelona Seville Porto "
    "Lyon Nice Bordeaux Tokyo Kyoto Osaka Seoul Beijing Shanghai Shenzhen Taipei Bangkok Hanoi Jakarta Manila Delhi "
    "Mumbai Cairo Nairobi Lagos Accra Tunis Boston Chicago Seattle Denver Miami Dallas Houston Toronto Montreal "
    "Vancouver Lima Bogota Quito Santiago Havana Sydney Melbourne Perth Auckland Ankara Istanbul Moscow Kyiv Riga "
    "Vilnius Tallinn Sofia Bucharest Belgrade Zagreb Edinburgh Manchester Cardiff Leeds Bristol Singapore Dubai"
).split() + ["New York", "Los Angeles", "San Francisco", "Buenos Aires", "Hong Kong", "Mexico City", "Cape Town", "São Paulo", "Rio de Janeiro", "Tel Aviv"]

COLOURS = "red blue green yellow orange purple pink brown black white grey silver gold turquoise violet".split()

ANIMALS = "dog cat horse rabbit hamster parrot turtle goldfish pony duck goat sheep cow pig mouse snake lizard hen donkey fox owl bear wolf lion tiger zebra whale dolphin frog bee".split()

FOODS = "pizza pasta rice soup salad bread cheese apples bananas oranges grapes sushi tacos pancakes curry noodles chocolate honey cake cookies potatoes carrots tomatoes eggs beans".split()

NOUNS = (
    "apple book chair table lamp river mountain garden window door bridge castle candle pencil paper clock train plane "
    "boat bicycle car bus road tree flower leaf stone cloud rain snow storm star moon sun planet ocean island beach "
    "forest desert valley field farm barn kitchen bottle cup plate spoon fork knife bowl basket box bag coat shirt hat "
    "shoe sock glove ring mirror picture camera radio phone screen keyboard printer robot engine wheel ladder hammer "
    "nail rope net flag drum piano guitar violin flute song story poem letter stamp ticket coin map key lock bell "
    "school teacher student doctor nurse baker farmer sailor pilot painter singer king queen friend neighbour baby "
    "shelf pillow blanket carpet curtain towel soap brush comb needle thread button pocket wallet magnet battery cable"
).split()

ADJECTIVES = (
    "big small tall short old new young happy sad quiet loud bright dark warm cold soft hard sweet sour clean dirty "
    "fast slow strong weak rich poor brave kind clever funny lazy busy empty full heavy light round flat sharp smooth "
    "wet dry early late simple strange golden wooden purple tiny huge gentle calm wild fresh"
).split()

VERBS = "likes sees finds takes brings holds wants loves paints carries opens closes cleans moves follows watches hears needs keeps drops".split()

PLACES = "in the garden|on the table|at school|under the bridge|near the river|behind the house|by the sea|in the kitchen|at night|on Monday|every day|in the morning|with a friend|for a while|in the rain|after lunch".split("|")

EMOJI = "😀 😂 🙂 😍 😎 🤔 👍 👋 🙏 🎉 ❤️ 🔥 ⭐ 🌞 🌧️ ❄️ 🌈 🌍 🐶 🐱 🐟 🦊 🐝 🍎 🍕 🍰 ☕ 🚗 🚀 🏠 🎵 📚 💡 ✅ 🏴‍☠️ 🇫🇷 🇩🇪 🇨🇳".split()

FOREIGN = (
    "bonjour merci chat chien maison été garçon école fenêtre forêt naïf cœur "
    "straße grün müde schön hallo danke hund katze haus baum über größe mädchen "
    "你好 谢谢 猫 狗 水 火 山 天空 朋友 学校 苹果 今天 明天 高兴"
).split()

DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()
NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
).split()
