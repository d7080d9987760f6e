"""Weights to ONNX files that `cv2.dnn` of OpenCV 4 and 5 reads alike."""

from pathlib import Path

import torch
from torch import nn

from vision.training.nets import FaceNet, PipNet, WhereNet

OPSET = 13
"""Newer exporters' files fail in OpenCV 4.14."""


def export(folder: Path, *, where: Path | None, faces: Path | None, pips: Path | None) -> None:
    """Write where.onnx, faces.onnx and pips.onnx into `folder`, those whose weights are given."""
    folder.mkdir(parents=True, exist_ok=True)
    if where is not None:
        write(WhereNet(), where, folder / "where.onnx", (1, 3, 240, 320), ["fine", "coarse"])
    if faces is not None:
        write(FaceNet(), faces, folder / "faces.onnx", (1, 3, 48, 48), ["faces"])
    if pips is not None:
        write(PipNet(), pips, folder / "pips.onnx", (1, 3, 64, 64), ["heat"])


def write(net: nn.Module, weights: Path, file: Path, shape: tuple[int, ...], outputs: list[str]) -> None:
    """One network; those that read crops take any number of them at once."""
    net.load_state_dict(torch.load(weights))
    net.eval()
    axes = {} if "where" in file.name else {name: {0: "n"} for name in ("pictures", *outputs)}
    torch.onnx.export(
        net,
        (torch.zeros(*shape),),
        str(file),
        opset_version=OPSET,
        dynamo=False,
        input_names=["pictures"],
        output_names=outputs,
        dynamic_axes=axes,
    )
