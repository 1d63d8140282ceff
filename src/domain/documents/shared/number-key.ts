// The form in which two spellings of one number are the same: `RE 2026-0117` and `re20260117`.

/** Compatible characters in one form, in capitals, without blanks and the signs that people put between digits. */
export const plainNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\-/.]/gu, '');

/** What the column takes. */
const MOST = 200;

const cut = (key: string): string | null => [...key].slice(0, MOST).join('') || null;

/** Of series and number as one; null where nothing of it is left. It does not say the year: compare that too. */
export const numberKey = (
  series: string | null | undefined,
  number: string | null | undefined,
): string | null => cut(plainNumber(`${series ?? ''}${number ?? ''}`));

/**
 * The form in which a number is unique: a supplier begins anew each year. Only series and number are apart, so that series A
 * with number 12 differs from number A12; two blanks tell it from how earlier releases wrote it.
 */
export const uniqueNumber = (
  series: string | null,
  number: string | null,
  issue_date: string,
): string | null => {
  if (number === null) return null;
  const parts = [series ?? '', number].map((part) => plainNumber(part) || part.toUpperCase());
  return [issue_date.slice(0, 4), ...parts].join(' ').slice(0, MOST);
};
