// Payments that an earlier import brought: told apart from new ones by their external ids.
import { scoped } from '../../../db/scoped.ts';
import type { PaymentType } from '../../../db/schema.ts';
import type { PaymentRow } from '../../payments/record.ts';
import { indexedPayment } from '../../payments/describe.ts';
import { reindexRecord } from '../../search-index/index-record.ts';
import type { ImportScope } from '../importer.ts';
import { changedWithoutUpdate } from './rows.ts';
import type { RowOutcome } from '../outcome.ts';
import type { Party } from './named-documents.ts';

/** What a row says of its payment; `document_id` is its first document. */
export interface Said extends Pick<
  PaymentRow,
  'amount_minor' | 'currency' | 'paid_on' | 'payment_method' | 'reference' | 'bank_linked' | 'historic'
> {
  readonly document_id: string;
}

export interface KnownPayment extends Said {
  /** Empty for one that stands on an earlier line of the same file. */
  readonly id: string;
  readonly type: PaymentType;
  readonly external_id: string;
  readonly counterparty_id: string;
}

export const knownPayments = async (
  ctx: ImportScope,
  type: PaymentType,
  externalIds: readonly string[],
): Promise<Map<string, KnownPayment>> => {
  if (externalIds.length === 0) return new Map();
  const rows = await scoped(ctx, 'payment')
    .select()
    .innerJoin('payment_allocation', (join) =>
      join
        .onRef('payment_allocation.entity_id', '=', 'payment.entity_id')
        .onRef('payment_allocation.payment_id', '=', 'payment.id')
        .on('payment_allocation.position', '=', 1),
    )
    .select(['payment.id', 'payment.type', 'payment.external_id', 'payment.counterparty_id'])
    .select(['payment.amount_minor', 'payment.currency', 'payment.paid_on', 'payment.payment_method'])
    .select(['payment.reference', 'payment.bank_linked', 'payment.historic'])
    .select('payment_allocation.record_id as document_id')
    .where('payment.type', '=', type)
    .where('payment.external_id', 'in', externalIds)
    .execute();
  return new Map(
    rows.flatMap((row) =>
      row.external_id === null ? [] : [[row.external_id, { ...row, external_id: row.external_id }]],
    ),
  );
};

/** Money that moved is not moved again by an import; how it was paid may be told better. */
const FIXED = ['document_id', 'amount_minor', 'currency', 'paid_on', 'historic'] as const;
const TOLD = ['payment_method', 'reference', 'bank_linked'] as const;

/** What becomes of a row whose payment is known. */
export const repeat = async (
  ctx: ImportScope,
  known: KnownPayment,
  said: Said,
  update: boolean,
  party: (id: string) => Promise<Party>,
): Promise<RowOutcome> => {
  const { id, external_id } = known;
  const moved = FIXED.filter((name) => known[name] !== said[name]);
  const told = TOLD.filter((name) => known[name] !== said[name]);
  if (moved.length === 0 && told.length === 0) return { kind: 'skipped', id: id === '' ? null : id };
  if (id === '') {
    return {
      kind: 'rejected',
      reason: `external_id ${external_id} stands twice in the file, with different values`,
    };
  }
  if (moved.length > 0) {
    return {
      kind: 'rejected',
      reason: `external_id ${external_id} is already imported as ${id} with another document, amount, currency, day or historic, which no import changes`,
    };
  }
  if (!update) return changedWithoutUpdate(external_id, id);
  const { payment_method, reference, bank_linked } = said;
  await scoped(ctx, 'payment')
    .update()
    .set({ payment_method, reference, bank_linked })
    .where('id', '=', id)
    .execute();
  await scoped(ctx, 'ledger_entry')
    .update()
    .set({ description: reference })
    .where('record_id', '=', id)
    .execute();
  const { name } = await party(known.counterparty_id);
  await reindexRecord(
    ctx,
    indexedPayment(known, name, []),
    indexedPayment({ ...known, reference }, name, []),
  );
  ctx.record({
    event: 'record.imported',
    record_type: known.type,
    record_id: id,
    before: {
      payment_method: known.payment_method,
      reference: known.reference,
      bank_linked: known.bank_linked,
    },
    after: { payment_method, reference, bank_linked },
  });
  return { kind: 'updated', id };
};
