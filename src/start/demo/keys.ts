// API keys of the demo. Only the hash of a key is stored in the database, but the demo must always have a usable key, so
// the secrets of demo keys (and of no others) are kept in a file in the data directory that only its owner can read. Missing or expired keys are made anew; revoked keys are not.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntityId, OrganisationId } from '../../../generated/ids.ts';
import type { Toolset } from '../../../generated/toolsets.ts';
import type { Database } from '../../db/database.ts';
import { issueKey } from '../../domain/parties/access/keys.ts';
import { readOnlyScopes } from '../../domain/parties/access/identity.ts';
import { type KeyRecord, listKeys, findIdentity } from '../../domain/parties/access/store.ts';
import { hashSecret } from '../../domain/parties/access/secret.ts';
import { type Books, newAct, SYSTEM } from '../../domain/ground/change/change.ts';
import { inDataDir, makeFolder } from '../../base/files.ts';

export interface DemoKey {
  readonly id: string;
  readonly name: string;
  readonly entity_id: EntityId | null;
  readonly scopes: readonly string[];
  readonly secret: string;
}

interface DemoKeys {
  readonly keys: readonly DemoKey[];
  readonly new_keys: readonly DemoKey[];
  readonly keys_file: string;
}

interface WantedKey {
  readonly name: string;
  readonly entity_id: EntityId | null;
  readonly scopes: Parameters<typeof issueKey>[1]['scopes'];
  readonly toolsets?: readonly Toolset[];
}

/** The file may hold keys for several databases; each database uses those it knows. */
type KeyFile = readonly DemoKey[];

const FILE_NAME = 'demo-keys.json';

interface DemoEntityRef {
  readonly id: EntityId;
  readonly name: string;
}

export const ensureDemoKeys = async (
  books: Books,
  organisationId: OrganisationId,
  entities: readonly DemoEntityRef[],
  now: Date,
  dataDir: string,
): Promise<DemoKeys> => {
  const wanted: WantedKey[] = [
    { name: 'Demo: all entities', entity_id: null, scopes: ['*'] },
    { name: 'Demo: read only', entity_id: null, scopes: readOnlyScopes() },
    ...entities.map(({ id, name }): WantedKey => ({ name: `Demo: ${name}`, entity_id: id, scopes: ['*'] })),
    {
      name: 'Demo: all entities, with the tool set inbox',
      entity_id: null,
      scopes: ['*'],
      toolsets: ['inbox'],
    },
  ];
  const path = join(dataDir, FILE_NAME);
  const file = await readKeyFile(path);
  const records: readonly KeyRecord[] = await listKeys(books.database.reader, organisationId, now);
  const keys: DemoKey[] = [];
  const made: DemoKey[] = [];
  for (const want of wanted) {
    const isWanted = matches(want);
    const known = await firstThatWorks(books.database, file.filter(isWanted), organisationId, now);
    if (known !== undefined) keys.push(known);
    // A revoked key is not replaced.
    else if (records.findLast(isWanted)?.status !== 'revoked') {
      // Create the folder first: a secret that cannot be saved would be lost.
      inDataDir(dataDir, () => makeFolder(dataDir));
      made.push(await makeKey(books, organisationId, want, now));
      keys.push(...made.slice(-1));
    }
  }
  const elsewhere = file.filter(({ id }) => !records.some((record) => record.id === id));
  const next = [...elsewhere, ...keys];
  if (next.length !== file.length || next.some((key) => !file.includes(key)))
    await writeKeyFile(path, dataDir, next);
  return { keys, new_keys: made, keys_file: path };
};

const matches =
  (want: WantedKey) =>
  ({ name, entity_id }: { readonly name: string; readonly entity_id: string | null }): boolean =>
    name === want.name && entity_id === want.entity_id;

const firstThatWorks = async (
  database: Database,
  keys: readonly DemoKey[],
  organisationId: string,
  now: Date,
): Promise<DemoKey | undefined> => {
  for (const key of keys) {
    const identity = await findIdentity(database, hashSecret(key.secret), now);
    if (identity?.organisation_id === organisationId && identity.key_id === key.id) return key;
  }
  return undefined;
};

const makeKey = async (
  books: Books,
  organisationId: OrganisationId,
  want: WantedKey,
  now: Date,
): Promise<DemoKey> => {
  const act = newAct(SYSTEM, 'demo', { key: want.name }, now);
  const { id, secret } = await books.changeOrganisation(organisationId, act, (ctx) =>
    issueKey(ctx, { ...want, type: 'copilot', expires_at: null }),
  );
  return { id, ...want, secret };
};

const readKeyFile = async (path: string): Promise<KeyFile> => {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return Array.isArray(value) ? value.filter(isDemoKey) : [];
  } catch {
    // A missing or damaged file means that the keys are made again.
    return [];
  }
};

const isDemoKey = (value: unknown): value is DemoKey =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'secret' in value &&
  typeof value.secret === 'string';

const writeKeyFile = async (path: string, dataDir: string, file: KeyFile): Promise<void> => {
  inDataDir(dataDir, () => makeFolder(dataDir));
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, path);
};
