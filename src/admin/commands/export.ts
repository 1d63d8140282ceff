import type { CounterpartyId, EntityId } from '../../../generated/ids.ts';
import {
  BillStatusValues,
  ExportDeductibilityValues,
  ExportPaymentStatusValues,
  InvoiceStatusValues,
  LedgerTypeValues,
} from '../../../generated/types.ts';
import type { Code, CodeDetails } from '../../../generated/refusals.ts';
import { getEntity } from '../../domain/ground/entities/store.ts';
import { billExport } from '../../domain/views/exports/bills.ts';
import {
  type ExportScope,
  type ExportTarget,
  writeExport,
  writeLedger,
} from '../../domain/views/exports/file.ts';
import { csvFile, csvStream, type WrittenFile } from '../../base/csv.ts';
import { invoiceExport } from '../../domain/views/exports/invoices.ts';
import { Refusal } from '../../base/refusal.ts';
import { dayIn, type IsoDay } from '../../base/time/day.ts';
import { ToolError } from '../../base/errors.ts';
import { type Answer, oneRecord } from '../answer.ts';
import { byDefault, type Call, may, must, onDatabase, oneOf, type Rows, special } from '../define.ts';
import { isStandardOutput } from '../output.ts';
import { day, parseId } from '../values.ts';

interface Filters {
  readonly counterparty?: CounterpartyId;
  readonly dateFrom?: IsoDay;
  readonly dateTo?: IsoDay;
}

/** The filters common to all three exports. */
const FILTERS = {
  entity: must(parseId('EntityId')),
  out: must(),
  counterparty: may(parseId('CounterpartyId')),
  dateFrom: may(day),
  dateTo: may(day),
};

const statusFilters = <const S extends string>(states: readonly S[]) => ({
  ...FILTERS,
  status: oneOf(states),
  paymentStatus: oneOf(ExportPaymentStatusValues),
});

const readFilters = ({ counterparty, dateFrom, dateTo }: Filters) => {
  if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo) {
    throw new Refusal('invalid_value', `--date-from ${dateFrom} is after --date-to ${dateTo}.`);
  }
  return { counterparty_id: counterparty, date_from: dateFrom, date_to: dateTo };
};

/** Writes the rows of a company to the file of `--out`. */
const written = async (
  { run, database, now }: Call,
  { entity: id, out }: { readonly entity: EntityId; readonly out: string },
  write: (ctx: ExportScope, target: ExportTarget) => Promise<WrittenFile>,
): Promise<Answer> => {
  const entity = await getEntity(database.reader, id);
  const ctx = {
    db: database.reader,
    entity,
    now,
    today: dayIn(entity.time_zone, now),
    error: <C extends Code>(code: C, details: CodeDetails[C]) => new ToolError(code, details),
  };
  run.progress.step('Writing the rows');
  const toOutput = isStandardOutput(out);
  const target = { write: toOutput ? csvStream(run.out) : csvFile(out), onRows: run.progress.count };
  const { rows, bytes } = await write(ctx, target);
  return { ...oneRecord({ rows, bytes }), ...(toOutput ? { isFile: true } : {}) };
};

export const exportCommands: Rows = {
  invoices: special({
    options: statusFilters(InvoiceStatusValues),
    act: async (run, path, options) => {
      const { status, paymentStatus: payment_status } = options;
      const wanted = { ...readFilters(options), status, payment_status };
      return onDatabase(run, path, (call) =>
        written(call, options, (ctx, target) =>
          writeExport(call.database, ctx, target, (scope) => invoiceExport(scope, wanted)),
        ),
      );
    },
  }),
  bills: special({
    options: { ...statusFilters(BillStatusValues), deductibility: oneOf(ExportDeductibilityValues) },
    act: async (run, path, options) => {
      const { status, paymentStatus: payment_status, deductibility } = options;
      const wanted = { ...readFilters(options), status, payment_status, deductibility };
      return onDatabase(run, path, (call) =>
        written(call, options, (ctx, target) =>
          writeExport(call.database, ctx, target, (scope) => billExport(scope, wanted)),
        ),
      );
    },
  }),
  ledger: special({
    options: { ...FILTERS, type: byDefault(oneOf(LedgerTypeValues), 'both') },
    act: async (run, path, options) => {
      const wanted = { ...readFilters(options), type: options.type };
      return onDatabase(run, path, (call) =>
        written(call, options, (ctx, target) => writeLedger(call.database, ctx, target, wanted)),
      );
    },
  }),
};
