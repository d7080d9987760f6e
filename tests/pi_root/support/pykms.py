"""Stands in for kms++'s Python module, which Debian lacks and picamera2 imports for its preview. It draws nothing."""


class _Names:
    def __getattr__(self, name):
        return 0


PixelFormat = _Names()
PlaneType = _Names()


class Card:
    def __init__(self, *args, **kwargs):
        raise RuntimeError("there is no DRM card here: this pykms is a stub for tests")


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return _Names()
