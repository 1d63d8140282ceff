// The SAT's catalogue c_RegimenFiscal, version 4.0: which fiscal regimes are open to which kind of person.
import type { Person } from './rfc.ts';

const REGIMES: ReadonlyMap<string, readonly Person[]> = new Map([
  ['601', ['moral']],
  ['603', ['moral']],
  ['605', ['physical']],
  ['606', ['physical']],
  ['607', ['physical']],
  ['608', ['physical']],
  ['610', ['moral', 'physical']],
  ['611', ['physical']],
  ['612', ['physical']],
  ['614', ['physical']],
  ['615', ['physical']],
  ['616', ['physical']],
  ['620', ['moral']],
  ['621', ['physical']],
  ['622', ['moral']],
  ['623', ['moral']],
  ['624', ['moral']],
  ['625', ['physical']],
  ['626', ['moral', 'physical']],
]);

/** "Without tax obligations": the regime of the general public and of foreigners. */
export const NO_OBLIGATIONS = '616';

export const REGIME_CODES: readonly string[] = [...REGIMES.keys()];

export const isRegime = (code: string): boolean => REGIMES.has(code);

export const regimeFits = (code: string, person: Person): boolean =>
  REGIMES.get(code)?.includes(person) ?? false;

export const regimesOf = (person: Person): string[] =>
  REGIME_CODES.filter((code) => regimeFits(code, person));
