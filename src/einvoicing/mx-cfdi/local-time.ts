// Moments as a CFDI writes them: local time without a zone.
import { momentIn } from '../../base/time/day.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Building a formatter costs far more than using it, and there are few zones. */
const getFormatter = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  // sv-SE writes 2026-11-21 18:00:00.
  const formatter = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(timeZone, formatter);
  return formatter;
};

/** `2026-11-21T12:00:00`, the t_FechaH of the SAT. */
export const localTime = (timeZone: string, moment: Date): string =>
  getFormatter(timeZone).format(moment).replace(' ', 'T');

/** The moment of a t_FechaH in a zone. */
export const readLocalTime = (timeZone: string, text: string): Date =>
  momentIn(timeZone, new Date(`${text}Z`));

const FORM = /^20[1-9]\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Whether a text is a t_FechaH on an existing day. */
export const isLocalTime = (text: string): boolean => {
  const time = FORM.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};
