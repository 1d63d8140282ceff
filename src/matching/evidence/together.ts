// Evidence that counts together: a name is worth more beside a rare amount, a number more near the due date.
import { equalsOf } from '../books/book.ts';
import { LEVEL, type FolioLevel } from '../books/folio.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import type { LineView, PartyEvidence, World } from '../candidates/view.ts';
import { binOf, features, type Sink } from '../model/features.ts';

const NAMES = ['low', 'middle', 'high'] as const;
const NUMBERS = ['no_number', 'faint_number', 'number'] as const;
const RARITIES = ['rare', 'shared'] as const;
const DAYS = ['early', 'near', 'late', 'very_late'] as const;

const EXACT = NAMES.map((name) => NUMBERS.map((number) => features(`both.${name}.${number}`, RARITIES)));
const NUMBER_DAYS = NUMBERS.map((number) => features(`both.days.${number}`, DAYS));
const NAME_DAYS = NAMES.map((name) => features(`both.days.${name}`, DAYS));

export const togetherFeatures = (
  sink: Sink,
  world: World,
  view: LineView,
  hypothesis: Hypothesis,
  own: PartyEvidence,
  level: FolioLevel,
): void => {
  const first = hypothesis.documents[0];
  if (first === undefined) return;
  const name = own.taxId === 'same' ? 2 : binOf(own.name, [0.45, 0.8]);
  const number = level >= LEVEL.short ? 2 : level > LEVEL.none ? 1 : 0;
  if (hypothesis.kind === 'exact') {
    const equal = equalsOf(world.book, view.type, view.read.line.currency, view.read.line.amountMinor).all
      .length;
    const elsewhere = equal > 3 ? 1 : 0;
    sink.add(EXACT[name]?.[number]?.[elsewhere] ?? 0);
  }
  if (hypothesis.kind === 'several' || hypothesis.kind === 'partial') return;
  const days = binOf(view.read.day - first.due, [-10, 15, 45]);
  sink.add(NUMBER_DAYS[number]?.[days] ?? 0);
  sink.add(NAME_DAYS[name]?.[days] ?? 0);
};
