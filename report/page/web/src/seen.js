// What each player saw: of whose ships he was told, and what differed from what the others were told.

import { section } from "./dom.js";
import { frames } from "./queries.js";
import { right, table } from "./table.js";
import { clockText, count, exactText } from "./text.js";

/** @param {import("./state.js").State} state */
export function seen(state) {
  const { players, sights, log } = state.report.doc;
  if (!sights.length) return null;
  const otherwise = log.filter((l) => l.kind === "saw");
  const rows = players.flatMap((p, i) => {
    const own = sights.filter((s) => s.player === i);
    const wrong = otherwise.filter((l) => l.player === i);
    return own.length ? [[p.name, count(own.length), clockText(own.reduce((sum, s) => sum + s.until - s.from, 0)), wrong.length ? count(wrong.length) : "–"]] : [];
  });
  return section("seen", "What each player saw",
    table("Ships of others that each was told of", ["Player", right("Ships"), right("Time, all together"), right("Differences found")], rows,
      { wide: true, below: otherwise.length ? [] : ["bcdump desync found no difference in what it could judge of them."] }),
    otherwise.length > 0 && table("What differed, by time", ["When", "What", "Frame"], otherwise.map((l) => [exactText(l.t), l.text, frames([l.frame])]), { wide: true, first: 12 }));
}
