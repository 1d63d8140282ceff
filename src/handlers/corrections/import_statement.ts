import { isRefusal, stepOfAgent } from '../../base/errors.ts';
import { findAccount } from '../../domain/money/bank-accounts/store.ts';
import { AUTO } from '../../domain/bank/statements/formats.ts';
import { importStatement } from '../../domain/bank/statements/import.ts';
import { type StatementReport, tellLeftOut } from '../../domain/bank/statements/report.ts';
import { SERVICE } from '../../../generated/service.ts';
import { handler } from '../handler.ts';

const { max_faults_listed, csv_page_rows } = SERVICE.limits;

export const import_statement = handler('import_statement', async (ctx, params) => {
  const { bank_account_id, content, columns = [], dry_run, partial } = params;
  if ((await findAccount(ctx, bank_account_id)) === undefined)
    throw ctx.error('bank_account_not_found', { path: 'bank_account_id', received: bank_account_id });
  let report: StatementReport;
  try {
    report = await importStatement(ctx.books, {
      entity: ctx.entity,
      bank_account_id,
      path: { name: params.file_name ?? 'statement', bytes: Buffer.from(content) },
      format: AUTO,
      columns: new Map(columns.map(({ field, heading }) => [field, heading])),
      date_order: params.date_order ?? null,
      decimal: params.decimal ?? null,
      partial,
      dry_run,
      asked_by: 'tool',
      act: ctx,
      signal: ctx.deadline.signal,
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error.kind === 'busy') throw ctx.error('statements_waiting', { path: 'content' });
    const hint = stepOfAgent(error);
    const reason = error.message.replace(/\.$/, '');
    const said = { path: 'content', reason, ...(hint === undefined ? {} : { hint }) };
    throw ctx.error(error.kind === 'too_costly' ? 'statement_too_costly' : 'statement_unreadable', said);
  }
  const { rejected, left_out, warnings, rows, ...counts } = report;
  if (rejected.length > 0 && !partial && !dry_run) {
    const [rejected_count, shown] = [rejected.length, rejected.slice(0, max_faults_listed)];
    throw ctx.error('statement_lines_rejected', { path: 'content', rejected_count, rejected: shown });
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
