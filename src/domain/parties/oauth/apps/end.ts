// Apps that end with something else: with all of a person's sessions, or because nothing of them holds any more.
import type { MemberId, OrganisationId, PersonId } from '../../../../../generated/ids.ts';
import { type Act, type Books, newAct, type OpenBooks } from '../../../ground/change/change.ts';
import { endKey } from '../../access/keys.ts';
import { findKey, lockKey } from '../../access/store.ts';
import { appsOfPerson } from '../store/apps.ts';
import { type Dead, diesNow } from '../store/ends.ts';

/** In the transaction of a change of the person themselves. `within`: in this organisation alone. Answers how many. */
export const endAppsOf = async (
  open: OpenBooks,
  person_id: PersonId,
  actOf: (member: MemberId) => Act,
  within?: OrganisationId,
): Promise<number> => {
  let ended = 0;
  for (const { id, organisation_id, member_id } of await appsOfPerson(open.db, person_id, within))
    await open.changeOrganisation(organisation_id, actOf(member_id), async (ctx) => {
      await lockKey(ctx.db, id);
      const key = await findKey(ctx.db, id, ctx.now);
      if (key?.status !== 'active') return ctx.unchanged();
      await endKey(ctx, key);
      ended += 1;
    });
  return ended;
};

/** Ends an app that got no tokens in time, or let the last of them run out; false where that is not so any more. */
export const endDeadApp = (books: Books, { api_key_id: id, organisation_id }: Dead, now: Date) =>
  books.changeOrganisation(
    organisation_id,
    newAct({ type: 'system', id: 'oauth' }, 'app ran out', { api_key_id: id }, now),
    async (ctx) => {
      await lockKey(ctx.db, id);
      const key = await findKey(ctx.db, id, now);
      if (key?.status === 'active' && (await diesNow(ctx.db, id, now))) {
        await endKey(ctx, key);
        return true;
      }
      ctx.unchanged();
      return false;
    },
  );
