// Search in SEARCHED, which stands in search-texts.js: pages in order of worth, with the sentence.
(function () {
  "use strict";
  const SMALL = new Set(
    `a an and are as at be by can do does for from has have how i if in is it its my of on or
    should that the there this to was we what when where which who why will with you your`.split(/\s+/),
  );
  const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) || [];
  // Plurals and verbs: a word is found by what it begins with.
  const stem = (word) =>
    word.length > 4 ? word.replace(/ies$/, "y").replace(/(?:ing|ed|es|s)$/, "") : word;
  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

  // How often a word stands in a text: whole, or as the beginning of a longer one.
  function matcher(word) {
    const begin = stem(word);
    const longer = begin.length > 3 ? "[\\p{L}\\p{N}_]*" : "s?";
    const either = `(?:${escaped(begin)}${longer}|${escaped(word)})`;
    return new RegExp(`(?<![\\p{L}\\p{N}])${either}(?![\\p{L}\\p{N}])`, "giu");
  }
  const count = (pattern, text) => (text.match(pattern) || []).length;

  // Pages with all the words, or if there is none with the most of them; the best first.
  function search(query) {
    const asked = words(query);
    const telling = asked.filter((word) => !SMALL.has(word));
    const patterns = (telling.length ? telling : asked).map(matcher);
    if (!patterns.length) return { hits: [], patterns, all: false };
    const phrase = asked.join(" ");
    const says = (text) => ` ${words(text).join(" ")} `.includes(` ${phrase} `);
    const { pages, sections } = SEARCHED;
    const counts = sections.map(([page, , heading, text]) =>
      patterns.map((pattern) => ({
        title: count(pattern, pages[page][1]) > 0,
        heading: count(pattern, heading) > 0,
        text: count(pattern, text),
      })),
    );
    const rarity = patterns.map((_, i) => {
      const having = counts.filter((c) => c[i].text || c[i].heading).length;
      return Math.log(1 + sections.length / (1 + having));
    });
    const byPage = new Map();
    sections.forEach(([page, anchor, heading, text], s) => {
      let score = 0;
      counts[s].forEach((c, i) => {
        score += rarity[i] * (c.text / (c.text + 2) + (c.heading ? 2 : 0) + (c.title ? 2 : 0));
      });
      if (!counts[s].some((c) => c.text || c.heading)) return;
      // One word is no phrase, but it may be a whole heading.
      if (words(heading).join(" ") === phrase) score += 8;
      if (asked.length > 1) {
        score += says(pages[page][1]) ? 12 : says(heading) ? 8 : says(text) ? 4 : 0;
      }
      if (!byPage.has(page)) byPage.set(page, { page, parts: [], words: new Set() });
      const hit = byPage.get(page);
      hit.parts.push({ anchor, heading, text, score });
      counts[s].forEach((c, i) => {
        if (c.text || c.heading || c.title) hit.words.add(i);
      });
    });
    let hits = [...byPage.values()];
    const most = Math.max(0, ...hits.map((hit) => hit.words.size));
    hits = hits.filter((hit) => hit.words.size === most);
    for (const hit of hits) hit.parts.sort((a, b) => b.score - a.score);
    hits.sort((a, b) => b.parts[0].score - a.parts[0].score || a.page - b.page);
    return { hits, patterns, all: most === patterns.length };
  }

  // The sentence with the most of the words, cut to a length that is read at a glance.
  function sentence(text, patterns) {
    let best = "", most = -1;
    for (const line of text.split("\n")) {
      for (const one of line.split(/(?<=[.?!])\s+(?=\p{Lu})/u)) {
        const found = patterns.filter((pattern) => count(pattern, one)).length;
        if (found > most || (found === most && best.length < 25 && one.length > best.length)) {
          [best, most] = [one, found];
        }
      }
    }
    if (best.length <= 260) return best;
    const at = Math.min(...patterns.map((p) => best.search(p)).filter((i) => i >= 0), best.length);
    const from = at < 130 ? 0 : best.indexOf(" ", at - 110) + 1;
    const to = Math.max(best.lastIndexOf(" ", from + 250), from + 200);
    return `${from ? "… " : ""}${best.slice(from, to)}${to < best.length ? " …" : ""}`;
  }
  function marked(text, patterns) {
    const element = document.createElement("p");
    const all = new RegExp(patterns.map((p) => p.source).join("|"), "giu");
    let last = 0;
    for (const match of text.matchAll(all)) {
      element.append(text.slice(last, match.index));
      element.appendChild(document.createElement("mark")).textContent = match[0];
      last = match.index + match[0].length;
    }
    element.append(text.slice(last));
    return element;
  }
  function link(address, text) {
    const element = document.createElement("a");
    element.href = address;
    element.textContent = text;
    return element;
  }
  const address = (page, anchor) => SEARCHED.pages[page][0] + (anchor ? `#${anchor}` : "");

  function show({ page, parts }, patterns) {
    const item = document.createElement("li");
    const [best, ...others] = parts;
    const title = SEARCHED.pages[page][1];
    item.append(link(address(page, best.anchor), title));
    if (best.anchor) item.append(` › ${best.heading}`);
    item.append(marked(sentence(best.text, patterns), patterns));
    const more = others
      .filter((part) => part.anchor && part.heading !== title && part.score > best.score / 2)
      .slice(0, 3);
    if (more.length) {
      const also = item.appendChild(document.createElement("p"));
      also.className = "also";
      more.forEach((part, i) =>
        also.append(i ? ", " : "Also: ", link(address(page, part.anchor), part.heading)),
      );
    }
    return item;
  }

  const query = (new URLSearchParams(location.search).get("q") || "").trim();
  for (const field of document.querySelectorAll('input[name="q"]')) field.value = query;
  if (!query) return;
  const { hits, patterns, all } = search(query);
  const number = hits.length === 1 ? "1 page" : `${hits.length} pages`;
  const part = all ? "" : "a part of ";
  const best = hits.length > 20 ? "; the best 20" : "";
  document.getElementById("found").textContent = hits.length
    ? `${number} with ${part}“${query}”${best}:`
    : `No page has a word of “${query}”. Is the spelling right?`;
  const list = document.getElementById("search-results");
  for (const hit of hits.slice(0, 20)) list.append(show(hit, patterns));
  const ledger = document.getElementById("in-ledger");
  ledger.append(
    "The rows of the ledger have a search of their own: ",
    link(`ledger.html#${new URLSearchParams({ q: query })}`, `claims with “${query}”`),
  );
  ledger.hidden = false;
})();
