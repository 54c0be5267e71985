"""Finds the seed of the guided first game: the first one whose deal has every lesson.

Run it after a change of the deal, and put what it prints into ``src/heptapolis/server/tables/lesson.py``.
"""

import sys
from itertools import count

from heptapolis.server.tables.lesson import has_every_lesson, lesson_record

if __name__ == "__main__":
    seed = next(seed for seed in count() if has_every_lesson(lesson_record(seed)))
    sys.stdout.write(f"{seed}\n")
