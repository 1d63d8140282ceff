// What agents ask for and an administrator decides: the same four commands, whatever it is.
import type { IdName, IdTypes, OrganisationId } from '../../../generated/ids.ts';
import type { Reader } from '../../db/database.ts';
import type { Act } from '../../domain/ground/change/change.ts';
import { getAdministrator } from '../../domain/ground/organisations/members.ts';
import { getOrganisation } from '../../domain/ground/organisations/organisation.ts';
import type { Member } from '../../domain/ground/organisations/store.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import { arg, BY_ADMINISTRATOR, type Call, command, must, type Rows } from '../define.ts';
import { parseId, text } from '../values.ts';

export interface Decision<Id> {
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
  readonly about: { readonly approve: string; readonly reject: string };
  readonly decide: (
    call: Call,
    verdict: 'approve' | 'reject',
    request: R,
    decision: Decision<IdTypes[K]>,
  ) => Promise<object>;
}

export const requestCommands = <
  K extends IdName,
  R extends { readonly organisation_id: string },
  L extends object,
>({
  ids,
  find,
  list,
  columns,
  about,
  decide,
}: Requests<K, R, L>): Rows => {
  const args = [arg('<request>', 'its id', parseId(ids, 'request'))] as const;
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
      about: 'the newest first',
      options: { org: must('<id>', 'the organisation', parseId('OrganisationId')) },
      answer: async ({ database: { reader }, now }, { org }) => {
        await getOrganisation(reader, org);
        return manyRecords(await list(reader, org, now), columns);
      },
    }),
    show: command({
      about: 'one request',
      args,
      answer: async (call, _, id) => oneRecord(await find(call, id)),
    }),
    approve: command({
      about: about.approve,
      args,
      options: { by: BY_ADMINISTRATOR },
      answer: (call, options, id) => decided(call, 'approve', options, id),
    }),
    reject: command({
      about: about.reject,
      args,
      options: { reason: must('<text>', 'why', text), by: BY_ADMINISTRATOR },
      answer: (call, options, id) => decided(call, 'reject', options, id),
    }),
  };
};
