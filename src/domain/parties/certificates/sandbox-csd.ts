// Issues a sandbox CSD when an entity without a CSD first needs one.
import type { Csd } from '../../../einvoicing/mx-cfdi/csd/read-csd.ts';
import type { Secrets } from '../../../base/secrets/secrets.ts';
import type { Entity } from '../../../base/entity.ts';
import { type Books, newAct } from '../../ground/change/change.ts';
import { lockEntity } from '../../ground/entities/store.ts';
import { storeCertificate } from './add.ts';
import { findCertificates, type StoredCertificate } from './store.ts';

/** Issues certificates without legal effect; implemented by the sandbox's authority. */
export interface TrialIssuer {
  issueCsd(wanted: { readonly rfc: string; readonly holder: string; readonly now: Date }): Promise<Csd>;
}

interface Scope {
  readonly books: Books;
  readonly secrets: Secrets;
  readonly issuer: TrialIssuer;
  readonly now: Date;
}

const SERVICE_ACTOR = { type: 'system', id: 'service' } as const;

export const isInForce = ({ valid_from, valid_to }: StoredCertificate, now: Date): boolean =>
  valid_from <= now && now <= valid_to;

export const ensureSandboxCsd = async (
  { books, secrets, issuer, now }: Scope,
  entity: Entity,
  rfc: string,
): Promise<StoredCertificate> => {
  const csd = await issuer.issueCsd({ rfc, holder: entity.name, now });
  return books.transaction(async ({ db, change }) => {
    // If two instances issue one at the same time, the second uses the first one's.
    await lockEntity(db, entity.id);
    const findOne = async (): Promise<StoredCertificate | undefined> =>
      (await findCertificates(db, entity)).find((row) => row.sandbox && isInForce(row, now));
    const earlier = await findOne();
    if (earlier !== undefined) return earlier;
    const act = newAct(SERVICE_ACTOR, 'sandbox certificate', {}, now);
    await change(entity, act, (ctx) => storeCertificate(ctx, secrets, csd, true));
    const made = await findOne();
    if (made === undefined) throw new Error('the sandbox certificate that was just stored is not there');
    return made;
  });
};
