// Certificates as the database keeps them: the certificate in the clear, its key sealed.
import type { CertificateId } from '../../../generated/ids.ts';
import type { Reader } from '../../db/database.ts';
import { isDuplicate } from '../../db/errno.ts';
import { newId } from '../../db/ids.ts';
import { instantToIso, parseInstant, toInstant } from '../../db/instant.ts';
import type { CertificateTable } from '../../db/schema.ts';
import { scoped } from '../../db/scoped.ts';
import type { Secrets } from '../../base/secrets/secrets.ts';
import type { Entity } from '../../base/entity.ts';
import { Refusal } from '../../base/refusal.ts';
import type { WriteScope } from '../change/scope.ts';
import type { Csd } from '../../einvoicing/mx-cfdi/csd/read-csd.ts';

/** What people are shown of a certificate; never its key. */
export interface CertificateRecord {
  readonly id: CertificateId;
  readonly entity_id: string;
  readonly serial: string;
  readonly rfc: string;
  readonly holder: string;
  readonly valid_from: string;
  readonly valid_to: string;
  readonly sandbox: boolean;
  readonly created_at: string;
}

export const toRecord = (row: Omit<CertificateTable, 'certificate' | 'private_key'>): CertificateRecord => ({
  id: row.id,
  entity_id: row.entity_id,
  serial: row.serial,
  rfc: row.rfc,
  holder: row.holder,
  valid_from: instantToIso(row.valid_from),
  valid_to: instantToIso(row.valid_to),
  sandbox: row.sandbox,
  created_at: instantToIso(row.created_at),
});

/** The name under which a key is sealed. */
export const keyName = (id: string): string => `certificate/${id}`;

const MAX_HOLDER_LENGTH = 300;

/** Stores the certificate with its key sealed, and leaves the trail; refuses one that is stored already. */
export const storeCertificate = async (
  ctx: WriteScope,
  secrets: Secrets,
  csd: Csd,
  sandbox: boolean,
): Promise<CertificateRecord> => {
  const id = newId('CertificateId');
  const row = {
    id,
    serial: csd.serial,
    rfc: csd.rfc,
    holder: csd.holder.slice(0, MAX_HOLDER_LENGTH),
    valid_from: toInstant(csd.validFrom),
    valid_to: toInstant(csd.validTo),
    sandbox,
    created_at: toInstant(ctx.now),
  };
  const private_key = secrets.seal(keyName(id), csd.key.export({ format: 'der', type: 'pkcs8' }));
  const certificate = csd.certificate.toString('base64');
  try {
    await scoped(ctx, 'certificate')
      .insert({ ...row, certificate, private_key })
      .execute();
  } catch (error) {
    if (!isDuplicate(error, 'uq_certificate_serial')) throw error;
    throw alreadyStored(csd.serial, ctx.entity);
  }
  const record = toRecord({ ...row, entity_id: ctx.entity.id });
  ctx.record({
    event: 'certificate.added',
    record_type: 'certificate',
    record_id: id,
    before: null,
    after: record,
  });
  return record;
};

const alreadyStored = (serial: string, entity: Entity): Refusal =>
  new Refusal('already_exists', `The certificate ${serial} is already stored for ${entity.name}.`);

/** A certificate of the entity's present RFC, with its sealed key. */
export type StoredCertificate = Pick<
  CertificateTable,
  'id' | 'serial' | 'rfc' | 'certificate' | 'private_key' | 'valid_from' | 'valid_to' | 'sandbox'
>;

/** Those of the entity's RFC: its own before the sandbox's, newest first. */
export const certificatesOf = async (db: Reader, entity: Entity): Promise<StoredCertificate[]> => {
  if (entity.tax_id === null) return [];
  return scoped({ db, entity }, 'certificate')
    .select()
    .select(['id', 'serial', 'rfc', 'certificate', 'private_key', 'valid_from', 'valid_to', 'sandbox'])
    .where('rfc', '=', entity.tax_id)
    .orderBy('sandbox')
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute();
};

export const isInForce = ({ valid_from, valid_to }: StoredCertificate, now: Date): boolean =>
  parseInstant(valid_from) <= now && now <= parseInstant(valid_to);
