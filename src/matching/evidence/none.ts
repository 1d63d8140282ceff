// Evidence that no document belongs to the line: what it is about, whose it is, and what is missing.
import { LEVEL } from '../books/folio.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import type { LineView, World } from '../candidates/view.ts';
import { findBin, feature, features, type Sink } from '../model/features.ts';
import type { Topic } from '../text/words.ts';
import { roundness } from '../candidates/shortfall.ts';
import { findLevel } from './folio.ts';

const BIAS = feature('none.bias');
const TYPE = { invoice: feature('none.credit'), bill: feature('none.debit') };
const TOPIC_NAMES: readonly Topic[] = [
  'fee',
  'interest',
  'tax',
  'payroll',
  'loan',
  'rent',
  'insurance',
  'owner',
  'card',
  'psp',
  'cash',
  'transfer',
  'returned',
  'refund',
  'advance',
  'order',
  'quote',
  'part',
  'list',
];
const TOPICS = new Map(TOPIC_NAMES.map((topic) => [topic, feature(`none.about.${topic}`)] as const));
const OWN_ACCOUNT = feature('none.own_account');
const OWN_NAME = feature('none.own_name');
const OWN_NAME_TRANSFER = feature('none.own_name_and_transfer');
const BEST_NAME = features('none.best_name', ['nobody', 'stranger', 'weak', 'fair', 'known']);
const CLOSED = features('none.names_closed', ['weak', 'medium', 'strong']);
const CLOSED_EQUAL = feature('none.names_closed_of_this_amount');
const UNKNOWN_NUMBER = feature('none.unknown_number');
const NO_EXACT = feature('none.no_exact');
const EXACT_COUNT = feature('none.exact_count');
const PARTY_NO_EXACT = feature('none.known_party_without_exact');
const ROUND = features('none.round', [0, 1, 2, 3]);
const HYPOTHESES = feature('none.hypotheses');
/** A document stands there by number and amount, or by name and amount: only facts speak for none then. */
const OFFERED = { number: feature('none.numbered_exact'), name: feature('none.named_exact') };

const closedMentions = (world: World, view: LineView): { level: number; equal: boolean } => {
  let level = 0;
  let equal = false;
  for (const [at, found] of view.mentions.levels) {
    const entry = world.book.documents[at];
    if (entry === undefined || entry.live || entry.document.type !== view.type) continue;
    level = Math.max(level, found);
    if (found >= LEVEL.short && entry.total === view.read.line.amountMinor) equal = true;
  }
  return { level, equal };
};

export const noneFeatures = (
  sink: Sink,
  world: World,
  view: LineView,
  hypotheses: readonly Hypothesis[],
): void => {
  const { topics, line, partyWords } = view.read;
  sink.add(BIAS);
  sink.add(TYPE[view.type]);
  const isInFull = hypotheses.some(
    (hypothesis) => hypothesis.kind === 'exact' && findLevel(view, hypothesis) >= LEVEL.strong,
  );
  const isOwn = view.ownAccount || view.ownName;
  for (const topic of topics) {
    // A customer may call its payment a transfer too.
    if (topic === 'transfer' && !isOwn && view.bestName >= 0.7) continue;
    // Where the invoice stands in full, the quote that it came from may stand there too.
    if (topic === 'quote' && isInFull) continue;
    const at = TOPICS.get(topic);
    if (at !== undefined) sink.add(at);
  }
  if (view.ownAccount) sink.add(OWN_ACCOUNT);
  if (view.ownName) sink.add(topics.has('transfer') ? OWN_NAME_TRANSFER : OWN_NAME);
  const closed = closedMentions(world, view);
  if (closed.level >= LEVEL.padded) sink.add(CLOSED[findBin(closed.level, [LEVEL.number, LEVEL.long])] ?? 0);
  if (closed.equal) sink.add(CLOSED_EQUAL);
  if (view.mentions.unknown.length > 0) sink.add(UNKNOWN_NUMBER);
  const exact = hypotheses.filter((hypothesis) => hypothesis.kind === 'exact');
  if (exact.length === 0) sink.add(NO_EXACT);
  sink.add(ROUND[roundness(line.amountMinor)] ?? 0);
  if (exact.some((hypothesis) => findLevel(view, hypothesis) >= LEVEL.short)) {
    sink.add(OFFERED.number);
    return;
  }
  const best = view.parties[0]?.party;
  if (view.bestName >= 0.7 && exact.some((hypothesis) => hypothesis.party === best)) {
    sink.add(OFFERED.name);
    return;
  }
  // How many strangers' documents there are says something only where nobody is named.
  sink.add(HYPOTHESES, Math.log(hypotheses.length));
  if (exact.length > 0) sink.add(EXACT_COUNT, Math.log(exact.length));
  sink.add(
    BEST_NAME[
      view.bestName < 0.3 ? (partyWords.length === 0 ? 0 : 1) : findBin(view.bestName, [0, 0, 0.55, 0.85])
    ] ?? 0,
  );
  if (view.bestName >= 0.8) sink.add(PARTY_NO_EXACT);
};
