// Evidence that counts together: a name is worth more beside a rare amount, a number more near the due date.
import { findEquals } from '../books/book.ts';
import { LEVEL, type FolioLevel } from '../books/folio.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import type { LineView, PartyEvidence, World } from '../candidates/view.ts';
import { findBin, features, type Sink } from '../model/features.ts';
import { roundness } from '../candidates/shortfall.ts';
import { IDENTITY, type Identity } from './identity.ts';

const NAMES = ['low', 'middle', 'high'] as const;
const NUMBERS = ['no_number', 'faint_number'] as const;
const RARITIES = ['rare', 'shared'] as const;
const DAYS = ['early', 'near', 'late', 'very_late'] as const;

const EXACT = NAMES.map((name) => NUMBERS.map((number) => features(`both.${name}.${number}`, RARITIES)));
/** A number and the amount: whatever fits besides may only add. */
const NUMBERED = features('both.number', RARITIES);
const NAMED_ROUND = features('both.name.round', [0, 1, 2, 3]);
/** The full name, an account that always stood for it, and a balance that nobody else has. */
const NAMED_ACCOUNT = features('both.name_account', RARITIES);
const NAME_DAYS = NAMES.map((name) => features(`both.days.${name}`, DAYS));

export const togetherFeatures = (
  sink: Sink,
  world: World,
  view: LineView,
  hypothesis: Hypothesis,
  known: { readonly own: PartyEvidence; readonly level: FolioLevel; readonly identity: Identity },
): void => {
  const first = hypothesis.documents[0];
  if (first === undefined) return;
  const { own, level, identity } = known;
  const name = own.taxId === 'same' ? 2 : findBin(own.name, [0.45, 0.8]);
  if (hypothesis.kind === 'exact') {
    const equal = findEquals(world.book, view.type, view.read.line.currency, view.read.line.amountMinor).all
      .length;
    const elsewhere = equal > 3 ? 1 : 0;
    if (level >= LEVEL.short) sink.add(NUMBERED[elsewhere] ?? 0);
    else sink.add(EXACT[name]?.[level > LEVEL.none ? 1 : 0]?.[elsewhere] ?? 0);
    if (name === 2 && own.account === 'same') sink.add(NAMED_ACCOUNT[equal > 1 ? 1 : 0] ?? 0);
    if (identity === IDENTITY.name) sink.add(NAMED_ROUND[roundness(view.read.line.amountMinor)] ?? 0);
  }
  if (hypothesis.kind === 'several' || hypothesis.kind === 'partial') return;
  if (identity === IDENTITY.number || (identity === IDENTITY.name && hypothesis.kind === 'exact')) return;
  sink.add(NAME_DAYS[name]?.[findBin(view.read.day - first.due, [-10, 15, 45])] ?? 0);
};
