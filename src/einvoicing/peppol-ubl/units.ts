// Units of UN/ECE recommendations 20 (units of measure) and 21 (packages, with X before their code), as EN 16931 lists them
// (BR-CL-23).
import { UNIT_WORDS } from '../../../generated/vocabulary/unit-words.ts';

/** `C6:29` are C62 and C69: what codes have in common, then the last character of each. */
const GROUPS = UNIT_WORDS.codes;

const UNITS: ReadonlySet<string> = new Set(
  GROUPS.trim()
    .split(/\s+/)
    .flatMap((group) => {
      const [common = '', last = ''] = group.split(':');
      return Array.from(last, (character) => `${common}${character}`);
    }),
);

export const isUnit = (code: string): boolean => UNITS.has(code);

/** What people write instead of the code, in German and English. */
const USUAL: ReadonlyMap<string, string> = new Map(
  Object.entries(UNIT_WORDS.usual).flatMap(([code, words]) => words.split(' ').map((word) => [word, code])),
);

/** Codes that fit most invoices; the one that the text stands for comes first. */
export const suggestUnits = (text: string): readonly string[] => {
  const common = ['C62', 'H87', 'HUR', 'DAY', 'MON', 'KGM', 'MTR', 'MTK', 'LTR', 'LS'];
  const meant = USUAL.get(text);
  return meant === undefined ? common : [meant, ...common.filter((code) => code !== meant)];
};

/** Valid, but a cigarette stick: who writes it means a piece. */
export const CIGARETTE_STICK = 'STK';
