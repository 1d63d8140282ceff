// The SAT's catalogue c_UsoCFDI, version 4.0: what the receiver may use an invoice for, by its fiscal regime
// (rule CFDI40161). The regime settles the kind of person wherever the catalogue tells persons apart.
import rows from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_usos_cfdi' with { type: 'json' };
import { INVOICE_DEFAULTS } from '../../../generated/countries.ts';
import { isRegime, regimeFits, listRegimes } from './regimes.ts';
import type { Person } from './rfc.ts';

/** "Without tax effects": fits every regime, and is the only use of a generic RFC. */
export const NO_EFFECTS = INVOICE_DEFAULTS.MX.cfdi_use_without_effects;

/** The use of a credit note, where the regime of the customer admits it. */
export const RETURNS_AND_DISCOUNTS = 'G02';

interface Use {
  readonly regimes: readonly string[];
  /** Uses that only natural persons have; in the catalogue's words "Persona moral: No". */
  readonly isPersonal: boolean;
}

const USES: ReadonlyMap<string, Use> = new Map(
  rows
    .filter(({ vigencia_hasta }) => vigencia_hasta === '')
    .map(({ id, aplica_moral, regimenes_fiscales_receptores }) => [
      id,
      { regimes: regimenes_fiscales_receptores.split(/\s*,\s*/), isPersonal: aplica_moral !== 1 },
    ]),
);

export const USE_CODES: readonly string[] = [...USES.keys()];

/** Of payments (type P) and payroll (type N), which no invoice or credit note has. */
export const isUseOfOtherTypes = (code: string): boolean => code === 'CP01' || code === 'CN01';

export const isUse = (code: string): boolean => USES.has(code);

/**
 * True when the use fits the regime and the person. Without a regime, when some regime of the person admits it.
 */
export const useFits = (use: string, regime: string | undefined, person: Person): boolean => {
  const { regimes, isPersonal } = USES.get(use) ?? { regimes: [], isPersonal: false };
  if (isPersonal && person === 'moral') return false;
  if (regime === undefined) return listRegimes(person).some((open) => regimes.includes(open));
  return isRegime(regime) && regimeFits(regime, person) && regimes.includes(regime);
};

export const usesFor = (regime: string | undefined, person: Person): string[] =>
  USE_CODES.filter((use) => useFits(use, regime, person));
