// One line by itself, told to whoever decides it: the documents that are nearest, what speaks for and against each, and what
// of a match that somebody means contradicts the line. It confirms nothing, and sees no other lines.
import { scoreAll, prepare, type Prepared } from '../run.ts';
import { readWeights } from '../model/weights.ts';
import { findEquals, type BookDocument } from '../books/book.ts';
import { LEVEL } from '../books/folio.ts';
import { isInWindow } from '../candidates/generate.ts';
import { explainShortage } from '../candidates/shortfall.ts';
import { evidenceFor, type LineView, type World } from '../candidates/view.ts';
import type { LineState } from '../batch/state.ts';
import { say, type SaidSentence } from '../../base/said.ts';
import type { MatchInput } from '../types.ts';
import { compareDocument, findMeant, type Compared } from './compare.ts';
import { labelDocument, money, reasonsForNone } from './reasons.ts';

export interface Near extends Compared {
  readonly documentId: string;
  /** That it is this document, alone or among others. */
  readonly likelihood: number;
}

export interface LineTold {
  /** What the text itself says of why no document is found. */
  readonly none: readonly SaidSentence[];
  /** Nearest first. */
  readonly near: readonly Near[];
}

interface Told {
  readonly world: World;
  readonly state: LineState;
}

/** Of an input with one line. */
const readOne = (input: MatchInput): Told | undefined => {
  const prepared: Prepared = prepare(input);
  const state = scoreAll(prepared, readWeights()).find(({ decided }) => decided === null);
  return state === undefined ? undefined : { world: prepared.world, state };
};

const likelihoodsOf = ({ hypotheses, probabilities }: LineState): ReadonlyMap<number, number> => {
  const found = new Map<number, number>();
  for (const [at, { documents }] of hypotheses.entries())
    for (const entry of documents) found.set(entry.at, (found.get(entry.at) ?? 0) + (probabilities[at] ?? 0));
  return found;
};

/** Beside one that is certain, what has nothing to do with the line is no candidate. */
const isNear = (world: World, view: LineView, entry: BookDocument): boolean => {
  const { taxId, name, alias, account } = evidenceFor(world, view, entry.party);
  const isNamed = (view.mentions.levels.get(entry.at) ?? LEVEL.none) >= LEVEL.short;
  const isOfParty = taxId === 'same' || alias === 'same' || account === 'same' || name >= SOME_NAME;
  if (!entry.live) return isNamed;
  const { amountMinor, currency } = view.read.line;
  const isAbout =
    entry.currency === currency && Math.abs(entry.balance - amountMinor) <= entry.balance * ABOUT;
  return isNamed || isAbout || (isOfParty && isInWindow(entry, view.read.day));
};

const SOME_NAME = 0.45;
/** Of a balance: taxes withheld, discounts and fees are never more. */
const ABOUT = 0.22;

/** `wanted`: told of in any case, such as what a line is confirmed with. */
export const tellLine = (input: MatchInput, most: number, wanted: readonly string[] = []): LineTold => {
  const told = readOne(input);
  if (told === undefined) return { none: [], near: [] };
  const { world, state } = told;
  const { view } = state;
  const likelihoods = likelihoodsOf(state);
  const rank = (entry: BookDocument): number =>
    wanted.includes(entry.document.id) ? 2 : (likelihoods.get(entry.at) ?? 0);
  const gap = (entry: BookDocument): number => Math.abs(entry.balance - view.read.line.amountMinor);
  const level = (entry: BookDocument): number => view.mentions.levels.get(entry.at) ?? 0;
  const near = world.book.documents
    .filter(
      (entry) =>
        entry.document.type === view.type &&
        (wanted.includes(entry.document.id) || isNear(world, view, entry)),
    )
    .toSorted(
      (a, b) =>
        Math.round((rank(b) - rank(a)) * 100) || level(b) - level(a) || gap(a) - gap(b) || a.at - b.at,
    )
    .slice(0, Math.max(most, wanted.length));
  return {
    none: reasonsForNone(view, null, null, false),
    near: near.map((entry) => ({
      documentId: entry.document.id,
      likelihood: likelihoods.get(entry.at) ?? 0,
      ...compareDocument(world, view, entry),
    })),
  };
};

const FULL_NAME = 0.85;
const NO_NAME = 0.3;
/** Of a balance that is paid in part, without a number. */
const HARDLY = 0.1;

const findOthersNumber = (
  world: World,
  view: LineView,
  meant: readonly BookDocument[],
): SaidSentence | null => {
  const own = Math.max(...meant.map(({ at }) => view.mentions.levels.get(at) ?? LEVEL.none));
  const party = meant[0]?.party ?? null;
  const others = findMeant(world, view, party).filter(
    (entry) =>
      !meant.includes(entry) &&
      (view.mentions.levels.get(entry.at) ?? 0) > own &&
      // Cancelled and issued again: payers write the number that they know.
      (entry.live || !meant.some((each) => each.party === entry.party)),
  );
  return others.length === 0
    ? null
    : say('against_number', {
        numbers: others.slice(0, 3).map(labelDocument),
        number: meant.map(labelDocument).join(', ').slice(0, 100),
      });
};

/** The tax id, or the whole name, of somebody else who is known here, and nothing of the party itself. */
const findOtherParty = (
  world: World,
  view: LineView,
  meant: readonly BookDocument[],
): SaidSentence | null => {
  const party = meant[0]?.party ?? -1;
  const evidence = evidenceFor(world, view, party);
  const nameOf = (at: number): string => world.book.parties[at]?.name ?? '';
  const isNamed = meant.some(({ at }) => (view.mentions.levels.get(at) ?? LEVEL.none) >= LEVEL.number);
  if (evidence.taxId === 'same') return null;
  const [holder] = view.taxParties;
  if (evidence.taxId === 'other' && holder !== undefined)
    return say('against_party_tax_id', { other: nameOf(holder), name: nameOf(party) });
  if (isNamed || evidence.alias === 'same' || evidence.account === 'same' || evidence.name >= NO_NAME)
    return null;
  if (view.taught !== null)
    return say('against_taught', {
      text: view.taught.hit.alias.told,
      other: nameOf(view.taught.party),
      name: nameOf(party),
    });
  const other = view.parties.find((fit) => evidenceFor(world, view, fit.party).name >= FULL_NAME);
  if (other !== undefined) return say('against_party', { other: nameOf(other.party), name: nameOf(party) });
  const payer = [...(view.accountParties ?? [])].toSorted((a, b) => b[1] - a[1])[0];
  return evidence.account === 'other' && payer !== undefined
    ? say('against_payer', { other: nameOf(payer[0]), name: nameOf(party) })
    : null;
};

const findOtherAmount = (
  world: World,
  view: LineView,
  meant: readonly BookDocument[],
): SaidSentence | null => {
  const { line, day } = view.read;
  const [entry, ...more] = meant;
  if (entry === undefined || more.length > 0 || entry.currency !== line.currency) return null;
  if (
    entry.balance === line.amountMinor ||
    explainShortage(entry, line.amountMinor, day, world.input.country)
  )
    return null;
  const equals = findEquals(world.book, view.type, line.currency, line.amountMinor);
  const same = equals.byParty.get(entry.party)?.[0];
  const isNamed = (view.mentions.levels.get(entry.at) ?? LEVEL.none) >= LEVEL.short;
  if (same !== undefined && !isNamed) return say('against_amount_elsewhere', { number: labelDocument(same) });
  // What is more than the balance is told as a surplus.
  const isHardly = line.amountMinor < entry.balance * HARDLY && !view.read.topics.has('part');
  return isHardly && !isNamed
    ? say('against_amount', { paid: money(line.amountMinor), balance: money(entry.balance) })
    : null;
};

/** What of the line contradicts that it settles these documents; nothing that a usual payment has. */
export const findAgainst = (input: MatchInput, documentIds: readonly string[]): readonly SaidSentence[] => {
  const told = readOne(input);
  return told === undefined ? [] : contradicts(told.world, told.state, documentIds);
};

export const contradicts = (
  world: World,
  { view, hypotheses, probabilities }: LineState,
  documentIds: readonly string[],
): readonly SaidSentence[] => {
  const meant = world.book.documents.filter(({ document }) => documentIds.includes(document.id));
  if (meant.length === 0) return [];
  const found = [
    findOthersNumber(world, view, meant),
    findOtherParty(world, view, meant),
    findOtherAmount(world, view, meant),
  ].filter((each) => each !== null);
  const isThis = (at: number): boolean => {
    return (hypotheses[at]?.documents ?? []).some((entry) => meant.includes(entry));
  };
  const own = Math.max(0, ...probabilities.filter((_, at) => isThis(at)));
  const best = probabilities.findIndex((share, at) => at > 0 && share >= SURE_OTHER && !isThis(at));
  const other = hypotheses[best]?.documents[0];
  return found.length > 0 || other === undefined || own > UNLIKELY
    ? found
    : [
        say('against_likelier', {
          numbers: (hypotheses[best]?.documents ?? []).slice(0, 3).map(labelDocument),
        }),
      ];
};

const SURE_OTHER = 0.9;
const UNLIKELY = 0.02;
