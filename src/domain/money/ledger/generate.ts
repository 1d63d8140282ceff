// Builds the answer of generate_ledger.
import { SERVICE } from '../../../../generated/service.ts';
import type { LedgerFormat, LedgerOfCurrency, LedgerType } from '../../../../generated/types.ts';
import { csvText } from '../../../base/csv.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { describeLedger, LEDGER_COLUMNS } from './describe.ts';
import type { LedgerFilters } from './store/entries.ts';
import { type LedgerPage, readLedgerPage } from './page.ts';

export interface LedgerRequest extends LedgerFilters {
  readonly format: LedgerFormat;
  /** As many as a page holds, unless fewer are asked for. */
  readonly limit?: number;
  readonly cursor?: string | undefined;
}

interface Ledger {
  readonly object: 'ledger';
  readonly type: LedgerType;
  readonly format: LedgerFormat;
  readonly currencies: LedgerOfCurrency[] | null;
  readonly csv: string | null;
  readonly columns: string[] | null;
  readonly row_count: number;
  readonly returned_rows: number;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

export const generateLedger = async (
  ctx: ReadScope & Raises<'counterparty_not_found' | 'invalid_cursor'>,
  request: LedgerRequest,
): Promise<Ledger> => {
  const { limit = SERVICE.limits.ledger_page_entries, ...asked } = request;
  const { type, format, cursor, ...days } = asked;
  const page = await readLedgerPage(
    ctx,
    { type, ...days },
    {
      tool: 'generate_ledger',
      tenant: ctx.entity.id,
      filters: asked,
      cursor,
      limit,
    },
  );
  return {
    object: 'ledger',
    type,
    format,
    ...(format === 'csv' ? toCsv(page, request) : toJson(page)),
    has_more: page.next_cursor !== null,
    next_cursor: page.next_cursor,
  };
};

const toJson = (page: LedgerPage) => ({
  currencies: describeLedger(page),
  csv: null,
  columns: null,
  row_count: page.entry_count,
  returned_rows: page.entries.length,
});

/** Opening balance lines are rows of the CSV too, and are counted as such. */
const toCsv = (page: LedgerPage, { date_from }: LedgerFilters) => {
  const lines = [...page.opening, ...page.entries];
  return {
    currencies: null,
    csv: csvText(LEDGER_COLUMNS, lines),
    columns: LEDGER_COLUMNS.map(({ name }) => name),
    row_count: page.entry_count + (date_from === undefined ? 0 : page.standing.size),
    returned_rows: lines.length,
  };
};
