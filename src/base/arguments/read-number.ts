// Numbers as people write them, for the hint of a call that sent text.
import { CURRENCIES } from '../../../generated/currencies.ts';

/** `1.234,50` or `1,234.50`: the last of two different signs is the decimal one. */
const plainForms = (text: string): readonly string[] => {
  if (/^[+-]?\d+(\.\d+)?(e[+-]?\d{1,2})?$/i.test(text)) {
    // Three digits behind the only point may be thousands.
    return /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(text) ? [text, text.replace('.', '')] : [text];
  }
  const parts = text.replaceAll(/[ '\u00a0\u202f]/g, '');
  if (/^[+-]?\d{1,3}(,\d{3})+\.\d+$/.test(parts) || /^[+-]?\d{1,3}(,\d{3}){2,}$/.test(parts))
    return [parts.replaceAll(',', '')];
  if (/^[+-]?\d{1,3}(\.\d{3})+,\d+$/.test(parts) || /^[+-]?\d{1,3}(\.\d{3}){2,}$/.test(parts))
    return [parts.replaceAll('.', '').replace(',', '.')];
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(parts)) return [parts.replace(',', ''), parts.replace(',', '.')];
  if (/^[+-]?\d+,\d+$/.test(parts)) return [parts.replace(',', '.')];
  return parts === text ? [] : plainForms(parts);
};

/** Without currency and percent signs: `$100`, `100 MXN`, `16%`. */
const withoutUnit = (text: string): string =>
  text
    .replace(/^\p{Sc}|\p{Sc}$|%$/gu, '')
    .replace(/^([A-Z]{3})\b|\b([A-Z]{3})$/gi, (code) =>
      Object.hasOwn(CURRENCIES, code.toUpperCase()) ? '' : code,
    )
    .replace(/^\p{Sc}/u, '')
    .trim();

/** The numbers that a text can mean: one is certain, two are open. */
export const readNumbers = (given: string): readonly number[] =>
  plainForms(withoutUnit(given.trim().slice(0, 60))).map(Number);
