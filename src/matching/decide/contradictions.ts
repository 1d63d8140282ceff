// Words and numbers in the text that speak against a match, however well the rest of it fits.
import type { Gate } from '../types.ts';
import { findEquals, type BookDocument } from '../books/book.ts';
import { isSlip, LEVEL } from '../books/folio.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import { monthNamed } from '../candidates/months.ts';
import { evidenceFor, type LineView, type World } from '../candidates/view.ts';
import { findLevel, rankLevel } from '../evidence/folio.ts';
import type { Topic } from '../text/words.ts';
import type { Choice } from './assign.ts';
import { namesBesideTaught } from './taught.ts';

/** A quote is no invoice yet; money that comes back pays nothing. */
export const BLOCKING: readonly (readonly [topic: Topic, gate: Gate])[] = [
  ['quote', 'gate_quote'],
  ['refund', 'gate_refund'],
  ['returned', 'gate_returned_transfer'],
];

/** An own invoice number in full outweighs the word for a quote; nothing outweighs that money comes back. */
const byWords = (view: LineView, hypothesis: Hypothesis): Gate | null => {
  const found = BLOCKING.find(([topic]) => view.read.topics.has(topic));
  if (found === undefined) return null;
  return found[0] === 'quote' && findLevel(view, hypothesis) >= LEVEL.strong ? null : found[1];
};

/** The text names a document that the match leaves out, more surely than those of the match. */
const namesAnother = (world: World, choice: Choice, hypothesis: Hypothesis): Gate | null => {
  const { view } = choice.state;
  const own = rankLevel(findLevel(view, hypothesis));
  const cores = hypothesis.documents.map((entry) => entry.folio?.core ?? '');
  for (const [at, level] of view.mentions.levels) {
    const entry = world.book.documents[at];
    if (entry === undefined || entry.document.type !== view.type || hypothesis.documents.includes(entry))
      continue;
    // Anybody's number may stand in a text by chance; in full, or of this party, it was meant.
    const isMeant = level >= LEVEL.strong || (entry.party === hypothesis.party && level >= LEVEL.number);
    if (!isMeant || rankLevel(level) <= own || isReplaced(entry, hypothesis)) continue;
    if (isOthersNumber(world, choice, hypothesis, entry)) continue;
    // A number that somebody owes is no slip of another one.
    if (entry.live || !cores.some((core) => isSlip(entry.folio?.core ?? '', core)))
      return 'gate_names_another';
  }
  return null;
};

const SURE_SLIP = 0.995;

/** Somebody else's number, of another amount, beside the name and the amount of this party: typed wrongly. */
const isOthersNumber = (
  world: World,
  { state: { view }, probability }: Choice,
  { kind, party }: Hypothesis,
  named: BookDocument,
): boolean => {
  if (kind !== 'exact' || named.party === party || probability < SURE_SLIP) return false;
  const evidence = evidenceFor(world, view, party);
  return evidence.name >= KNOWN_NAME || evidence.taxId === 'same';
};

/** Cancelled and issued again: payers write the number that they know. */
const isReplaced = (closed: BookDocument, { documents }: Hypothesis): boolean =>
  !closed.live &&
  documents.some((entry) => entry.party === closed.party && entry.total === closed.total && entry !== closed);

const LIKE = 4;
const SURE_THOUGH = 0.99;
const KNOWN_NAME = 0.8;

/** Nobody else has this balance open, and the party is named: then the number was typed wrongly. */
const isOnlyOne = (world: World, view: LineView, hypothesis: Hypothesis): boolean => {
  const { line } = view.read;
  const evidence = evidenceFor(world, view, hypothesis.party);
  return (
    hypothesis.kind === 'exact' &&
    findEquals(world.book, view.type, line.currency, line.amountMinor).all.length === 1 &&
    (evidence.name >= KNOWN_NAME || evidence.taxId === 'same')
  );
};

/** Of the same length and with the same beginning as the document's number, but another one; not a slip of the pen. */
const namesNeighbour = (world: World, choice: Choice, hypothesis: Hypothesis): Gate | null => {
  const { view } = choice.state;
  if (findLevel(view, hypothesis) > LEVEL.near) return null;
  const [entry] = hypothesis.documents;
  if (choice.probability >= SURE_THOUGH && isOnlyOne(world, view, hypothesis)) return null;
  const core = entry?.folio?.core ?? '';
  if (core.length < LIKE) return null;
  const head = core.slice(0, Math.ceil(core.length / 2));
  const isNeighbour = view.mentions.numbers.some(
    (number) =>
      number.length === core.length && number !== core && number.startsWith(head) && !isSlip(number, core),
  );
  return isNeighbour ? 'gate_names_neighbour' : null;
};

/** A number that stands where an invoice's would, and that no document bears: unless it is a slip of the pen. */
const namesUnknown = (view: LineView, hypothesis: Hypothesis): Gate | null => {
  if (hypothesis.kind !== 'exact' || view.mentions.unknown.length === 0) return null;
  const core = hypothesis.documents[0]?.folio?.core ?? '';
  return findLevel(view, hypothesis) >= LEVEL.short ||
    view.mentions.numbers.some((number) => isSlip(number, core)) ||
    isCutOff(view, hypothesis)
    ? null
    : 'gate_unknown_document';
};

/** `CFDI33` of 3306: every number that nobody bears is the head of one of these, where the bank cut the text. */
export const isCutOff = ({ mentions }: LineView, { documents }: Hypothesis): boolean =>
  mentions.unknown.every(
    ({ digits, atEnd }) =>
      atEnd &&
      documents.some(({ folio }) => folio !== null && folio.core !== digits && folio.core.startsWith(digits)),
  );

/** A month in words or digits in which no document of the match was issued or is due. */
const namesOtherMonth = (world: World, view: LineView, hypothesis: Hypothesis): Gate | null =>
  findLevel(view, hypothesis) < LEVEL.short && monthNamed(world, view, hypothesis) === 'other'
    ? 'gate_other_month'
    : null;

const CHANCE = 0.02;
const SURE_SUM = 0.993;

/** Who pays many documents in one sum pays the oldest ones too; of so many sets one may fit by chance. */
const skipsOlder = ({ probability }: Choice, { set, documents }: Hypothesis): Gate | null => {
  if (set === null || set.listed >= Math.max(1, documents.length - 1)) return null;
  if (set.olderLeft + set.gaps === 0 || (set.byChance <= CHANCE && probability >= SURE_SUM)) return null;
  return 'gate_skips_older';
};

export const findContradiction = (world: World, choice: Choice, hypothesis: Hypothesis): Gate | null => {
  const { view } = choice.state;
  return (
    byWords(view, hypothesis) ??
    namesBesideTaught(world, view, hypothesis) ??
    namesAnother(world, choice, hypothesis) ??
    namesUnknown(view, hypothesis) ??
    namesNeighbour(world, choice, hypothesis) ??
    namesOtherMonth(world, view, hypothesis) ??
    skipsOlder(choice, hypothesis)
  );
};
