// Statements on certificates: the certificate is stored in the clear, its key sealed.
import type { Selectable } from 'kysely';
import type { CertificateId } from '../../../../generated/ids.ts';
import type { Entity } from '../../../base/entity.ts';
import type { Sealed } from '../../../base/secrets/secrets.ts';
import type { Reader, Writer } from '../../../db/database.ts';
import { isDuplicate } from '../../../db/errno.ts';
import { newId } from '../../../db/ids.ts';
import { instantToIso, parseInstant, toInstant } from '../../../db/instant.ts';
import type { DB } from '../../../db/schema.ts';
import { acrossTenants, scoped, type Tenant } from '../../../db/scoped.ts';

/** A certificate as shown to people, without its key. */
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

/** A certificate with its sealed key. */
export interface StoredCertificate {
  readonly id: CertificateId;
  readonly serial: string;
  readonly rfc: string;
  /** DER, base64. */
  readonly certificate: string;
  readonly private_key: string;
  readonly valid_from: Date;
  readonly valid_to: Date;
  readonly sandbox: boolean;
}

type Row = Selectable<DB['certificate']>;

const SHOWN = [
  'entity_id',
  'id',
  'serial',
  'rfc',
  'holder',
  'valid_from',
  'valid_to',
  'sandbox',
  'created_at',
] as const;

const toRecord = (row: Pick<Row, (typeof SHOWN)[number]>): CertificateRecord => ({
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

const USED = [
  'id',
  'serial',
  'rfc',
  'certificate',
  'private_key',
  'valid_from',
  'valid_to',
  'sandbox',
] as const;

const toStored = (row: Pick<Row, (typeof USED)[number]>): StoredCertificate => ({
  ...row,
  valid_from: parseInstant(row.valid_from),
  valid_to: parseInstant(row.valid_to),
});

/** The name that binds a sealed key to its certificate. */
export const keyName = (id: string): string => `certificate/${id}`;

export const newCertificateId = (): CertificateId => newId('CertificateId');

/** Undefined if the entity already has a certificate with this serial number. */
export const insertCertificate = async (
  ctx: Tenant<Writer>,
  { holder, ...certificate }: StoredCertificate & { readonly holder: string },
  now: Date,
): Promise<CertificateRecord | undefined> => {
  const row = {
    ...certificate,
    holder,
    valid_from: toInstant(certificate.valid_from),
    valid_to: toInstant(certificate.valid_to),
    sandbox: certificate.sandbox,
    created_at: toInstant(now),
  };
  try {
    await scoped(ctx, 'certificate').insert(row).execute();
  } catch (error) {
    if (!isDuplicate(error, 'uq_certificate_serial')) throw error;
    return undefined;
  }
  const { certificate: _certificate, private_key: _key, ...shown } = row;
  return toRecord({ ...shown, entity_id: ctx.entity.id });
};

/** The certificates for the entity's current RFC: its own before the sandbox's, newest first. */
export const findCertificates = async (db: Reader, entity: Entity): Promise<StoredCertificate[]> => {
  if (entity.tax_id === null) return [];
  const rows = await scoped({ db, entity }, 'certificate')
    .select()
    .select(USED)
    .where('rfc', '=', entity.tax_id)
    .orderBy('sandbox')
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toStored);
};

/** The certificates of these entities, newest first. */
export const listCertificates = async (
  db: Reader,
  entityIds: readonly string[],
): Promise<CertificateRecord[]> => {
  const rows = await acrossTenants(db, entityIds, 'certificate')
    .select(SHOWN)
    .orderBy('entity_id')
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toRecord);
};

/** The sealed keys, to check that the master key opens them. */
export const sealedKeys = async (db: Reader, entityIds: readonly string[]): Promise<Sealed[]> => {
  const rows = await acrossTenants(db, entityIds, 'certificate').select(['id', 'private_key']).execute();
  return rows.map(({ id, private_key }) => ({ name: keyName(id), text: private_key }));
};
