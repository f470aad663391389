"""The questions for course systems, as Moodle XML.

What is written follows what Moodle's importer reads (`question/format/xml/format.php` of Moodle).
Texts are HTML: a question may hold a table.
"""

from __future__ import annotations

from html import escape
from xml.etree import ElementTree as ET

from kappabook.teaching.questions.bank import Bank, Option, Question


def moodle_xml(bank: Bank) -> str:
    """Return the bank as Moodle XML: a category for each form, options in the order of print.

    The misconceptions, the notebook and the level are tags; a wrong option's feedback is the
    belief it shows.
    """
    quiz = ET.Element("quiz")
    for form, title in bank.forms.items():
        category = ET.SubElement(quiz, "question", type="category")
        _text(ET.SubElement(category, "category"), _category(title))
        for question in bank.of(form):
            _add(quiz, bank, question)
    ET.indent(quiz)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(quiz, "unicode") + "\n"


def _add(quiz: ET.Element, bank: Bank, question: Question) -> None:
    """Add a question as Moodle's importer reads it, fields in the order of its export."""
    node = ET.SubElement(quiz, "question", type="multichoice")
    _text(ET.SubElement(node, "name"), _name(question))
    _html(node, "questiontext", _asked(question))
    _html(node, "generalfeedback", _paragraph(question.why))
    for field, value in {
        "defaultgrade": "1",
        "penalty": "0",
        "hidden": "0",
        "idnumber": f"kappabook-{question.question}",
        "single": "true",
        "shuffleanswers": "false",
        "answernumbering": "abc",
    }.items():
        ET.SubElement(node, field).text = value
    for option in question.options:
        answer = _html(node, "answer", _paragraph(option.text))
        answer.set("fraction", "0" if option.shows else "100")
        _html(answer, "feedback", _feedback(bank, option))
    shown = {option.shows for option in question.options if option.shows}
    tags = ET.SubElement(node, "tags")
    for tag in (*sorted(shown, key=list(bank.beliefs).index), question.level, question.lesson):
        _text(ET.SubElement(tags, "tag"), tag)


def _category(title: str) -> str:
    """Name a category; a slash stands between levels, and two of them for one."""
    return f"kappabook/{title.replace('/', '//')}"


def _name(question: Question) -> str:
    return f"{question.question} {question.title}"


def _feedback(bank: Bank, option: Option) -> str:
    """Say what a chosen option shows; the reason of the key is the general feedback."""
    if not option.shows:
        return _paragraph("Right.")
    belief = bank.beliefs[option.shows].belief
    return _paragraph(f"A common mistake ({option.shows}): {belief[0].lower()}{belief[1:]}.")


def _asked(question: Question) -> str:
    """Return text and table in HTML."""
    if not question.table:
        return _paragraph(question.text)
    head, *body = question.table
    rows = [_row(head, "th")]
    rows += [_row(row[:1], "th") + _row(row[1:], "td") for row in body]
    table = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'{_paragraph(question.text)}<table border="1">{table}</table>'


def _row(cells: tuple[str, ...], tag: str) -> str:
    return "".join(f"<{tag}>{escape(cell, quote=False)}</{tag}>" for cell in cells)


def _paragraph(text: str) -> str:
    return f"<p>{escape(text, quote=False)}</p>"


def _html(parent: ET.Element, tag: str, html: str) -> ET.Element:
    node = ET.SubElement(parent, tag, format="html")
    _text(node, html)
    return node


def _text(parent: ET.Element, text: str) -> None:
    ET.SubElement(parent, "text").text = text
