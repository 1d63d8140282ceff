// The sandbox's certificate authority: created once and kept in the database, so that all instances of the service
// stamp with one key and accept each other's certificates.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import type { Csd } from '../../einvoicing/mx-cfdi/csd/read-csd.ts';
import type { Sealed, Secrets } from '../../base/secrets/secrets.ts';
import { type Issued, makeAuthority, makeCsd, makePacCertificate, type NewCsd } from './issue.ts';
import { findSecret, insertSecret, listSecrets } from './store.ts';

export interface SandboxPacKey {
  readonly certificate: X509Certificate;
  readonly serial: string;
  readonly key: KeyObject;
}

export interface SandboxAuthority {
  readonly certificate: X509Certificate;
  /** What the sandbox PAC signs its stamps with. */
  readonly pac: SandboxPacKey;
  /** A new certificate for this RFC; only the caller keeps it. */
  issueCsd(wanted: NewCsd): Promise<Csd>;
}

/** The RFC under which the sandbox PAC stamps; it belongs to no company. */
export const SANDBOX_PAC_RFC = 'FSP200101AA2';

/** What the database keeps, sealed: both certificates with their keys, base64 DER. */
interface Kept {
  readonly authority: { readonly certificate: string; readonly key: string };
  readonly pac: { readonly certificate: string; readonly key: string };
}

const ROW = 'authority';
const SEAL_NAME = `sandbox_secret/${ROW}`;

const opened = new WeakMap<Database, Promise<SandboxAuthority>>();

/** The authority of this database; created when there is none yet. */
export const openAuthority = (database: Database, secrets: Secrets, now: Date): Promise<SandboxAuthority> => {
  const known = opened.get(database);
  if (known !== undefined) return known;
  const opening = open(database, secrets, now);
  opened.set(database, opening);
  // A failure, such as a lost connection, must not be cached.
  opening.catch(() => opened.delete(database));
  return opening;
};

/** Issues certificates of the authority, which is made when the first one is asked for. */
export const createIssuer = (database: Database, secrets: Secrets): Pick<SandboxAuthority, 'issueCsd'> => ({
  issueCsd: async (wanted) => (await openAuthority(database, secrets, wanted.now)).issueCsd(wanted),
});

const open = async (database: Database, secrets: Secrets, now: Date): Promise<SandboxAuthority> => {
  const sealed = (await findSecret(database, ROW)) ?? (await create(database, secrets, now));
  return toAuthority(JSON.parse(secrets.open(SEAL_NAME, sealed).toString('utf8')) as Kept);
};

/** All sealed secrets of the sandbox, with the names that their seals bear. */
export const sealedSandboxSecrets = async (reader: Database['reader']): Promise<Sealed[]> => {
  const secrets = await listSecrets(reader);
  return secrets.map(({ name, value }) => ({ name: `sandbox_secret/${name}`, text: value }));
};

/** Of two instances that create an authority at the same time, the second uses that of the first. */
const create = async (database: Database, secrets: Secrets, now: Date): Promise<string> => {
  const authority = await makeAuthority();
  const pac = await makePacCertificate(authority, SANDBOX_PAC_RFC);
  const kept: Kept = { authority: toText(authority), pac: toText(pac) };
  const value = secrets.seal(SEAL_NAME, Buffer.from(JSON.stringify(kept)));
  if (await insertSecret(database, ROW, value, now)) return value;
  return (await findSecret(database, ROW)) ?? value;
};

const toText = ({ certificate, key }: Issued): Kept['pac'] => ({
  certificate: certificate.toString('base64'),
  key: key.toString('base64'),
});

const fromText = ({ certificate, key }: Kept['pac']): Issued => ({
  certificate: Buffer.from(certificate, 'base64'),
  key: Buffer.from(key, 'base64'),
});

const toAuthority = (kept: Kept): SandboxAuthority => {
  const authority = fromText(kept.authority);
  const pac = fromText(kept.pac);
  const certificate = new X509Certificate(pac.certificate);
  return {
    certificate: new X509Certificate(authority.certificate),
    pac: {
      certificate,
      serial: Buffer.from(certificate.serialNumber, 'hex').toString('latin1'),
      key: createPrivateKey({ key: pac.key, format: 'der', type: 'pkcs8' }),
    },
    issueCsd: (wanted) => makeCsd(authority, wanted),
  };
};
