// Creates the certificates of the sandbox (its authority's, companies' and the PAC's) in the form of the SAT's.
import type * as Library from '@peculiar/x509';
import { createPrivateKey, randomInt } from 'node:crypto';
import type { Csd } from '../../einvoicing/mx-cfdi/csd/read-csd.ts';

/** A certificate with its key, both DER. */
export interface Issued {
  readonly certificate: Buffer;
  /** PKCS#8, in the clear. */
  readonly key: Buffer;
}

export interface NewCsd {
  readonly rfc: string;
  readonly holder: string;
  readonly now: Date;
  /** Valid from the day before, for four years, as the SAT issues them. */
  readonly validFrom?: Date;
  readonly validTo?: Date;
  /** An e.firma may do more than seal. */
  readonly kind?: 'csd' | 'fiel';
  readonly bits?: number;
}

export const AUTHORITY_NAME = 'Folio sandbox authority';
const ORGANISATION = 'Folio sandbox: not the SAT';
const BITS = 2048;
const DAY_MS = 86_400_000;
const CSD_DAYS = 4 * 365;
/** For the authority and the PAC: longer than any sandbox is used. */
const FROM = new Date('2020-01-01T00:00:00Z');
const TO = new Date('2060-01-01T00:00:00Z');

const rsa = (modulusLength: number = BITS) => ({
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength,
});

const newKeys = (bits?: number): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(rsa(bits), true, ['sign', 'verify']);

const exportKey = async (key: CryptoKey): Promise<Buffer> =>
  Buffer.from(await crypto.subtle.exportKey('pkcs8', key));

const importKey = (key: Buffer): Promise<CryptoKey> =>
  crypto.subtle.importKey('pkcs8', new Uint8Array(key), rsa(), false, ['sign']);

/** 20 digits, held as ASCII in the serial number. The leading 9 occurs in none of the SAT's. */
const newSerial = (): string => {
  const digits = Array.from({ length: 15 }, () => randomInt(10)).join('');
  return Buffer.from(`90001${digits}`).toString('hex');
};

/** UTF-8 values: the library would parse quotes and commas in a plain string as syntax. */
const buildName = (x509: X509, fields: Readonly<Record<string, string>>): InstanceType<X509['Name']> =>
  new x509.Name(Object.entries(fields).map(([type, value]) => ({ [type]: [{ utf8String: value }] })));

const NAME = '2.5.4.41';
const SERIAL_NUMBER = '2.5.4.5';
const UNIQUE_IDENTIFIER = '2.5.4.45';

/** The authority itself. */
export const makeAuthority = async (): Promise<Issued> => {
  const x509 = await loadX509();
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: newSerial(),
      name: buildName(x509, { CN: AUTHORITY_NAME, O: ORGANISATION }),
      notBefore: FROM,
      notAfter: TO,
      signingAlgorithm: rsa(),
      keys,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, crypto),
      ],
    },
    crypto,
  );
  return { certificate: Buffer.from(certificate.rawData), key: await exportKey(keys.privateKey) };
};

/** The certificate with which the sandbox PAC signs its stamps. */
export const makePacCertificate = async (authority: Issued, rfc: string): Promise<Issued> => {
  const keys = await newKeys();
  const subject = buildSubject(rfc, 'PAC DEL SANDBOX', 'csd');
  return sign(authority, { subject, keys, validFrom: FROM, validTo: TO, kind: 'csd' });
};

/** A CSD, or an e.firma if asked for, for any RFC. */
export const makeCsd = async (authority: Issued, wanted: NewCsd): Promise<Csd> => {
  const kind = wanted.kind ?? 'csd';
  const keys = await newKeys(wanted.bits);
  // X.509 counts whole seconds.
  const validFrom = wholeSeconds(wanted.validFrom ?? new Date(wanted.now.getTime() - DAY_MS));
  const validTo = wholeSeconds(wanted.validTo ?? new Date(validFrom.getTime() + CSD_DAYS * DAY_MS));
  const subject = buildSubject(wanted.rfc, wanted.holder, kind);
  const { certificate, key, serial } = await sign(authority, { subject, keys, validFrom, validTo, kind });
  return {
    serial,
    rfc: wanted.rfc,
    holder: wanted.holder,
    validFrom,
    validTo,
    certificate,
    key: createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
  };
};

const wholeSeconds = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 1000) * 1000);

const buildSubject = (
  rfc: string,
  holder: string,
  kind: 'csd' | 'fiel',
): Readonly<Record<string, string>> => {
  // A name in a certificate has at most 64 characters (RFC 5280, ub-name is larger, but CN and O are not).
  const name = Array.from(holder).slice(0, 64).join('');
  return {
    CN: name,
    [NAME]: name,
    O: name,
    [UNIQUE_IDENTIFIER]: rfc.length === 12 ? `${rfc} / XAXX010101000` : rfc,
    [SERIAL_NUMBER]: rfc.length === 12 ? ' / XAXX010101HDFXXX04' : 'XAXX010101HDFXXX04',
    ...(kind === 'csd' ? { OU: 'Sandbox' } : {}),
  };
};

interface Wanted {
  readonly subject: Readonly<Record<string, string>>;
  readonly keys: CryptoKeyPair;
  readonly validFrom: Date;
  readonly validTo: Date;
  readonly kind: 'csd' | 'fiel';
}

const sign = async (
  authority: Issued,
  { subject, keys, validFrom, validTo, kind }: Wanted,
): Promise<Issued & { readonly serial: string }> => {
  const x509 = await loadX509();
  const { KeyUsageFlags: flags } = x509;
  const usages =
    kind === 'csd'
      ? new x509.KeyUsagesExtension(flags.digitalSignature | flags.nonRepudiation, true)
      : new x509.KeyUsagesExtension(
          flags.digitalSignature | flags.nonRepudiation | flags.dataEncipherment | flags.keyAgreement,
          true,
        );
  const issuer = new x509.X509Certificate(new Uint8Array(authority.certificate));
  const serialNumber = newSerial();
  const certificate = await x509.X509CertificateGenerator.create(
    {
      serialNumber,
      subject: buildName(x509, subject),
      issuer: issuer.subjectName,
      notBefore: validFrom,
      notAfter: validTo,
      publicKey: keys.publicKey,
      signingKey: await importKey(authority.key),
      signingAlgorithm: rsa(),
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        usages,
        await x509.AuthorityKeyIdentifierExtension.create(issuer, false, crypto),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, crypto),
      ],
    },
    crypto,
  );
  return {
    certificate: Buffer.from(certificate.rawData),
    key: await exportKey(keys.privateKey),
    serial: Buffer.from(serialNumber, 'hex').toString('latin1'),
  };
};

export type X509 = typeof Library;

let loading: Promise<X509> | undefined;

export const loadX509 = (): Promise<X509> => {
  provideMetadata();
  return (loading ??= import('@peculiar/x509'));
};

// The metadata part of `Reflect` that the certificate library's dependency injection needs before it loads. Only what is
// missing is added, so that a full polyfill, where there is one, stays as it is.

type Key = string | symbol;
type Target = object;

const kept = new WeakMap<Target, Map<Key | undefined, Map<unknown, unknown>>>();

const defineMetadata = (name: unknown, value: unknown, target: Target, property?: Key): void => {
  const ofTarget = kept.get(target) ?? new Map<Key | undefined, Map<unknown, unknown>>();
  kept.set(target, ofTarget);
  const ofProperty = ofTarget.get(property) ?? new Map<unknown, unknown>();
  ofTarget.set(property, ofProperty);
  ofProperty.set(name, value);
};

const getOwnMetadata = (name: unknown, target: Target, property?: Key): unknown =>
  kept.get(target)?.get(property)?.get(name);

const getMetadata = (name: unknown, target: Target, property?: Key): unknown => {
  for (let at: Target | null = target; at !== null; at = Object.getPrototypeOf(at) as Target | null) {
    const value = getOwnMetadata(name, at, property);
    if (value !== undefined) return value;
  }
  return undefined;
};

const metadata =
  (name: unknown, value: unknown) =>
  (target: Target, property?: Key): void =>
    defineMetadata(name, value, target, property);

const additions = { defineMetadata, getOwnMetadata, getMetadata, metadata };

export const provideMetadata = (): void => {
  for (const [name, value] of Object.entries(additions)) {
    if (!(name in Reflect))
      Object.defineProperty(Reflect, name, { value, configurable: true, writable: true });
  }
};
