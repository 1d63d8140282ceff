import type { BankTransactionId } from '../../../generated/ids.ts';
import { linkNamedPayment } from '../../domain/bank/reconciliation/link-payment.ts';
import { markNoMatch } from '../../domain/bank/reconciliation/no-match.ts';
import { undoMatch } from '../../domain/bank/reconciliation/undo.ts';
import { describeTransaction } from '../../domain/bank/reconciliation/describe.ts';
import type { EntityChange } from '../../domain/ground/change/change.ts';
import { oneRecord } from '../answer.ts';
import { resolveAct, type Register, type Surroundings } from '../command.ts';
import { findOwner } from '../owner.ts';
import { email, parseId } from '../values.ts';

interface Decision {
  readonly by: string;
}

/** The errors that a decision may raise. */

const decide = (
  run: Surroundings,
  action: string,
  change: (ctx: EntityChange, id: string) => Promise<void>,
  id: BankTransactionId,
  options: Decision,
): Promise<void> =>
  run.onDatabase(async ({ books, database, now }) => {
    const entity = await findOwner(database.reader, 'bank_transaction', id);
    const act = await resolveAct(database.reader, entity.organisation_id, action, { ...options, id }, now);
    const { result } = await books.change(entity, act, async (ctx: EntityChange) => {
      await change(ctx, id);
      return describeTransaction(ctx, id);
    });
    return oneRecord(result);
  });

export const bankMatchCommands: Register = (program, run) => {
  const bank = program.command('bank').description('decisions on bank transactions');
  const match = bank.command('match').description('confirmed matches');
  match
    .command('undo')
    .description('take a confirmed match back; balances, payments and suggestions are what they were')
    .argument('<transaction>', 'its id', parseId('BankTransactionId', 'bank transaction'))
    .requiredOption('--by <email>', 'the member who decides it', email)
    .action((id: BankTransactionId, options: Decision) =>
      decide(run, 'bank match undo', undoMatch, id, options),
    );
  match
    .command('link')
    .description('say which recorded payment a transaction is; nothing is booked')
    .argument('<transaction>', 'its id', parseId('BankTransactionId', 'bank transaction'))
    .requiredOption('--payment <id>', 'the payment, ipay_… or bpay_…')
    .requiredOption('--by <email>', 'the member who decides it', email)
    .action((id: BankTransactionId, options: Decision & { readonly payment: string }) =>
      decide(run, 'bank match link', (ctx) => linkNamedPayment(ctx, id, options.payment), id, options),
    );
  bank
    .command('no-match')
    .description('say that a transaction settles no document; matching leaves it alone')
    .argument('<transaction>', 'its id', parseId('BankTransactionId', 'bank transaction'))
    .requiredOption('--by <email>', 'the member who decides it', email)
    .action((id: BankTransactionId, options: Decision) =>
      decide(run, 'bank no-match', markNoMatch, id, options),
    );
};
