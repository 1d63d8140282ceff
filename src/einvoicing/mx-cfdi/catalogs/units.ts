// c_ClaveUnidad: 2,418 units of UN/ECE recommendations 20 and 21, and a few of the SAT's own.
import { UNIT_WORDS } from '../../../../generated/vocabulary/unit-words.ts';
import { normaliseName } from '../../../base/names/normalise.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import { readRows } from './files.ts';
import { stem, tellingWords } from './words.ts';

export interface Unit {
  readonly code: string;
  readonly name: string;
  /** Empty where it has none. */
  readonly symbol: string;
  /** The last day of its use. */
  readonly validTo: IsoDay | null;
}

let loaded: ReadonlyMap<string, Unit> | undefined;

const loadUnits = (): ReadonlyMap<string, Unit> =>
  (loaded ??= new Map(
    readRows('sat-units').map(([code = '', name = '', symbol = '', validTo = '']) => [
      code,
      { code, name, symbol, validTo: validTo === '' ? null : (validTo as IsoDay) },
    ]),
  ));

export const countUnits = (): number => loadUnits().size;

/** The unit whose code it is or was. */
export const findAnyUnit = (code: string): Unit | undefined => loadUnits().get(code);

/** The unit if its code may be used on that day. */
export const findUnit = (code: string, day: IsoDay): Unit | undefined => {
  const unit = findAnyUnit(code);
  return unit === undefined || (unit.validTo !== null && day > unit.validTo) ? undefined : unit;
};

const MEANT: ReadonlyMap<string, string> = new Map(
  Object.entries(UNIT_WORDS.abbreviations).flatMap(([code, words]) =>
    words.split(' ').map((word) => [word, code]),
  ),
);

/** The unit that people mean by an abbreviation; some are codes of other units: UN is the newton metre. */
export const usualUnit = (written: string): Unit | undefined => {
  const code = MEANT.get(written.toUpperCase());
  return code === undefined || code === written ? undefined : loadUnits().get(code);
};

/** Of the units that invoices use, the commonest first; the others stand behind them. */
const FREQUENT = UNIT_WORDS.frequent.split(' ');

const rank = (code: string): number => {
  const position = FREQUENT.indexOf(code);
  return position < 0 ? FREQUENT.length : position;
};

const GUESS = { usual: 8, symbol: 7, name: 6, begins: 4, mentioned: 3, frequent: 1 } as const;

interface ReadUnit {
  readonly unit: Unit;
  readonly name: string;
  readonly stem: string;
  readonly symbol: string;
  readonly isFrequent: boolean;
}

let read: readonly ReadUnit[] | undefined;

/** The units in force as they are compared, the commonest first. */
const readUnits = (): readonly ReadUnit[] =>
  (read ??= [...loadUnits().values()]
    .filter(({ validTo }) => validTo === null)
    .map((unit) => {
      const name = normaliseName(unit.name);
      const symbol = normaliseName(unit.symbol);
      return { unit, name, stem: stem(name), symbol, isFrequent: FREQUENT.includes(unit.code) };
    })
    .toSorted((left, right) => rank(left.unit.code) - rank(right.unit.code)));

/** How near a unit is to what was written in the place of its code, and to the text of the line. */
const score = (
  { unit, name, symbol, isFrequent, ...own }: ReadUnit,
  { text: written, stem: writtenStem }: { readonly text: string; readonly stem: string },
  usual: string | undefined,
  words: ReadonlySet<string>,
): number => {
  if (unit.code === usual) return GUESS.usual;
  if (usual === undefined && written !== '' && symbol === written) return GUESS.symbol;
  if (own.stem === writtenStem) return GUESS.name;
  if (isFrequent && written.length > 1 && name.startsWith(written)) return GUESS.begins;
  if (isFrequent && words.has(own.stem)) return GUESS.mentioned;
  return isFrequent ? GUESS.frequent : 0;
};

/**
 * The units nearest to what stands where a code should, be it a word, a symbol or an abbreviation, and to the text of
 * the line; the commonest units where nothing is near.
 */
export const nearestUnits = (text: string, limit: number, lineText = ''): readonly Unit[] => {
  const name = normaliseName(text);
  const written = { text: name, stem: stem(name) };
  const usual = MEANT.get(name.toUpperCase());
  const words = new Set(tellingWords(lineText).map(stem));
  return readUnits()
    .map((row) => ({ unit: row.unit, near: score(row, written, usual, words) }))
    .toSorted((left, right) => right.near - left.near)
    .slice(0, limit)
    .map(({ unit }) => unit);
};
