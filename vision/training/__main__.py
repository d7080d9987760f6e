"""The training's command line: `python -m vision.training COMMAND --help`."""

import argparse
from pathlib import Path

SHARES = {"matteop65": 1.2, "epanemu": 1.4, "renders": 3.0, "scenes": 1.0}
"""How often a source is drawn from, whatever its size."""


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    args = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    commands = args.add_subparsers(dest="command", required=True)
    pictures = commands.add_parser("pictures", help="draw scenes with their truth")
    pictures.add_argument("out", type=Path)
    pictures.add_argument("--count", type=int, default=3000)
    pictures.add_argument("--seed", type=int, default=1)
    pictures.add_argument(
        "--empty", type=float, default=0.08, help="share of pictures without dice, only with what is none"
    )
    courses = {
        "where": "the finder",
        "glance": "the reader of one die at a glance",
        "faces": "the reader of one die",
        "pips": "the finder of a face's pips",
    }
    for name, what in courses.items():
        train = commands.add_parser(name, help=f"train {what}")
        train.add_argument("folders", type=Path, nargs="+", help="folders with labels.jsonl and pictures")
        train.add_argument("--out", type=Path, required=True)
        train.add_argument("--start", type=Path, help="weights to go on from")
        train.add_argument(
            "--teacher",
            type=Path,
            help="whose answers are learned too: for `where` an older one's ONNX file, for `glance` weights of `faces`",
        )
        train.add_argument("--minutes", type=float, default=60.0)
        train.add_argument("--rate", type=float, default=2e-3)
        train.add_argument("--seed", type=int, default=1)
        train.add_argument(
            "--strength", type=float, default=1.0, help="of the changes of light; 0.5 for a last stretch"
        )
        train.add_argument(
            "--leave-out", nargs="*", default=[], help="sources kept out, to see what strangers' dice do"
        )
        train.add_argument("--threads", type=int, default=1)
    drawn = commands.add_parser("drawn", help="draw stills of the mock camera's tray with their truth")
    drawn.add_argument("out", type=Path)
    drawn.add_argument("--count", type=int, default=250)
    drawn.add_argument("--seed", type=int, default=5)
    decoys = commands.add_parser("decoys", help="draw what looks like a die and is none")
    decoys.add_argument("out", type=Path)
    decoys.add_argument("--count", type=int, default=700)
    decoys.add_argument("--seed", type=int, default=3)
    measure = commands.add_parser(
        "measure", help="what the reader is worth on folders with labels.jsonl (needs no extra)"
    )
    measure.add_argument("folders", type=Path, nargs="+")
    measure.add_argument("--source", default="", help="only pictures whose label names this source")
    measure.add_argument("--models", type=Path, help="a folder of ONNX files to read with, not the package's")
    export = commands.add_parser("export", help="write the weights as ONNX files that cv2.dnn reads")
    export.add_argument("--where", type=Path)
    export.add_argument("--glance", type=Path)
    export.add_argument("--faces", type=Path)
    export.add_argument("--pips", type=Path)
    export.add_argument("--out", type=Path, required=True)
    return args


def main() -> None:
    """Run one command."""
    opts = parser().parse_args()
    if opts.command == "pictures":
        from vision.training.scenes import make_pictures

        make_pictures(opts.out, opts.count, opts.seed, empty_share=opts.empty)
        return
    if opts.command == "drawn":
        from vision.training.drawn import make_drawn

        make_drawn(opts.out, opts.count, opts.seed)
        return
    if opts.command == "decoys":
        from vision.training.decoys import make_decoys

        make_decoys(opts.out, opts.count, opts.seed)
        return
    if opts.command == "measure":
        from vision import nets
        from vision.training.measure import measure

        nets.MODELS = opts.models or nets.MODELS
        measure(opts.folders, print, opts.source)
        return
    if opts.command == "export":
        from vision.training.export import export

        export(opts.out, where=opts.where, glance=opts.glance, faces=opts.faces, pips=opts.pips)
        return
    import torch

    from vision.training import faces, glance, pips, where
    from vision.training.data import Library
    from vision.training.loop import Course

    torch.set_num_threads(opts.threads)
    library = Library(opts.folders, tuple(opts.leave_out))
    train = {"where": where.train, "glance": glance.train, "faces": faces.train, "pips": pips.train}[opts.command]
    train(
        library, opts.out, Course(opts.minutes, opts.seed, opts.rate, opts.strength, opts.start, opts.teacher), SHARES
    )


if __name__ == "__main__":
    main()
