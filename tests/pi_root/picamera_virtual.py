"""The real picamera2 on libcamera's virtual camera: an adapter for tests.

A camera class of the product takes the class it opens as a parameter, and a test hands it one of these in place of
``picamera2.Picamera2``::

    from picamera_virtual import VirtualPicamera2RGB
    camera = PicameraCamera(picamera_class=VirtualPicamera2RGB)

``VirtualPicamera2``     what the virtual camera really gives: NV12 whatever was asked for. Read the format back from
                         ``camera_configuration()["main"]["format"]``, and turn arrays into pictures with `nv12_to_bgr`.
``VirtualPicamera2RGB``  the same camera, whose arrays are converted to the format that was asked for (RGB888, BGR888,
                         XRGB8888, XBGR8888 or YUV420), as the image processor of a Pi would. The conversion is ours.

Everything else is picamera2's own code: configurations, requests, jobs, threads, files, errors.
"""

import libcamera
import numpy as np
from picamera2.allocators import LibcameraAllocator
from picamera2.picamera2 import Picamera2
from picamera2.request import Helpers

__all__ = ["VirtualPicamera2", "VirtualPicamera2RGB", "nv12_to_bgr"]


class VirtualPicamera2(Picamera2):
    """Picamera2 with the two changes that the virtual camera needs; the arguments are Picamera2's."""

    def __init__(self, camera_num=0, verbose_console=None, tuning=None, allocator=None):
        # picamera2's own allocator makes one plane a frame; the virtual camera wants two, as its NV12 has.
        if allocator is None:
            allocator = LibcameraAllocator(None)
        super().__init__(camera_num, verbose_console, tuning, allocator)

    def configure_(self, camera_config="preview"):
        self.allocator.camera = self.camera  # known only once the camera is open
        super().configure_(camera_config)

    def _get_raw_modes(self):
        # The virtual camera refuses to describe a raw stream: its video sizes stand in.
        formats = self.camera.generate_configuration([libcamera.StreamRole.VideoRecording]).at(0).formats
        return [
            {"format": str(pixel_format), "size": (size.width, size.height)}
            for pixel_format in formats.pixel_formats
            for size in formats.sizes(pixel_format)
        ]


class VirtualPicamera2RGB(VirtualPicamera2):
    """A VirtualPicamera2 whose arrays, pictures and files have the format that was asked for.

    A MappedArray of a converted stream is a copy: what is drawn on it does not reach the frame."""

    CONVERTED = ("RGB888", "BGR888", "XRGB8888", "XBGR8888", "YUV420")

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.helpers = _ConvertingHelpers(self)

    def _update_camera_config(self, camera_config, libcamera_config):
        asked = {name: camera_config[name]["format"] for name in ("main", "lores") if camera_config.get(name)}
        super()._update_camera_config(camera_config, libcamera_config)
        for name, pixel_format in asked.items():
            if pixel_format in self.CONVERTED:
                camera_config[name]["format"] = pixel_format


class _ConvertingHelpers(Helpers):
    def _make_array_shared(self, buffer, config):
        wanted = config["format"]
        if wanted not in VirtualPicamera2RGB.CONVERTED:
            return super()._make_array_shared(buffer, config)
        nv12 = super()._make_array_shared(buffer, {**config, "format": "NV12"})
        if wanted == "YUV420":
            height = config["size"][1]
            planes = nv12[height:].reshape(-1, 2).T  # U,V,U,V,... to all U, then all V
            return np.concatenate([nv12[:height].ravel(), planes.ravel()]).reshape(nv12.shape)
        # libcamera names a format by its bits in a little-endian word: RGB888 lies in memory as B, G, R.
        image = nv12_to_bgr(nv12)
        if wanted in ("BGR888", "XBGR8888"):
            image = image[..., ::-1]
        if wanted.startswith("X"):
            image = np.concatenate([image, np.full_like(image[..., :1], 255)], axis=-1)
        return np.ascontiguousarray(image)


def nv12_to_bgr(array):
    """The BGR picture (height, width, 3), uint8, of an NV12 array (height * 3/2, width) of the virtual camera.

    The virtual camera copies a JPEG's own Y, Cb and Cr: full range, BT.601, though it says Rec709. OpenCV's own
    conversion takes limited range and would stretch the contrast."""
    import cv2  # noqa: PLC0415 - the system's Python has none, and is asked whether picamera2 can be imported

    height = array.shape[0] * 2 // 3
    luma = array[:height]
    chroma = np.ascontiguousarray(array[height:]).reshape(height // 2, -1, 2)
    blue, red = (cv2.resize(plane, luma.shape[::-1], interpolation=cv2.INTER_LINEAR) for plane in cv2.split(chroma))
    return cv2.cvtColor(cv2.merge([luma, red, blue]), cv2.COLOR_YCrCb2BGR)
