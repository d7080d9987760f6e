"""The training loop that both networks share: AdamW, a cosine rate, averaged weights, bfloat16."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

REPORT_S = 60.0
"""Seconds between two reports, savings and looks for new pictures."""
WARM_UP = 0.02
"""Share of the course in which the rate rises."""
AVERAGE = 0.998
"""Decay of the averaged weights, a step."""

Batch = tuple[Tensor, tuple[Tensor, ...]]
"""Pictures (N, 3, H, W) in 0..1 and what the net should say of them."""


@dataclass(frozen=True)
class Course:
    """How long and how fast."""

    minutes: float
    seed: int
    rate: float = 2e-3
    strength: float = 1.0
    """Of the changes of light and colour."""
    start: Path | None = None
    """Weights to go on from."""
    teacher: Path | None = None
    """An ONNX file of an older network of any build, whose answers are learned besides the labels."""


def rate_at(done: float, peak: float) -> float:
    """The learning rate after a share `done` of the course."""
    return peak * min(1.0, done / WARM_UP + 0.02) * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-5


def teach(
    net: nn.Module,
    draw: Callable[[], Batch],
    loss_of: Callable[[Any, tuple[Tensor, ...]], Tensor],
    *,
    course: Course,
    out: Path,
    refresh: Callable[[], int],
) -> None:
    """Train for so many minutes; writes the averaged weights to `out` at each report and at the end."""
    net = net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    if course.start is not None:
        net.load_state_dict(torch.load(course.start))
    steps = torch.optim.AdamW(net.parameters(), lr=course.rate, weight_decay=1e-3)
    decay = torch.optim.swa_utils.get_ema_multi_avg_fn(AVERAGE)
    average = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=decay, use_buffers=True)
    began = reported = time.monotonic()
    total, count = 0.0, 0
    net.train()
    while (done := (time.monotonic() - began) / (60 * course.minutes)) < 1:
        for group in steps.param_groups:
            group["lr"] = rate_at(done, course.rate)
        loss = step(net, draw(), loss_of, steps)
        average.update_parameters(net)
        total, count = total + loss, count + 1
        if time.monotonic() - reported > REPORT_S:
            torch.save(average.module.state_dict(), out)
            print(f"{done:.2f} loss {total / count:.4f} steps {count} pictures {refresh()}", flush=True)  # noqa: T201 - a report to whoever waits
            reported, total, count = time.monotonic(), 0.0, 0
    torch.save(average.module.state_dict(), out)


def step(
    net: nn.Module,
    batch: Batch,
    loss_of: Callable[[Any, tuple[Tensor, ...]], Tensor],
    steps: torch.optim.Optimizer,
) -> float:
    """One step down the gradient; returns the loss."""
    pictures, targets = batch
    with torch.autocast("cpu", dtype=torch.bfloat16):
        said = net(pictures.to(memory_format=torch.channels_last))
    loss = loss_of(said, targets)
    steps.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    steps.step()
    return float(loss.detach())
