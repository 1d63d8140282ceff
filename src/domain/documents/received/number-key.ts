// The form in which two spellings of one number are the same: `RE 2026-0117` and `re20260117`.

/** Compatible characters in one form, in capitals, without blanks and the signs that people put between digits. */
export const plainNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\-/.]/gu, '');

/** Of series and number as one; null where nothing of it is left. */
export const numberKey = (
  series: string | null | undefined,
  number: string | null | undefined,
): string | null => plainNumber(`${series ?? ''}${number ?? ''}`) || null;
