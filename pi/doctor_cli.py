"""`croupier doctor`: prints what the doctor finds, and writes a bundle for a report."""

from collections.abc import Callable
from pathlib import Path

from pi.bundle import check_place, write_bundle
from pi.doctor import Finding, examine
from pi.errors import UsageError

NAME_WIDTH = 16


def print_findings(
    config: Path | None,
    data: Path | None,
    *,
    camera: str | None,
    json: bool,
    bundle: Path | None,
    with_names: bool,
    with_pictures: bool,
    say: Callable[[str], None],
) -> bool:
    """Print each finding as it is made; whether nothing has failed.

    UsageError where something is to go into a report that nobody asked for; TrayError where it cannot be written.
    """
    if bundle is not None:
        check_place(bundle)
    elif with_names or with_pictures:
        option = "--with-pictures" if with_pictures else "--with-names"
        raise UsageError(f"{option} says what goes into a report; name its file with --bundle FILE.zip")
    findings: list[Finding] = []
    for finding in examine(config, data, camera):
        findings.append(finding)
        for line in [finding.to_line()] if json else in_words(finding):
            say(line)
    if bundle is not None:
        parts = write_bundle(bundle, findings, config=config, data=data, names=with_names, pictures=with_pictures)
        if not json:
            say(f"{bundle}: {', '.join(parts)}; look into it before you send it to anybody")
    return all(finding.state != "fail" for finding in findings)


def in_words(finding: Finding) -> list[str]:
    """The lines for people: what was found, and below it what mends it."""
    lines = [f"{finding.state:5} {finding.check:{NAME_WIDTH}} {finding.says}"]
    if finding.mend:
        lines.append(f"{'':5} {'':{NAME_WIDTH}} -> {finding.mend}")
    return lines
