"""Run at the start of each Python in the Pi root (by pi_root.pth).

Where PI_ROOT_PICAMERA names a class of picamera_virtual, `from picamera2 import Picamera2` gives that class: so an
installed program runs on the virtual camera unchanged. Without the variable nothing happens."""

import os
import sys
from importlib.machinery import PathFinder


class _Finder:
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name != "picamera2":
            return None
        sys.meta_path.remove(cls)
        spec = PathFinder.find_spec(name, path)
        if spec is None or spec.loader is None:
            return spec
        load = spec.loader.exec_module

        def exec_module(module):
            load(module)
            import picamera_virtual  # noqa: PLC0415 - only with the picamera2 that it changes

            module.Picamera2 = getattr(picamera_virtual, os.environ["PI_ROOT_PICAMERA"])

        spec.loader.exec_module = exec_module
        return spec


if os.environ.get("PI_ROOT_PICAMERA"):
    sys.meta_path.insert(0, _Finder)
