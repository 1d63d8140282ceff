// Recognises payments and credit notes of an earlier import by external id. A repeat never moves money again, but
// may correct descriptive fields.
import { toInstant } from '../../../../db/instant.ts';
import { type CreditNoteRow, indexedCreditNote } from '../../../documents/credit-notes/record.ts';
import { formatFolio } from '../../../documents/shared/document.ts';
import { updateCreditNoteDetails } from '../../../documents/credit-notes/store/notes.ts';
import { describeEntries } from '../../../money/ledger/post.ts';
import { indexedPayment } from '../../../documents/payments/describe.ts';
import { type ImportedPayment, updatePaymentDetails } from '../../../documents/payments/store/bulk.ts';
import { reindexRecord } from '../../../ground/search-index/index-record.ts';
import type { ImportScope } from '../importer.ts';
import type { RowOutcome } from '../outcome.ts';
import type { Party } from './named.ts';
import { changedWithoutUpdate, rejected } from './rows.ts';

interface Imported {
  readonly id: string;
  readonly external_id: string | null;
}

interface Columns<R> {
  readonly fixed: readonly (keyof R & string)[];
  readonly correctable: readonly (keyof R & string)[];
  /** Names the immutable columns in which a row differs. */
  readonly describe: (differing: readonly string[]) => string;
}

/** The outcome of a row with a stored record; undefined if the row corrects it. */
const compareRepeat = <R extends Imported>(
  record: R,
  row: Pick<R, keyof R & string>,
  { fixed, correctable, describe }: Columns<R>,
  update: boolean,
): RowOutcome | undefined => {
  const { id, external_id } = record;
  const moved = fixed.filter((name) => record[name] !== row[name]);
  const corrected = correctable.some((name) => record[name] !== row[name]);
  if (moved.length === 0 && !corrected) return { kind: 'skipped', id };
  if (moved.length > 0)
    return rejected({
      code: 'wrong_state',
      reason: `external_id ${external_id} is already imported as ${id} with ${describe(moved)}, which no import changes`,
    });
  return update ? undefined : changedWithoutUpdate(external_id ?? '', id);
};

const PAYMENT: Columns<ImportedPayment> = {
  fixed: ['document_id', 'amount_minor', 'currency', 'paid_on', 'historic'],
  correctable: ['payment_method', 'reference', 'bank_linked'],
  describe: () => 'another document, amount, currency, day or historic',
};

export const repeatPayment = async (
  ctx: ImportScope,
  before: ImportedPayment,
  row: ImportedPayment,
  party: (id: string) => Promise<Party>,
  update: boolean,
): Promise<RowOutcome> => {
  const outcome = compareRepeat(before, row, PAYMENT, update);
  if (outcome !== undefined) return outcome;
  const { id } = before;
  const details = pickDetails(row);
  await describeEntries(ctx, id, { description: row.reference });
  await updatePaymentDetails(ctx, id, details);
  const { name } = await party(before.counterparty_id);
  await reindexRecord(
    ctx,
    indexedPayment(before, name, []),
    indexedPayment({ ...before, reference: row.reference }, name, []),
  );
  ctx.record({
    event: 'record.imported',
    record_type: before.type,
    record_id: id,
    before: pickDetails(before),
    after: details,
  });
  return { kind: 'updated', id };
};

const pickDetails = ({ payment_method, reference, bank_linked }: ImportedPayment) => ({
  payment_method,
  reference,
  bank_linked,
});

const CREDIT_NOTE: Columns<CreditNoteRow> = {
  fixed: ['counterparty_id', 'record_id', 'status', 'issue_date', 'currency', 'total_minor', 'historic'],
  correctable: ['series', 'number', 'uuid', 'reason'],
  describe: (differing) => `other values (${differing.join(', ')})`,
};

export const repeatCreditNote = async (
  ctx: ImportScope,
  before: CreditNoteRow,
  row: CreditNoteRow,
  counterpartyName: string,
  update: boolean,
): Promise<RowOutcome> => {
  const outcome = compareRepeat(before, row, CREDIT_NOTE, update);
  if (outcome !== undefined) return outcome;
  const { id } = before;
  const { series, number, uuid, reason } = row;
  const after = { ...before, series, number, uuid, reason };
  await describeEntries(ctx, id, { number: formatFolio(after), description: reason });
  await updateCreditNoteDetails(ctx, id, { series, number, uuid, reason, updated_at: toInstant(ctx.now) });
  await reindexRecord(
    ctx,
    indexedCreditNote(before, counterpartyName),
    indexedCreditNote(after, counterpartyName),
  );
  ctx.record({ event: 'record.imported', record_type: before.type, record_id: id, before, after });
  return { kind: 'updated', id };
};
