"""Looks up what the locks install in a database of known vulnerabilities.

Ends with 1 if one is found.  Where no database can be reached, which pip-audit by itself may take
for a clean bill, one sentence says so, and that is all.  What the locks have for other systems and
Pythons than this one is not looked at.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ["requirements/dev.txt", "requirements/build.txt"]
DATABASES = ["pypi", "osv"]
SECONDS_AN_ANSWER = "5"
SECONDS_IN_ALL = 90


def looked_up(database: str) -> list[dict[str, Any]]:
    """What a database knows of each package; nothing for those that it does not know."""
    command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"]
    command += ["--vulnerability-service", database, "--timeout", SECONDS_AN_ANSWER]
    command += ["--require-hashes", "--disable-pip"]
    for lock in LOCKS:
        command += ["--requirement", lock]
    try:
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS_IN_ALL
        )
        packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, json.JSONDecodeError):  # pip-audit ends with a traceback
        return []
    return [package for package in packages if "vulns" in package]


def main() -> None:
    for database in DATABASES:
        packages = looked_up(database)
        if not packages:
            continue
        found = [(package, one) for package in packages for one in package["vulns"]]
        for package, one in found:
            fixed = ", ".join(one["fix_versions"]) or "no version"
            print(f"{package['name']} {package['version']}: {one['id']}, fixed in {fixed}")
        if found:
            sys.exit("There are known vulnerabilities: raise the versions, and `make lock`.")
        print(f"Of {len(packages)} locked packages, none has a known vulnerability ({database}).")
        return
    print("No database of vulnerabilities can be reached from here: the locks were not audited.")


if __name__ == "__main__":
    main()
