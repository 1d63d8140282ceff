// The sandbox's certificate authority: made once, kept in the database, so that all instances of the service stamp with
// one key and know each other's certificates.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { isDuplicate } from '../../db/errno.ts';
import { toInstant } from '../../db/instant.ts';
import type { Csd } from '../../einvoicing/mx-cfdi/csd/read-csd.ts';
import type { Sealed } from '../../base/secrets/seal.ts';
import type { Secrets } from '../../base/secrets/secrets.ts';
import { type Issued, makeAuthority, makeCsd, makePacCertificate, type NewCsd } from './issue.ts';

export interface SandboxPacKey {
  readonly certificate: X509Certificate;
  readonly serial: string;
  readonly key: KeyObject;
}

export interface SandboxAuthority {
  readonly certificate: X509Certificate;
  /** What the sandbox PAC signs its stamps with. */
  readonly pac: SandboxPacKey;
  /** A new certificate of this RFC; nobody keeps it but the caller. */
  issueCsd(wanted: NewCsd): Promise<Csd>;
}

/** The RFC under which the sandbox PAC stamps; no company has it. */
export const SANDBOX_PAC_RFC = 'FSP200101AA2';

/** What the database keeps, sealed: both certificates with their keys, base64 DER. */
interface Kept {
  readonly authority: { readonly certificate: string; readonly key: string };
  readonly pac: { readonly certificate: string; readonly key: string };
}

const ROW = 'authority';
const SEAL_NAME = `sandbox_secret/${ROW}`;

const opened = new WeakMap<Database, Promise<SandboxAuthority>>();

/** The authority of this database; made when there is none yet. */
export const openAuthority = (database: Database, secrets: Secrets, now: Date): Promise<SandboxAuthority> => {
  const known = opened.get(database);
  if (known !== undefined) return known;
  const opening = open(database, secrets, now);
  opened.set(database, opening);
  // A failure, such as a lost connection, must not last.
  opening.catch(() => opened.delete(database));
  return opening;
};

/** Issues certificates of the authority, which is made when the first one is asked for. */
export const createIssuer = (database: Database, secrets: Secrets): Pick<SandboxAuthority, 'issueCsd'> => ({
  issueCsd: async (wanted) => (await openAuthority(database, secrets, wanted.now)).issueCsd(wanted),
});

const open = async (database: Database, secrets: Secrets, now: Date): Promise<SandboxAuthority> => {
  const sealed = (await findKept(database)) ?? (await keep(database, secrets, now));
  return toAuthority(JSON.parse(secrets.open(SEAL_NAME, sealed).toString('utf8')) as Kept);
};

const findKept = async ({ reader }: Database): Promise<string | undefined> => {
  const row = await reader
    .selectFrom('sandbox_secret')
    .select('value')
    .where('name', '=', ROW)
    .executeTakeFirst();
  return row?.value;
};

/** What is sealed here, with the names under which it is. */
export const sealedSandboxSecrets = async (db: Database['reader']): Promise<Sealed[]> => {
  const rows = await db.selectFrom('sandbox_secret').select(['name', 'value']).execute();
  return rows.map(({ name, value }) => ({ name: `sandbox_secret/${name}`, text: value }));
};

/** Of two instances that make one at the same time, the second takes the first's. */
const keep = async (database: Database, secrets: Secrets, now: Date): Promise<string> => {
  const authority = await makeAuthority();
  const pac = await makePacCertificate(authority, SANDBOX_PAC_RFC);
  const kept: Kept = { authority: toText(authority), pac: toText(pac) };
  const value = secrets.seal(SEAL_NAME, Buffer.from(JSON.stringify(kept)));
  try {
    await database.kysely
      .insertInto('sandbox_secret')
      .values({ name: ROW, value, created_at: toInstant(now) })
      .execute();
    return value;
  } catch (error) {
    if (!isDuplicate(error, 'PRIMARY')) throw error;
    return (await findKept(database)) ?? value;
  }
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
