"""The networks: `WhereNet` finds dice, `GlanceNet` and `FaceNet` read one die in a crop, `PipNet` marks its pips."""

import torch
from torch import Tensor, nn


def block(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    """Convolution, batch normalisation, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions and a short cut."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = block(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        """Same shape in and out."""
        return torch.relu(x + self.second(self.first(x)))


class WhereNet(nn.Module):
    """(N, 3, 192, 256) in 0..1 to two maps of heat (logit), log2 size over the cell, offset right and down in cells.

    The fine map has cells of 4 pixels and is for dice up to some 32 pixels across, the coarse one cells of 16 pixels.
    """

    def __init__(self) -> None:
        super().__init__()
        # Straight to a quarter: few channels over many pixels are what cv2.dnn is slowest at.
        self.to4 = nn.Sequential(nn.Conv2d(3, 16, 4, 4, bias=False), nn.BatchNorm2d(16), nn.ReLU(), block(16, 16))
        self.to8 = nn.Sequential(block(16, 32, 2), block(32, 32))
        self.to16 = nn.Sequential(block(32, 64, 2), Residual(64))
        self.to32 = nn.Sequential(block(64, 96, 2), Residual(96))
        self.from32 = block(96, 64, 1, 1)
        self.at16 = block(64, 64)
        self.from16 = block(64, 32, 1, 1)
        self.at8 = block(32, 32)
        self.from8 = block(32, 16, 1, 1)
        self.at4 = block(16, 16)
        self.fine = nn.Conv2d(16, 4, 1)
        self.coarse = nn.Conv2d(64, 4, 1)
        for head in (self.fine, self.coarse):
            nn.init.constant_(head.bias, 0.0)
            head.bias.data[0] = -4.0

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Maps (N, 4, 48, 64) and (N, 4, 12, 16)."""
        x4 = self.to4(x)
        x8 = self.to8(x4)
        x16 = self.to16(x8)
        x32 = self.to32(x16)
        up = nn.functional.interpolate(self.from32(x32), scale_factor=2.0, mode="nearest")
        y16 = self.at16(x16 + up)
        y8 = self.at8(x8 + nn.functional.interpolate(self.from16(y16), scale_factor=2.0, mode="nearest"))
        y4 = self.at4(x4 + nn.functional.interpolate(self.from8(y8), scale_factor=2.0, mode="nearest"))
        return self.fine(y4), self.coarse(y16)


FACE_OUTPUTS = 14
"""Of FaceNet: logits of none and 1 to 6 (7), leaning, whole; offset in faces (2), log2 size over nominal, slant (2)."""


class FaceNet(nn.Module):
    """(N, 3, 48, 48) in 0..1, a die with its top face some 24 pixels across in the middle, to (N, 14)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 16, 2, 5),
            block(16, 32),
            block(32, 48, 2),
            Residual(48),
            block(48, 64, 2),
            Residual(64),
            block(64, 96, 2),
            Residual(96),
        )
        self.head = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.1), nn.Linear(96 * 9, 96), nn.ReLU(inplace=True), nn.Linear(96, FACE_OUTPUTS)
        )

    def forward(self, x: Tensor) -> Tensor:
        """See FACE_OUTPUTS."""
        out: Tensor = self.head(self.body(x))
        return out


class GlanceNet(nn.Module):
    """(N, 3, 32, 32) in 0..1, a die with its top face some 16 pixels across in the middle, to (N, 14) as `FaceNet`.

    Less than a third of its arithmetic: enough where a die is easy to read.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 16, 2, 5), block(16, 32), block(32, 48, 2), block(48, 48), block(48, 64, 2), block(64, 64)
        )
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(64 * 16, 64), nn.ReLU(inplace=True), nn.Linear(64, FACE_OUTPUTS)
        )

    def forward(self, x: Tensor) -> Tensor:
        """See FACE_OUTPUTS."""
        out: Tensor = self.head(self.body(x))
        return out


class PipNet(nn.Module):
    """(N, 3, 64, 64) in 0..1, a top face some 32 pixels across in the middle, to logits of a pip (N, 1, 32, 32).

    It tells where the pips of the face turned up are, not what value they make.
    """

    def __init__(self) -> None:
        super().__init__()
        self.to2 = nn.Sequential(block(3, 16, 2, 5), block(16, 24))
        self.to4 = nn.Sequential(block(24, 32, 2), Residual(32))
        self.to8 = nn.Sequential(block(32, 40, 2), Residual(40))
        self.from8 = block(40, 32, 1, 1)
        self.at4 = block(32, 32)
        self.from4 = block(32, 24, 1, 1)
        self.at2 = block(24, 24)
        self.heat = nn.Conv2d(24, 1, 1)
        nn.init.constant_(self.heat.bias, -4.0)

    def forward(self, x: Tensor) -> Tensor:
        """See the class."""
        x2 = self.to2(x)
        x4 = self.to4(x2)
        x8 = self.to8(x4)
        y4 = self.at4(x4 + nn.functional.interpolate(self.from8(x8), scale_factor=2.0, mode="nearest"))
        y2 = self.at2(x2 + nn.functional.interpolate(self.from4(y4), scale_factor=2.0, mode="nearest"))
        out: Tensor = self.heat(y2)
        return out
