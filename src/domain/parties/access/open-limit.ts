// What one key may have open at once: people decide on it or work it off, and nobody may bury them in it.
import { SERVICE } from '../../../../generated/service.ts';
import type { Raises } from '../../../base/raises.ts';
import type { Writer } from '../../../db/database.ts';
import type { OrganisationId } from '../../../../generated/ids.ts';
import { entityIds } from '../../ground/entities/store.ts';
import { lockKey } from './store.ts';

type Kind = keyof typeof SERVICE.keys.open;

const WORDS: Readonly<Record<Kind, readonly [what: string, ends: string]>> = {
  key_requests: [
    'requests for keys',
    'One ends when a person approves or rejects it, and by itself after {days} days.',
  ],
  approvals: [
    'requests for approval',
    'One ends when a person approves or rejects it, when its draft is changed, and by itself after {days} days.',
  ],
  cancellations: [
    'requests for cancellations',
    'One ends when a person approves or rejects it, and by itself after {days} days.',
  ],
  changes: [
    'changes that wait for a person',
    'One ends when a person approves or rejects it, and by itself after {days} days.',
  ],
  tasks: ['tasks', 'One ends when it is completed, with complete_task or by a person, or cancelled.'],
  webhooks: [
    'webhooks that no person lets receive',
    'One ends when a person lets it receive, and with delete_webhook.',
  ],
};

/** Where a key may have something open that is bound to this company, or to none. */
export const companiesOf = async (
  db: Writer,
  organisationId: OrganisationId,
  bound: string | null,
): Promise<readonly string[]> => (bound === null ? [...(await entityIds(db, organisationId))] : [bound]);

/**
 * Refuses what would be one too many; of a key's calls at once, one after the other is counted. Persons and other keys
 * are not concerned. `count` gets the company that the key is bound to.
 */
export const requireRoom = async (
  ctx: { readonly db: Writer } & Raises<'too_many_open'>,
  key: string,
  kind: Kind,
  path: string,
  count: (bound: string | null) => Promise<number>,
): Promise<void> => {
  const open = await count(await lockKey(ctx.db, key));
  const limit = SERVICE.keys.open[kind];
  if (open < limit) return;
  const [what, ends] = WORDS[kind];
  const hint = ends.replace('{days}', String(SERVICE.windows.approval_expiry_days));
  throw ctx.error('too_many_open', { path, what, open, limit, hint });
};
