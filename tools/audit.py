"""Looks up what the locks install in a database of known vulnerabilities.

Ends with 1 if one is found.  Where no database can be reached, which pip-audit by itself may take
for a clean bill, one sentence says so, and that is all.  What the locks have for other systems and
Pythons than this one is not looked at.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ["requirements/dev.txt", "requirements/build.txt"]
DATABASES = ["pypi", "osv"]
SECONDS_AN_ANSWER = "5"
SECONDS_IN_ALL = 90


def looked_up(database: str) -> tuple[list[dict[str, Any]], str]:
    """What a database knows of each package that it knows, and why it knows none."""
    command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"]
    command += ["--vulnerability-service", database, "--timeout", SECONDS_AN_ANSWER]
    command += ["--require-hashes", "--disable-pip"]
    for lock in LOCKS:
        command += ["--requirement", lock]
    try:
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS_IN_ALL
        )
    except subprocess.TimeoutExpired:
        return [], f"no answer within {SECONDS_IN_ALL} s"
    try:
        packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except json.JSONDecodeError:  # it ended with a traceback
        return [], done.stderr.strip().rpartition("\n")[2].partition("(")[0]
    return [package for package in packages if "vulns" in package], "it knows none of the packages"


def main() -> None:
    if find_spec("pip_audit") is None:
        sys.exit("pip-audit is not installed; `make lint` installs what the locks have.")
    reasons = []
    for database in DATABASES:
        packages, reason = looked_up(database)
        if not packages:
            reasons.append(f"{database}: {reason}")
            continue
        found = [(package, one) for package in packages for one in package["vulns"]]
        for package, one in found:
            fixed = ", ".join(one["fix_versions"]) or "no version"
            print(f"{package['name']} {package['version']}: {one['id']}, fixed in {fixed}")
        if found:
            sys.exit("There are known vulnerabilities: raise the versions, and `make lock`.")
        print(f"Of {len(packages)} locked packages, none has a known vulnerability ({database}).")
        return
    print(f"The locks were not audited, for want of a database ({'; '.join(reasons)}).")


if __name__ == "__main__":
    main()
