import { InvalidArgumentError } from 'commander';
import {
  StatementDateOrderValues,
  StatementDecimalValues,
  StatementSignValues,
} from '../../../generated/types.ts';
import { AUTO, FORMAT_NAMES } from '../../domain/bank/statements/formats.ts';
import { importStatement } from '../../domain/bank/statements/import.ts';
import { type StatementReport, tellLeftOut } from '../../domain/bank/statements/report.ts';
import type { Answer } from '../answer.ts';
import { resolveAct } from '../command.ts';
import { arg, BY, byDefault, command, may, must, on, oneOf, type Rows } from '../define.ts';
import { findOwner } from '../owner.ts';
import { parseId } from '../values.ts';
import { rowsText, withRejected } from './rejected-rows.ts';

const EXAMPLE = 'date=Fecha,amount=Importe,description=Concepto+Leyenda';

/** One field; the next one begins behind a comma that stands in no quotes. Headings may contain commas. */
const FIELD = /\s*([a-z_]+)\s*=\s*((?:"[^"]*"|[^"])*?)\s*(?:,(?=\s*[a-z_]+\s*=)|$)/iy;

const columnMap = (value: string): ReadonlyMap<string, string> => {
  const columns = new Map<string, string>();
  FIELD.lastIndex = 0;
  while (FIELD.lastIndex < value.length) {
    const [, field = '', headings = ''] = FIELD.exec(value) ?? [];
    if (headings === '') throw new InvalidArgumentError(`It must read "${EXAMPLE}".`);
    if (columns.has(field.toLowerCase()))
      throw new InvalidArgumentError(`${field} is given twice; join its columns: "${field}=A+B".`);
    columns.set(field.toLowerCase(), headings);
  }
  return columns;
};

const formatReport = ({ imported, duplicates, left_out, rejected, ...report }: StatementReport): string => {
  const { currency, opening_balance, closing_balance } = report;
  const balance = (value: number | null): string => (value === null ? 'unknown' : String(value));
  const parts = [
    `${report.rows} rows: ${imported} imported, ${duplicates} already there, ${left_out.length} left out, ${rejected.length} rejected.`,
    `Money in ${report.money_in} ${currency}, money out ${report.money_out} ${currency}; balance before ${balance(opening_balance)}, after ${balance(closing_balance)}.`,
  ];
  if (report.period_start !== null) parts.push(`From ${report.period_start} to ${report.period_end}.`);
  if (report.gap !== null)
    parts.push(
      `The statement before it ends on ${report.gap.period_end}, ${report.gap.days} days between, balance ${balance(report.gap.closing_balance)}.`,
    );
  if (left_out.length > 0) parts.push('Left out, because they are no movements:');
  parts.push(...rowsText(left_out, ['line', 'reason', 'amount']));
  if (report.bank_statement_id !== null) parts.push(`Statement ${report.bank_statement_id}.`);
  return [...parts, ...rowsText(rejected, ['line', 'reason'])].join('\n');
};

const toAnswer = (report: StatementReport, partial: boolean): Answer => {
  const value = { ...report, left_out: tellLeftOut(report.left_out) };
  const answer = { value, text: formatReport(report), warnings: report.warnings };
  return withRejected(answer, report.rejected, partial);
};

export const statementCommands: Rows = {
  import: command({
    args: [arg()],
    options: {
      bankAccount: must(parseId('BankAccountId')),
      format: byDefault(oneOf(FORMAT_NAMES), AUTO),
      mapColumns: may(columnMap),
      dateFormat: oneOf(StatementDateOrderValues),
      decimal: oneOf(StatementDecimalValues),
      sign: oneOf(StatementSignValues),
      partial: on,
      dryRun: on,
      by: BY,
    },
    answer: async ({ run, path: action, books, database: { reader }, now }, options, path) => {
      const entity = await findOwner(reader, 'bank_account', options.bankAccount);
      const given = { ...options, mapColumns: [...(options.mapColumns ?? [])], path };
      const act = await resolveAct(reader, entity.organisation_id, action, given, now);
      const partial = options.partial === true;
      run.progress.step('Reading the statement');
      const report = await importStatement(books, {
        entity,
        bank_account_id: options.bankAccount,
        path,
        format: options.format,
        columns: options.mapColumns ?? new Map(),
        date_order: options.dateFormat ?? null,
        decimal: options.decimal ?? null,
        sign: options.sign ?? null,
        partial,
        dry_run: options.dryRun === true,
        asked_by: 'command',
        act,
        progress: run.progress.count,
      });
      return toAnswer(report, partial);
    },
  }),
};
