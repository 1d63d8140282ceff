// How sellers number their documents.
import type { Random } from './random.ts';

/** A document's number, taken apart so that a payer can write any part of it. */
export interface Label {
  readonly series: string | null;
  readonly number: string;
  /** Letters before the number, with the series among them. */
  readonly prefix: string;
  readonly year: string | null;
  /** The running number as printed, with its zeros. */
  readonly padded: string;
  readonly plain: string;
  /** As printed on the document. */
  readonly printed: string;
}

export interface Numbering {
  readonly style: NumberingStyle;
  readonly prefix: string;
  readonly width: number;
  next: number;
  readonly step: number;
}

const STYLES = {
  seriesDash: 22,
  seriesOnly: 14,
  plain: 16,
  yearSlash: 10,
  prefixYear: 12,
  prefixGlued: 8,
  yearGlued: 7,
  shortYear: 5,
  monthly: 4,
  numberSlashYear: 4,
} as const;
export type NumberingStyle = keyof typeof STYLES;

const PREFIXES = {
  MX: ['A', 'A', 'F', 'F', 'B', 'C', 'FAC', 'FA', 'FE', 'CFDI', 'AA', 'MTY', 'GDL', 'V', 'FV', 'M'],
  DE: ['RE', 'RE', 'RG', 'R', 'INV', 'AR', 'F', 'RNR', 'K', 'VR', 'A', 'BE'],
} as const;

export const makeNumbering = (random: Random, country: 'MX' | 'DE', ownVolume: boolean): Numbering => {
  const weights = { ...STYLES } as Record<NumberingStyle, number>;
  if (country === 'MX')
    Object.assign(weights, { seriesDash: 40, seriesOnly: 20, yearSlash: 3, prefixYear: 4 });
  const start = ownVolume ? random.lognormal(6_000, 1.1) : random.lognormal(3_400, 1.6);
  return {
    style: random.weighted(weights),
    prefix: random.pick(PREFIXES[country]),
    width: random.pick([0, 0, 3, 4, 4, 5, 6]),
    next: Math.max(ownVolume ? 90 : 3, Math.min(900_000, Math.round(start))),
    step: ownVolume ? 1 : Math.max(1, Math.round(random.lognormal(4, 1.2))),
  };
};

/** The next number of the series, for a document of that year and month. */
export const nextLabel = (numbering: Numbering, random: Random, year: number, month: number): Label => {
  numbering.next += numbering.step === 1 ? 1 : random.int(1, numbering.step * 2);
  const plain = String(numbering.next);
  const padded = plain.padStart(numbering.width, '0');
  const { prefix } = numbering;
  const long = String(year);
  const make = (
    series: string | null,
    number: string,
    printed: string,
    parts: Partial<Label> = {},
  ): Label => ({
    series,
    number,
    printed,
    prefix: '',
    year: null,
    padded,
    plain,
    ...parts,
  });
  const short = padded.padStart(3, '0');
  switch (numbering.style) {
    case 'seriesDash':
      return make(prefix, padded, `${prefix}-${padded}`, { prefix });
    case 'seriesOnly':
      return make(prefix, padded, `${prefix}${padded}`, { prefix });
    case 'plain':
      return make(null, padded, padded);
    case 'yearSlash':
      return make(null, `${long}/${short}`, `${long}/${short}`, { year: long, padded: short });
    case 'prefixYear':
      return make(null, `${prefix}-${long}-${short}`, `${prefix}-${long}-${short}`, {
        prefix,
        year: long,
        padded: short,
      });
    case 'prefixGlued':
      return make(null, `${prefix}${padded}`, `${prefix}${padded}`, { prefix });
    case 'yearGlued':
      return make(null, `${long}${padded.padStart(4, '0')}`, `${long}${padded.padStart(4, '0')}`, {
        year: long,
        padded: padded.padStart(4, '0'),
      });
    case 'shortYear':
      return make(null, `${prefix}${long.slice(2)}-${short}`, `${prefix}${long.slice(2)}-${short}`, {
        prefix,
        year: long.slice(2),
        padded: short,
      });
    case 'monthly': {
      const period = `${long}${String(month + 1).padStart(2, '0')}`;
      return make(null, `${period}-${short}`, `${period}-${short}`, { year: period, padded: short });
    }
    case 'numberSlashYear':
      return make(null, `${short}/${long}`, `${short}/${long}`, { year: long, padded: short });
    default:
      throw new Error('no such style');
  }
};
