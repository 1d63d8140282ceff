// Reads a CSD with its key, as the SAT issues them: two files and a passphrase. Any fault is one sentence.
import type { KeyObject } from 'node:crypto';
import { Refusal } from '../../../base/refusal.ts';
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
    throw new Refusal(
      'unreadable_file',
      'The certificate file is not an X.509 certificate; the one of the SAT ends in .cer.',
    );
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
    throw new Refusal(
      'invalid_value',
      'The certificate is none of the SAT for a taxpayer: it lacks the 20-digit number or the RFC of its holder.',
    );
  }
  if (kind === 'fiel') {
    throw new Refusal(
      'invalid_value',
      `The certificate ${serial} is an e.firma (FIEL); invoices are sealed with a CSD (Certificado de Sello Digital).`,
    );
  }
  return { serial, rfc };
};

const requireOwnKey = ({ x509 }: CertificateFacts, serial: string, key: KeyObject): void => {
  if (!x509.checkPrivateKey(key)) {
    throw new Refusal('invalid_value', `The key file belongs to another certificate than ${serial}.`);
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < MIN_BITS) {
    throw new Refusal(
      'invalid_value',
      `The key of ${serial} is not an RSA key of at least ${MIN_BITS} bits.`,
    );
  }
};

const toDay = (moment: Date): string => moment.toISOString().slice(0, 10);

const requireInForce = ({ validFrom, validTo }: CertificateFacts, serial: string, now: Date): void => {
  if (now > validTo) {
    throw new Refusal(
      'invalid_value',
      `The certificate ${serial} expired on ${toDay(validTo)}; ask the SAT for a new CSD.`,
    );
  }
  if (now < validFrom) {
    throw new Refusal('invalid_value', `The certificate ${serial} is not valid before ${toDay(validFrom)}.`);
  }
};
