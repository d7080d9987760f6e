"""Weights to ONNX files that `cv2.dnn` of OpenCV 4 and 5 reads alike."""

from pathlib import Path

import torch

from vision.training.nets import FaceNet, WhereNet

OPSET = 13
"""Newer exporters' files fail in OpenCV 4.14."""


def export(where: Path | None, faces: Path | None, folder: Path) -> None:
    """Write where.onnx and faces.onnx into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    if where is not None:
        net = WhereNet()
        net.load_state_dict(torch.load(where))
        net.eval()
        torch.onnx.export(
            net,
            (torch.zeros(1, 3, 240, 320),),
            str(folder / "where.onnx"),
            opset_version=OPSET,
            dynamo=False,
            input_names=["picture"],
            output_names=["fine", "coarse"],
        )
    if faces is not None:
        face = FaceNet()
        face.load_state_dict(torch.load(faces))
        face.eval()
        torch.onnx.export(
            face,
            (torch.zeros(1, 3, 48, 48),),
            str(folder / "faces.onnx"),
            opset_version=OPSET,
            dynamo=False,
            input_names=["crops"],
            output_names=["faces"],
            dynamic_axes={"crops": {0: "n"}, "faces": {0: "n"}},
        )
