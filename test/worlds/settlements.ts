// Which documents the lines of a statement settle, and in which way.
import { type Doc, isPayable } from './documents.ts';
import type { Special } from './habits.ts';
import type { Party } from './parties.ts';
import { settlePlain } from './plain-settlements.ts';
import { settleSeveral } from './several-settlements.ts';
import type { Stage } from './plans.ts';
import type { Random } from './random.ts';
import { SETTLE_SPECIAL } from './special-settlements.ts';

/** Runs of documents of one party that fall due near each other. */
const takeRuns = (random: Random, payable: readonly Doc[], want: number): { runs: Doc[][]; rest: Doc[] } => {
  const byParty = new Map<Party, Doc[]>();
  for (const doc of payable) byParty.set(doc.party, [...(byParty.get(doc.party) ?? []), doc]);
  const runs: Doc[][] = [];
  const taken = new Set<Doc>();
  const parties = random.shuffled([...byParty.entries()].filter(([, docs]) => docs.length > 1));
  for (let round = 0; round < 6 && runs.length < want; round += 1) {
    for (const [party, docs] of parties) {
      if (runs.length >= want) break;
      if (party.contract === 'series' && random.chance(0.6)) continue;
      const free = docs.filter((doc) => !taken.has(doc)).sort((a, b) => (a.payDay ?? 0) - (b.payDay ?? 0));
      const size = Math.min(
        free.length,
        party.contract === 'deliveries'
          ? random.int(3, 9)
          : Number(random.weighted({ '2': 48, '3': 25, '4': 12, '5': 7, '6': 4, '7': 2, '8': 2 })),
      );
      const start = random.int(0, Math.min(2, Math.max(0, free.length - size)));
      // Some leave a document out: it is disputed, or the goods came late.
      const skips = random.chance(0.5) ? 0.3 : 0;
      const run = free
        .slice(start)
        .filter(() => !random.chance(skips))
        .slice(0, size);
      const [first] = run;
      const last = run.at(-1);
      if (run.length < 2 || first === undefined || last === undefined) continue;
      if ((last.payDay ?? 0) - (first.payDay ?? 0) > 35) continue;
      runs.push(run);
      for (const doc of run) taken.add(doc);
    }
  }
  return { runs, rest: payable.filter((doc) => !taken.has(doc)) };
};

const dayOfRun = (docs: readonly Doc[]): number =>
  Math.max(...docs.map((doc) => doc.payDay ?? 0), ...docs.map((doc) => doc.issueDay));

/** Pays until `want` lines settle something; what is left over stays open. */
export const settle = (stage: Stage, want: number): void => {
  const { books } = stage;
  const random = books.random.fork('settle');
  const payable = books.docs.filter((doc) => isPayable(books, doc));
  const { runs, rest } = takeRuns(random, payable, Math.round(want * books.habits.several));
  for (const run of runs) settleSeveral(stage, random, run, dayOfRun(run));
  const singles = firstOfSeriesFirst(random, rest);
  const kinds = Object.keys(books.habits.special) as Special[];
  const left = new Map(kinds.map((kind) => [kind, Math.round(books.habits.special[kind] * want)]));
  let lines = runs.length;
  for (const doc of singles) {
    if (lines >= want || doc.payDay === null) {
      doc.payDay = null;
      continue;
    }
    const kind =
      doc.series && random.chance(0.6)
        ? undefined
        : kinds.find((name) => (left.get(name) ?? 0) > 0 && random.chance(0.3));
    const before = stage.plans.length;
    const done = kind !== undefined && SETTLE_SPECIAL[kind](stage, random, doc, doc.payDay);
    if (done) left.set(kind, (left.get(kind) ?? 0) - 1);
    else settlePlain(stage, random, doc, doc.payDay);
    lines += stage.plans.slice(before).filter((plan) => plan.parts.length > 0).length;
  }
};

/** A random order, but a series is paid oldest first by most. */
const firstOfSeriesFirst = (random: Random, docs: readonly Doc[]): Doc[] => {
  const order = random.shuffled(docs);
  const places = new Map<Party, number[]>();
  for (const [index, doc] of order.entries())
    if (doc.series) places.set(doc.party, [...(places.get(doc.party) ?? []), index]);
  for (const indexes of places.values()) {
    if (random.chance(0.2)) continue;
    const sorted = indexes.map((index) => order[index] as Doc).sort((a, b) => a.issueDay - b.issueDay);
    for (const [at, index] of indexes.entries()) order[index] = sorted[at] as Doc;
  }
  return order;
};
