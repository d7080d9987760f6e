"""Weights to ONNX files that `cv2.dnn` of OpenCV 4 and 5 reads alike."""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from vision.dice import CANVAS_H, CANVAS_W
from vision.training.nets import FaceNet, GlanceNet, PipNet, WhereNet

OPSET = 13
"""Newer exporters' files fail in OpenCV 4.14."""
LARGE = 256
"""Arrays with more numbers are kept as half floats, which halves the file; cv2.dnn widens them once, on loading."""


def export(
    folder: Path,
    *,
    where: Path | None = None,
    glance: Path | None = None,
    faces: Path | None = None,
    pips: Path | None = None,
) -> None:
    """Write where.onnx, glance.onnx, faces.onnx and pips.onnx into `folder`, those whose weights are given."""
    folder.mkdir(parents=True, exist_ok=True)
    if where is not None:
        write(WhereNet(), where, folder / "where.onnx", (1, 3, CANVAS_H, CANVAS_W), ["fine", "coarse"])
    if glance is not None:
        write(GlanceNet(), glance, folder / "glance.onnx", (1, 3, 32, 32), ["faces"])
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
    onnx.save(halved(onnx.load(str(file))), str(file))


def halved(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model with its large arrays of float32 as float16, each cast back before it is used; changed in place."""
    casts = []
    for kept in model.graph.initializer:
        numbers = numpy_helper.to_array(kept)
        if numbers.dtype != np.float32 or numbers.size <= LARGE:
            continue
        name = kept.name
        kept.CopyFrom(numpy_helper.from_array(numbers.astype(np.float16), f"{name}.half"))
        casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    for cast in reversed(casts):
        model.graph.node.insert(0, cast)
    onnx.checker.check_model(model, full_check=True)
    return model
