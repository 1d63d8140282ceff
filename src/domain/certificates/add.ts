// Takes a company's own CSD into the books; only the admin side does.
import { COUNTRIES } from '../../../generated/countries.ts';
import type { Secrets } from '../../base/secrets/secrets.ts';
import type { Entity } from '../../base/entity.ts';
import { Refusal } from '../../base/refusal.ts';
import type { WriteScope } from '../change/scope.ts';
import { type CsdFiles, readCsd } from '../../einvoicing/mx-cfdi/csd/read-csd.ts';
import { type CertificateRecord, storeCertificate } from './store.ts';

/** Stores a CSD of the entity; nothing is stored unless everything fits. */
export const addCertificate = async (
  ctx: WriteScope,
  secrets: Secrets,
  files: CsdFiles,
): Promise<CertificateRecord> => {
  requireSealing(ctx.entity);
  const csd = readCsd(files, ctx.now);
  if (csd.rfc !== ctx.entity.tax_id) {
    const own = ctx.entity.tax_id ?? 'no RFC';
    throw new Refusal(
      'invalid_value',
      `The certificate ${csd.serial} belongs to ${csd.rfc}, not to ${ctx.entity.name} (${own}).`,
    );
  }
  return storeCertificate(ctx, secrets, csd, false);
};

const requireSealing = ({ name, country_code }: Entity): void => {
  const country = COUNTRIES[country_code];
  if (country.filing_model === 'clearance') return;
  throw new Refusal('invalid_value', `${name} files in ${country.name}, where invoices take no certificate.`);
};
