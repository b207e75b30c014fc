"""schemathesis over the whole OpenAPI document, in short; scripts/schema asks for longer."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[3] / "scripts" / "schema"


def test_every_call_keeps_to_the_document_on_postgresql():
    """On the database that takes less than the other; the script looks for longer, and on both."""
    command = [sys.executable, SCRIPT, "--database", "postgresql", "--examples", "1", "--seed", "1"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.stdout.endswith("cases, nothing found\n"), ran.stdout + ran.stderr
    assert int(ran.stdout.split()[-4].replace(",", "")) > 1000
