// Keys that agents ask for: an administrator approves, who alone sees the secret, or rejects.
import type { Command } from 'commander';
import type { ApiKeyRequestId, OrganisationId } from '../../../generated/ids.ts';
import { approveKeyRequest, rejectKeyRequest } from '../../domain/parties/key-requests/decide.ts';
import { findRequest, type KeyRequest, listRequests } from '../../domain/parties/key-requests/store.ts';
import { getAdministrator } from '../../domain/ground/organisations/members.ts';
import { getOrganisation } from '../../domain/ground/organisations/organisation.ts';
import type { Member } from '../../domain/ground/organisations/store.ts';
import { type OrganisationChange, newAct } from '../../domain/ground/change/change.ts';
import { Refusal } from '../../base/refusal.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import { claimedBy, type Session, type Surroundings } from '../command.ts';
import { email, parseId, text } from '../values.ts';

const COLUMNS: readonly (keyof KeyRequest)[] = [
  'id',
  'status',
  'name',
  'reason',
  'entity_id',
  'scopes',
  'toolsets',
  'requested_by',
  'expires_at',
];

const find = async ({ database, now }: Session, id: string) => {
  const request = await findRequest(database.reader, null, id, now);
  if (request === undefined) throw new Refusal('not_found', `There is no request ${id} for an API key.`);
  return request;
};

interface Decision {
  readonly by: string;
  readonly reason?: string;
}

const decide = <T extends object>(
  run: Surroundings,
  action: string,
  id: ApiKeyRequestId,
  options: Decision,
  work: (ctx: OrganisationChange, by: Member) => Promise<T>,
): Promise<void> =>
  run.onDatabase(async (session) => {
    const { books, database, now } = session;
    const org = (await find(session, id)).organisation_id as OrganisationId;
    const by = await getAdministrator(database.reader, org, options.by);
    const act = newAct(claimedBy(by), action, { ...options, id }, now);
    return oneRecord(await books.changeOrganisation(org, act, (ctx) => work(ctx, by)));
  });

const BY_ADMIN = ['--by <email>', 'the administrator who decides it'] as const;

export const keyRequestCommands = (key: Command, run: Surroundings): void => {
  const request = key.command('request').description('keys that agents ask for');
  const id = ['<request>', 'its id', parseId('ApiKeyRequestId', 'request')] as const;
  request
    .command('list')
    .description('the newest first')
    .requiredOption('--org <id>', 'the organisation', parseId('OrganisationId', 'organisation'))
    .action(({ org }: { org: OrganisationId }) =>
      run.onDatabase(async ({ database: { reader }, now }) => {
        await getOrganisation(reader, org);
        return manyRecords(await listRequests(reader, org, now), COLUMNS);
      }),
    );
  request
    .command('show')
    .description('one request')
    .argument(...id)
    .action((asked: ApiKeyRequestId) =>
      run.onDatabase(async (session) => oneRecord(await find(session, asked))),
    );
  request
    .command('approve')
    .description('make the key; its secret is shown only now')
    .argument(...id)
    .requiredOption(...BY_ADMIN, email)
    .action((asked: ApiKeyRequestId, options: Decision) =>
      decide(run, 'key request approve', asked, options, async (ctx, by) => {
        const created = await approveKeyRequest(ctx, asked, by);
        return { id: created.id, secret: created.secret, request_id: asked };
      }),
    );
  request
    .command('reject')
    .description('refuse it; the agent reads the reason')
    .argument(...id)
    .requiredOption('--reason <text>', 'why', text)
    .requiredOption(...BY_ADMIN, email)
    .action((asked: ApiKeyRequestId, options: Decision) =>
      decide(run, 'key request reject', asked, options, (ctx, by) =>
        rejectKeyRequest(ctx, asked, by, options.reason ?? ''),
      ),
    );
};
