// Closing the books of a company, reopening them, and summing them anew.
import type { EntityId } from '../../../generated/ids.ts';
import { describeForAdmin } from '../../domain/ground/entities/describe.ts';
import { getEntity } from '../../domain/ground/entities/store.ts';
import { getAdministrator } from '../../domain/ground/organisations/members.ts';
import { closePeriod, reopenPeriod } from '../../domain/ground/periods/close.ts';
import { recount } from '../../domain/views/summary/summary.ts';
import { newAct } from '../../domain/ground/change/change.ts';
import { Refusal } from '../../base/refusal.ts';
import type { IsoDay } from '../../base/time/day.ts';
import { oneRecord } from '../answer.ts';
import { type Register, type Surroundings, claimedBy } from '../command.ts';
import { day, email, parseId } from '../values.ts';

interface PeriodOptions {
  /** The company may be named as argument or as option. */
  readonly entity?: EntityId;
  readonly by: string;
}

const change = (
  run: Surroundings,
  action: 'close' | 'reopen',
  named: EntityId | undefined,
  options: PeriodOptions,
  bound: IsoDay,
): Promise<void> =>
  run.onDatabase(async ({ books, database, now }) => {
    const id = named ?? options.entity;
    if (id === undefined) throw new Refusal('usage', 'Which company? Give its id.');
    const { organisation_id } = await getEntity(database.reader, id);
    const member = await getAdministrator(database.reader, organisation_id, options.by);
    const act = newAct(claimedBy(member), `entity ${action}`, { ...options, id }, now);
    const work = action === 'close' ? closePeriod : reopenPeriod;
    return oneRecord(describeForAdmin(await books.transaction((open) => work(open, id, bound, act))));
  });

const ID = parseId('EntityId', 'entity');

export const entityPeriodCommands: Register = (program, run) => {
  const entity = program.commands.find((command) => command.name() === 'entity');
  if (entity === undefined) throw new Error('the commands of entities come first');
  entity
    .command('close')
    .description('close the books through a day: nothing is booked, changed or deleted on it or before')
    .argument('[entity]', 'its id', ID)
    .option('--entity <id>', 'the same', ID)
    .requiredOption('--through <day>', 'a day that is over, such as the last of a month', day)
    .requiredOption('--by <email>', 'the administrator who decides it', email)
    .action((id: EntityId | undefined, options: PeriodOptions & { readonly through: IsoDay }) =>
      change(run, 'close', id, options, options.through),
    );
  entity
    .command('recount')
    .description('sum the months of ledger and open documents anew, when doctor says that they are wrong')
    .argument('<entity>', 'its id', ID)
    .requiredOption('--by <email>', 'the administrator who decides it', email)
    .action((id: EntityId, options: { readonly by: string }) =>
      run.onDatabase(async ({ books, database, now }) => {
        const { organisation_id } = await getEntity(database.reader, id);
        const member = await getAdministrator(database.reader, organisation_id, options.by);
        const act = newAct({ type: 'member', id: member.id }, 'entity recount', { ...options, id }, now);
        return oneRecord(describeForAdmin(await books.transaction((open) => recount(open, id, act))));
      }),
    );
  entity
    .command('reopen')
    .description('open closed books from a day on; the days before stay closed')
    .argument('[entity]', 'its id', ID)
    .option('--entity <id>', 'the same', ID)
    .requiredOption('--from <day>', 'the first day to open', day)
    .requiredOption('--by <email>', 'the administrator who decides it', email)
    .action((id: EntityId | undefined, options: PeriodOptions & { readonly from: IsoDay }) =>
      change(run, 'reopen', id, options, options.from),
    );
};
