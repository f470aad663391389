"""The lesson of ninety minutes: its slides, its page, its deck, and what is wrong with others."""

import re
from html import unescape
from itertools import pairwise

import pytest
from support import ROOT, slowly

from kappabook.teaching.exercises.seals import read_sealed
from kappabook.teaching.explorers.descriptions import EXPLORERS
from kappabook.teaching.lesson.items import COUNT, ITEMS, read_items
from kappabook.teaching.lesson.keys import answers, forms_of, keys_table
from kappabook.teaching.lesson.page import plan, with_lesson
from kappabook.teaching.lesson.pictures import names
from kappabook.teaching.lesson.source import SLIDES, clock, read_lesson, slides_of
from kappabook.teaching.questions import Bank, read_bank
from kappabook.workbook.site.gather import MADE, _link
from kappabook.workbook.slides.lesson import lesson_html

PAGE = ROOT / "docs/lesson-90-minutes.md"
PARTS = read_lesson()
EVERY = slides_of(PARTS)
BANK = read_bank()


@pytest.fixture(scope="module")
def deck():
    return lesson_html(PARTS, BANK)


# --- the clock --------------------------------------------------------------------------------


def test_ninety_minutes_with_a_break_and_fifteen_of_slack():
    assert sum(slide.minutes for slide in EVERY) == 90
    assert sum(part.minutes for part in PARTS if part.kind == "slack") == 15
    assert [part.minutes for part in PARTS if part.kind == "break"] == [5]
    for one, two in pairwise(EVERY):
        assert two.start == one.start + one.minutes
    # The break is in the middle, and no slack is without work before it.
    (pause,) = (part for part in PARTS if part.kind == "break")
    assert 30 <= pause.slides[0].start <= 50


def test_the_page_is_what_the_slides_say():
    assert PAGE.read_text() == with_lesson(PAGE, PARTS, BANK, read_items())


def test_what_the_page_says_of_lateness_are_slides_and_their_minutes():
    section = PAGE.read_text().partition("## If you are late")[2].partition("\n## ")[0]
    minutes = {slide.name: slide.minutes for slide in EVERY}
    named = re.findall(r"\*(\w+)\*", section)
    assert len(named) >= 6
    assert set(named) <= set(minutes)
    assert minutes["hand"] + minutes["worse"] + minutes["home"] == 15
    assert (minutes["move"], minutes["danger"], minutes["after"]) == (3, 2, 7)


def test_the_teachers_report_asks_for_the_votes_that_there_are():
    section = PAGE.read_text().partition("## A report for the next teacher")[2]
    (votes,) = re.findall(r"^- the votes .*$", section, re.M)
    assert set(re.findall(r"\*(\w+)\*", votes)) == {slide.name for slide in EVERY if slide.is_vote}


def test_the_walk_through_has_the_minutes_of_the_plan_and_adds_up():
    section = PAGE.read_text().partition("## The walk-through")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+?) \|" + r" ([\d.]+) \|" * 4, section, re.M)
    parts = {title: [float(value) for value in values] for title, *values in rows}
    together = parts.pop("together")
    assert together == [sum(column) for column in zip(*parts.values(), strict=True)]
    planned = {part.title: part.minutes for part in PARTS if not part.kind}
    assert {title: values[2] for title, values in parts.items()} == planned


def test_places_in_decks_and_explorers_that_the_page_links_to_exist():
    """What `test_links.py` cannot see, since these files are made later."""
    slides = {slide.name for slide in EVERY}
    named = re.findall(r"\]\(\.\./build/slides/90-minutes\.html#/([^)]+)\)", PAGE.read_text())
    assert len(named) > 50
    assert set(named) <= slides
    presets = re.findall(r"\]\(\.\./build/widgets/(\w+)\.html#([^)]+)\)", PAGE.read_text())
    assert presets
    assert all(place in EXPLORERS[name].presets for name, place in presets)


def test_every_cell_of_the_plan_is_a_link():
    rows = plan(PARTS).splitlines()[2:]
    assert len(rows) == len(PARTS)
    for row in rows:
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert all(re.fullmatch(r"(\[[^\]]+\]\([^)]+\)(, )?)+", cell) for cell in cells if cell)
        assert all(cells[:4])


def test_on_the_site_links_to_what_is_made_are_html():
    text = "[explorer `label`](build/widgets/label.html) and [x](build/slides/a.html#/b)"
    assert MADE.sub(_link, text) == (
        '<a href="widgets/label.html">explorer <code>label</code></a> and '
        '<a href="slides/a.html#/b">x</a>'
    )


def test_exercises_are_for_home_or_fit_their_slide():
    known = read_sealed()
    for slide in EVERY:
        asked = [use for use in slide.uses if re.fullmatch(r"\d\d-\d", use)]
        assert set(asked) <= set(known)
        if slide.name != "home":
            assert sum(known[name].minutes for name in asked) <= slide.minutes


# --- it tests what it teaches -----------------------------------------------------------------


def test_each_misconception_of_the_forms_is_met_before_form_b():
    after = next(slide for slide in EVERY if slide.name == "after")
    met = {name for slide in EVERY if slide.start < after.start for name in slide.meets}
    for form in forms_of(BANK):
        shown = {option.shows for question in form for option in question.options if option.shows}
        assert shown <= met
    assert {"M1", "M2", "M3", "M5"} <= met


def test_each_question_is_answered_by_a_slide_that_meets_what_it_asks():
    for question, slide in zip(forms_of(BANK)[0], answers(BANK, PARTS), strict=True):
        assert set(slide.meets) & {option.shows for option in question.options}, slide.name


def test_the_keys_are_those_of_the_bank():
    rows = re.findall(
        r"^\| (\d) \| \*\*([a-d])\*\* \| \*\*([a-d])\*\* \|", keys_table(BANK, PARTS), re.M
    )
    before, after = forms_of(BANK)
    assert rows == [
        (str(n), a.key, b.key) for n, (a, b) in enumerate(zip(before, after, strict=True), 1)
    ]


def test_what_is_asked_in_a_vote_is_not_answered_before_a_key():
    """The numbers that the votes are about are not yet on the slide, but as one of the options."""
    for name, answer in {
        "doctors": "0.32",
        "wrong": "0.18",
        "square": "13.6",
        "same": "99",
    }.items():
        first, *later = next(slide for slide in EVERY if slide.name == name).steps
        assert answer not in re.sub(r"!\[.*?\]", "", first)
        assert any(answer in step for step in later)


# --- the messages -----------------------------------------------------------------------------


def test_twenty_messages_some_unclear_and_danger_rare():
    items = read_items()
    assert [item.number for item in items] == list(range(1, COUNT + 1))
    assert sum(item.complaint == "open" for item in items) >= 5
    assert sum(item.danger == "yes" for item in items) <= 3
    assert all(len(item.text) <= 75 for item in items)  # two lines on the sheet at most


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            '[[item]]\ntext = "Best shop in town."',
            '[[other]]\ntext = "x"',
            r"has 19 items; .*Add or",
        ),
        ('danger = "no"', 'danger = "perhaps"', r"item 1: danger is 'perhaps'; write yes, no or"),
        ('complaint = "yes"\n', "", r"item 1 has text, danger; give it text, complaint, danger"),
        (
            '"Best shop in town."',
            '"I want my money back."',
            r"item 18 has the text of item 13; wri",
        ),
        ("[[item]]", "[[item", r"is not TOML: .* Mend it there"),
    ],
)
def test_messages_that_cannot_be_used_are_refused(tmp_path, old, new, message):
    path = tmp_path / "items.toml"
    path.write_text(ITEMS.read_text().replace(old, new, 1))
    with pytest.raises(ValueError, match=f"(?s){message}"):
        read_items(path)


# --- the deck ---------------------------------------------------------------------------------


def test_every_slide_has_its_address_its_clock_and_its_script(deck):
    for slide in EVERY:
        section = deck.partition(f'<section id="{slide.name}"')[2].partition("</section>")[0]
        until = clock(slide.start + slide.minutes)
        assert f"{clock(slide.start)} to {until}: {slide.minutes} min" in section
        for key in ("Ask", "Expect", "Then", "Late"):
            assert f"<strong>{key}.</strong>" in section
    titles = [slide.title for slide in EVERY]
    assert len(set(titles)) == len(titles)


def test_no_slide_shows_python_or_a_claims_id(deck):
    shown = re.sub(
        r"<script>.*?</script>|<aside.*?</aside>|<style>.*?</style>", "", deck, flags=re.S
    )
    words = unescape(re.sub(r"<[^>]*>", " ", shown))
    assert not re.search(r"Fraction|array\(|\[\(|\b[a-z]+_\w+\.\w+|>>>", words)


@pytest.mark.slow
def test_two_runs_give_the_same_bytes(deck):
    assert lesson_html(PARTS, BANK) == deck


def test_pictures_say_what_they_show():
    for draw in names().values():
        assert len(str(draw().get_label()).split()) >= 8


def altered(tmp_path, old, new):
    text = SLIDES.read_text()
    assert old in text
    path = tmp_path / "slides.md"
    path.write_text(text.replace(old, new, 1))
    return path


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{#start minutes=2}", "{#start minutes=3}", "minutes add up to 91; the lesson has 90"),
        ("{#start minutes=2}", "{#start}", "the slide 'start' has no minutes; write minutes=5"),
        ("{#start minutes=2}", "{#start minutes=two}", "the slide 'start' has no minutes"),
        ("{#start minutes=2}", "", r":3: '## Eighteen.*' has no name; end it with \{#name"),
        ("{#start minutes=2}", "{#label minutes=2}", "the name 'label' is there twice; choose"),
        ("{#start minutes=2}", "{#start minutes=2 colour=red}", "'colour' is no attribute; there"),
        ("# Open {#open}", "", ":3: a slide stands before the first part; write '# Part' above"),
        ("# Open {#open}", "# No {#no}\n\n# Open {#open}", "the part 'no' has no slide; add one"),
        ('**Then.** "You will', '**After.** "You will', "notes of 'start' lack Then; write a line"),
    ],
)
def test_slides_that_cannot_be_used_are_refused(tmp_path, old, new, message):
    with pytest.raises(ValueError, match=message):
        read_lesson(altered(tmp_path, old, new))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "explorer:threshold",
            "explorer:treshold",
            r"slide 'move': there is no explorer 'treshold'",
        ),
        (
            "confusion#lazy",
            "confusion#lasy",
            "slide 'lazy': explorer 'confusion' has no preset 'las",
        ),
        ("explorer:label", "explorer:label#a room", "has no preset 'a room'; it has none"),
        (
            "picture:luck",
            "picture:look",
            "slide 'square': there is no picture 'look'; the pictures",
        ),
        ("figure:kappa_guide-lazy", "figure:lazy", "there is no figure 'lazy'; the figures are"),
        (
            "picture:luck",
            "image:luck",
            "there is no image 'luck'; the kinds are picture, figure, e",
        ),
        slowly(
            "answers=4 ",
            "",
            r"question 4 of form A \(Always wrong\) is answered by no slide; write",
        ),
        (
            "answers=4 ",
            "answers=3 ",
            "question 3 of form A .* is answered by doctors, wrong; write",
        ),
    ],
)
def test_a_deck_that_asks_for_what_is_not_there_is_refused(tmp_path, old, new, message):
    with pytest.raises(ValueError, match=message):
        lesson_html(read_lesson(altered(tmp_path, old, new)), BANK)


def test_a_bank_without_the_forms_is_refused():
    without = Bank({"ten": "Ten", "A": "A"}, BANK.beliefs, BANK.setup, BANK.questions)
    with pytest.raises(
        ValueError, match=r"no form 'B', which the lesson hands out; it has ten, A\."
    ):
        keys_table(without, PARTS)
    fewer = tuple(q for q in BANK.questions if q.question != "b-6")
    with pytest.raises(
        ValueError, match=r"form A has 6 questions and form B 5; .* the same number"
    ):
        keys_table(Bank(BANK.forms, BANK.beliefs, BANK.setup, fewer), PARTS)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "with=00-4",
            "with=04",
            "slide 'home' needs '04'; write the id of an exercise, such as 00-4",
        ),
        (
            "explorer:threshold",
            "explorer:roc",
            "slide 'move': there is no explorer 'roc'; the expl",
        ),
    ],
)
def test_a_plan_that_names_what_is_not_there_is_refused(tmp_path, old, new, message):
    with pytest.raises(ValueError, match=message):
        plan(read_lesson(altered(tmp_path, old, new)))


def test_a_page_without_places_is_refused(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A page\n")
    with pytest.raises(ValueError, match=r"page\.md has no place for lesson; write the lines"):
        with_lesson(page, PARTS, BANK, read_items())
