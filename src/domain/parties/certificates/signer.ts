// Chooses the CSD that seals: the entity's own, or a sandbox CSD. Decrypted keys are kept in memory only.
import { type KeyObject, createPrivateKey, sign } from 'node:crypto';
import { type Books, newAct } from '../../ground/change/change.ts';
import type { FilingFault, Signer } from '../../../einvoicing/filing.ts';
import { SealError, type Secrets } from '../../../base/secrets/secrets.ts';
import type { Entity } from '../../../base/entity.ts';
import { type StoredCertificate, findCertificates, keyName } from './store.ts';
import type { Csd } from '../../../einvoicing/mx-cfdi/csd/read-csd.ts';
import { lockEntity } from '../../ground/entities/store.ts';
import { storeCertificate } from './add.ts';
import { toDo } from '../../../base/text/to-do.ts';

export interface SignerScope {
  readonly books: Books;
  readonly secrets: Secrets;
  readonly issuer: TrialIssuer;
  readonly now: Date;
}

/** Why no CSD can seal; the reason given when the invoice returns to draft. */
export interface NoSigner {
  readonly fault: FilingFault;
}

export const isSigner = (found: Signer | NoSigner): found is Signer => 'sign' in found;

/**
 * The entity's newest valid CSD; otherwise, if the sandbox is allowed, its sandbox CSD, issued on first use. Opens its
 * own transactions, so it must be called outside of any.
 */
export const signerFor = async (
  scope: SignerScope,
  entity: Entity,
  { sandboxAllowed }: { readonly sandboxAllowed: boolean },
): Promise<Signer | NoSigner> => {
  const stored = await findCertificates(scope.books.database.reader, entity);
  const usable = stored.find((row) => isInForce(row, scope.now) && (!row.sandbox || sandboxAllowed));
  try {
    if (usable !== undefined) return toSigner(scope.secrets, usable);
    if (!sandboxAllowed || entity.tax_id === null) return { fault: missing(stored, entity) };
    return toSigner(scope.secrets, await ensureSandboxCsd(scope, entity, entity.tax_id));
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return { fault: serviceFault('certificate_sealed', error.message, null) };
  }
};

const serviceFault = (code: string, message: string, fix: string | null): FilingFault => ({
  code,
  message,
  path: null,
  fix,
  source: 'service',
});

const missing = (stored: readonly StoredCertificate[], { name, tax_id }: Entity): FilingFault => {
  const fix = toDo('certificate');
  const own = stored.filter(({ sandbox }) => !sandbox);
  const [newest] = own;
  if (newest === undefined)
    return serviceFault('certificate_missing', `${name} (${tax_id ?? 'no RFC'}) has no CSD.`, fix);
  return serviceFault(
    'certificate_expired',
    `${name} has no CSD in force; ${newest.serial} is valid from ${toDay(newest.valid_from)} to ${toDay(newest.valid_to)}.`,
    fix,
  );
};

const toDay = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Opening a key takes a few milliseconds, sealing one. */
const MAX_OPEN_KEYS = 100;
const openKeys = new WeakMap<Secrets, Map<string, KeyObject>>();

const openKey = (secrets: Secrets, row: StoredCertificate): KeyObject => {
  let open = openKeys.get(secrets);
  if (open === undefined) openKeys.set(secrets, (open = new Map()));
  const known = open.get(row.id);
  if (known !== undefined) return known;
  const der = secrets.open(keyName(row.id), row.private_key);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  der.fill(0);
  if (open.size >= MAX_OPEN_KEYS) open.clear();
  open.set(row.id, key);
  return key;
};

const toSigner = (secrets: Secrets, row: StoredCertificate): Signer => {
  const key = openKey(secrets, row);
  const seal = (algorithm: string, text: string): string =>
    sign(algorithm, Buffer.from(text, 'utf8'), key).toString('base64');
  return {
    certificateNumber: row.serial,
    certificate: row.certificate,
    taxId: row.rfc,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    sandbox: row.sandbox,
    sign: (text) => seal('RSA-SHA256', text),
    signSha1: (text) => seal('RSA-SHA1', text),
  };
};

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
