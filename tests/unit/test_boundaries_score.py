"""Where one step more or less matters in reports of scores, and in files."""

import ctypes

import numpy as np
import pytest

from kappabook.commands.files.batches import _Array, _column
from kappabook.commands.files.places import Form, line_of
from kappabook.commands.files.sniff import form_of
from kappabook.commands.files.spill import valid_memory

# --- files ----------------------------------------------------------------------------------------


def test_the_first_4096_bytes_tell_what_a_file_is(tmp_path):
    path = tmp_path / "table.csv"
    path.write_bytes(b"x" * 4095 + b"\0")
    with pytest.raises(ValueError, match="holds bytes that are no text"):
        form_of(path)
    path.write_bytes(b"x" * 4096 + b"\0")
    assert form_of(path).kind == "csv"


def test_a_record_without_a_line_of_its_own_is_counted_from_one(tmp_path):
    path = tmp_path / "table.json"
    path.write_text('[{"a": 1}, {"a": 2}, {"a": 3}]')
    assert line_of(path, Form("json"), "", 0) == f"{path}:1"
    assert line_of(path, Form("json"), "", 2) == f"{path}, record 3"


@pytest.mark.parametrize(
    ("enough", "too_little"),
    [("100MB", "99.9MB"), ("97656.25KiB", "97656.2KiB"), ("0.1GB", "0.09GB")],
)
def test_the_least_memory_is_a_hundred_million_bytes(enough, too_little):
    """97656.25 x 1024 is 100,000,000."""
    assert valid_memory(enough) == enough
    with pytest.raises(ValueError, match="DuckDB needs 100MB or more"):
        valid_memory(too_little)


def test_a_column_may_begin_inside_a_buffer():
    """By its own offset and by that of its batch, as the Arrow C interface allows."""
    values = np.arange(100, 110, dtype=np.uint16)
    buffers = (ctypes.c_void_p * 2)(None, values.ctypes.data)
    array = _Array(offset=2, buffers=buffers)
    assert _column(array, 1, 3, np.uint16).tolist() == [103, 104, 105]
