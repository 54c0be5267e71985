"""Puts a trained net into the package: ``python tools/ship_net.py sage-training/sage.net``.

Then measure the levels (``tools/measure_levels.py --write``) and the strength (``bench/strength.py``) again.
"""

from __future__ import annotations

import sys
from pathlib import Path

from heptapolis.bots.sage.net import SHIPPED, NetFile

FOLDER = Path(__file__).parents[1] / "src" / "heptapolis" / "bots" / "sage"


def main() -> None:
    """Checks that the net fits this version, and writes it with its version's name."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    file = NetFile.read(Path(sys.argv[1]).read_bytes())
    file.layout()
    file.net()
    shipped = NetFile({**file.header, "version": Path(SHIPPED).stem}, file.weights)
    (FOLDER / SHIPPED).write_bytes(shipped.write(9))
    sys.stdout.write(f"{SHIPPED}: {file.header['games']:,} games, {(FOLDER / SHIPPED).stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
