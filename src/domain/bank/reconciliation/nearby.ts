// What the matcher needs to tell of one line: the few documents and parties that its text, its amount and what was learned lead
// to. Bounded, however large the book is; a run reads all of it instead.
import { lookFor, taughtIn } from '../../../matching/index.ts';
import { type PortableInput, toInput, type RateRow } from '../../../matching/portable.ts';
import type { MatchDecided, MatchInput, MatchLine, MatchMemory } from '../../../matching/types.ts';
import { toNumber } from '../../../base/money/decimal.ts';
import { addDays, asDay } from '../../../base/time/day.ts';
import { wordsBeginning } from '../../ground/search-index/store/vocabulary.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { allAccounts } from '../../money/bank-accounts/store.ts';
import { aliasesNear, paidForBy } from '../aliases/to-match.ts';
import { latestRate } from '../../money/exchange-rates/latest-rate.ts';
import { kindOf } from '../transactions/line.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import { toDocuments } from './runs/input.ts';
import { toLine } from './runs/to-line.ts';
import {
  documentsOfParty,
  documentsOwing,
  documentsWith,
  findLeads,
  type Lead,
  MANY,
  type NearRows,
  partiesById,
} from './store/nearby.ts';
import { readLineRejections } from './store/suggestions.ts';

/** Parties whose documents are read, and how many of each. */
const PARTIES = 4;
const OF_PARTY = 60;
const EQUAL = 30;
/** What is owed may be more than what came, by what is withheld or deducted, and hardly less. */
const ABOVE = 1.3;
const BELOW = 0.98;
const ABOUT = 12;
/** A document may be issued so long after its payment. */
const AHEAD_DAYS = 15;
const FEW_COMPLETIONS = 6;
const MIN_CUT = 5;

/** Each word with what a bank may have cut it off. */
const completed = async (
  ctx: ReadScope,
  words: readonly string[],
): Promise<readonly (readonly string[])[]> => {
  const long = words.filter((word) => word.length >= MIN_CUT);
  const found =
    long.length === 0 ? null : await wordsBeginning(ctx.db, [ctx.entity.id], long, FEW_COMPLETIONS);
  return words.map((word) => [...new Set([word, ...(found?.get(word) ?? [])])]);
};

export interface Leads extends Pick<MatchInput, 'aliases' | 'paysFor'> {
  readonly all: readonly Lead[];
}

const NOWHERE: Leads = { all: [] };

/** To what the text of the line leads; nothing is asked where it says nothing. */
export const leadsOf = async (ctx: ReadScope, row: BankLine, deep: boolean): Promise<Leads> => {
  const line = toLine(row);
  const { words, numbers, taxIds: tax_ids, account, alias } = lookFor(line);
  const isMute = [...words, ...numbers, ...tax_ids].length === 0 && account === null && alias === null;
  if (isMute) return NOWHERE;
  const spelt = deep ? await completed(ctx, words) : words.map((word) => [word]);
  const wanted = { numbers, tax_ids, account, alias, words: spelt };
  const aliases = await aliasesNear(ctx, line);
  const found = [
    ...(await findLeads(ctx, kindOf(row), wanted)),
    ...taughtIn(line, aliases).map((id) => leadTo(id, 'taught')),
  ];
  const paysFor = await paidForBy(ctx, rankParties(found).slice(0, PARTIES));
  return { all: [...found, ...paysFor.map(({ partyId }) => leadTo(partyId, 'paid_for'))], aliases, paysFor };
};

const leadTo = (id: string, how: Lead['how']): Lead => ({ how, at: -1, id, taught_by: '' });

const SURE = 10;
/** Beside a word that few names have. */
const COMMON = 0.3;

/** Parties by how much leads to them, the most first. */
const rankParties = (leads: readonly Lead[]): readonly string[] => {
  const byWord = new Map<number, number>();
  for (const { how, at } of leads) if (how === 'word') byWord.set(at, (byWord.get(at) ?? 0) + 1);
  const scores = new Map<string, number>();
  for (const { how, at, id } of leads) {
    if (how === 'number') continue;
    const weight = how === 'word' ? ((byWord.get(at) ?? 0) >= MANY ? COMMON : 1) : SURE;
    scores.set(id, (scores.get(id) ?? 0) + weight);
  }
  return [...scores].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([id]) => id);
};

const memoryOf = (leads: readonly Lead[], line: MatchLine): readonly MatchMemory[] => {
  const { account, alias } = lookFor(line);
  return leads.flatMap(({ how, id, taught_by }): MatchMemory[] => {
    const value = how === 'account' ? account : how === 'alias' ? alias : null;
    if ((how !== 'account' && how !== 'alias') || value === null) return [];
    return [{ kind: how, value, partyId: id, count: 1, byHand: taught_by === 'auto' ? 0 : 1 }];
  });
};

const ofParties = async (ctx: ReadScope, line: BankLine, parties: readonly string[]): Promise<NearRows[]> => {
  const until = addDays(asDay(line.date), AHEAD_DAYS);
  const found: NearRows[] = [];
  for (const party of parties.slice(0, PARTIES))
    found.push(await documentsOfParty(ctx, kindOf(line), { party, until, take: OF_PARTY }));
  return found;
};

const owing = async (ctx: ReadScope, line: BankLine): Promise<NearRows[]> => {
  const { amount_minor: amount } = line;
  const kind = kindOf(line);
  const above = { least: amount + 1, most: Math.ceil(amount * ABOVE) };
  const below = { least: Math.max(1, Math.floor(amount * BELOW)), most: amount - 1 };
  return [await documentsOwing(ctx, kind, above, ABOUT), await documentsOwing(ctx, kind, below, ABOUT)];
};

const merged = (all: readonly NearRows[]): NearRows => {
  const once = <T extends { readonly id: string }>(rows: readonly T[]): readonly T[] => [
    ...new Map(rows.map((row) => [row.id, row])).values(),
  ];
  return {
    invoices: once(all.flatMap(({ invoices }) => invoices)),
    bills: once(all.flatMap(({ bills }) => bills)),
  };
};

const ratesFor = async (ctx: ReadScope, line: BankLine, rows: NearRows): Promise<readonly RateRow[]> => {
  const currencies = new Set([...rows.invoices, ...rows.bills].map(({ currency }) => currency));
  currencies.delete(line.currency);
  const rates: RateRow[] = [];
  for (const base of currencies) {
    const wanted = { base, quote: line.currency, day: asDay(line.date) };
    const found = await latestRate(ctx.db, ctx.entity.organisation_id, wanted);
    if (found !== undefined)
      rates.push({ base, quote: line.currency, date: line.date, rate: toNumber(found.rate.rate) });
  }
  return rates;
};

interface Wish {
  /** Documents that are told of in any case. */
  readonly ids: readonly string[];
  /** What this line took of them, once it is confirmed. */
  readonly taken?: readonly { readonly record_id: string; readonly amount_minor: number }[];
  /** Where they are known already. */
  readonly leads?: Leads;
  /** Also what it only may have to do with: more of its parties, and amounts nearby. */
  readonly deep: boolean;
}

export const loadNearby = async (
  ctx: ReadScope,
  line: BankLine,
  { ids, taken = [], deep, leads: known }: Wish,
): Promise<MatchInput> => {
  const asked = toLine(line);
  const { all: leads, aliases, paysFor } = known ?? (await leadsOf(ctx, line, deep));
  const parties = rankParties(leads);
  const numbered = leads.flatMap(({ how, id }) => (how === 'number' ? [id] : []));
  const rows = merged([
    await documentsWith(ctx, kindOf(line), [...new Set([...ids, ...numbered])], {
      amount: line.amount_minor,
      take: EQUAL,
    }),
    ...(deep ? [...(await owing(ctx, line)), ...(await ofParties(ctx, line, parties))] : []),
  ]);
  const owners = [...rows.invoices, ...rows.bills].map(({ counterparty_id }) => counterparty_id);
  const named = await partiesById(ctx, [...new Set([...owners, ...parties.slice(0, MANY)])]);
  const accounts = deep ? await allAccounts(ctx) : [];
  const rejected = deep ? await readLineRejections(ctx, [line.id]) : [];
  const portable: PortableInput = {
    country: ctx.entity.country_code,
    currency: line.currency,
    ownNames: [ctx.entity.name],
    ownAccounts: accounts.flatMap(({ clabe, iban }) => [clabe, iban].filter((each) => each !== null)),
    lines: [asked],
    decided: takenBy(asked, taken),
    otherLines: [],
    documents: toDocuments(rows, null),
    parties: named.map(({ id, name, tax_id }) => ({ id, name, taxId: tax_id })),
    payments: [],
    memory: memoryOf(leads, asked),
    ...(aliases === undefined ? {} : { aliases }),
    ...(paysFor === undefined ? {} : { paysFor }),
    rejected: rejected.map(({ bank_transaction_id, record_id }) => [bank_transaction_id, record_id] as const),
    rates: await ratesFor(ctx, line, rows),
  };
  return toInput(portable);
};

/** Its own part is compared with what was open before it. */
const takenBy = (line: MatchLine, taken: NonNullable<Wish['taken']>): readonly MatchDecided[] =>
  taken.length === 0
    ? []
    : [
        {
          line,
          allocations: taken.map(({ record_id, amount_minor }) => ({
            documentId: record_id,
            amountMinor: amount_minor,
          })),
          byHand: true,
        },
      ];
