// Reads an X.509 certificate of the SAT: its holder, its 20 digits, its dates and its kind.
import { X509Certificate } from 'node:crypto';

export interface CertificateFacts {
  readonly x509: X509Certificate;
  /** The 20 digits, which the SAT writes as ASCII into the serial number. Null for another issuer's certificate. */
  readonly serial: string | null;
  /** Of the holder; null when the certificate names none. */
  readonly rfc: string | null;
  readonly holder: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** A CSD seals invoices; the e.firma (FIEL) signs for the person and may do more. */
  readonly kind: 'csd' | 'fiel' | 'other';
}

/** Null when the bytes are not a certificate, in DER or PEM, or its key or its dates cannot be read. */
export const readCertificate = (bytes: Buffer): CertificateFacts | null => {
  try {
    const x509 = new X509Certificate(bytes);
    const facts = factsOf(x509);
    const isDated = !Number.isNaN(facts.validFrom.getTime()) && !Number.isNaN(facts.validTo.getTime());
    return isDated && x509.publicKey.type === 'public' ? facts : null;
  } catch {
    return null;
  }
};

const factsOf = (x509: X509Certificate): CertificateFacts => {
  const subject = new Map<string, unknown>(Object.entries(x509.toLegacyObject().subject));
  const field = (name: string): string | null => {
    const value = subject.get(name);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return typeof first === 'string' ? first.trim() : null;
  };
  const serial = Buffer.from(x509.serialNumber, 'hex').toString('latin1');
  return {
    x509,
    serial: /^\d{20}$/.test(serial) ? serial : null,
    rfc: rfcIn(field('x500UniqueIdentifier')),
    holder: field('name') ?? field('CN') ?? '',
    validFrom: new Date(x509.validFrom),
    validTo: new Date(x509.validTo),
    kind: classify(x509),
  };
};

/** `PRO840423SG8 / XIQB891116QE4`: the company, then its legal representative. */
const rfcIn = (identifier: string | null): string | null => {
  const rfc = identifier?.split('/')[0]?.trim().toUpperCase().normalize('NFC') ?? '';
  return rfc === '' ? null : rfc;
};

const classify = (x509: X509Certificate): CertificateFacts['kind'] => {
  const usage = readKeyUsage(x509.raw);
  if (x509.ca || usage?.keyCertSign === true) return 'other';
  // Only the e.firma may also encrypt and agree on keys, log in and sign mail.
  // Undefined without the extension, which the types leave out.
  const extended = (x509.keyUsage as readonly string[] | undefined) ?? [];
  const more = usage?.dataEncipherment === true || usage?.keyAgreement === true || extended.length > 0;
  return more ? 'fiel' : 'csd';
};

/** OID 2.5.29.15 in DER. */
const KEY_USAGE_OID = Buffer.from('0603551d0f', 'hex');
const BOOLEAN = 0x01;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;

interface KeyUsage {
  readonly digitalSignature: boolean;
  readonly dataEncipherment: boolean;
  readonly keyAgreement: boolean;
  readonly keyCertSign: boolean;
}

/** The basic key usage, which node:crypto does not show; undefined when the certificate has none. */
const readKeyUsage = (certificate: Buffer): KeyUsage | undefined => {
  const start = certificate.indexOf(KEY_USAGE_OID);
  if (start < 0) return undefined;
  let rest = certificate.subarray(start + KEY_USAGE_OID.length);
  if (rest[0] === BOOLEAN) rest = rest.subarray(3);
  // An extension is an octet string around its value, here a bit string: 04 len 03 len unused bits.
  if (rest[0] !== OCTET_STRING || rest[2] !== BIT_STRING) return undefined;
  const bits = rest[5] ?? 0;
  return {
    digitalSignature: (bits & 0x80) !== 0,
    dataEncipherment: (bits & 0x10) !== 0,
    keyAgreement: (bits & 0x08) !== 0,
    keyCertSign: (bits & 0x04) !== 0,
  };
};
