"""`croupier mat`: the printed mat as a PDF."""

import sys
from pathlib import Path
from typing import cast

from pi.errors import NOWHERE, TrayError, UsageError
from vision.mat_layout import PAPERS, Paper, mat_layout

STDOUT = "-"


def write_pdf(out: str, paper: str, seats: int, lang: str) -> str:
    """Write the mat and give a sentence for whoever prints it; UsageError for a mat that does not exist.

    `out` is a file, or "-" for stdout. TrayError where the file cannot be written.
    """
    from ui.mat_sheet import PAPER_NAMES, write_mat  # noqa: PLC0415 - the PDF library is loaded only where it writes

    if not out:
        raise UsageError("--out: the file's name is empty; name a file such as mat.pdf, or - for stdout")
    if Path(out).suffix.lower() not in ("", ".pdf"):
        raise UsageError(f"--out {out!r}: the mat is a PDF; name a file such as mat.pdf")
    if out == STDOUT and sys.stdout is None:
        raise TrayError(NOWHERE)
    if paper.lower() not in PAPERS:
        raise UsageError(f"--paper {paper!r} is not known; the papers are {', '.join(PAPERS)}")
    try:
        layout = mat_layout(cast(Paper, paper.lower()), seats)
    except ValueError as error:
        raise UsageError(f"--seats: {error}") from error
    try:
        write_mat(sys.stdout.buffer if out == STDOUT else Path(out), layout, lang)
    except BrokenPipeError:
        raise  # whoever read our output has gone
    except OSError as error:
        raise TrayError(f"the mat cannot be written to {out}: {error.strerror or error}") from error
    name = PAPER_NAMES[layout.paper]
    where = "the mat" if out == STDOUT else out
    return f"{where}: print it on {name} at 100 %, not fitted to the page; a ruler tells whether its sides are right"
