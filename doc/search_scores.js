// SPDX-License-Identifier: GPL-2.0-only
// The order of what the site's search finds: answers, other pages for users, references and models, the project itself.
// An answer that only has the words comes before a page with one of them in a heading (15), after a page of that title (16).
// Sphinx takes the other numbers, which are its own, from here as well.
var Scorer = {
  score: ([page, , , , score]) => {
    if (/^doc\/(recipes|stages)$/.test(page)) return score + 10.5;
    if (score < 15 && /^doc\/(getting-started|limits|python|request-life|tutorial-.*)$/.test(page)) return score + 8;
    if (/^([A-Z_]+|(fuzz|scratch|tools)\/.*|doc\/(architecture|campaign|index|mutation|validation.*))$/.test(page))
      return score - 8;
    return score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
