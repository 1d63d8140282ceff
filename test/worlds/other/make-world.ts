// `makeOtherWorld`: labelled worlds that were written without a look at those the weights are fitted on, from how banks
// and companies write. They judge; nothing is ever fitted or tuned on them. The same options give the same world.
import type { MatchLine } from '../../../src/matching/types.ts';
import type { Country, Profile } from '../types.ts';
import type { ReplayWorld } from '../../matching/replay.ts';
import { bankOf } from './banks.ts';
import { dayOf, dayText } from '../days.ts';
import { Dice } from './dice.ts';
import { type Doc, fillLedger, toMatchDocument } from './documents.ts';
import { addIdle } from './idle.ts';
import { makeAccount, makeCompanyName, makeParties, type Party } from './parties.ts';
import { type Draft, homeCurrency, type Scene } from './scene.ts';
import { settleDue } from './settling.ts';
import { wordsOf } from './words.ts';

export interface OtherWorldOptions {
  readonly country: Country;
  readonly profile: Profile;
  /** 200 to 20,000. */
  readonly lines: number;
  readonly seed: number;
}

const RATES: Readonly<Record<string, number>> = {
  'USD MXN': 17.9,
  'EUR MXN': 20.1,
  'USD EUR': 0.91,
  'GBP EUR': 1.16,
  'CHF EUR': 1.04,
};

/** A walk of small steps for each pair. */
const makeRates = (seed: number): Scene['rate'] => {
  const walks = new Map<string, number[]>();
  return (base, quote, day) => {
    if (base === quote) return 1;
    const pair = `${base} ${quote}`;
    let walk = walks.get(pair);
    if (walk === undefined) {
      const dice = new Dice(`${seed} ${pair}`);
      let rate = RATES[pair] ?? Number.NaN;
      walk = Array.from({ length: 900 }, () => (rate *= 1 + 0.003 * dice.bell()));
      walks.set(pair, walk);
    }
    return walk[(((day - FIRST_DAY) % 900) + 900) % 900] ?? Number.NaN;
  };
};

const FIRST_DAY = dayOf('2025-01-01');

const makeScene = ({ country, profile, lines, seed }: OtherWorldOptions): Scene => {
  const dice = new Dice(`other ${country} ${profile} ${lines} ${seed}`);
  const first = FIRST_DAY + dice.whole(150, 500);
  const days = lines <= 400 ? dice.whole(25, 45) : lines <= 4_000 ? dice.whole(60, 100) : dice.whole(90, 150);
  const parties = makeParties({ dice, country, profile }, Math.max(16, Math.round(1.6 * lines ** 0.7)));
  const docsOf = new Map<Party, Doc[]>();
  const scene: Scene = {
    dice,
    country,
    profile,
    first,
    last: first + days,
    docs: [],
    parties,
    docsOf,
    words: wordsOf(country),
    ownName: makeCompanyName(dice, country).name,
    ownAccounts: Array.from({ length: dice.whole(1, 4) }, () => makeAccount(dice, country)),
    drafts: [],
    hand: [],
    rate: makeRates(seed),
  };
  fillLedger(scene, parties, Math.round((lines * 0.98 * (days + 130)) / days));
  for (const doc of scene.docs) docsOf.set(doc.party, [...(docsOf.get(doc.party) ?? []), doc]);
  settleDue(scene, Math.round(lines * (0.62 + 0.1 * dice.next())));
  addIdle(scene, lines);
  return scene;
};

/** Lines of the account from before, settled then. */
const earlier = (scene: Scene, print: (draft: Draft, id: string) => MatchLine): MatchLine[] =>
  scene.docs
    .filter(
      (doc: Doc) =>
        !doc.open &&
        doc.due > scene.first - 30 &&
        doc.due < scene.first &&
        doc.currency === homeCurrency(scene),
    )
    .map((doc, at) => {
      const said = {
        name: doc.party.name,
        account: doc.party.accounts[0] ?? null,
        taxId: null,
        text: doc.printed,
        reference: null,
      };
      const credit = doc.type === 'invoice';
      const draft: Draft = {
        category: 'earlier',
        kind: 'none',
        day: doc.due,
        minor: doc.total,
        credit,
        parts: [],
        said,
      };
      return print(draft, `earlier-${at + 1}`);
    });

export const makeOtherWorld = (options: OtherWorldOptions): ReplayWorld => {
  const scene = makeScene(options);
  const { dice, country } = scene;
  const bank = bankOf(dice, country);
  const currency = homeCurrency(scene);
  const print = (draft: Draft, id: string): MatchLine => ({
    id,
    date: dayText(draft.day),
    amountMinor: draft.minor,
    direction: draft.credit ? 'credit' : 'debit',
    currency,
    ...(draft.raw === undefined
      ? bank(dice, { ...draft.said, credit: draft.credit })
      : { description: draft.raw, reference: null, party: null, partyAccount: null, partyTaxId: null }),
  });
  const drafts = [...scene.drafts].sort((a, b) => a.day - b.day);
  const lines = drafts.map((draft, at) => print(draft, `line-${String(at + 1).padStart(6, '0')}`));
  return {
    input: {
      country,
      currency,
      ownNames: [scene.ownName],
      ownAccounts: scene.ownAccounts,
      lines,
      otherLines: earlier(scene, print),
      documents: scene.docs.map(toMatchDocument),
      parties: scene.parties.map(({ id, name, taxId }) => ({ id, name, taxId })),
      payments: scene.hand,
      memory: [],
      rejected: [],
      differenceLimitMinor: 99,
      rate: (base, quote, day) => {
        const rate = scene.rate(base, quote, dayOf(day));
        return Number.isNaN(rate) ? undefined : rate;
      },
    },
    truth: drafts.map(({ category, parts, spread, either }, at) => ({
      lineId: lines[at]?.id ?? '',
      category,
      ...(spread === true ? { spread: true } : {}),
      ...(either === true ? { either: true } : {}),
      allocations: parts.map(([doc, amountMinor]) => ({ documentId: doc.id, amountMinor })),
    })),
  };
};
