// Changes that keys ask for, of what others made: an administrator has one made, or refuses.
import type { Command } from 'commander';
import type { ChangeRequestId, OrganisationId } from '../../../generated/ids.ts';
import { Refusal } from '../../base/refusal.ts';
import { approveForCompany, approveForOrganisation, rejectAsk } from '../../domain/across/asks/decide.ts';
import { type Ask, findAsk, listAsks } from '../../domain/across/asks/store.ts';
import { newAct, type Unlimited } from '../../domain/ground/change/change.ts';
import { getEntity } from '../../domain/ground/entities/store.ts';
import { getAdministrator } from '../../domain/ground/organisations/members.ts';
import { getOrganisation } from '../../domain/ground/organisations/organisation.ts';
import { webhookParts } from '../../domain/across/webhooks/parts.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import { claimedBy, type Register, type Session, type Surroundings } from '../command.ts';
import { email, parseId, text } from '../values.ts';

const COLUMNS: readonly (keyof Ask)[] = [
  'id',
  'status',
  'tool',
  'subject',
  'arguments',
  'entity_id',
  'requested_by',
  'expires_at',
];

const find = async ({ database, now }: Session, id: string): Promise<Ask> => {
  const ask = await findAsk(database.reader, null, id, now);
  if (ask === undefined) throw new Refusal('not_found', `There is no request ${id} for a change.`);
  return ask;
};

interface Decision {
  readonly by: string;
  readonly reason?: string;
}

const decide = (
  run: Surroundings,
  verdict: 'approve' | 'reject',
  id: ChangeRequestId,
  options: Decision,
): Promise<void> =>
  run.onDatabase(async (session) => {
    const { books, config, database, now, secrets } = session;
    const ask = await find(session, id);
    const org = ask.organisation_id as OrganisationId;
    const by = await getAdministrator(database.reader, org, options.by);
    const act = newAct(claimedBy(by), `change ${verdict}`, { ...options, id }, now);
    const { entity_id } = ask;
    if (entity_id !== null) {
      const entity = await getEntity(database.reader, entity_id);
      const work = (ctx: Unlimited): Promise<Ask> =>
        verdict === 'approve'
          ? approveForCompany(ctx, ask, by)
          : rejectAsk(ctx, ask, by, options.reason ?? '');
      return oneRecord((await books.change(entity, act, work)).result);
    }
    const parts = webhookParts(config, await secrets());
    return oneRecord(
      await books.changeOrganisation(org, act, (ctx) =>
        verdict === 'approve'
          ? approveForOrganisation(ctx, parts, ask, by)
          : rejectAsk(ctx, ask, by, options.reason ?? ''),
      ),
    );
  });

const BY_ADMIN = ['--by <email>', 'the administrator who decides it'] as const;

export const changeRequestCommands: Register = (program: Command, run) => {
  const change = program.command('change').description('changes that keys ask for, of what others made');
  const id = ['<request>', 'its id', parseId('ChangeRequestId', 'request')] as const;
  change
    .command('list')
    .description('the newest first')
    .requiredOption('--org <id>', 'the organisation', parseId('OrganisationId', 'organisation'))
    .action(({ org }: { org: OrganisationId }) =>
      run.onDatabase(async ({ database: { reader }, now }) => {
        await getOrganisation(reader, org);
        return manyRecords(await listAsks(reader, org, now), COLUMNS);
      }),
    );
  change
    .command('show')
    .description('one request')
    .argument(...id)
    .action((asked: ChangeRequestId) =>
      run.onDatabase(async (session) => oneRecord(await find(session, asked))),
    );
  change
    .command('approve')
    .description('make the change')
    .argument(...id)
    .requiredOption(...BY_ADMIN, email)
    .action((asked: ChangeRequestId, options: Decision) => decide(run, 'approve', asked, options));
  change
    .command('reject')
    .description('refuse it; nothing changes')
    .argument(...id)
    .requiredOption('--reason <text>', 'why', text)
    .requiredOption(...BY_ADMIN, email)
    .action((asked: ChangeRequestId, options: Decision) => decide(run, 'reject', asked, options));
};
