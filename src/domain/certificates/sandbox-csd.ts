// A CSD for trying things out, issued by the sandbox's own authority when an entity without one first needs it.
import { openAuthority } from '../../sandbox/authority/authority.ts';
import type { Secrets } from '../../base/secrets/secrets.ts';
import type { Entity } from '../../base/entity.ts';
import { type Books, newAct } from '../change/change.ts';
import { certificatesOf, isInForce, storeCertificate, type StoredCertificate } from './store.ts';

interface Scope {
  readonly books: Books;
  readonly secrets: Secrets;
  readonly now: Date;
}

const SERVICE_ACTOR = { type: 'system', id: 'service' } as const;

export const ensureSandboxCsd = async (
  { books, secrets, now }: Scope,
  entity: Entity,
  rfc: string,
): Promise<StoredCertificate> => {
  const authority = await openAuthority(books.database, secrets, now);
  const csd = await authority.issueCsd({ rfc, holder: entity.name, now });
  return books.transaction(async ({ db, change }) => {
    // Of two instances that find none at the same time, the second takes the first's.
    await db.selectFrom('entity').select('id').where('id', '=', entity.id).forUpdate().execute();
    const findOne = async (): Promise<StoredCertificate | undefined> =>
      (await certificatesOf(db, entity)).find((row) => row.sandbox && isInForce(row, now));
    const earlier = await findOne();
    if (earlier !== undefined) return earlier;
    const act = newAct(SERVICE_ACTOR, 'sandbox certificate', {}, now);
    await change(entity, act, (ctx) => storeCertificate(ctx, secrets, csd, true));
    const made = await findOne();
    if (made === undefined) throw new Error('the sandbox certificate that was just stored is not there');
    return made;
  });
};
