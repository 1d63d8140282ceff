// A language of marks: every text of spec/texts stands between ⟦ and ⟧, so that what has no marks is no text of it.
import { LANGUAGES } from '../../generated/languages.ts';
import { ERRORS_FOR_PERSONS, LABELS, WARNINGS_FOR_PERSONS } from '../../generated/person.ts';
import { REFUSALS } from '../../generated/refusals.ts';
import { SAID } from '../../generated/said.ts';
import { TEXTS } from '../../generated/texts/index.ts';

const OPEN = '⟦';
const CLOSE = '⟧';

/** What was given stays outside of the marks: only the words of the text are between them. */
const outside = (value: unknown): unknown =>
  typeof value === 'string' && value !== '' ? `${CLOSE}${value}${OPEN}` : value;

type Table = Record<string, unknown>;

const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null;

const markTable = (table: Table): void => {
  for (const [key, value] of Object.entries(table)) {
    if (typeof value === 'string' && value !== '') table[key] = `${OPEN}${value}${CLOSE}`;
    else if (typeof value === 'function')
      table[key] = (...given: unknown[]) => `${OPEN}${String(value(...given.map(outside)))}${CLOSE}`;
    else if (isTable(value)) markTable(value);
  }
};

/** Parameters of a template are written in braces. */
const markTemplate = (text: string): string =>
  `${OPEN}${text.replaceAll(/\{[^{}]*\}/g, (name) => `${CLOSE}${name}${OPEN}`)}${CLOSE}`;

/** All texts in the languages, at whatever depth of the rows. */
const markRows = (rows: Table, inLanguage = false): void => {
  for (const [key, value] of Object.entries(rows)) {
    const marks = inLanguage || LANGUAGES.some((language) => language === key);
    if (isTable(value)) markRows(value, marks);
    else if (marks && typeof value === 'string' && value !== '') rows[key] = markTemplate(value);
  }
};

/** Marks the tables of this process: a test that does it runs alone. */
export const markTexts = (): void => {
  for (const words of Object.values(TEXTS)) for (const language of LANGUAGES) markTable(words(language));
  for (const rows of [REFUSALS, SAID, ERRORS_FOR_PERSONS, WARNINGS_FOR_PERSONS, LABELS])
    markRows({ ...rows });
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
};

const decoded = (text: string): string =>
  text.replaceAll(/&(?:\w+|#39);/g, (whole) => ENTITIES[whole] ?? whole);

/** What a person reads of a page: its text, and what its attributes say. */
export const readablesOf = (html: string): readonly string[] => {
  const body = html.replaceAll(/<(script|style|template)\b[\s\S]*?<\/\1>/g, '');
  const said = [...body.matchAll(/\s(?:title|aria-label|placeholder|alt)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  const buttons = [...body.matchAll(/<input[^>]*type="submit"[^>]*value="([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  return [...body.split(/<[^>]*>/), ...said, ...buttons].map((text) => decoded(text).trim());
};

/** What stands outside of the marks. */
export const unmarked = (text: string): string => text.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ');
