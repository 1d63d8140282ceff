// Lines of the bank, of employees and of strangers.
import { dayAs, monthOf } from './days.ts';
import { conceptsOf } from './documents.ts';
import { makeCompany, makePerson } from './names.ts';
import type { Category } from './types.ts';
import { bankText, bookAmount, type Maker, plan, someDay, type Surroundings } from './unmatched-plan.ts';

export const small = (at: Surroundings, median: number): number =>
  Math.max(50, Math.round(at.random.lognormal(median, 0.9)));

export const bankWords =
  (category: Category, key: 'fees' | 'taxes' | 'cards', amount: (at: Surroundings) => number): Maker =>
  (at) => {
    const { stage, random } = at;
    const day = someDay(at);
    const text = `${random.pick(conceptsOf(stage.books.country)[key])}${random.chance(0.4) ? ` ${random.chance(0.5) ? dayAs(day, '.', 4) : random.digits(random.int(4, 9))}` : ''}`;
    const name = category === 'fees' ? null : text;
    return [
      plan(at, category, {
        day,
        amountMinor: amount(at),
        direction: 'debit',
        write: () => bankText(text, name),
      }),
    ];
  };

export const payroll: Maker = (at) => {
  const { stage, random, employees } = at;
  const { payroll: words, months } = conceptsOf(stage.books.country);
  const day = someDay(at);
  const unit = stage.books.country === 'MX' ? 900_000 : 240_000;
  return [
    plan(at, 'payroll', {
      day,
      amountMinor: random.chance(0.15) ? bookAmount(at) : small(at, unit),
      direction: 'debit',
      write: () => ({
        type: 'transfer',
        name: random.pick(employees),
        account: null,
        taxId: null,
        concept: `${random.pick(words)} ${random.chance(0.6) ? (months[monthOf(day)] ?? '') : ''}`.trim(),
        reference: null,
      }),
    }),
  ];
};

export const processor: Maker = (at) => {
  const { stage, random } = at;
  const text = random.pick(conceptsOf(stage.books.country).processors);
  const tail = random.chance(0.7)
    ? ` ${random.chance(0.5) ? random.letters(3) : ''}${random.digits(random.int(4, 10))}`
    : '';
  return [
    plan(at, 'processor', {
      day: someDay(at),
      amountMinor: random.chance(0.1)
        ? bookAmount(at)
        : small(at, stage.books.country === 'MX' ? 900_000 : 90_000),
      direction: 'credit',
      write: () => ({
        type: 'transfer',
        name: text,
        account: null,
        taxId: null,
        concept: `${text}${tail}`,
        reference: null,
      }),
    }),
  ];
};

/** Strangers: some share a surname or a word with a customer, some an amount with a document. */
export const unrelated: Maker = (at) => {
  const { stage, random, parties } = at;
  const { country } = stage.books;
  const lists = conceptsOf(country);
  const direction = random.chance(0.5) ? 'credit' : 'debit';
  const words = direction === 'credit' ? lists.unrelatedIn : lists.unrelatedOut;
  const kind = random.weighted({ words: 45, person: 25, company: 30 });
  const namesake = random.pick(parties).name;
  const stranger =
    kind === 'person'
      ? makePerson(random, country, random.chance(0.5) ? namesake.person?.surnames[0] : undefined).registered
      : makeCompany(random, country).registered;
  const tail = random.chance(0.4) ? ` ${random.digits(random.int(3, 7))}` : '';
  return [
    plan(at, 'unrelated', {
      day: someDay(at),
      amountMinor: bookAmount(at),
      direction,
      write: () =>
        kind === 'words'
          ? bankText(`${random.pick(words)}${tail}`)
          : {
              type: 'transfer',
              name: stranger,
              account: null,
              taxId: null,
              concept: `${random.pick([...lists.plain, ...words])}${tail}`,
              reference: null,
            },
    }),
  ];
};
