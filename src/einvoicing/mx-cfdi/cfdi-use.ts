// The SAT's catalogue c_UsoCFDI, version 4.0: what the receiver may use an invoice for, by its fiscal regime
// (rule CFDI40161). The regime settles the kind of person wherever the catalogue tells persons apart.
import { INVOICE_DEFAULTS } from '../../../generated/countries.ts';
import { isRegime, REGIME_CODES, regimeFits, regimesOf } from './regimes.ts';
import type { Person } from './rfc.ts';

/** "Without tax effects": fits every regime, and is the only use of a generic RFC. */
export const NO_EFFECTS = INVOICE_DEFAULTS.MX.cfdi_use_without_effects;

const BUSINESS = ['601', '603', '606', '612', '620', '621', '622', '623', '624', '625', '626'];
const DEDUCTIONS = ['605', '606', '607', '608', '611', '612', '614', '615', '625'];

const USES: ReadonlyMap<string, readonly string[]> = new Map([
  ['G01', BUSINESS],
  ['G02', [...BUSINESS, '616']],
  ['G03', BUSINESS],
  ...['I01', 'I02', 'I03', 'I04', 'I05', 'I06', 'I07', 'I08'].map((use): [string, string[]] => [
    use,
    BUSINESS,
  ]),
  ...['D01', 'D02', 'D03', 'D04', 'D05', 'D06', 'D07', 'D08', 'D09', 'D10'].map((use): [string, string[]] => [
    use,
    DEDUCTIONS,
  ]),
  [NO_EFFECTS, REGIME_CODES],
  ['CP01', REGIME_CODES],
  ['CN01', ['605']],
]);

/** Uses that only natural persons have; in the catalogue's words "Persona moral: No". */
const isPersonal = (use: string): boolean => use.startsWith('D') || use === 'CN01';

export const USE_CODES: readonly string[] = [...USES.keys()];

export const isUse = (code: string): boolean => USES.has(code);

/**
 * True when the use fits the regime and the person. Without a regime, when some regime of the person admits it.
 */
export const useFits = (use: string, regime: string | undefined, person: Person): boolean => {
  if (isPersonal(use) && person === 'moral') return false;
  const regimes = USES.get(use) ?? [];
  if (regime === undefined) return regimesOf(person).some((open) => regimes.includes(open));
  return isRegime(regime) && regimeFits(regime, person) && regimes.includes(regime);
};

export const usesFor = (regime: string | undefined, person: Person): string[] =>
  USE_CODES.filter((use) => useFits(use, regime, person));
