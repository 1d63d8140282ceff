// The lines that settle no document, many of which look as if they did.
import type { Doc } from './documents.ts';
import type { NoneKind } from './habits.ts';
import { bankWords, payroll, processor, small, unrelated } from './unmatched-bank.ts';
import { cash, insurance, lateReturn, loans, owners, rent } from './everyday/unmatched.ts';
import { advance, alreadyPaid, ownTransfer, refund, returned } from './unmatched-parties.ts';
import { bookAmount, type Maker, type Surroundings } from './unmatched-plan.ts';

const MAKERS: Readonly<Record<NoneKind, Maker>> = {
  returned,
  already_paid: alreadyPaid,
  advance,
  refund,
  own_transfer: ownTransfer,
  fees: bankWords('fees', 'fees', (at) => small(at, at.stage.books.country === 'MX' ? 2_500 : 900)),
  taxes: bankWords('taxes', 'taxes', (at) =>
    at.random.chance(0.15)
      ? bookAmount(at)
      : small(at, at.stage.books.country === 'MX' ? 1_500_000 : 180_000),
  ),
  payroll,
  cards: bankWords('cards', 'cards', (at) => small(at, at.stage.books.country === 'MX' ? 60_000 : 5_500)),
  processor,
  unrelated,
  late_return: lateReturn,
  loans,
  rent,
  insurance,
  owners,
  cash,
};

/** Adds lines that settle nothing until the statement has its length. */
export const addUnmatched = (at: Surroundings, want: number): void => {
  const weights = at.stage.books.habits.none;
  let added = 0;
  while (added < want) {
    const made = MAKERS[at.random.weighted(weights)](at);
    if (made.length > want - added) continue;
    at.stage.plans.push(...made);
    added += made.length;
  }
};

export const pastDocs = (docs: readonly Doc[]): Doc[] =>
  docs.filter((doc) => !doc.open && doc.payDay !== null);
