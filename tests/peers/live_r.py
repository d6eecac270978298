"""Records against R packages of Debian, through Rscript: `make peers`."""

import subprocess
from functools import cache, partial

import pytest

from prspace.compat import find_convention
from tests.peers.harness import Peer, compare, compare_roc_areas

ROCR = """
suppressMessages(library(ROCR))
cat(as.character(packageVersion("ROCR")), "\\n")
for (line in readLines("stdin")) {
  part <- strsplit(line, ";")[[1]]
  read <- function(text) as.numeric(strsplit(text, " ")[[1]])
  found <- prediction(read(part[2]), read(part[1]))
  for (name in c("aucpr", "auc")) cat(sprintf("%.17g ", performance(found, name)@y.values[[1]]))
  cat("\\n")
}
"""


@cache
def lines(text):
    "What R answers to rankings."
    command = ["Rscript", "--vanilla", "-e", ROCR]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return done.stdout.split("\n")


def rocr(column, inputs):
    rows = [" ".join(map(str, y)) + ";" + " ".join(map(repr, s)) + "\n" for y, s in inputs]
    answers = [line.split() for line in lines("".join(rows))[1:] if line]
    return [float(answer[column]) for answer in answers]


PEERS = (Peer(find_convention("ROCR"), "ROCR", lambda: lines("")[0].strip(), partial(rocr, 0), 10),)


@pytest.mark.parametrize("peer", PEERS, ids=str)
def test_record_gives_what_the_program_prints(peer):
    compare(peer)


def test_roc_areas():
    compare_roc_areas(partial(rocr, 1))
