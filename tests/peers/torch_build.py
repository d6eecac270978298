"""Ask pip which build of torch it would install; exit 3, aloud, if only one with CUDA is there."""

import json
import re
import subprocess
import sys

TOO_LARGE = re.compile(r"^(nvidia|cuda|triton)\b")


def packages(requirements):
    "What an install would bring, by name; nothing is installed."
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--report", "-"]
    done = subprocess.run(
        [*command, "--ignore-installed", "-r", requirements], capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"pip finds no torch for {sys.executable}\n{done.stderr}")
    items = json.loads(done.stdout)["install"]
    return {item["metadata"]["name"].lower(): item["metadata"]["version"] for item in items}


def main():
    found = packages(sys.argv[1])
    large = sorted(name for name in found if TOO_LARGE.match(name))
    if large:
        names = ", ".join(large)
        print(
            f"torch is not compared: only a build with CUDA is to be had ({names})", file=sys.stderr
        )
        sys.exit(3)
    print("torch", found["torch"], "is a build without CUDA")


if __name__ == "__main__":
    main()
