// What is made of a statement file before the books are looked at: its lines, counted, and its balances, checked. Computing
// alone, which `read-thread.ts` does beside the service, and tells in pieces.
import type { RefusalCode } from '../../../../generated/refusals.ts';
import { isRefusal, toolError, ToolError } from '../../../base/errors.ts';
import { chunks } from '../../../base/chunks.ts';
import { type BalanceCheck, checkBalances } from './balance.ts';
import { headingsOf } from './csv/columns.ts';
import { decodeStatement, type StatementFile } from './file.ts';
import { type CountedLine, countOccurrences } from './fingerprint.ts';
import type { ReadOptions, ReadStatement } from './format.ts';
import { headingsOfSheets } from './sheets.ts';
import { chooseFormat } from './formats.ts';

/** What is to be read, and how. */
export interface ReadingOrder {
  /** As given, for messages. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** A name of a format, or `auto`. */
  readonly format: string;
  readonly options: ReadOptions;
  /** More rows than these are refused; null for a file of any length. */
  readonly most_rows: number | null;
  /** Tell the headings of its table too, also where it is refused. */
  readonly headings: boolean;
}

/** The file and what came of reading it. */
export interface Statement {
  readonly file: Pick<StatementFile, 'name' | 'hash' | 'hidden'>;
  readonly currency: string;
  readonly read: Omit<ReadStatement, 'lines' | 'gaps'>;
  readonly balances: BalanceCheck;
  readonly lines: readonly CountedLine[];
}

export interface Reading {
  readonly statement: Statement | ToolError;
  readonly headings: readonly string[];
}

const LISTS = ['lines', 'left_out', 'rejected', 'gaps', 'warnings'] as const;
type Lists = Record<(typeof LISTS)[number], unknown[]>;

/** First what the reading is, then what its lists hold. */
export type ReadingPiece =
  | { readonly refused: { readonly code: RefusalCode; readonly details: object }; headings: string[] }
  | { readonly statement: Statement; readonly headings: readonly string[] }
  | { readonly list: keyof Lists; readonly items: readonly unknown[] };

export async function* readInPieces(order: ReadingOrder): AsyncGenerator<ReadingPiece, void, undefined> {
  let headings: readonly string[] = [];
  try {
    const file = await decodeStatement(order.path, Buffer.from(order.bytes));
    if (order.headings)
      headings = file.sheets === undefined ? headingsOf(file.text) : headingsOfSheets(file.sheets);
    const statement = readStatement(file, order);
    const { read, balances, lines } = statement;
    yield {
      headings,
      statement: {
        ...statement,
        read: { ...read, left_out: [], rejected: [], warnings: [] },
        balances: { ...balances, gaps: [] },
        lines: [],
      },
    };
    const { left_out, rejected, warnings } = read;
    const lists = { lines, left_out, rejected, gaps: balances.gaps, warnings };
    for (const list of LISTS) for (const items of chunks<unknown>(lists[list])) yield { list, items };
  } catch (error) {
    const { code, details } = asRefusal(error, order.path);
    yield { refused: { code, details }, headings: [...headings] };
  }
}

/** Parts within parts, so many that the readers that follow them cannot. */
const asRefusal = (error: unknown, path: string): ToolError<RefusalCode> => {
  if (isRefusal(error)) return error;
  if (error instanceof RangeError && /call stack/u.test(error.message))
    return toolError('statement_nested_too_deep', { file: path });
  throw error;
};

const readStatement = (file: StatementFile, order: ReadingOrder): Statement => {
  const { options, format, most_rows } = order;
  const { lines, gaps, ...read } = chooseFormat(file, format).read(file, options);
  const rows = lines.reduce((sum, { parts = [] }) => sum + parts.length, read.rows);
  if (most_rows !== null && rows > most_rows)
    throw toolError('statement_too_many_rows', {
      file: file.path,
      rows: String(rows),
      most: String(most_rows),
    });
  const { currency } = options.account;
  const { name, hash, hidden } = file;
  return {
    file: { name, hash, hidden },
    currency,
    read,
    balances: checkAllBalances(lines, { ...read, gaps }, currency),
    lines: countOccurrences(lines),
  };
};

/** What the file declares counts before what follows from its lines. */
const checkAllBalances = (
  lines: ReadStatement['lines'],
  declared: Pick<ReadStatement, 'gaps' | 'opening_minor' | 'closing_minor'>,
  currency: string,
): BalanceCheck => {
  const { gaps, opening_minor, closing_minor } = checkBalances(lines, currency);
  return {
    gaps: [...declared.gaps, ...gaps],
    opening_minor: declared.opening_minor ?? opening_minor,
    closing_minor: declared.closing_minor ?? closing_minor,
  };
};

/** The reading that the pieces make. */
export const joinPieces = async (pieces: AsyncIterable<ReadingPiece>): Promise<Reading> => {
  let first: Reading | undefined;
  let refused: Reading | undefined;
  const lists: Lists = { lines: [], left_out: [], rejected: [], gaps: [], warnings: [] };
  for await (const piece of pieces) {
    if ('list' in piece) for (const item of piece.items) lists[piece.list].push(item);
    else if ('statement' in piece) first = piece;
    else {
      // It is the only one, and who takes the last piece keeps the thread.
      const { code, details } = piece.refused;
      refused = { statement: new ToolError(code, details), headings: piece.headings };
    }
  }
  if (refused !== undefined) return refused;
  if (first === undefined || first.statement instanceof ToolError)
    throw new Error('a reading without a head');
  const { read, balances } = first.statement;
  const { lines, left_out, rejected, gaps, warnings } = lists as unknown as Filled;
  return {
    ...first,
    statement: {
      ...first.statement,
      lines,
      read: { ...read, left_out, rejected, warnings },
      balances: { ...balances, gaps },
    },
  };
};

/** What was sent under these names. */
type Filled = Pick<Statement, 'lines'> &
  Pick<ReadStatement, 'left_out' | 'rejected' | 'warnings'> &
  Pick<BalanceCheck, 'gaps'>;
