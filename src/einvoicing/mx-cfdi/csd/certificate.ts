// A certificate of the SAT as X.509 has it: whose it is, its 20 digits, its dates, and what it is for.
import { X509Certificate } from 'node:crypto';
import { keyUsageOf } from './key-usage.ts';

export interface CertificateFacts {
  readonly x509: X509Certificate;
  /** The 20 digits: the SAT writes them as ASCII into the serial number. Null for a certificate that is none of theirs. */
  readonly serial: string | null;
  /** Of the holder; null when the certificate names none. */
  readonly rfc: string | null;
  readonly holder: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** A CSD seals invoices; the e.firma (FIEL) signs for the person and may do more. */
  readonly kind: 'csd' | 'fiel' | 'other';
}

/** The facts, or null when the bytes are no certificate. DER and PEM are both read. */
export const readCertificate = (bytes: Buffer): CertificateFacts | null => {
  let x509: X509Certificate;
  try {
    x509 = new X509Certificate(bytes);
  } catch {
    return null;
  }
  const subject = x509.toLegacyObject().subject as unknown as Readonly<Record<string, string | string[]>>;
  const field = (name: string): string | null => {
    const value = subject[name];
    return (Array.isArray(value) ? value[0] : value)?.trim() ?? null;
  };
  const serial = Buffer.from(x509.serialNumber, 'hex').toString('latin1');
  return {
    x509,
    serial: /^\d{20}$/.test(serial) ? serial : null,
    rfc: rfcIn(field('x500UniqueIdentifier')),
    holder: field('name') ?? field('CN') ?? '',
    validFrom: new Date(x509.validFrom),
    validTo: new Date(x509.validTo),
    kind: kindOf(x509),
  };
};

/** `PRO840423SG8 / XIQB891116QE4`: the company, then whoever stands for it. */
const rfcIn = (identifier: string | null): string | null => {
  const rfc = identifier?.split('/')[0]?.trim().toUpperCase().normalize('NFC') ?? '';
  return rfc === '' ? null : rfc;
};

const kindOf = (x509: X509Certificate): CertificateFacts['kind'] => {
  const usage = keyUsageOf(x509.raw);
  if (x509.ca || usage?.keyCertSign === true) return 'other';
  // Only the e.firma may also encrypt and agree on keys, log in and sign mail.
  const extended = (x509.keyUsage as readonly string[] | undefined) ?? [];
  const more = usage?.dataEncipherment === true || usage?.keyAgreement === true || extended.length > 0;
  return more ? 'fiel' : 'csd';
};
