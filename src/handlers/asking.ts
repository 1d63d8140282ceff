// A call that would end, redirect or narrow what a person or another key made waits for a person.
import type { ChangeRequestId, EntityId } from '../../generated/ids.ts';
import type { Raises, Warns } from '../base/raises.ts';
import { type AskScope, askPerson, type Wish } from '../domain/across/asks/ask.ts';
import type { Identity } from '../domain/parties/access/identity.ts';
import type { Actor } from '../domain/ground/change/scope.ts';
import type { PageUrl } from './handler.ts';
import { toDo } from '../base/text/to-do.ts';

interface Asking extends AskScope, Raises<'too_many_open'>, Warns<'awaits_person'> {
  readonly key: Identity;
  readonly pageUrl: PageUrl;
}

/** What is added to the record as it stands, since nothing of it changes yet. */
export interface Awaited {
  readonly status: 'pending';
  readonly review_url: string | null;
  readonly change_request_id: ChangeRequestId;
}

/** `what` says in a clause whose it is: `another key or a person made it`. */
export const awaitPerson = async (
  ctx: Asking,
  wish: Pick<Wish, 'tool' | 'subject' | 'arguments'> & { readonly entity_id?: EntityId },
  { path, what = 'this key did not make it' }: { readonly path: string; readonly what?: string },
): Promise<Awaited> => {
  const { organisation_id } = ctx.key;
  const { id } = await askPerson(ctx, { entity_id: null, ...wish, organisation_id }, path);
  const review_url = ctx.pageUrl(`/changes/${id}`);
  const review = review_url === null ? toDo('decide_change', { id }) : `See ${review_url}.`;
  ctx.warn('awaits_person', { path, what, review });
  return { status: 'pending', review_url, change_request_id: id };
};

/** Whether nobody but the calling key has a say in it; of what the trail does not know, nobody has. */
export const isOwn = ({ actor }: AskScope, maker: Pick<Actor, 'type' | 'id'> | undefined): boolean =>
  maker === undefined || (maker.type === actor.type && maker.id === actor.id);
