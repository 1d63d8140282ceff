import { type Command, Option } from 'commander';
import type { CounterpartyId, EntityId } from '../../../generated/ids.ts';
import {
  BillStatusValues,
  ExportDeductibilityValues,
  ExportPaymentStatusValues,
  InvoiceStatusValues,
  type LedgerType,
  LedgerTypeValues,
} from '../../../generated/types.ts';
import type { Code, CodeDetails } from '../../../generated/refusals.ts';
import { getEntity } from '../../domain/ground/entities/store.ts';
import { billExport, type BillExportFilters } from '../../domain/views/exports/bills.ts';
import {
  type ExportScope,
  type ExportTarget,
  writeExport,
  writeLedger,
} from '../../domain/views/exports/file.ts';
import { csvFile, csvStream, type WrittenFile } from '../../base/csv.ts';
import { invoiceExport, type InvoiceExportFilters } from '../../domain/views/exports/invoices.ts';
import { Refusal } from '../../base/refusal.ts';
import { dayIn, type IsoDay } from '../../base/time/day.ts';
import { ToolError } from '../../base/errors.ts';
import { type Answer, oneRecord } from '../answer.ts';
import type { Register, Session, Surroundings } from '../command.ts';
import { isStandardOutput, OUT } from '../output.ts';
import { day, parseId } from '../values.ts';

interface Filters {
  readonly entity: EntityId;
  readonly out: string;
  readonly counterparty?: CounterpartyId;
  readonly dateFrom?: IsoDay;
  readonly dateTo?: IsoDay;
}

interface StateFilters<
  F extends { readonly status?: unknown; readonly payment_status?: unknown },
> extends Filters {
  readonly status?: NonNullable<F['status']>;
  readonly paymentStatus?: NonNullable<F['payment_status']>;
}

/** The filters common to all three exports. */
const command = (parent: Command, what: string, description: string, dates: string): Command =>
  parent
    .command(what)
    .description(description)
    .requiredOption('--entity <id>', 'whose books', parseId('EntityId', 'entity'))
    .requiredOption(...OUT)
    .option('--counterparty <id>', 'only this counterparty', parseId('CounterpartyId', 'counterparty'))
    .option('--date-from <day>', `first ${dates}, YYYY-MM-DD`, day)
    .option('--date-to <day>', `last ${dates}`, day);

const readFilters = ({ counterparty, dateFrom, dateTo }: Filters) => {
  if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo) {
    throw new Refusal('invalid_value', `--date-from ${dateFrom} is after --date-to ${dateTo}.`);
  }
  return { counterparty_id: counterparty, date_from: dateFrom, date_to: dateTo };
};

const openExport = async ({ database, now }: Session, id: EntityId): Promise<ExportScope> => {
  const entity = await getEntity(database.reader, id);
  return {
    db: database.reader,
    entity,
    now,
    today: dayIn(entity.time_zone, now),
    error: <C extends Code>(code: C, details: CodeDetails[C]) => new ToolError(code, details),
  };
};

const targetOf = (run: Surroundings, { out }: Filters): ExportTarget => {
  run.progress.step('Writing the rows');
  return { write: isStandardOutput(out) ? csvStream(run.out) : csvFile(out), onRows: run.progress.count };
};

const answer = ({ rows, bytes }: WrittenFile, { out }: Filters): Answer => ({
  ...oneRecord({ rows, bytes }),
  ...(isStandardOutput(out) ? { isFile: true } : {}),
});

const statusOptions = (of: Command, states: readonly string[]): Command =>
  of
    .addOption(new Option('--status <status>', 'only in this state').choices(states))
    .addOption(
      new Option('--payment-status <status>', 'only paid this far').choices(ExportPaymentStatusValues),
    );

export const exportCommands: Register = (program, run) => {
  const parent = program.command('export').description('write invoices, bills or the ledger to a CSV file');

  statusOptions(
    command(parent, 'invoices', 'all invoices that fit, oldest first', 'issue date'),
    InvoiceStatusValues,
  ).action((options: StateFilters<InvoiceExportFilters>) => {
    const { status, paymentStatus: payment_status } = options;
    const filters = { ...readFilters(options), status, payment_status };
    return run.onDatabase(async (session) => {
      const ctx = await openExport(session, options.entity);
      const source = (scope: ExportScope) => invoiceExport(scope, filters);
      return answer(await writeExport(session.database, ctx, targetOf(run, options), source), options);
    });
  });

  statusOptions(command(parent, 'bills', 'all bills that fit, oldest first', 'issue date'), BillStatusValues)
    .addOption(
      new Option('--deductibility <value>', 'only with this one (MX)').choices(ExportDeductibilityValues),
    )
    .action((options: StateFilters<BillExportFilters> & Pick<BillExportFilters, 'deductibility'>) => {
      const { status, paymentStatus: payment_status, deductibility } = options;
      const filters = { ...readFilters(options), status, payment_status, deductibility };
      return run.onDatabase(async (session) => {
        const ctx = await openExport(session, options.entity);
        const source = (scope: ExportScope) => billExport(scope, filters);
        return answer(await writeExport(session.database, ctx, targetOf(run, options), source), options);
      });
    });

  command(parent, 'ledger', 'receivables and payables in date order with running balances', 'day')
    .addOption(new Option('--type <type>', 'which ledger').choices(LedgerTypeValues).default('both'))
    .action((options: Filters & { readonly type: LedgerType }) => {
      const filters = { ...readFilters(options), type: options.type };
      return run.onDatabase(async (session) => {
        const ctx = await openExport(session, options.entity);
        return answer(await writeLedger(session.database, ctx, targetOf(run, options), filters), options);
      });
    });
};
