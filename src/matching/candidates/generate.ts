// The hypotheses of a line: documents with exactly its balance, documents that it names, and what its likely parties
// have open - alone, as sets, in part, less a fee or tax, or in another currency. Only open documents, only in the
// line's direction, never a pair that a person rejected.
import { amountKey, around, documentsOfParty, findEquals, type BookDocument } from '../books/book.ts';
import { LEVEL } from '../books/folio.ts';
import { dayNumber } from '../text/days.ts';
import { single, NONE, paid, type Hypothesis } from './hypothesis.ts';
import { setsFor } from './sets.ts';
import { isRoundShare, explainShortage } from './shortfall.ts';
import { evidenceFor, likelyParties, type LineView, type World } from './view.ts';
import {
  DAYS_AFTER_DUE,
  DAYS_BEFORE_ISSUE,
  DAYS_TO_PAYMENT,
  DIFFERENCE_DIVISOR,
  LEAST_PAID_SHARE,
  LOOKED_AT,
  MOST_SURPLUS_SHARE,
  MOST,
  PART_DIVISOR,
  RANK,
  CARD_RATE_GAP,
  RATE_GAP,
  ROUND_AMOUNT,
  SURE_OF_PARTY,
} from './limits.ts';

/** Paid at most a little before issue and not years after. */
export const isInWindow = (entry: BookDocument, day: number): boolean =>
  day >= entry.issued - DAYS_BEFORE_ISSUE && day <= entry.due + DAYS_AFTER_DUE;

const isRejected = (world: World, view: LineView, entry: BookDocument): boolean =>
  world.rejected.size > 0 && world.rejected.has(`${view.read.line.id}|${entry.document.id}`);

/** Whether the document may settle the line at all: the hard part. */
const isEligible = (world: World, view: LineView, entry: BookDocument): boolean =>
  entry.live &&
  entry.document.type === view.type &&
  isInWindow(entry, view.read.day) &&
  !isRejected(world, view, entry);

/** All documents with this very balance; of many, those named, of likely parties, and the nearest in time. */
const exacts = (world: World, view: LineView, likely: readonly number[]): BookDocument[] => {
  const { line, day } = view.read;
  const equals = findEquals(world.book, view.type, line.currency, line.amountMinor);
  const level = (entry: BookDocument): number => view.mentions.levels.get(entry.at) ?? 0;
  const pool = new Set(around(equals.all, day, LOOKED_AT.equal));
  if (pool.size < equals.all.length) {
    for (const party of likely)
      for (const entry of around(equals.byParty.get(party) ?? [], day, MOST.exact)) pool.add(entry);
    for (const at of view.mentions.levels.keys()) {
      const entry = world.book.documents[at];
      if (entry?.balance === line.amountMinor && entry.document.currency === line.currency) pool.add(entry);
    }
  }
  const all = [...pool].filter((entry) => isEligible(world, view, entry));
  if (all.length <= MOST.exact) return all;
  const rank = (entry: BookDocument): number =>
    level(entry) * RANK.level +
    (likely.includes(entry.party) ? RANK.likelyParty : 0) -
    Math.min(RANK.mostDays, Math.abs(entry.due - day));
  return all.sort((a, b) => rank(b) - rank(a) || a.at - b.at).slice(0, MOST.exact);
};

const named = (world: World, view: LineView): BookDocument[] => {
  const found: BookDocument[] = [];
  for (const [at, level] of view.mentions.levels) {
    const entry = world.book.documents[at];
    if (entry !== undefined && level >= LEVEL.near && isEligible(world, view, entry)) found.push(entry);
  }
  return found.slice(0, MOST.named);
};

/** A party's documents are live and of the type asked for. */
const ofParty = (world: World, view: LineView, party: number): BookDocument[] =>
  around(documentsOfParty(world.book, view.type, party), view.read.day, LOOKED_AT.ofParty).filter(
    (entry) => isInWindow(entry, view.read.day) && !isRejected(world, view, entry),
  );

/** Several documents stand in the text: what is too much for one is of the others. */
const namesMore = (world: World, view: LineView, own: BookDocument): boolean =>
  [...view.mentions.levels].some(
    ([at, level]) => at !== own.at && level >= LEVEL.short && world.book.documents[at]?.live === true,
  );

/** More than is open of an invoice that the text names: credit of the customer, which is only suggested. */
const surplus = (world: World, view: LineView, entry: BookDocument): Hypothesis | null => {
  const { line } = view.read;
  const gap = line.amountMinor - entry.balance;
  const level = view.mentions.levels.get(entry.at) ?? LEVEL.none;
  const isSure =
    level >= LEVEL.strong ||
    (level >= LEVEL.number && evidenceFor(world, view, entry.party).name >= SURE_OF_PARTY);
  if (!isSure || namesMore(world, view, entry) || view.type !== 'invoice' || entry.currency !== line.currency)
    return null;
  return gap > 0 && gap <= entry.balance * MOST_SURPLUS_SHARE
    ? single('difference', entry, entry.balance)
    : null;
};

/** Typed wrongly or rounded: no more than the company books apart. */
const nearly = (world: World, view: LineView, entry: BookDocument): Hypothesis | null => {
  const { line } = view.read;
  const gap = Math.abs(line.amountMinor - entry.balance);
  const limit = Math.min(world.input.differenceLimitMinor ?? 0, entry.balance / DIFFERENCE_DIVISOR);
  if (gap === 0 || gap > limit || entry.currency !== line.currency) return null;
  return single('difference', entry, entry.balance);
};

/** A document with more open than the line pays. */
const short = (world: World, view: LineView, entry: BookDocument): Hypothesis | null => {
  const { line, day } = view.read;
  if (entry.balance <= line.amountMinor || entry.balance * LEAST_PAID_SHARE > line.amountMinor) return null;
  if (entry.currency !== line.currency) return null;
  const shortage = explainShortage(entry, line.amountMinor, day, world.input.country);
  return shortage === null ? null : single('deducted', entry, line.amountMinor, shortage);
};

/** A tax or a discount that fits to the cent is no accident, however small it is. */
const unequal = (world: World, view: LineView, entry: BookDocument): Hypothesis | null => {
  const shortage = short(world, view, entry);
  const cause = shortage?.shortage?.cause;
  return cause === 'retention' || cause === 'discount'
    ? shortage
    : (nearly(world, view, entry) ?? shortage ?? surplus(world, view, entry));
};

/** Another line pays exactly what this one leaves open. */
export const isRestInBatch = (world: World, view: LineView, entry: BookDocument): boolean => {
  const { line } = view.read;
  const rest = entry.balance - line.amountMinor;
  const needed = rest === line.amountMinor ? 2 : 1;
  return (world.lineAmounts.get(`${view.type}|${line.currency}`)?.get(rest) ?? 0) >= needed;
};

const isLikelyPart = (world: World, view: LineView, entry: BookDocument, level: number): boolean => {
  const amount = view.read.line.amountMinor;
  if (amount * PART_DIVISOR < entry.balance) return false;
  if (isRestInBatch(world, view, entry)) return true;
  return (
    level >= LEVEL.near ||
    view.read.topics.has('part') ||
    view.read.topics.has('final') ||
    isRoundShare(amount, entry.total) ||
    amount % ROUND_AMOUNT === 0
  );
};

const makeParts = (world: World, view: LineView, larger: ReadonlySet<BookDocument>): Hypothesis[] => {
  const { line, day } = view.read;
  const rated: { entry: BookDocument; rank: number }[] = [];
  for (const entry of larger) {
    const level = view.mentions.levels.get(entry.at) ?? 0;
    if (!isLikelyPart(world, view, entry, level)) continue;
    const share = isRoundShare(line.amountMinor, entry.total) ? RANK.roundShare : 0;
    const rest = isRestInBatch(world, view, entry) ? RANK.restInBatch : 0;
    rated.push({
      entry,
      rank: level * RANK.level + share + rest - Math.min(RANK.mostDays, Math.abs(entry.due - day)),
    });
  }
  return rated
    .sort((a, b) => b.rank - a.rank || a.entry.at - b.entry.at)
    .slice(0, MOST.partial)
    .map(({ entry }) => single('partial', entry, line.amountMinor));
};

const foreign = (world: World, view: LineView, documents: ReadonlySet<BookDocument>): Hypothesis[] => {
  const { line } = view.read;
  const found: Hypothesis[] = [];
  for (const entry of documents) {
    if (entry.document.currency === line.currency) continue;
    const rate = world.input.rate(entry.document.currency, line.currency, line.date);
    if (rate === undefined || !(rate > 0)) continue;
    const gap = line.amountMinor / (entry.balance * rate) - 1;
    const isNamed = (view.mentions.levels.get(entry.at) ?? 0) >= LEVEL.number;
    if (Math.abs(gap) <= (isNamed ? CARD_RATE_GAP : RATE_GAP))
      found.push(single('other_currency', entry, line.amountMinor, null, gap));
  }
  return found
    .sort(
      (a, b) =>
        Math.abs(a.rateGap) - Math.abs(b.rateGap) || (a.documents[0]?.at ?? 0) - (b.documents[0]?.at ?? 0),
    )
    .slice(0, MOST.foreign);
};

const payments = (world: World, view: LineView): Hypothesis[] => {
  const { line, day } = view.read;
  const type = view.type === 'invoice' ? 'invoice_payment' : 'bill_payment';
  return (world.payments.get(amountKey(type, line.currency, line.amountMinor)) ?? [])
    .filter((payment) => Math.abs(dayNumber(payment.date) - day) <= DAYS_TO_PAYMENT)
    .slice(0, MOST.payments)
    .map((payment) => paid(payment, world.book.partyAt.get(payment.partyId) ?? -1));
};

/** Every hypothesis worth a score; "none" is always the first. */
export const hypothesesFor = (world: World, view: LineView): Hypothesis[] => {
  const found: Hypothesis[] = [NONE, ...payments(world, view)];
  const { id } = view.read.line;
  if (world.returned.has(id) || world.takenBack.has(id)) return found.slice(0, 1);
  const likely = likelyParties(view, world.book);
  const exact = exacts(world, view, likely);
  for (const entry of exact) found.push(single('exact', entry, view.read.line.amountMinor));
  const mentioned = named(world, view);
  const seen = new Set<BookDocument>();
  const add = (hypothesis: Hypothesis | null): void => {
    const entry = hypothesis?.documents[0];
    if (hypothesis === null || entry === undefined || seen.has(entry)) return;
    seen.add(entry);
    found.push(hypothesis);
  };
  for (const entry of mentioned) add(unequal(world, view, entry));
  const larger = new Set<BookDocument>();
  const overseas = new Set<BookDocument>();
  const { currency, amountMinor } = view.read.line;
  const sort = (entry: BookDocument, isSure: boolean): void => {
    if (entry.currency !== currency) overseas.add(entry);
    else if (isSure && entry.balance > amountMinor) larger.add(entry);
  };
  for (const entry of mentioned)
    if ((view.mentions.levels.get(entry.at) ?? 0) >= LEVEL.short) sort(entry, true);
  for (const party of likely) {
    const own = ofParty(world, view, party);
    const isSure = evidenceFor(world, view, party).name >= SURE_OF_PARTY || view.taxParties.includes(party);
    for (const entry of own) {
      add(unequal(world, view, entry));
      sort(entry, isSure);
    }
    for (const hypothesis of setsFor(world, view, own, exact)) found.push(hypothesis);
  }
  for (const hypothesis of makeParts(world, view, larger)) add(hypothesis);
  for (const hypothesis of foreign(world, view, overseas)) add(hypothesis);
  return found.slice(0, MOST.all);
};
