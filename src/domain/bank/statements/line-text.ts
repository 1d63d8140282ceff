// The texts of a line as they are stored: one spelling of blanks, cut to the columns' widths.

/** Widths of the columns. */
const WIDTHS = { description: 1_000, reference: 200, counterparty: 300, party_account: 40, party_tax_id: 30 };

const tidy = (cell: string, length: number): string | null => {
  const text = cell
    .normalize('NFC')
    .replace(/\p{Cc}+|\s+/gu, ' ')
    .trim();
  return text === '' ? null : [...text].slice(0, length).join('').trim();
};

export const lineText = (field: keyof typeof WIDTHS, cell: string): string | null =>
  tidy(cell, WIDTHS[field]);

interface RawTexts {
  readonly description: string;
  readonly reference: string;
  readonly counterparty: string;
}

interface Texts {
  readonly description: string;
  readonly reference: string | null;
  readonly counterparty: string | null;
}

/** A line without a text of its own is described by whatever else names it. */
export const lineTexts = (raw: RawTexts): Texts => {
  const reference = lineText('reference', raw.reference);
  const counterparty = lineText('counterparty', raw.counterparty);
  return {
    description: lineText('description', raw.description) ?? counterparty ?? reference ?? '',
    reference,
    counterparty,
  };
};

/** What banks put where there is no reference. */
const NO_REFERENCE =
  /^(?:not ?provided|nonref|no ?ref(?:erence)?|n\/?a|keine(?: angabe)?|ohne|no aplica|nd|-+|0+)$/i;

export const isReference = (text: string): boolean => text.trim() !== '' && !NO_REFERENCE.test(text.trim());

/** The text with others behind it that it does not have yet, word by word: a number is no part of a longer one. */
export const addTexts = (text: string, ...more: readonly string[]): string => {
  const words = (each: string): string =>
    ` ${each
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return more
    .map((each) => each.trim())
    .filter((each) => /[\p{L}\p{N}]/u.test(each))
    .reduce((all, each) => {
      if (words(all).includes(words(each))) return all;
      return words(each).includes(words(all)) ? each : `${all} ${each}`.trim();
    }, text.trim());
};

/** The texts one after the other, without one that another one before it already says. */
export const joinTexts = (...texts: readonly string[]): string => {
  const kept: string[] = [];
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  for (const text of texts.map((each) => each.trim()).filter((each) => /[\p{L}\p{N}]/u.test(each))) {
    if (kept.some((other) => plain(other).includes(plain(text)))) continue;
    const shorter = kept.findIndex((other) => plain(text).includes(plain(other)));
    if (shorter === -1) kept.push(text);
    else kept[shorter] = text;
  }
  return kept.join(' ');
};
