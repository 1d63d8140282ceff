// What all lines that settle no document have in common.
import { bankDay } from './days.ts';
import type { Party } from './parties.ts';
import type { Plan, Stage, Written } from './plans.ts';
import type { Random } from './random.ts';
import type { Category } from './types.ts';

export interface Surroundings {
  readonly stage: Stage;
  readonly random: Random;
  readonly parties: readonly Party[];
  readonly ownName: string;
  readonly ownAccounts: readonly string[];
  readonly employees: readonly string[];
}

export type Maker = (at: Surroundings) => Plan[];

export const someDay = ({ stage, random }: Surroundings): number =>
  random.int(stage.books.firstDay, stage.books.lastDay);

export const plan = (
  at: Surroundings,
  category: Category,
  given: Omit<Plan, 'category' | 'kind' | 'parts'>,
): Plan => ({
  ...given,
  day: Math.min(bankDay(given.day), at.stage.books.lastDay),
  category,
  kind: 'none',
  parts: [],
});

export const opposite = (direction: Plan['direction']): Plan['direction'] =>
  direction === 'credit' ? 'debit' : 'credit';

/** Amounts as they occur in these books, so that some equal an open document by chance. */
export const bookAmount = ({ stage, random }: Surroundings): number => {
  const { books } = stage;
  const kind = random.weighted({ price: 32, doc: 18, round: 26, odd: 24 });
  const unit = books.country === 'MX' ? 100_000 : 10_000;
  if (kind === 'price') return random.pick(books.prices);
  if (kind === 'doc') return random.pick(books.docs).totalMinor;
  if (kind === 'round') return unit * random.int(1, 40);
  return Math.round(random.lognormal(books.country === 'MX' ? 420_000 : 35_000, 1.2)) + 100;
};

export const bankText = (concept: string, name: string | null = null): Written => ({
  type: 'bank',
  name,
  account: null,
  taxId: null,
  concept,
  reference: null,
});
