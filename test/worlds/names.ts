// Names of companies and people, and of those that are easily taken for each other.
import type { Random } from './random.ts';
import type { Country } from './types.ts';
import * as de from './vocabulary/de-names.ts';
import * as mx from './vocabulary/mx-names.ts';

export interface Person {
  readonly given: string;
  readonly second: string | null;
  readonly surnames: readonly string[];
}

export interface Name {
  /** As the books have it. */
  readonly registered: string;
  readonly person: Person | null;
  /** Without the legal form; empty for people. */
  readonly trade: string;
  readonly core: string;
  readonly form: string;
}

const LISTS = {
  MX: {
    trades: mx.MX_TRADES,
    cores: mx.MX_CORES,
    more: mx.MX_QUALIFIERS,
    forms: mx.MX_FORMS,
    given: mx.MX_GIVEN,
    surnames: mx.MX_SURNAMES,
    brands: mx.MX_BRANDS,
  },
  DE: {
    trades: de.DE_TRADES,
    cores: de.DE_CORES,
    more: de.DE_QUALIFIERS,
    forms: de.DE_FORMS,
    given: de.DE_GIVEN,
    surnames: de.DE_SURNAMES,
    brands: de.DE_BRANDS,
  },
} as const;

export const makePerson = (random: Random, country: Country, surname?: string): Name => {
  const { given, surnames } = LISTS[country];
  const first = random.pick(given);
  const second = random.chance(country === 'MX' ? 0.5 : 0.12) ? random.pick(given) : null;
  const last = [surname ?? random.pick(surnames)];
  if (country === 'MX') last.push(random.pick(surnames));
  else if (random.chance(0.06)) last[0] = `${last[0]}-${random.pick(surnames)}`;
  const registered = [first, second, ...last].filter(Boolean).join(' ');
  return {
    registered,
    person: { given: first, second, surnames: last },
    trade: '',
    core: registered,
    form: '',
  };
};

const company = (random: Random, country: Country): { trade: string; core: string; words: string } => {
  const { trades, cores, more, surnames } = LISTS[country];
  const trade = random.pick(trades);
  const core = random.pick(cores);
  const initials = random.letters(random.int(2, 4));
  const towns = de.DE_TOWNS;
  const forms: Readonly<Record<string, () => string>> =
    country === 'MX'
      ? {
          plain: () => `${trade} ${core}`,
          more: () => `${trade} ${core} ${random.pick(more)}`,
          two: () => `${trade} y ${random.pick(trades)} ${core}`,
          initials: () => `${initials} ${trade}`,
          turned: () => `${core.replace(/^(?:del?|la) /u, '')} ${trade}`,
          people: () => `${random.pick(surnames)} ${random.pick(surnames)} y Asociados`,
          short: () => core.replace(/^(?:del?) /u, ''),
        }
      : {
          plain: () => `${trade} ${core}`,
          turned: () => `${core} ${trade}`,
          more: () => `${core} ${trade} ${random.pick(more)}`,
          partners: () => `${core} & ${random.pick(cores)}`,
          initials: () => `${initials} ${trade}`,
          town: () => `${core} ${trade} ${random.pick(towns)}`,
          short: () => `${core} ${random.pick(more)}`,
        };
  const weights: Readonly<Record<string, number>> =
    country === 'MX'
      ? { plain: 30, more: 24, two: 12, initials: 8, turned: 10, people: 8, short: 5 }
      : { plain: 22, turned: 28, more: 16, partners: 8, initials: 8, town: 12, short: 6 };
  const shape = random.weighted(weights);
  const words = (forms[shape] ?? (() => core))();
  return { trade, core, words };
};

export const makeCompany = (random: Random, country: Country): Name => {
  const { trade, core, words } = company(random, country);
  const form = random.pick(LISTS[country].forms);
  return { registered: `${words} ${form}`, person: null, trade, core, form };
};

const FOREIGN = [
  'Atlantic',
  'Summit',
  'Pacific',
  'Lakeside',
  'Redwood',
  'Granite',
  'Bluebird',
  'Harbor',
  'Keystone',
  'Maple',
  'Everest',
  'Polar',
];
const FOREIGN_TRADES = [
  'Software',
  'Analytics',
  'Supply',
  'Logistics',
  'Media',
  'Systems',
  'Consulting',
  'Trading',
  'Labs',
  'Hosting',
];

export const makeForeignCompany = (random: Random): Name => {
  const words = `${random.pick(FOREIGN)} ${random.pick(FOREIGN_TRADES)}`;
  const form = random.pick(['LLC', 'Inc.', 'Ltd', 'Corp.', 'B.V.', 'SARL']);
  return { registered: `${words} ${form}`, person: null, trade: words, core: words, form };
};

/** A brother, a sister company, a branch: another party whose name begins or sounds the same. */
export const makeSibling = (random: Random, country: Country, name: Name): Name => {
  if (name.person !== null) return makePerson(random, country, name.person.surnames[0]);
  const { more, forms, trades } = LISTS[country];
  const bare = name.form === '' ? name.registered : name.registered.slice(0, -name.form.length).trim();
  const form = random.chance(0.6) ? name.form : random.pick(forms);
  const shape = random.weighted({ qualifier: 40, town: 25, trade: 20, form: 8, number: 7 });
  const places =
    country === 'MX'
      ? ['Norte', 'Sur', 'Centro', 'Occidente', 'Bajío', 'Monterrey', 'Puebla', 'Querétaro']
      : de.DE_TOWNS;
  const words = {
    qualifier: `${bare} ${random.pick(more)}`,
    town: `${bare} ${random.pick(places)}`,
    trade: `${random.pick(trades)} ${name.core}`,
    form: bare,
    number: `${bare} ${random.pick(country === 'MX' ? ['II', '2', 'Dos', 'Bis'] : ['II', '2', 'Neu', 'Plus'])}`,
  }[shape];
  const last = shape === 'form' ? random.pick(forms.filter((other) => other !== name.form)) : form;
  return { registered: `${words} ${last}`, person: null, trade: name.trade, core: name.core, form: last };
};

export const makeBrand = (random: Random, country: Country): string => random.pick(LISTS[country].brands);
