// A language of marks: every text of spec/texts stands between ⟦ and ⟧, so that what has no marks is no text of it.
import { LANGUAGES } from '../../generated/languages.ts';
import { REFUSALS } from '../../generated/refusals.ts';
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
  `${OPEN}${text.replaceAll(/\{\w+\}/g, (name) => `${CLOSE}${name}${OPEN}`)}${CLOSE}`;

const markRefusals = (): void => {
  for (const row of Object.values(REFUSALS)) {
    const table: Table = row as unknown as Table;
    for (const language of LANGUAGES)
      if (typeof table[language] === 'string') table[language] = markTemplate(table[language]);
    if (isTable(table['person']))
      for (const language of LANGUAGES) {
        const said = table['person'][language];
        if (typeof said === 'string') table['person'][language] = markTemplate(said);
      }
  }
};

/** Marks the tables of this process: a test that does it runs alone. */
export const markTexts = (): void => {
  for (const words of Object.values(TEXTS)) for (const language of LANGUAGES) markTable(words(language));
  markRefusals();
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
