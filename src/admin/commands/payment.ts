import { InvalidArgumentError } from 'commander';
import type { Unlimited } from '../../domain/ground/change/change.ts';
import { readScope, findOwner } from '../owner.ts';
import { ID_PREFIXES, ID_SUFFIX } from '../../../generated/ids.ts';
import { getEntity } from '../../domain/ground/entities/store.ts';
import { applyPayment } from '../../domain/documents/payments/apply.ts';
import { describePaymentForAdmin, listPaymentsForAdmin } from '../../domain/documents/payments/for-admin.ts';
import { takeBackPayment } from '../../domain/filing/complements/take-back.ts';
import { returnPayment } from '../../domain/bank/reconciliation/return-payment.ts';
import { withAmounts } from '../amounts.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import {
  arg,
  DECIDER,
  byDefault,
  change,
  command,
  type Its,
  may,
  must,
  on,
  oneOf,
  type Rows,
} from '../define.ts';
import { parseId, positive, text } from '../values.ts';

const PAYMENT_ID = new RegExp(
  `^(${ID_PREFIXES.InvoicePaymentId}|${ID_PREFIXES.BillPaymentId})_${ID_SUFFIX}$`,
);

const parsePaymentId = (value: string): string => {
  if (PAYMENT_ID.test(value)) return value;
  throw new InvalidArgumentError('It must be the id of a payment (ipay_… or bpay_…).');
};

const PAYMENT: Its<string> = {
  ...arg(parsePaymentId),
  owner: (db, id) => findOwner(db, 'payment', id),
};

const MOST_ROWS = 1_000;

const parseLimit = (value: string): number => {
  const limit = Number(value);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST_ROWS) return limit;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_ROWS}.`);
};

const COLUMNS = ['id', 'date', 'amount', 'counterparty_name', 'reference', 'status', 'reversed_on'] as const;

const reverse = async (ctx: Unlimited, id: string, reason: string) => {
  const taken = await takeBackPayment(ctx, id, { reason, by: ctx.actor.id });
  const shown = await describePaymentForAdmin(ctx, id);
  return taken.outcome === 'reversed'
    ? { ...shown, reversal: 'done', unmatched_transaction_id: taken.bank_transaction_id }
    : { ...shown, reversal: 'pending', unmatched_transaction_id: null, complements: taken.complements };
};

interface Reversed {
  readonly reversal: string;
  readonly unmatched_transaction_id: string | null;
  readonly complements?: readonly string[];
}

const listNotes = ({ reversal, unmatched_transaction_id: line, complements }: Reversed): string[] => {
  if (reversal === 'pending')
    return [
      `The authority is asked to cancel ${complements?.join(', ')}, and the customer may have to accept; the payment is taken back once it is cancelled.`,
    ];
  return line === null ? [] : [`The bank transaction ${line} no longer has a match.`];
};

export const paymentCommands: Rows = {
  list: command({
    options: {
      entity: must(parseId('EntityId')),
      status: oneOf(['recorded', 'reversed']),
      document: may(),
      limit: byDefault(may(parseLimit), 50),
    },
    answer: async (call, { entity, status, document, limit }) => {
      const owner = await getEntity(call.database.reader, entity);
      const filters = { status, document_id: document, limit: limit + 1 };
      const found = await listPaymentsForAdmin(readScope(call, owner), filters);
      const rows = found.slice(0, limit);
      const answer = manyRecords(withAmounts(rows) as typeof rows, COLUMNS);
      const more = `These are the latest ${limit}; more are there. --limit takes up to ${MOST_ROWS}; --document and --status leave out others.`;
      return { value: rows, text: found.length > limit ? `${answer.text}\n\n${more}` : answer.text };
    },
  }),
  show: command({
    args: [PAYMENT],
    answer: async (call, _, id) => {
      const entity = await PAYMENT.owner(call.database.reader, id);
      return oneRecord(await describePaymentForAdmin(readScope(call, entity), id));
    },
  }),
  apply: change({
    of: PAYMENT,
    options: { invoice: must(parseId('InvoiceId')), amount: may(positive), by: DECIDER },
    work: async (ctx, id, { invoice, amount }) => {
      await applyPayment(ctx, id, { invoiceId: invoice, given: amount });
      return describePaymentForAdmin(ctx, id);
    },
  }),
  reverse: change({
    of: PAYMENT,
    options: { reason: must(text), by: DECIDER },
    work: (ctx, id, { reason }) => reverse(ctx, id, reason),
    tell: (result) => oneRecord(result, listNotes(result)),
  }),
  return: change({
    of: PAYMENT,
    options: {
      transaction: must(parseId('BankTransactionId')),
      fee: may(positive),
      feeTransaction: may(parseId('BankTransactionId')),
      unauthorised: on,
      by: DECIDER,
    },
    work: (ctx, payment_id, { transaction, fee, feeTransaction, unauthorised }) =>
      returnPayment(ctx, {
        payment_id,
        transaction_id: transaction,
        fee,
        fee_transaction_id: feeTransaction,
        unauthorised,
      }),
  }),
};
