// The SAT's catalogue c_RegimenFiscal, version 4.0: which fiscal regimes are open to which kind of person.
import rows from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_regimenes_fiscales' with { type: 'json' };
import type { Person } from './rfc.ts';

const REGIMES: ReadonlyMap<string, readonly Person[]> = new Map(
  rows
    .filter(({ vigencia_hasta }) => vigencia_hasta === '')
    .map(({ id, aplica_fisica, aplica_moral }): [string, Person[]] => [
      id,
      [
        ...(aplica_moral === 1 ? ['moral' as const] : []),
        ...(aplica_fisica === 1 ? ['physical' as const] : []),
      ],
    ]),
);

/** "Without tax obligations": the regime of the general public and of foreigners. */
export const NO_OBLIGATIONS = '616';

export const REGIME_CODES: readonly string[] = [...REGIMES.keys()];

export const isRegime = (code: string): boolean => REGIMES.has(code);

export const regimeFits = (code: string, person: Person): boolean =>
  REGIMES.get(code)?.includes(person) ?? false;

export const listRegimes = (person: Person): string[] =>
  REGIME_CODES.filter((code) => regimeFits(code, person));
