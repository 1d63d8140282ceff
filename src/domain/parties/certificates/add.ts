// Stores a company's own CSD; only for administrators.
import { toolError } from '../../../base/errors.ts';
import { COUNTRIES } from '../../../../generated/countries.ts';
import type { Secrets } from '../../../base/secrets/secrets.ts';
import type { Entity } from '../../../base/entity.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { type Csd, type CsdFiles, readCsd } from '../../../einvoicing/mx-cfdi/csd/read-csd.ts';
import { type CertificateRecord, insertCertificate, keyName, newCertificateId } from './store.ts';

/** Validates and stores a CSD of the entity. */
export const addCertificate = async (
  ctx: WriteScope,
  secrets: Secrets,
  files: CsdFiles,
): Promise<CertificateRecord> => {
  requireSealing(ctx.entity);
  const csd = readCsd(files, ctx.now);
  if (csd.rfc !== ctx.entity.tax_id) {
    const own = ctx.entity.tax_id ?? '–';
    throw toolError('certificate_of_other_rfc', {
      serial: csd.serial,
      rfc: csd.rfc,
      name: ctx.entity.name,
      own,
    });
  }
  return storeCertificate(ctx, secrets, csd, false);
};

const requireSealing = ({ name, country_code }: Entity): void => {
  const country = COUNTRIES[country_code];
  if (country.filing_model === 'clearance') return;
  throw toolError('certificate_not_used', { name, country: country.name });
};

const MAX_HOLDER_LENGTH = 300;

/** Stores the certificate with its sealed key and an audit row; refuses one that is stored already. */
export const storeCertificate = async (
  ctx: WriteScope,
  secrets: Secrets,
  csd: Csd,
  sandbox: boolean,
): Promise<CertificateRecord> => {
  const id = newCertificateId();
  const stored = {
    id,
    serial: csd.serial,
    rfc: csd.rfc,
    holder: csd.holder.slice(0, MAX_HOLDER_LENGTH),
    certificate: csd.certificate.toString('base64'),
    private_key: secrets.seal(keyName(id), csd.key.export({ format: 'der', type: 'pkcs8' })),
    valid_from: csd.validFrom,
    valid_to: csd.validTo,
    sandbox,
  };
  const record = await insertCertificate(ctx, stored, ctx.now);
  if (record === undefined) {
    const { name } = ctx.entity;
    throw toolError('certificate_stored', { serial: csd.serial, name });
  }
  ctx.record({
    event: 'certificate.added',
    record_type: 'certificate',
    record_id: id,
    before: null,
    after: record,
  });
  return record;
};
