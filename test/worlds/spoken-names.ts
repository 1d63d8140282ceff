// A party's name as a bank prints it: folded, shortened, turned round, cut off, or another name altogether.
import type { Name } from './names.ts';
import type { Random } from './random.ts';
import type { Country } from './types.ts';

/** How one bank writes names; part of a world's habits. */
export interface NameStyle {
  readonly upper: boolean;
  readonly width: number;
  readonly accents: 'keep' | 'drop' | 'fold' | 'question' | 'blank';
}

const UMLAUTS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
};

export const dropAccents = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').replaceAll('ı', 'i');

export const foldAccents = (text: string, style: NameStyle['accents']): string => {
  switch (style) {
    case 'keep':
      return text;
    case 'fold':
      return dropAccents(text.replaceAll(/[äöüÄÖÜß]/gu, (letter) => UMLAUTS[letter] ?? letter));
    case 'question':
      return text.replaceAll(/[^\p{ASCII}]/gu, '?');
    case 'blank':
      return text.replaceAll(/[^\p{ASCII}]/gu, ' ');
    case 'drop':
      return dropAccents(text);
    default:
      return text;
  }
};

const personAsPaid = (random: Random, name: Name, country: Country): string => {
  const { person } = name;
  if (person === null) return name.registered;
  const { given, second, surnames } = person;
  const [first = '', mother = ''] = surnames;
  if (country === 'MX') {
    return random.weighted({ same: 55, surnamesFirst: 25, noSecond: 10, initial: 5, noMother: 5 }) === 'same'
      ? name.registered
      : random
          .pick([
            [first, mother, given, second],
            [first, mother, given],
            [given, first, mother],
            [given, second?.slice(0, 1), first, mother],
            [given, first],
          ])
          .filter(Boolean)
          .join(' ');
  }
  return random.chance(0.5)
    ? name.registered
    : random.pick([
        `${first}, ${given}`,
        `${first} ${given}`,
        `${given.slice(0, 1)}. ${first}`,
        `${given} und ${random.pick(['Sabine', 'Peter', 'Anna', 'Thomas'])} ${first}`,
        `Dr. ${given} ${first}`,
        `Herr ${given} ${first}`,
      ]);
};

const companyAsPaid = (random: Random, name: Name): string => {
  const bare = name.form === '' ? name.registered : name.registered.slice(0, -name.form.length).trim();
  const form = random.weighted({ same: 45, none: 22, dots: 8, tight: 10, short: 15 });
  const forms = {
    same: name.form,
    none: '',
    dots: name.form.replaceAll('.', ''),
    tight: name.form.replaceAll(/[. ]/gu, ''),
    short: name.form.split(' ')[0] ?? '',
  };
  const words = random.chance(0.06) ? shortened(random, bare) : bare;
  return `${words} ${forms[form]}`.trim();
};

/** `COMERCIALIZADORA` as `COMERC.` or `COM`. */
const shortened = (random: Random, words: string): string => {
  const [first = '', ...rest] = words.split(' ');
  if (first.length < 7 || rest.length === 0) return words;
  return [first.slice(0, random.int(3, 6)) + random.pick(['.', '']), ...rest].join(' ');
};

const slip = (random: Random, text: string): string => {
  const at = random.int(1, Math.max(1, text.length - 2));
  return random.chance(0.5)
    ? text.slice(0, at) + text.slice(at + 1)
    : `${text.slice(0, at)}${text[at + 1] ?? ''}${text[at] ?? ''}${text.slice(at + 2)}`;
};

/** What the payer's bank knows the party as; the same for all its payments. */
export const nameAtBank = (random: Random, name: Name, country: Country): string => {
  const said = name.person === null ? companyAsPaid(random, name) : personAsPaid(random, name, country);
  return random.chance(0.02) ? slip(random, said) : said;
};

export const printName = (said: string, style: NameStyle): string => {
  const folded = foldAccents(said, style.accents);
  return (style.upper ? folded.toUpperCase() : folded).slice(0, style.width).trim();
};
