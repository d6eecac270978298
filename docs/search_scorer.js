// A name of the package that is spelled by the words asked for comes first: "average precision"
// finds average_precision before the pages whose titles hold both words.
const asked = new URLSearchParams(window.location.search).get("q") ?? "";
const spelled = (asked.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join("_");

var Scorer = {
  score: ([, title, , , score, , kind]) => {
    if (kind !== "object" || title.split(".").pop().toLowerCase() !== spelled) return score;
    return score + (title.split(".").length === 2 ? 200 : 100);
  },
  // what follows is Sphinx's own
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
