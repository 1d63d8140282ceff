import { InvalidArgumentError, Option } from 'commander';
import type { EntityChange } from '../../domain/ground/change/change.ts';
import { readScope } from '../read-scope.ts';
import { type EntityId, ID_PREFIXES, ID_SUFFIX, type InvoiceId } from '../../../generated/ids.ts';
import { getEntity } from '../../domain/ground/entities/store.ts';
import { applyPayment, type ApplyScope } from '../../domain/documents/payments/apply.ts';
import { describePaymentForAdmin, listPaymentsForAdmin } from '../../domain/documents/payments/for-admin.ts';
import { takeBackPayment } from '../../domain/filing/complements/take-back.ts';
import { withAmounts } from '../amounts.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import { resolveAct, type Register, type Surroundings } from '../command.ts';
import { findOwner } from '../owner.ts';
import { email, parseId, positive, text } from '../values.ts';

const PAYMENT_ID = new RegExp(
  `^(${ID_PREFIXES.InvoicePaymentId}|${ID_PREFIXES.BillPaymentId})_${ID_SUFFIX}$`,
);

const parsePaymentId = (value: string): string => {
  if (PAYMENT_ID.test(value)) return value;
  throw new InvalidArgumentError('It must be the id of a payment (ipay_… or bpay_…).');
};

const MOST_ROWS = 1_000;

const parseLimit = (value: string): number => {
  const limit = Number(value);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST_ROWS) return limit;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_ROWS}.`);
};

const COLUMNS = ['id', 'date', 'amount', 'counterparty_name', 'reference', 'status', 'reversed_on'] as const;

interface ListOptions {
  readonly entity: EntityId;
  readonly status?: 'recorded' | 'reversed';
  readonly document?: string;
  readonly limit: number;
}

const list = (run: Surroundings, { entity, status, document, limit }: ListOptions): Promise<void> =>
  run.onDatabase(async (session) => {
    const owner = await getEntity(session.database.reader, entity);
    const filters = { status, document_id: document, limit: limit + 1 };
    const found = await listPaymentsForAdmin(readScope(session, owner), filters);
    const rows = found.slice(0, limit);
    const answer = manyRecords(withAmounts(rows) as typeof rows, COLUMNS);
    const more = `These are the latest ${limit}; more are there. --limit takes up to ${MOST_ROWS}; --document and --status leave out others.`;
    return { value: rows, text: found.length > limit ? `${answer.text}\n\n${more}` : answer.text };
  });

interface ReverseOptions {
  readonly reason: string;
  readonly by: string;
}

const reverse = (run: Surroundings, id: string, options: ReverseOptions): Promise<void> =>
  run.onDatabase(async ({ books, database, now }) => {
    const entity = await findOwner(database.reader, 'payment', id);
    const args = { ...options, id };
    const act = await resolveAct(database.reader, entity.organisation_id, 'payment reverse', args, now);
    const { result } = await books.change(entity, act, async (ctx: EntityChange) => {
      const taken = await takeBackPayment(ctx, id, { reason: options.reason, by: ctx.actor.id });
      const shown = await describePaymentForAdmin(ctx, id);
      return taken.outcome === 'reversed'
        ? { ...shown, reversal: 'done', unmatched_transaction_id: taken.bank_transaction_id }
        : {
            ...shown,
            reversal: 'pending',
            unmatched_transaction_id: null,
            complements: taken.complements,
          };
    });
    return oneRecord(result, listNotes(result));
  });

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

interface ApplyOptions {
  readonly invoice: InvoiceId;
  readonly amount?: number;
  readonly by: string;
}

const apply = (run: Surroundings, id: string, options: ApplyOptions): Promise<void> =>
  run.onDatabase(async ({ books, database, now }) => {
    const entity = await findOwner(database.reader, 'payment', id);
    const args = { ...options, id };
    const act = await resolveAct(database.reader, entity.organisation_id, 'payment apply', args, now);
    const { result } = await books.change(entity, act, async (ctx: ApplyScope) => {
      await applyPayment(ctx, id, { invoiceId: options.invoice, given: options.amount });
      return describePaymentForAdmin(ctx, id);
    });
    return oneRecord(result);
  });

export const paymentCommands: Register = (program, run) => {
  const payment = program.command('payment').description('payments of invoices and bills');
  payment
    .command('list')
    .description('the payments of a company, latest first')
    .requiredOption('--entity <id>', 'the company', parseId('EntityId', 'entity'))
    .addOption(new Option('--status <status>', 'only those').choices(['recorded', 'reversed']))
    .option('--document <id>', 'only those of this invoice or bill')
    .option('--limit <count>', 'at most so many', parseLimit, 50)
    .action((options: ListOptions) => list(run, options));
  payment
    .command('show')
    .description('a payment and what it settles')
    .argument('<payment>', 'its id', parsePaymentId)
    .action((id: string) =>
      run.onDatabase(async (session) => {
        const entity = await findOwner(session.database.reader, 'payment', id);
        return oneRecord(await describePaymentForAdmin(readScope(session, entity), id));
      }),
    );
  payment
    .command('apply')
    .description('set money that no invoice takes off against an open invoice of the same customer')
    .argument('<payment>', 'its id', parsePaymentId)
    .requiredOption('--invoice <id>', 'the invoice', parseId('InvoiceId', 'invoice'))
    .option('--amount <amount>', 'in the currency of both; as much as possible when left out', positive)
    .requiredOption('--by <email>', 'the member who decides it', email)
    .action((id: string, options: ApplyOptions) => apply(run, id, options));
  payment
    .command('reverse')
    .description('take a wrongly recorded payment back; a bank match of it is undone too')
    .argument('<payment>', 'its id', parsePaymentId)
    .requiredOption('--reason <text>', 'why, for the trail and the ledger', text)
    .requiredOption('--by <email>', 'the member who decides it', email)
    .action((id: string, options: ReverseOptions) => reverse(run, id, options));
};
