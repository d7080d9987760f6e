"""Draws two pictures for the virtual camera: four coloured quadrants, each with a white die. argv[1]: the folder."""

import sys
from pathlib import Path

import cv2
import numpy as np

WIDTH, HEIGHT = 1280, 960
COLOURS_BGR = [(60, 110, 40), (150, 70, 50), (50, 60, 160), (70, 150, 170)]  # felt: green, blue, red, ochre
PIPS = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}
SIDE = 180


def picture(faces):
    image = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    for quadrant, (colour, face) in enumerate(zip(COLOURS_BGR, faces, strict=True)):
        left, top = quadrant % 2 * WIDTH // 2, quadrant // 2 * HEIGHT // 2
        image[top : top + HEIGHT // 2, left : left + WIDTH // 2] = colour
        x, y = left + WIDTH // 4 - SIDE // 2, top + HEIGHT // 4 - SIDE // 2
        cv2.rectangle(image, (x, y), (x + SIDE, y + SIDE), (235, 240, 240), -1, cv2.LINE_AA)
        for pip in PIPS[face]:
            centre = x + SIDE * (1 + pip % 3) // 4, y + SIDE * (1 + pip // 3) // 4
            cv2.circle(image, centre, SIDE // 11, (25, 25, 25), -1, cv2.LINE_AA)
    return image


for number, faces in enumerate([(1, 2, 3, 4), (4, 5, 6, 1)]):
    cv2.imwrite(str(Path(sys.argv[1]) / f"{number}.jpg"), picture(faces), [cv2.IMWRITE_JPEG_QUALITY, 95])
