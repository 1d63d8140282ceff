// Reads a CSD with its key, as the SAT issues them: two files and a passphrase. Any fault is one sentence.
import { toolError } from '../../../base/errors.ts';
import type { KeyObject } from 'node:crypto';
import { type CertificateFacts, readCertificate } from './certificate.ts';
import { readPrivateKey } from './private-key.ts';

export interface Csd {
  readonly serial: string;
  readonly rfc: string;
  readonly holder: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** DER. */
  readonly certificate: Buffer;
  readonly key: KeyObject;
}

export interface CsdFiles {
  readonly certificate: Buffer;
  readonly key: Buffer;
  readonly passphrase: string;
}

const MIN_BITS = 2048;

export const readCsd = (files: CsdFiles, now: Date): Csd => {
  const facts = readCertificate(files.certificate);
  if (facts === null) {
    throw toolError('certificate_unreadable', {});
  }
  const { serial, rfc } = identify(facts);
  const key = readPrivateKey(files.key, files.passphrase);
  requireOwnKey(facts, serial, key);
  requireInForce(facts, serial, now);
  const { holder, validFrom, validTo } = facts;
  return { serial, rfc, holder, validFrom, validTo, certificate: facts.x509.raw, key };
};

const identify = (facts: CertificateFacts): { readonly serial: string; readonly rfc: string } => {
  const { serial, rfc, kind } = facts;
  if (serial === null || rfc === null || kind === 'other') {
    throw toolError('certificate_not_of_sat', {});
  }
  if (kind === 'fiel') {
    throw toolError('certificate_is_fiel', { serial });
  }
  return { serial, rfc };
};

const requireOwnKey = ({ x509 }: CertificateFacts, serial: string, key: KeyObject): void => {
  if (!x509.checkPrivateKey(key)) {
    throw toolError('certificate_key_differs', { serial });
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < MIN_BITS) {
    throw toolError('certificate_key_weak', { serial, bits: String(MIN_BITS) });
  }
};

const toDay = (moment: Date): string => moment.toISOString().slice(0, 10);

const requireInForce = ({ validFrom, validTo }: CertificateFacts, serial: string, now: Date): void => {
  if (now > validTo) {
    throw toolError('certificate_expired', { serial, expired_on: toDay(validTo) });
  }
  if (now < validFrom) {
    throw toolError('certificate_not_valid_yet', { serial, valid_from: toDay(validFrom) });
  }
};
