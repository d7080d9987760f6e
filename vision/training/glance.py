"""Trains `GlanceNet` to say at a glance what `FaceNet` says of a crop, wherever that is easy to say."""

from pathlib import Path

import torch
from torch import Tensor

from vision.training import faces
from vision.training.augment import relit, tensor_of
from vision.training.data import Library
from vision.training.loop import Batch, Course, teach
from vision.training.nets import FaceNet, GlanceNet

CROP_PX = 64
"""Of a crop as it is cut: what either network takes is reduced from the same one."""
TEACHER_PX, GLANCE_PX = 48, 32
BATCH = 128
TAUGHT = 1.0
"""Weight of the teacher's answers beside that of the labels."""
SLANTS_TAUGHT = 8.0
"""Weight of its slants, which photographs' labels do not have."""


class Glances(faces.Crops):
    """Draws crops with the targets of the labels and with a teacher's answers."""

    side = CROP_PX

    def __init__(self, library: Library, shares: dict[str, float], course: Course) -> None:
        if course.teacher is None:
            raise SystemExit("glance: name the face network that teaches, --teacher faces.pt")
        self.teacher = FaceNet().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.teacher.load_state_dict(torch.load(course.teacher))
        self.teacher.eval()
        super().__init__(library, shares, course.seed, course.strength)

    def batch(self, size: int) -> Batch:
        """(N, 3, 32, 32) in 0..1, light and colours changed; (N, 14) targets, and (N, 14) that the teacher says."""
        pairs = self.drawn(size)
        whole = relit(tensor_of([c for c, _ in pairs]), self.rng, self.strength)
        targets = torch.tensor([t.row() for _, t in pairs], dtype=torch.float32)
        large = torch.nn.functional.interpolate(whole, (TEACHER_PX, TEACHER_PX), mode="bilinear", antialias=True)
        with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
            said = self.teacher(large.to(memory_format=torch.channels_last)).float()
        # Specks come last, so that the teacher has seen none: the label stays what the die shows.
        return torch.nn.functional.avg_pool2d(self.with_specks(whole, pairs), CROP_PX // GLANCE_PX), (targets, said)


def loss_of(said: Tensor, targets: tuple[Tensor, ...]) -> Tensor:
    """That of the labels, and how far the answers are from the teacher's (Hinton, Vinyals and Dean 2015)."""
    own, theirs = said.float(), targets[1]
    bits = torch.nn.functional.binary_cross_entropy_with_logits
    near = torch.nn.functional.smooth_l1_loss
    values = torch.nn.functional.cross_entropy(own[:, :7], theirs[:, :7].softmax(1))
    # Where the teacher sees no die its slant and size mean nothing.
    die = 1 - theirs[:, :7].softmax(1)[:, 0]
    slants = (near(own[:, 12:14], theirs[:, 12:14], reduction="none", beta=0.1).sum(1) * die).mean()
    places = (near(own[:, 9:12], theirs[:, 9:12], reduction="none", beta=0.05).sum(1) * die).mean()
    looks = bits(own[:, 7:9], theirs[:, 7:9].sigmoid())
    return faces.loss_of(said, targets) + TAUGHT * (values + 0.4 * looks + places) + SLANTS_TAUGHT * slants


def train(library: Library, out: Path, course: Course, shares: dict[str, float]) -> None:
    """Train the network for a first glance."""
    torch.manual_seed(course.seed)
    crops = Glances(library, shares, course)

    teach(GlanceNet(), lambda: crops.batch(BATCH), loss_of, course=course, out=out, refresh=crops.refresh)
