// The number of a customs document (pedimento): year, customs office, licence, and a number that begins with a digit of
// the year. CFDI40194; the catalogues of offices and licences are the PAC's to look into.
import type { IsoDay } from '../../base/time/day.ts';

const PARTS = /^(\d{2})(\d{2})(\d{4})(\d{7})$/;
const MAX_AGE_YEARS = 10;

/** As the schema writes it, with two blanks between the parts; null when it cannot be one. */
export const readCustomsNumber = (text: string, day: IsoDay): string | null => {
  const parts = PARTS.exec(text.replaceAll(/[\s-]/g, ''));
  if (parts === null) return null;
  const age = (Number(day.slice(2, 4)) - Number(parts[1]) + 100) % 100;
  return age <= MAX_AGE_YEARS ? parts.slice(1).join('  ') : null;
};
