"""`croupier doctor`: prints what the doctor finds, and writes a bundle for a report."""

from collections.abc import Callable
from pathlib import Path

from pi.bundle import write_bundle
from pi.doctor import Finding, examine

NAME_WIDTH = 16


def print_findings(
    config: Path | None,
    data: Path | None,
    *,
    json: bool,
    bundle: Path | None,
    with_names: bool,
    with_pictures: bool,
    say: Callable[[str], None],
) -> bool:
    """Print each finding as it is made; whether nothing has failed."""
    findings: list[Finding] = []
    for finding in examine(config, data):
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
