// Several documents in one payment: their sum, or less than what it lists by a discount on all, a credit note, a cent.
import { listConcept, plainConcept } from './concepts.ts';
import type { Doc } from './documents.ts';
import { directionOf, fromParty, push, whole } from './plain-settlements.ts';
import type { Stage } from './plans.ts';
import type { Random } from './random.ts';

const WORDS = {
  MX: {
    discount: ['DESC PRONTO PAGO %', 'MENOS % DESC', 'DESCUENTO %', ''],
    credit: ['MENOS NC #', 'MENOS NOTA DE CREDITO #', 'APLICA NC #', '-NC #'],
  },
  DE: {
    discount: ['abzgl. % Skonto', '% Skonto', 'minus % Skonto', 'abzüglich Skonto', ''],
    credit: ['abzgl. Gutschrift #', 'abzgl. GS #', 'minus Gutschrift #', 'Verr. GU #'],
  },
} as const;

interface Short {
  readonly missing: readonly number[];
  readonly words: string;
}

const DISCOUNT_DAYS = 24;

const discounted = (random: Random, stage: Stage, docs: readonly Doc[], day: number): Short | null => {
  if (
    docs.some(
      ({ issueDay, balanceMinor, totalMinor }) =>
        issueDay < day - DISCOUNT_DAYS || balanceMinor !== totalMinor,
    )
  )
    return null;
  const percent = random.pick([2, 2, 2, 3, 3, 5]);
  return {
    missing: docs.map(({ balanceMinor }) => Math.round((balanceMinor * percent) / 100)),
    words: random.pick(WORDS[stage.books.country].discount).replace('%', `${percent} %`),
  };
};

const onOne = (docs: readonly Doc[], minor: number): number[] => {
  const largest = docs.reduce(
    (best, doc, at) => (doc.balanceMinor > (docs[best]?.balanceMinor ?? 0) ? at : best),
    0,
  );
  return docs.map((_, at) => (at === largest ? minor : 0));
};

const credited = (random: Random, stage: Stage, docs: readonly Doc[]): Short | null => {
  const largest = Math.max(...docs.map(({ balanceMinor }) => balanceMinor));
  const minor = Math.round(largest * random.between(0.03, 0.35));
  if (minor < 500) return null;
  return {
    missing: onOne(docs, minor),
    words: random.pick(WORDS[stage.books.country].credit).replace('#', random.digits(random.int(3, 5))),
  };
};

const shortOf = (random: Random, stage: Stage, docs: readonly Doc[], day: number): Short | null => {
  const kind = random.weighted({ discount: stage.books.country === 'DE' ? 45 : 20, credit: 35, cent: 20 });
  if (kind === 'discount') return discounted(random, stage, docs, day);
  return kind === 'credit'
    ? credited(random, stage, docs)
    : { missing: onOne(docs, random.pick([1, 1, 2, 3, 5])), words: '' };
};

/** False: these documents do not lend themselves to it. */
const settleListShort = (stage: Stage, random: Random, docs: readonly Doc[], day: number): boolean => {
  const [first] = docs;
  const short = shortOf(random, stage, docs, day);
  if (first === undefined || short === null) return false;
  const parts = docs.map((doc, at) => ({ doc, amountMinor: doc.balanceMinor - (short.missing[at] ?? 0) }));
  push(stage, {
    category: 'list_short',
    kind: 'several',
    day,
    amountMinor: parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    direction: directionOf(first.party),
    parts,
    spread: true,
    write: () =>
      fromParty(stage, random, first.party, {
        concept: `${listConcept(random, stage.books, docs, day)} ${short.words}`.trim(),
        day,
      }),
  });
  return true;
};

export const settleSeveral = (stage: Stage, random: Random, docs: readonly Doc[], day: number): void => {
  const [first] = docs;
  if (first === undefined) return;
  const listed = random.chance(Math.min(0.85, 0.25 + first.party.folio * 0.6));
  if (listed && random.chance(stage.books.habits.shortLists) && settleListShort(stage, random, docs, day))
    return;
  push(stage, {
    category: listed ? 'several_listed' : 'several_name',
    kind: 'several',
    day,
    amountMinor: docs.reduce((sum, doc) => sum + doc.balanceMinor, 0),
    direction: directionOf(first.party),
    parts: docs.map(whole),
    write: () => {
      const concept = listed
        ? listConcept(random, stage.books, docs, day)
        : plainConcept(random, stage.books, first, day);
      return fromParty(stage, random, first.party, { concept, day });
    },
  });
};
