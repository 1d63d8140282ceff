import { isRefusal, stepOfAgent } from '../../base/errors.ts';
import { findAccount } from '../../domain/money/bank-accounts/store.ts';
import { AUTO } from '../../domain/bank/statements/formats.ts';
import { importStatement } from '../../domain/bank/statements/import.ts';
import { type StatementReport, tellLeftOut } from '../../domain/bank/statements/report.ts';
import { SERVICE } from '../../../generated/service.ts';
import type { ParamsOf } from '../../../generated/dispatch.ts';
import type { StatementColumnInput } from '../../../generated/types.ts';
import { readBase64 } from '../content.ts';
import { handler, type Context } from '../handler.ts';

type Asked = Pick<Context<'import_statement'>, 'error'>;
type Given = Pick<ParamsOf<'import_statement'>, 'content' | 'content_base64'>;

const { max_faults_listed, csv_page_rows } = SERVICE.limits;

export const import_statement = handler('import_statement', async (ctx, params) => {
  const { bank_account_id, columns = [], dry_run, partial } = params;
  const path = params.content === undefined ? 'content_base64' : 'content';
  if ((await findAccount(ctx, bank_account_id)) === undefined)
    throw ctx.error('bank_account_not_found', { path: 'bank_account_id', received: bank_account_id });
  let report: StatementReport;
  try {
    report = await importStatement(ctx.books, {
      entity: ctx.entity,
      bank_account_id,
      path: { name: params.file_name ?? 'statement', bytes: readContent(ctx, params) },
      format: AUTO,
      columns: new Map(columns.map((column, at) => [column.field, readColumn(ctx, column, at)])),
      date_order: params.date_order ?? null,
      decimal: params.decimal ?? null,
      sign: params.sign ?? null,
      partial,
      dry_run,
      asked_by: 'tool',
      act: ctx,
      signal: ctx.deadline.signal,
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error.kind === 'busy') throw ctx.error('statements_waiting', { path });
    const hint = stepOfAgent(error);
    const reason = error.message.replace(/\.$/, '');
    const said = { path, reason, ...(hint === undefined ? {} : { hint }) };
    throw ctx.error(error.kind === 'too_costly' ? 'statement_too_costly' : 'statement_unreadable', said);
  }
  const { rejected, left_out, warnings, rows, ...counts } = report;
  if (rejected.length > 0 && !partial && !dry_run) {
    const [rejected_count, shown] = [rejected.length, rejected.slice(0, max_faults_listed)];
    throw ctx.error('statement_lines_rejected', { path, rejected_count, rejected: shown });
  }
  return {
    object: 'statement_import',
    ...counts,
    dry_run,
    lines: rows,
    left_out: tellLeftOut(left_out.slice(0, csv_page_rows)),
    left_out_count: left_out.length,
    rejected: rejected.slice(0, csv_page_rows),
    rejected_count: rejected.length,
    remarks: warnings.slice(0, 50),
  };
});

/** A text, or the bytes that a program has put into one. */
const readContent = (ctx: Asked, { content, content_base64 = '' }: Given): Buffer => {
  if (content !== undefined) return Buffer.from(content);
  return readBase64(ctx, 'content_base64', content_base64);
};

/** As the import names it: by its heading, or by its number. */
const readColumn = (ctx: Asked, { heading, column }: StatementColumnInput, at: number): string => {
  if (heading !== undefined && column === undefined) return heading;
  if (heading === undefined && column !== undefined) return `#${column}`;
  throw ctx.error('invalid_parameter', {
    path: `columns[${at}]`,
    reason: 'needs one of heading and column',
    received: heading === undefined ? 'neither' : 'both',
    hint: 'Name the column by its heading, or by its number from 1.',
  });
};
