// The fields of an MT940 file, statement by statement, whatever the line ends and with or without the envelope of SWIFT.

export interface Mt940Field {
  readonly tag: string;
  readonly line: number;
  /** The lines of its content. */
  readonly content: readonly string[];
}

const FIELD = /^:(\d{2}[A-Z]?):(.*)$/u;

/** Each statement begins with its reference, field 20. */
export const splitStatements = (text: string): Mt940Field[][] => {
  const statements: Mt940Field[][] = [];
  let content: string[] = [];
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const row = raw.replace(/^\{4:(?=:)/u, '').replace(/^\p{Cc}+/u, '');
    const [, tag, begin = ''] = FIELD.exec(row) ?? [];
    if (tag !== undefined) {
      content = [begin];
      if (tag === '20' || statements.length === 0) statements.push([]);
      statements.at(-1)?.push({ tag, line: index + 1, content });
    } else if (isEnvelope(row) || (row.trim() === '-' && isClosed(statements.at(-1)))) content = [];
    else content.push(row);
  }
  return statements;
};

/** Block 4 of SWIFT's envelope is the statement; the others are about its transport. */
const isEnvelope = (row: string): boolean => /^\{4:\s*$|^-\}|^\{[1-5]:.*\}/u.test(row);

/** A hyphen that stands alone ends a statement; before its closing balance it is a piece of a text. */
const isClosed = (fields: readonly Mt940Field[] | undefined): boolean =>
  fields?.some(({ tag }) => /^62[FM]$/u.test(tag)) === true;
