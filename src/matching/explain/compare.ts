// One line and one document: what speaks for the two belonging together, and what against.
import { findEquals, type BookDocument } from '../books/book.ts';
import { LEVEL } from '../books/folio.ts';
import { explainShortage } from '../candidates/shortfall.ts';
import { RATE_GAP } from '../candidates/limits.ts';
import { evidenceFor, type LineView, type World } from '../candidates/view.ts';
import { BLOCKING } from '../decide/contradictions.ts';
import { say, type SaidSentence } from '../../base/said.ts';
import { KNOWN_NAME, labelDocument, money, partyReason } from './reasons.ts';

export interface Compared {
  readonly pro: readonly SaidSentence[];
  readonly contra: readonly SaidSentence[];
}

type Told = readonly ['pro' | 'contra', SaidSentence] | null;

const MOST_NAMED = 3;

/** Documents whose number stands in the text and that are meant: in full, of this party, or with the very amount. */
export const findMeant = (world: World, view: LineView, party: number | null): readonly BookDocument[] =>
  [...view.mentions.levels].flatMap(([at, level]) => {
    const entry = world.book.documents[at];
    if (entry === undefined || entry.document.type !== view.type) return [];
    const { amountMinor, currency } = view.read.line;
    const hasAmount = entry.live && entry.balance === amountMinor && entry.currency === currency;
    const isMeant = level >= LEVEL.strong || (level >= LEVEL.number && (entry.party === party || hasAmount));
    return isMeant ? [entry] : [];
  });

const byNumber = (world: World, view: LineView, entry: BookDocument): Told => {
  const level = view.mentions.levels.get(entry.at) ?? LEVEL.none;
  const number = labelDocument(entry);
  if (view.mentions.between.has(entry.at)) return ['pro', say('number_in_range', { number })];
  if (level >= LEVEL.short)
    return ['pro', say(view.type === 'invoice' ? 'number_of_invoice' : 'number_of_bill', { number })];
  const others = findMeant(world, view, entry.party).filter((other) => other !== entry);
  if (others.length > 0)
    return [
      'contra',
      say('against_number', { numbers: others.slice(0, MOST_NAMED).map(labelDocument), number }),
    ];
  if (level >= LEVEL.near) return ['pro', say('number_near', { numbers: [number] })];
  return view.mentions.unknown.length > 0 ? ['contra', say('gate_unknown_document', {})] : null;
};

const byRate = (world: World, view: LineView, entry: BookDocument): Told => {
  const { line } = view.read;
  const { currency } = entry;
  const rate = world.input.rate(currency, line.currency, line.date);
  if (rate === undefined || !(rate > 0) || entry.balance <= 0)
    return ['contra', say('against_currency', { currency })];
  const share = line.amountMinor / (entry.balance * rate) - 1;
  const gap = (Math.abs(share) * 100).toFixed(2);
  return [Math.abs(share) <= RATE_GAP ? 'pro' : 'contra', say('amount_by_rate', { gap, currency })];
};

const byAmount = (world: World, view: LineView, entry: BookDocument): Told => {
  const { line, day } = view.read;
  if (entry.currency !== line.currency) return byRate(world, view, entry);
  const { balance } = entry;
  const told = { balance: money(balance), rest: money(balance - line.amountMinor) };
  if (balance === line.amountMinor) {
    const { all } = findEquals(world.book, view.type, line.currency, line.amountMinor);
    const count = all.filter((other) => other !== entry).length;
    return ['pro', count === 0 ? say('amount_alone', {}) : say('amount_shared', { count })];
  }
  if (balance < line.amountMinor)
    return [
      'contra',
      say('against_more', { more: money(line.amountMinor - balance), balance: told.balance }),
    ];
  const shortage = explainShortage(entry, line.amountMinor, day, world.input.country);
  return shortage === null
    ? ['contra', say('amount_part', { ...told, paid: money(line.amountMinor) })]
    : ['pro', say('amount_short', { ...told, cause: shortage.label })];
};

const AGAINST: readonly string[] = ['party_other', 'party_unnamed'];

const byParty = (world: World, view: LineView, entry: BookDocument): readonly Told[] => {
  const { taxId, name: likeness, alias, account, taught, payer } = evidenceFor(world, view, entry.party);
  const name = world.book.parties[entry.party]?.name ?? '';
  const otherTaxId: Told = taxId === 'other' ? ['contra', say('against_tax_id', { name })] : null;
  if (otherTaxId !== null && taught === null && payer === null) return [otherTaxId];
  if (likeness < KNOWN_NAME && taxId !== 'same' && alias !== 'same' && account === 'other')
    return [['contra', say('against_account', { name })]];
  const reason = partyReason(world, view, entry.party);
  return [[AGAINST.includes(reason.say) ? 'contra' : 'pro', reason], otherTaxId];
};

const byDay = ({ read }: LineView, entry: BookDocument): Told => {
  if (read.day < entry.issued) return ['contra', say('paid_early', { days: entry.issued - read.day })];
  const late = read.day - entry.due;
  if (late === 0) return ['pro', say('paid_when_due', {})];
  return ['pro', say(late > 0 ? 'paid_after_due' : 'paid_before_due', { days: Math.abs(late) })];
};

const byWords = (world: World, { read }: LineView, entry: BookDocument): readonly Told[] => {
  const blocking = BLOCKING.find(([topic]) => read.topics.has(topic));
  const isRejected = world.rejected.has(`${read.line.id}|${entry.document.id}`);
  return [
    blocking === undefined ? null : ['contra', say(blocking[1], {})],
    isRejected ? ['contra', say('against_rejected', {})] : null,
    entry.live ? null : ['contra', say('against_closed', {})],
  ];
};

/** The strongest first. */
export const compareDocument = (world: World, view: LineView, entry: BookDocument): Compared => {
  const told = [
    byNumber(world, view, entry),
    byAmount(world, view, entry),
    ...byParty(world, view, entry),
    ...byWords(world, view, entry),
    byDay(view, entry),
  ];
  const of = (side: 'pro' | 'contra'): SaidSentence[] =>
    told.flatMap((each) => (each?.[0] === side ? [each[1]] : []));
  return { pro: of('pro'), contra: of('contra') };
};
