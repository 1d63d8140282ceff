// Checks the certificates (validity) and the master key that seals their private keys (whether it opens them).
import { DAY_MS } from '../base/time/day.ts';
import { COUNTRIES } from '../../generated/countries.ts';
import type { Config } from '../base/config.ts';
import type { Database } from '../db/database.ts';
import { openSecret, type Sealed, SealError } from '../base/secrets/secrets.ts';
import { type CertificateRecord, listCertificates } from '../domain/parties/certificates/store.ts';
import type { Entity } from '../base/entity.ts';
import { allEntities } from '../domain/ground/entities/store.ts';
import { findMasterKey, isOpenToOthers, type MasterKey } from '../base/secrets/master-key.ts';
import { StartError } from '../base/start-error.ts';
import type { DoctorParts } from './parts.ts';
import { type Check, fail, ok, warn } from './check.ts';

export const checkCertificates = async (
  { reader }: Database,
  config: Config,
  parts: Pick<DoctorParts, 'sealedSecrets'>,
  now: Date,
): Promise<Check[]> => {
  const entities = await allEntities(reader, null);
  const ids = entities.map(({ id }) => id);
  return [
    checkMasterKey(config, await parts.sealedSecrets(reader)),
    checkDates(config, entities, await listCertificates(reader, ids), now),
  ];
};

const CHECK = 'master key';
const RESTORE =
  'Give every instance the MASTER_KEY, or the master.key in DATA_DIR, with which the secrets were stored.';

const checkMasterKey = (config: Config, sealed: readonly Sealed[]): Check => {
  let key: MasterKey | undefined;
  try {
    key = findMasterKey(config);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return fail(CHECK, error.message, RESTORE);
  }
  if (key === undefined) {
    return sealed.length === 0
      ? ok(CHECK, 'made when it is first needed')
      : fail(CHECK, `There is none, but ${sealed.length} secrets were sealed with one.`, RESTORE);
  }
  for (const { name, text } of sealed) {
    const fault = findSealFault(key, name, text);
    if (fault !== null) return fail(CHECK, fault, RESTORE);
  }
  if (config.master_key === null && isOpenToOthers(key.source))
    return warn(CHECK, `${key.source} may be read by others.`, `chmod 600 ${key.source}`);
  return ok(CHECK, `${key.source} opens ${sealed.length} sealed secrets`);
};

const findSealFault = (key: MasterKey, name: string, text: string): string | null => {
  try {
    openSecret(key, name, text);
    return null;
  } catch (error) {
    if (error instanceof SealError) return error.message;
    throw error;
  }
};

const WARN_DAYS = 30;

const checkDates = (
  config: Config,
  entities: readonly Entity[],
  certificates: readonly CertificateRecord[],
  now: Date,
): Check => {
  const faults = entities.flatMap((entity) => {
    const own = certificates.filter((one) => one.entity_id === entity.id && !one.sandbox);
    const fault = checkEntity(entity, own, config.pac !== null, now);
    return fault === null ? [] : [`${entity.name} ${fault}`];
  });
  const fix = 'Get a new CSD from the SAT, and store it with "certificate add".';
  if (faults.length > 0) return warn('certificates', `${faults.join('; ')}.`, fix);
  const own = certificates.filter(({ sandbox }) => !sandbox).length;
  return ok('certificates', own === 0 ? "none of a company's own" : `${own} stored, in force`);
};

/** Without a configured PAC, the sandbox issues the certificate that an entity needs. */
const checkEntity = (
  { country_code, active, tax_id }: Entity,
  own: readonly CertificateRecord[],
  needed: boolean,
  now: Date,
): string | null => {
  if (!active || COUNTRIES[country_code].filing_model !== 'clearance') return null;
  const usable = own.filter(({ rfc }) => rfc === tax_id);
  if (usable.length === 0) return needed ? 'has no CSD' : null;
  const last = usable.map(({ valid_to }) => Date.parse(valid_to)).reduce((a, b) => Math.max(a, b));
  const days = Math.floor((last - now.getTime()) / DAY_MS);
  if (days < 0) return `has no CSD in force since ${new Date(last).toISOString().slice(0, 10)}`;
  return days < WARN_DAYS ? `has a CSD that ends in ${days} days` : null;
};
