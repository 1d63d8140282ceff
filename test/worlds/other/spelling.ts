// How payers write numbers and names, and what is left of them on a statement.
import type { Country } from '../types.ts';
import { dayText, monthOf } from '../days.ts';
import type { Dice } from './dice.ts';
import type { Doc } from './documents.ts';
import type { Party } from './parties.ts';
import { wordsOf } from './words.ts';

/** The running number without series, year and zeros. */
export const coreOf = (doc: Pick<Doc, 'number'>): string => {
  const runs = doc.number.split(/\D+/u).filter((run) => run !== '');
  const yearFirst = runs.length > 1 && /^20\d\d$/u.test(runs[0] ?? '');
  return (runs[yearFirst ? 1 : 0] ?? doc.number).replace(/^0+(?=\d)/u, '');
};

export const spellNumber = (dice: Dice, doc: Doc): string => {
  const core = coreOf(doc);
  const kind = dice.draw({
    printed: 5,
    compact: 2,
    core: 4,
    spaced: 1,
    zeros: 0.7,
    dated: 0.5,
    uuid: doc.uuid === null ? 0 : 0.5,
  });
  if (kind === 'compact') return doc.printed.replaceAll(/[^A-Za-z0-9]/gu, '');
  if (kind === 'core') return core.length < 3 && doc.series !== null ? doc.printed : core;
  if (kind === 'spaced') return doc.printed.replaceAll(/[-/]/gu, ' ');
  if (kind === 'zeros') return core.padStart(core.length + 2, '0');
  if (kind === 'uuid')
    return dice.chance(0.3)
      ? (doc.uuid ?? '').slice(0, 12)
      : (doc.uuid ?? '').slice(-dice.pick([4, 6, 8, 12]));
  if (kind === 'printed') return doc.printed;
  const date = dayText(doc.issue).split('-').toReversed();
  return `${doc.printed} ${date.join(dice.pick(['.', '/']))}`;
};

/** "4711, 12 y 15", "4711-4713", each in full. */
export const spellList = (dice: Dice, country: Country, docs: readonly Doc[]): string => {
  const cores = docs.map(coreOf);
  const and =
    country === 'MX'
      ? dice.pick([' Y ', ',', ' ', '/', '-'])
      : dice.pick([' u. ', ', ', ' + ', '/', ' und ']);
  const [from, to] = [cores[0] ?? '', cores.at(-1) ?? ''];
  const running = cores.every((core, at) => Number(core) === Number(from) + at);
  if (running && cores.length > 2 && dice.chance(0.6))
    return country === 'MX'
      ? dice.pick([`${from} A ${to}`, `${from} AL ${to}`, `DEL ${from} AL ${to}`])
      : dice.pick([`${from}-${to}`, `${from} bis ${to}`]);
  const shared = cores.every(
    (core) => core.length === from.length && core.slice(0, -2) === from.slice(0, -2),
  );
  if (shared && from.length > 3 && dice.chance(0.3))
    return [from, ...cores.slice(1).map((core) => core.slice(-2))].join(dice.pick(['/', ',', ' ']));
  if (docs.every(({ series }) => series !== null) && dice.chance(0.2))
    return docs
      .map((doc, at) => `${doc.series}-${cores[at]}`)
      .join(dice.pick(country === 'MX' ? [', ', ' y ', ' / '] : [', ', ' und ', ' / ']));
  const series = dice.chance(0.4);
  return docs.map((doc, at) => (series ? doc.printed : (cores[at] ?? ''))).join(and);
};

/** One digit off, two swapped, or the number of a neighbour. */
export const misspell = (dice: Dice, number: string): string => {
  const at = dice.whole(Math.max(0, number.length - 3), number.length - 1);
  if (dice.chance(0.4) && at > 0 && number[at] !== number[at - 1])
    return number.slice(0, at - 1) + (number[at] ?? '') + (number[at - 1] ?? '') + number.slice(at + 1);
  const digit = (Number(number[at] ?? '0') + dice.whole(1, 9)) % 10;
  return number.slice(0, at) + String(digit) + number.slice(at + 1);
};

const SHORTER: readonly (readonly [RegExp, string])[] = [
  [/Comercializadora/u, 'Com'],
  [/Distribuidora/u, 'Dist'],
  [/Constructora/u, 'Const'],
  [/Servicios Integrales/u, 'Serv Int'],
  [/Transportes/u, 'Transp'],
  [/Inmobiliaria/u, 'Inmob'],
  [/Laboratorios/u, 'Labs'],
  [/Gebrüder/u, 'Gebr.'],
  [/Elektrotechnik/u, 'Elektrot.'],
  [/Großhandel/u, 'Großh.'],
  [/Steuerberatung/u, 'StB'],
  [/Hausverwaltung/u, 'HV'],
  [/Maschinenbau/u, 'Maschb.'],
];

/** The name as the paying side has it with its bank. */
export const payerName = (dice: Dice, party: Party): string => {
  if (party.trade !== null && dice.chance(0.85)) return party.trade;
  if (party.person) {
    const words = party.name.split(' ');
    return dice.chance(0.3)
      ? [...words.slice(1), words[0] ?? ''].join(dice.pick([' ', ', ', '/']))
      : party.name;
  }
  const kind = dice.draw({ full: 6, spoken: 3, short: 1 });
  if (kind === 'full') return party.name;
  return kind === 'spoken'
    ? party.spoken
    : SHORTER.reduce((name, [word, less]) => name.replace(word, less), party.name);
};

export const plain = (text: string): string =>
  text
    .replaceAll(/[äÄ]/gu, 'ae')
    .replaceAll(/[öÖ]/gu, 'oe')
    .replaceAll(/[üÜ]/gu, 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');

/** What an old character set makes of letters that it lacks. */
export const broken = (dice: Dice, text: string): string => {
  const sign = dice.pick(['?', '', 'x']);
  return text.replaceAll(/[^\p{ASCII}]/gu, sign);
};

export const monthWord = (dice: Dice, country: Country, day: number): string => {
  const month = wordsOf(country).months[monthOf(day)] ?? '';
  const year = dayText(day).slice(0, 4);
  return dice.pick([
    month,
    month,
    `${month} ${year}`,
    month.slice(0, 3),
    `${dayText(day).slice(5, 7)}/${year}`,
  ]);
};
