// What the books know of a document: the company's own ids, what it may repeat, and where its supplier was paid before.
import type { ListedReceived } from '../../documents/received/record.ts';
import { likeReceived } from '../../documents/received/store/documents.ts';
import { closedThrough } from '../../ground/periods/period.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { listedAliases } from '../../bank/aliases/store/aliases.ts';
import type { CounterpartyRow } from '../../parties/counterparties/store/counterparties.ts';
import type { columnsOf } from './columns.ts';
import { accountsBilled, billsLike } from './store/bills.ts';
import type { Known } from './verdict.ts';

const MOST_ACCOUNTS = 50;

/** Received documents of the same sender. */
export const receivedLike = (
  ctx: WriteScope,
  id: string,
  columns: ReturnType<typeof columnsOf>,
  supplier: CounterpartyRow | undefined,
): Promise<readonly ListedReceived[]> =>
  likeReceived(ctx, { ...columns, id, counterparty_id: supplier?.id ?? null });

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
        .map(({ id, number, number_key, uuid, issue_date }) => ({
          record_id: id,
          number,
          number_key,
          uuid,
          issue_date,
        })),
    ],
    accounts:
      aliases === null || supplier === undefined
        ? null
        : [...aliases.map(({ value }) => value), ...(await accountsBilled(ctx, supplier.id))],
  };
};
