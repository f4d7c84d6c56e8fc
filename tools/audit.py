"""Checks the locked packages for known vulnerabilities.

Exits with 1 if there is one.  Without access to a database, which pip-audit may report as a clean
result, it only prints a sentence.  Packages for other systems and Pythons are not checked.
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
REQUEST_TIMEOUT = "5"
TOTAL_TIMEOUT = 90


def look_up(database: str) -> tuple[list[dict[str, Any]], str]:
    """The packages that a database knows, with their vulnerabilities; if none, the reason."""
    command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"]
    command += ["--vulnerability-service", database, "--timeout", REQUEST_TIMEOUT]
    command += ["--require-hashes", "--disable-pip"]
    for lock in LOCKS:
        command += ["--requirement", lock]
    try:
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=TOTAL_TIMEOUT
        )
    except subprocess.TimeoutExpired:
        return [], f"no answer within {TOTAL_TIMEOUT} s"
    try:
        packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except json.JSONDecodeError:  # a traceback instead
        return [], done.stderr.strip().rpartition("\n")[2].partition("(")[0]
    return [package for package in packages if "vulns" in package], "it knows none of the packages"


def main() -> None:
    if find_spec("pip_audit") is None:
        sys.exit("pip-audit is not installed; `make lint` installs it.")
    reasons = []
    for database in DATABASES:
        packages, reason = look_up(database)
        if not packages:
            reasons.append(f"{database}: {reason}")
            continue
        found = [(package, one) for package in packages for one in package["vulns"]]
        for package, one in found:
            fixed = ", ".join(one["fix_versions"]) or "no version"
            print(f"{package['name']} {package['version']}: {one['id']}, fixed in {fixed}")
        if found:
            sys.exit("There are known vulnerabilities: raise the versions and run `make lock`.")
        print(f"No known vulnerability in {len(packages)} locked packages ({database}).")
        return
    print(f"The locks were not checked: no database is available ({'; '.join(reasons)}).")


if __name__ == "__main__":
    main()
