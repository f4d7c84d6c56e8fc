"""The words of a book in the languages of the page."""

from __future__ import annotations

from dataclasses import dataclass

from labirinto._internal.digits import in_digits


@dataclass(frozen=True)
class Words:
    """The words of a language.

    Attributes:
        mazes, answers, answer, size, difficulty, seed, name, recipes: Headings and labels.
        levels: The names of the levels of difficulty, from the easiest.
        chosen: A sentence about the choice of the mazes, with ``{n}`` for the candidates.
        again: A sentence about the list of commands.
        sums: A sentence about mazes with sums.
        divided: The sign of division.
        right_to_left: The direction of the text.
        digits: The name of its numbering system.
    """

    mazes: str
    answers: str
    answer: str
    size: str
    difficulty: str
    levels: tuple[str, str, str, str]
    seed: str
    name: str
    recipes: str
    chosen: str
    again: str
    sums: str
    divided: str = "÷"
    right_to_left: bool = False
    digits: str = "latn"

    def number(self, value: float) -> str:
        """Return a number without decimals, in the digits of the language."""
        return self.in_digits(f"{value:.0f}")

    def in_digits(self, number: str) -> str:
        """Return a number in the digits of the language."""
        return in_digits(number, self.digits)

    def calculation(self, left: int, right: int, kind: str) -> str:
        """Return two numbers with their sign, from left to right in all languages."""
        signs = {"addition": "+", "subtraction": "−", "multiplication": "×"}
        return f"{self.number(left)} {signs.get(kind, self.divided)} {self.number(right)}"

    def sides(self, width: int, height: int) -> str:
        """Return a size in cells."""
        return f"{self.number(width)} × {self.number(height)}"


WORDS = {
    "en": Words(
        mazes="Mazes",
        answers="Answers",
        answer="Answer",
        size="Size",
        difficulty="Difficulty",
        levels=("Easy", "Medium", "Hard", "Expert"),
        seed="Seed",
        name="Name",
        recipes="The same mazes again",
        chosen="The mazes are sorted by measured difficulty. Each one was chosen from {n} "
        "candidates.",
        sums="Follow the path of correct sums.",
        again="Each line has a maze’s number, its difficulty, and the command that makes it again.",
    ),
    "it": Words(
        mazes="Labirinti",
        answers="Soluzioni",
        answer="Soluzione",
        size="Dimensioni",
        difficulty="Difficoltà",
        levels=("Facile", "Medio", "Difficile", "Per esperti"),
        seed="Seme",
        name="Nome",
        recipes="Per ricreare gli stessi labirinti",
        chosen="I labirinti sono in ordine di difficoltà misurata. Ognuno è stato scelto fra {n} "
        "candidati.",
        sums="Segui il percorso dei calcoli giusti.",
        divided=":",
        again="Ogni riga riporta il numero di un labirinto, la sua difficoltà e il comando che lo "
        "ricrea.",
    ),
    "pt": Words(
        mazes="Labirintos",
        answers="Soluções",
        answer="Solução",
        size="Tamanho",
        difficulty="Dificuldade",
        levels=("Fácil", "Médio", "Difícil", "Muito difícil"),
        seed="Semente",
        name="Nome",
        recipes="Para voltar a criar os mesmos labirintos",
        chosen="Os labirintos estão por ordem de dificuldade medida. Cada um foi escolhido entre "
        "{n} candidatos.",
        sums="Segue o caminho das contas certas.",
        divided=":",
        again="Cada linha tem o número de um labirinto, a sua dificuldade e o comando que o "
        "volta a criar.",
    ),
    "fa": Words(
        mazes="هزارتوها",
        answers="راه‌حل‌ها",
        answer="راه‌حل",
        size="اندازه",
        difficulty="سختی",
        levels=("آسان", "متوسط", "سخت", "حرفه‌ای"),
        seed="بذر",
        name="نام",
        recipes="ساخت دوبارهٔ همین هزارتوها",
        chosen="هزارتوها به ترتیب سختیِ سنجیده‌شده آمده‌اند. هر کدام از میان {n} هزارتو "
        "انتخاب شده است.",
        sums="راهِ حساب‌های درست را دنبال کن.",
        again="هر سطر شمارهٔ یک هزارتو، سختی آن و فرمانی را دارد که آن را دوباره می‌سازد.",
        right_to_left=True,
        digits="arabext",
    ),
    "pa": Words(
        mazes="ਭੁੱਲ-ਭੁਲੱਈਆਂ",
        answers="ਹੱਲ",
        answer="ਹੱਲ",
        size="ਆਕਾਰ",
        difficulty="ਔਖਿਆਈ",
        levels=("ਸੌਖੀ", "ਦਰਮਿਆਨੀ", "ਔਖੀ", "ਮਾਹਰਾਂ ਲਈ"),
        seed="ਬੀਜ",
        name="ਨਾਂ",
        recipes="ਇਹੀ ਭੁੱਲ-ਭੁਲੱਈਆਂ ਮੁੜ ਬਣਾਉਣ ਲਈ",
        chosen="ਭੁੱਲ-ਭੁਲੱਈਆਂ ਮਾਪੀ ਹੋਈ ਔਖਿਆਈ ਦੀ ਤਰਤੀਬ ਵਿੱਚ ਹਨ। ਹਰ ਥਾਂ ਲਈ {n} ਬਣਾਈਆਂ ਗਈਆਂ, "
        "ਅਤੇ ਸਭ ਤੋਂ ਵੱਧ ਢੁਕਦੀ ਚੁਣੀ ਗਈ।",
        sums="ਸਹੀ ਹਿਸਾਬ ਵਾਲੇ ਰਾਹ ਉੱਤੇ ਚੱਲੋ।",
        again="ਹਰ ਸਤਰ ਵਿੱਚ ਇੱਕ ਭੁੱਲ-ਭੁਲੱਈਆ ਦਾ ਨੰਬਰ, ਉਸ ਦੀ ਔਖਿਆਈ ਅਤੇ ਉਹ ਕਮਾਂਡ ਹੈ ਜੋ ਉਸ ਨੂੰ ਮੁੜ ਬਣਾਉਂਦੀ ਹੈ।",
    ),
    "pt-BR": Words(
        mazes="Labirintos",
        answers="Soluções",
        answer="Solução",
        size="Tamanho",
        difficulty="Dificuldade",
        levels=("Fácil", "Médio", "Difícil", "Muito difícil"),
        seed="Semente",
        name="Nome",
        recipes="Para criar de novo os mesmos labirintos",
        chosen="Os labirintos estão em ordem de dificuldade medida. Cada um foi escolhido entre "
        "{n} candidatos.",
        sums="Siga o caminho das contas certas.",
        again="Cada linha traz o número de um labirinto, sua dificuldade e o comando que o cria "
        "de novo.",
    ),
    "es": Words(
        mazes="Laberintos",
        answers="Soluciones",
        answer="Solución",
        size="Tamaño",
        difficulty="Dificultad",
        levels=("Fácil", "Medio", "Difícil", "Experto"),
        seed="Semilla",
        name="Nombre",
        recipes="Para volver a crear los mismos laberintos",
        chosen="Los laberintos están ordenados por dificultad medida. Cada uno se eligió entre {n} "
        "candidatos.",
        sums="Sigue el camino de las cuentas correctas.",
        divided=":",
        again="Cada línea indica el número de un laberinto, su dificultad y el comando que lo "
        "vuelve a crear.",
    ),
    "fr": Words(
        mazes="Labyrinthes",
        answers="Solutions",
        answer="Solution",
        size="Taille",
        difficulty="Difficulté",
        levels=("Facile", "Moyen", "Difficile", "Expert"),
        seed="Graine",
        name="Nom",
        recipes="Pour recréer les mêmes labyrinthes",
        chosen="Les labyrinthes sont rangés par difficulté mesurée. Chacun a été choisi parmi "
        "{n} candidats.",
        sums="Suis le chemin des calculs justes.",
        divided=":",
        again="Chaque ligne donne le numéro d’un labyrinthe, sa difficulté et la commande qui le "
        "recrée.",
    ),
    "hi": Words(
        mazes="भूलभुलैयाँ",
        answers="हल",
        answer="हल",
        size="आकार",
        difficulty="कठिनाई",
        levels=("आसान", "मध्यम", "कठिन", "बहुत कठिन"),
        seed="बीज",
        name="नाम",
        recipes="यही भूलभुलैयाँ फिर से बनाने के लिए",
        chosen="भूलभुलैयाँ मापी गई कठिनाई के क्रम में हैं। हर जगह के लिए {n} बनाई गईं, और उनमें से सबसे "
        "उपयुक्त चुनी गई।",
        sums="सही हिसाब वाले रास्ते पर चलो।",
        again="हर पंक्ति में एक भूलभुलैया का नंबर, उसकी कठिनाई और वह कमांड है जो उसे फिर से बनाती है।",
    ),
    "ar": Words(
        mazes="متاهات",
        answers="الحلول",
        answer="الحل",
        size="الحجم",
        difficulty="الصعوبة",
        levels=("سهلة", "متوسطة", "صعبة", "للخبراء"),
        seed="البذرة",
        name="الاسم",
        recipes="لصنع المتاهات نفسها من جديد",
        chosen="المتاهات مرتبة حسب صعوبتها المقيسة. واختيرت كل واحدة منها من مجموعة مرشحات "
        "عددها {n}.",
        sums="اتبع مسار العمليات الحسابية الصحيحة.",
        again="في كل سطر رقم متاهة وصعوبتها والأمر الذي يصنعها من جديد.",
        right_to_left=True,
    ),
}
"""The words of each language by its code."""
