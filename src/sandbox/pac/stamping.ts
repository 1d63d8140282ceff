// Stamps documents: one stamp for each seal, and always the same one.
import { sign } from 'node:crypto';
import { v4 } from 'uuid';
import { localTime } from '../../einvoicing/mx-cfdi/local-time.ts';
import { appendStamp, type Stamp, stampCadena, stampElement } from '../../einvoicing/mx-cfdi/stamp.ts';
import { SANDBOX_PAC_RFC, type SandboxPacKey } from '../authority/authority.ts';
import type { Cfdi } from './document.ts';
import type { Stamped, StampStore } from './store.ts';

/** FechaTimbrado is in the time of central Mexico. */
const STAMP_ZONE = 'America/Mexico_City';

export interface Duplicate {
  /** By the document itself, or by the sender's key only. */
  readonly by: 'seal' | 'custom_id';
  readonly stamped: Stamped;
}

/** What was stamped earlier under this seal or this key. */
export const findDuplicate = async (
  store: StampStore,
  { sello }: Cfdi,
  customId: string | null,
  now: Date,
): Promise<Duplicate | undefined> => {
  const bySeal = await store.bySeal(sello);
  if (bySeal !== undefined) return { by: 'seal', stamped: bySeal };
  const byId = customId === null ? undefined : await store.byCustomId(customId, now);
  return byId === undefined ? undefined : { by: 'custom_id', stamped: byId };
};

export interface Stamping {
  readonly store: StampStore;
  readonly pac: SandboxPacKey;
  readonly now: Date;
  readonly customId: string | null;
  readonly needsAcceptance: boolean;
}

/** Stamps, unless another request has done so meanwhile. */
export const stampOnce = async (cfdi: Cfdi, stamping: Stamping): Promise<Stamped | Duplicate> => {
  const { store, now, customId, needsAcceptance } = stamping;
  const stamp = makeStamp(cfdi.sello, stamping.pac, now);
  const stamped: Stamped = {
    uuid: stamp.uuid,
    issuer: cfdi.issuer,
    receiver: cfdi.receiver,
    total: cfdi.total,
    stamp: stampElement(stamp),
    document: appendStamp(withoutTail(cfdi.bytes), stamp).toString('utf8'),
    stampedAt: now,
    needsAcceptance,
    cancellation: null,
  };
  if (await store.keep({ ...stamped, seal: cfdi.sello, customId })) return stamped;
  const duplicate = await findDuplicate(store, cfdi, customId, now);
  if (duplicate === undefined) throw new Error('the stamp that was there first is gone');
  return duplicate;
};

/** White space after the root element is allowed but not part of the document. */
const withoutTail = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('utf8').trimEnd(), 'utf8');

export const makeStamp = (cfdiSeal: string, pac: SandboxPacKey, now: Date): Stamp => {
  const unsealed: Stamp = {
    version: '1.1',
    uuid: v4(),
    stampedAt: localTime(STAMP_ZONE, now),
    providerRfc: SANDBOX_PAC_RFC,
    legend: null,
    cfdiSeal,
    satCertificateNumber: pac.serial,
    satSeal: '',
  };
  const satSeal = sign('RSA-SHA256', Buffer.from(stampCadena(unsealed), 'utf8'), pac.key).toString('base64');
  return { ...unsealed, satSeal };
};
