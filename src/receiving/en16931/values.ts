// Amounts, days and accounts as documents of EN 16931 write them. What is none is told and left out.
import { looksLikeIban, readIban } from '../../base/bank-identifiers.ts';
import { issue } from '../issue.ts';
import type { ReadAccount, ReadingIssue } from '../reading.ts';
import { type Tree, first, textAt, attribute } from '../xml/tree.ts';

/** xs:decimal, as long as an amount can be. */
const DECIMAL = /^[+-]?(?:\d{1,24}(?:\.\d{0,24})?|\.\d{1,24})$/;

export interface Values {
  readonly issues: readonly ReadingIssue[];
  /** The decimal text at the path. */
  decimal(tree: Tree | undefined, path: string, term: string): string | null;
  /** That of the element itself. */
  decimalOf(tree: Tree, term: string): string | null;
  /** YYYY-MM-DD. */
  day(tree: Tree | undefined, path: string, term: string): string | null;
  readonly tell: (found: ReadingIssue) => void;
}

const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** A day of UBL may have a zone behind it; CII writes 20261121 (format 102), some 2026-11-21. */
const DAY = /^(\d{4})-?(\d{2})-?(\d{2})(?:T[\d:.]+)?(?:Z|[+-]\d{2}:\d{2})?$/;

const dayOf = (text: string): string | null => {
  const [, year, month, day] = DAY.exec(text) ?? [];
  const written = `${year}-${month}-${day}`;
  return year !== undefined && isDay(written) ? written : null;
};

const plain = (text: string): string =>
  text
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '');

export const createValues = (): Values => {
  const issues: ReadingIssue[] = [];
  const told = new Set<string>();
  const tell = (found: ReadingIssue): void => {
    // One of a kind in one place: ten thousand lines do not say the same ten thousand times.
    const key = `${found.rule} ${found.facts['term'] ?? JSON.stringify(found.facts)}`;
    if (told.has(key)) return;
    told.add(key);
    issues.push(found);
  };
  const decimalIn = (text: string | null, term: string): string | null => {
    if (text === null) return null;
    if (DECIMAL.test(text)) return plain(text);
    tell(issue('en_number', { term, value: text }));
    return null;
  };
  return {
    issues,
    tell,
    decimal: (tree, path, term) => decimalIn(textAt(tree, path), term),
    decimalOf(tree, term) {
      tree.seen = true;
      return decimalIn(tree.text === '' ? null : tree.text, term);
    },
    day(tree, path, term) {
      const text = textAt(tree, path);
      if (text === null) return null;
      const day = dayOf(text);
      if (day === null) tell(issue('en_day', { term, value: text }));
      return day;
    },
  };
};

/** BT-84 with its owner and bank: an IBAN where it is one. */
export const accountOf = (
  { tell }: Values,
  number: string | null,
  { holder, bic }: { readonly holder: string | null; readonly bic: string | null },
): readonly ReadAccount[] => {
  if (number === null) return [];
  const iban = readIban(number) ?? null;
  if (iban === null && looksLikeIban(number)) tell(issue('en_iban', { account: number }));
  return [{ iban, bic, clabe: null, other: iban === null ? number : null, holder }];
};

export const identifiers = (
  trees: readonly Tree[],
): readonly { readonly id: string; readonly scheme: string | null }[] =>
  trees.flatMap((tree) => {
    tree.seen = true;
    return tree.text === '' ? [] : [{ id: tree.text, scheme: attribute(tree, 'schemeID') }];
  });

export const identifier = (
  tree: Tree | undefined,
  path: string,
): { readonly id: string; readonly scheme: string | null } | null => {
  const found = first(tree, path);
  return found === undefined ? null : (identifiers([found])[0] ?? null);
};

/** Early payment discounts as XRechnung writes them into BT-20, one a line. */
const SKONTO = /^#SKONTO#TAGE=(\d{1,4})#PROZENT=(\d{1,3}(?:\.\d{1,4})?)#(?:BASISBETRAG=(\d+(?:\.\d+)?)#)?$/;

export const discountsOf = (
  terms: string | null,
): readonly { readonly days: number; readonly percent: string; readonly base: string | null }[] =>
  (terms ?? '').split('\n').flatMap((line) => {
    const [, days, percent, base] = SKONTO.exec(line.trim()) ?? [];
    return days === undefined || percent === undefined
      ? []
      : [{ days: Number(days), percent, base: base ?? null }];
  });
