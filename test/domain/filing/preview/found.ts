// Looks for every text and number of a built file in what a person is shown. What need not be shown stands with its
// reason in not-shown.yaml; whatever is neither is a fault.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { DocumentPreview } from '../../../../src/domain/documents/shared/preview.ts';
import { readXml, type XmlNode } from '../../../../src/einvoicing/xml/read.ts';

/** How a file spells what is shown in another way. */
type Spelling =
  | 'identifier'
  | 'folio'
  | 'compact_day'
  | 'percent'
  | 'texts'
  | 'terms'
  | 'day'
  | 'envelope'
  | 'peso';

interface Entry {
  /** Without positions; `//` stands for any way to it. */
  readonly path: string;
  /** Why it is not shown, or `as` what it is. */
  readonly reason?: string;
  readonly as?: Spelling;
}

const { entries } = parse(
  readFileSync(join(process.cwd(), 'test/domain/filing/preview/not-shown.yaml'), 'utf8'),
) as { readonly entries: readonly Entry[] };

for (const { path, reason, as } of entries)
  assert.ok((reason === undefined) !== (as === undefined), `${path} needs a reason or a spelling`);

const used = new Set<string>();
/** Entries that no file of the tests needed. */
export const unusedEntries = (): readonly string[] =>
  entries.map(({ path }) => path).filter((path) => !used.has(path));

const findEntry = (path: string): Entry | undefined => {
  const found = entries.find((entry) =>
    entry.path.startsWith('//') ? path.endsWith(entry.path.slice(1)) : path === entry.path,
  );
  if (found !== undefined) used.add(found.path);
  return found;
};

interface Leaf {
  readonly path: string;
  readonly value: string;
}

const leavesOf = ({ name, attributes, children, text }: XmlNode, above: string): readonly Leaf[] => {
  const path = `${above}/${name}`;
  const own = [...attributes]
    .filter(([attribute]) => !attribute.startsWith('xmlns') && attribute !== 'xsi:schemaLocation')
    .map(([attribute, value]) => ({ path: `${path}/@${attribute}`, value }));
  const content = children.length === 0 && text.trim() !== '' ? [{ path, value: text }] : [];
  return [...own, ...content, ...children.flatMap((child) => leavesOf(child, path))];
};

/** No file carries half a character. */
const flat = (text: string): string =>
  text
    .replace(/\p{Cs}/gu, '')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();
const NUMBER = /^-?\d+(?:\.\d+)?$/;

interface Shown {
  readonly texts: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
}

const shownBy = (preview: DocumentPreview): Shown => {
  const texts = new Set<string>();
  const numbers = new Set<number>();
  const walk = (value: unknown): void => {
    if (typeof value === 'string') texts.add(flat(value));
    else if (typeof value === 'boolean') texts.add(String(value));
    else if (typeof value === 'number') numbers.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  walk(preview);
  return { texts, numbers };
};

const plain = ({ texts, numbers }: Shown, value: string): boolean =>
  texts.has(flat(value)) || (NUMBER.test(value) && numbers.has(Number(value)));

const percentOf = (value: string): number => Number(`${Number(value) * 100}`.slice(0, 12));

const SPELLINGS: Readonly<
  Record<Spelling, (shown: Shown, value: string, preview: DocumentPreview) => boolean>
> = {
  /** Without the scheme that is shown before it. */
  identifier: ({ texts }, value) => [...texts].some((text) => text.endsWith(`:${flat(value)}`)),
  folio: (_shown, value, { fixed_at_approval: { series, number } }) => value === `${series}-${number}`,
  compact_day: ({ texts }, value) => texts.has(value.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')),
  /** With a time of day that is none of the document's. */
  day: ({ texts }, value) => texts.has(value.slice(0, 10)),
  /** 0.16 in the file, 16 on the page. */
  percent: ({ numbers }, value) =>
    [...numbers].some((number) => Math.abs(number - percentOf(value)) < 1e-6 || number === Number(value)),
  /** Title and notes in one, in either order. */
  texts: (_shown, value, { title, notes }) => {
    const said = [title, notes].map((text) => flat(text ?? '')).filter((text) => text !== '');
    const whole = flat(value).replace(/^#AAI#/, '');
    return [said, said.toReversed()].some((texts) => texts.join(' – ') === whole);
  },
  /** The text, and a line for each discount. */
  terms: (_shown, value, { terms: { text, discount_terms } }) => {
    const discounts = discount_terms.flatMap(({ percent, days }) => [
      `#SKONTO#TAGE=${days}#PROZENT=${percent.toFixed(2)}#`,
      `${percent.toFixed(2)} % discount if paid within ${days} days`,
    ]);
    const rest = [flat(text ?? ''), ...discounts].reduce<string>(
      (left, part) => left.replace(part, ''),
      flat(value),
    );
    return rest.trim() === '';
  },
  /** A payment in pesos has the rate 1 and shows none. */
  peso: (_shown, value, { payment }) => payment?.currency === 'MXN' && value === '1',
  /** The worthless document around a payment, the same for all. */
  envelope: (_shown, value, { record_type }) =>
    record_type === 'payment_complement' &&
    ['XXX', '84111506', 'ACT', 'Pago', '0', '1', '01'].includes(value),
};

/** What the file says and nobody is shown. */
export const hiddenIn = (xml: string, preview: DocumentPreview): readonly Leaf[] => {
  const shown = shownBy(preview);
  return leavesOf(readXml(xml), '').filter(({ path, value }) => {
    const entry = findEntry(path);
    if (entry?.reason !== undefined) return false;
    if (entry?.as !== undefined && SPELLINGS[entry.as](shown, value, preview)) return false;
    return !plain(shown, value);
  });
};
