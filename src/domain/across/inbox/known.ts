// What the books know of a document: the company's own ids, what it may repeat, and where its supplier was paid before.
import type { ListedReceived } from '../../documents/received/record.ts';
import { likeReceived } from '../../documents/received/store/documents.ts';
import { closedThrough } from '../../ground/periods/period.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { listedAliases } from '../../bank/aliases/store/aliases.ts';
import type { CounterpartyRow } from '../../parties/counterparties/store/counterparties.ts';
import type { columnsOf } from './columns.ts';
import { billsLike } from './store/bills.ts';
import type { Known } from './verdict.ts';

const MOST_ACCOUNTS = 50;

/** Received documents of the same sender; those that were rejected are nothing to repeat. */
export const receivedLike = async (
  ctx: WriteScope,
  id: string,
  columns: ReturnType<typeof columnsOf>,
  supplier: CounterpartyRow | undefined,
): Promise<readonly ListedReceived[]> =>
  (await likeReceived(ctx, { ...columns, id })).filter(
    (row) =>
      row.status !== 'rejected' &&
      row.kind === columns.kind &&
      ((row.uuid !== null && row.uuid === columns.uuid) ||
        (supplier !== undefined && row.counterparty_id === supplier.id) ||
        (row.supplier_tax_id !== null && row.supplier_tax_id === columns.supplier_tax_id)),
  );

export const lookUp = async (
  ctx: WriteScope,
  columns: ReturnType<typeof columnsOf>,
  supplier: CounterpartyRow | undefined,
  received: readonly ListedReceived[],
): Promise<Known> => {
  const { tax_id, details } = ctx.entity;
  const bills = await billsLike(ctx, { ...columns, counterparty_id: supplier?.id ?? null });
  const aliases =
    supplier === undefined
      ? null
      : await listedAliases(ctx, { counterparty_id: supplier.id, kind: 'account' }, null, MOST_ACCOUNTS);
  return {
    own: [tax_id, details.vat_id, details.tax_number, details.participant_id].flatMap((id) =>
      id === null || id === undefined ? [] : [id],
    ),
    closed_through: await closedThrough(ctx),
    twins: [
      ...bills,
      ...received
        .filter(({ bill_id }) => !bills.some(({ record_id }) => record_id === bill_id))
        .map(({ id, number, uuid, issue_date, total_minor }) => ({
          record_id: id,
          number,
          uuid,
          issue_date,
          total_minor,
        })),
    ],
    accounts: aliases === null ? null : aliases.map(({ value }) => value),
  };
};
