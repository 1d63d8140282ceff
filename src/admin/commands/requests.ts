// What agents ask for and an administrator decides: the same four commands, whatever it is.
import type { IdName, IdTypes, OrganisationId } from '../../../generated/ids.ts';
import type { Reader } from '../../db/database.ts';
import { approveForCompany, approveForOrganisation, rejectAsk } from '../../domain/across/asks/decide.ts';
import { findAsk, listAsks } from '../../domain/across/asks/store.ts';
import { webhookParts } from '../../domain/across/webhooks/parts.ts';
import type { Act, Unlimited } from '../../domain/ground/change/change.ts';
import { getEntity } from '../../domain/ground/entities/store.ts';
import { approveKeyRequest, rejectKeyRequest } from '../../domain/parties/key-requests/decide.ts';
import { findRequest, listRequests } from '../../domain/parties/key-requests/store.ts';
import { Refusal } from '../../base/refusal.ts';
import { getAdministrator } from '../../domain/ground/organisations/members.ts';
import { getOrganisation } from '../../domain/ground/organisations/organisation.ts';
import type { Member } from '../../domain/ground/organisations/store.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import { arg, DECIDER, type Call, command, must, type Rows } from '../define.ts';
import { parseId, text } from '../values.ts';

interface Decision<Id> {
  readonly id: Id;
  readonly by: Member;
  readonly act: Act;
  /** Of a rejection. */
  readonly reason: string;
}

interface Requests<K extends IdName, R extends { readonly organisation_id: string }, L extends object> {
  readonly ids: K;
  readonly find: (call: Call, id: IdTypes[K]) => Promise<R>;
  readonly list: (db: Reader, org: OrganisationId, now: Date) => Promise<readonly L[]>;
  readonly columns: readonly Extract<keyof L, string>[];
  readonly decide: (
    call: Call,
    verdict: 'approve' | 'reject',
    request: R,
    decision: Decision<IdTypes[K]>,
  ) => Promise<object>;
}

const requestCommands = <K extends IdName, R extends { readonly organisation_id: string }, L extends object>({
  ids,
  find,
  list,
  columns,
  decide,
}: Requests<K, R, L>): Rows => {
  const args = [arg(parseId(ids, 'request'))] as const;
  const decided = async (
    call: Call,
    verdict: 'approve' | 'reject',
    options: { readonly by: string; readonly reason?: string },
    id: IdTypes[K],
  ) => {
    const request = await find(call, id);
    const org = request.organisation_id as OrganisationId;
    const by = await getAdministrator(call.database.reader, org, options.by);
    const act = call.actOf(by, { ...options, id });
    return oneRecord(await decide(call, verdict, request, { id, by, act, reason: options.reason ?? '' }));
  };
  return {
    list: command({
      options: { org: must(parseId('OrganisationId')) },
      answer: async ({ database: { reader }, now }, { org }) => {
        await getOrganisation(reader, org);
        return manyRecords(await list(reader, org, now), columns);
      },
    }),
    show: command({
      args,
      answer: async (call, _, id) => oneRecord(await find(call, id)),
    }),
    approve: command({
      args,
      options: { by: DECIDER },
      answer: (call, options, id) => decided(call, 'approve', options, id),
    }),
    reject: command({
      args,
      options: { reason: must(text), by: DECIDER },
      answer: (call, options, id) => decided(call, 'reject', options, id),
    }),
  };
};

/** Keys: only who approves sees the secret. */
export const keyRequestCommands: Rows = requestCommands({
  ids: 'ApiKeyRequestId',
  find: async ({ database, now }, id) => {
    const request = await findRequest(database.reader, null, id, now);
    if (request === undefined) throw new Refusal('not_found', `There is no request ${id} for an API key.`);
    return request;
  },
  list: listRequests,
  columns: [
    'id',
    'status',
    'name',
    'reason',
    'entity_id',
    'scopes',
    'toolsets',
    'requested_by',
    'expires_at',
  ],
  decide: ({ books }, verdict, request, { id, by, act, reason }) =>
    books.changeOrganisation<object>(request.organisation_id as OrganisationId, act, async (ctx) => {
      if (verdict === 'reject') return rejectKeyRequest(ctx, id, by, reason);
      const created = await approveKeyRequest(ctx, id, by);
      return { id: created.id, secret: created.secret, request_id: id };
    }),
});

/** Changes of what others made. */
export const changeRequestCommands: Rows = requestCommands({
  ids: 'ChangeRequestId',
  find: async ({ database, now }, id) => {
    const ask = await findAsk(database.reader, null, id, now);
    if (ask === undefined) throw new Refusal('not_found', `There is no request ${id} for a change.`);
    return ask;
  },
  list: listAsks,
  columns: ['id', 'status', 'tool', 'subject', 'arguments', 'entity_id', 'requested_by', 'expires_at'],
  decide: async ({ books, config, database, secrets }, verdict, ask, { by, act, reason }) => {
    if (ask.entity_id !== null) {
      const entity = await getEntity(database.reader, ask.entity_id);
      const { result } = await books.change(entity, act, (ctx: Unlimited) =>
        verdict === 'approve' ? approveForCompany(ctx, ask, by) : rejectAsk(ctx, ask, by, reason),
      );
      return result;
    }
    const parts = webhookParts(config, await secrets());
    return books.changeOrganisation(ask.organisation_id as OrganisationId, act, (ctx) =>
      verdict === 'approve' ? approveForOrganisation(ctx, parts, ask, by) : rejectAsk(ctx, ask, by, reason),
    );
  },
});
