import { Argument, type Command } from 'commander';
import type { BillId } from '../../../generated/ids.ts';
import { type Deductibility, DeductibilityValues } from '../../../generated/types.ts';
import { type BillDecision, decideBill } from '../../domain/documents/bills/decide.ts';
import { setDeductibility } from '../../domain/documents/bills/deductibility.ts';
import { describeBill } from '../../domain/documents/bills/describe.ts';
import type { BillRecord } from '../../domain/documents/bills/record.ts';
import type { EntityChange } from '../../domain/ground/change/change.ts';
import { oneRecord } from '../answer.ts';
import { resolveAct, type Register, type Surroundings } from '../command.ts';
import { findOwner } from '../owner.ts';
import { email, parseId } from '../values.ts';

interface ByOptions {
  readonly by: string;
}

const DECISIONS: Readonly<Record<BillDecision, string>> = {
  receive: 'bring a bill from the inbox into the books',
  validate: 'confirm that a received bill is right',
  reject: 'refuse a bill that was not paid; its number may be recorded again',
  reverse: 'take a bill back; its payments stay, unallocated',
};

/** Runs the work on behalf of the member and answers the bill. */
const change = (
  run: Surroundings,
  action: string,
  id: BillId,
  args: ByOptions,
  work: (ctx: EntityChange) => Promise<BillRecord>,
): Promise<void> =>
  run.onDatabase(async ({ books, database, now }) => {
    const entity = await findOwner(database.reader, 'bill', id);
    const act = await resolveAct(database.reader, entity.organisation_id, action, { ...args, id }, now);
    const { result } = await books.change(entity, act, async (ctx: EntityChange) =>
      describeBill(await work(ctx), ctx),
    );
    return oneRecord(result);
  });

const command = (bill: Command, name: string, description: string): Command =>
  bill
    .command(name)
    .description(description)
    .argument('<bill>', 'its id', parseId('BillId', 'bill'))
    .requiredOption('--by <email>', 'the member who decides it', email);

export const billCommands: Register = (program, run) => {
  const bill = program.command('bill').description('bills of suppliers');
  for (const [decision, description] of Object.entries(DECISIONS) as [BillDecision, string][]) {
    command(bill, decision, description).action((id: BillId, options: ByOptions) =>
      change(run, `bill ${decision}`, id, options, (ctx) => decideBill(ctx, id, decision)),
    );
  }
  command(bill, 'deductibility', 'say whether a Mexican bill is deductible')
    .addArgument(new Argument('<value>', 'what it is').choices(DeductibilityValues))
    .action((id: BillId, value: Deductibility, options: ByOptions) => {
      const args = { ...options, value };
      return change(run, 'bill deductibility', id, args, (ctx) => setDeductibility(ctx, id, value));
    });
};
