"""A slice of tests/attacks/differential.py beside the programs that are installed here."""

from tests.attacks import differential


def test_random_inputs_beside_programs():
    peers = list(differential.installed(differential.PEERS))
    differences = differential.run(200, peers, first=1_000_000)
    assert "scikit-learn" in peers and not list(differences.bad())
