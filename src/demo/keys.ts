// The demo's keys. A secret is known only when its key is made, and `npm start` must always be able to print a ready
// key: so the secrets of the demo, and of nothing else, are kept in a file of the data directory that only its owner
// can read. Keys that no longer work are made anew.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntityId, OrganisationId } from '../../generated/ids.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { issueKey } from '../domain/access/administer.ts';
import { readOnlyScopes } from '../domain/access/identity.ts';
import { findIdentity } from '../domain/access/keys.ts';
import { hashSecret } from '../domain/access/secret.ts';
import { changeOrganisation, newAct, SYSTEM } from '../domain/trail/admin-change.ts';

export interface DemoKey {
  readonly id: string;
  readonly name: string;
  readonly entity_id: EntityId | null;
  readonly scopes: readonly string[];
  readonly secret: string;
}

interface WantedKey {
  readonly name: string;
  readonly entity_id: EntityId | null;
  readonly scopes: Parameters<typeof issueKey>[1]['scopes'];
}

/** One file may serve several databases: its keys stand under the organisation that they belong to. */
type KeyFile = Readonly<Record<string, readonly DemoKey[]>>;

const FILE_NAME = 'demo-keys.json';

interface DemoEntityRef {
  readonly id: EntityId;
  readonly name: string;
}

export const ensureDemoKeys = async (
  database: Database,
  organisationId: OrganisationId,
  entities: readonly DemoEntityRef[],
  now: Date,
  dataDir: string,
): Promise<readonly DemoKey[]> => {
  const wanted: WantedKey[] = [
    { name: 'Demo: all entities', entity_id: null, scopes: ['*'] },
    { name: 'Demo: read only', entity_id: null, scopes: readOnlyScopes() },
    ...entities.map(({ id, name }): WantedKey => ({ name: `Demo: ${name}`, entity_id: id, scopes: ['*'] })),
  ];
  const path = join(dataDir, FILE_NAME);
  const file = await readKeyFile(path);
  const kept = file[organisationId] ?? [];
  const keys: DemoKey[] = [];
  for (const want of wanted) {
    const known = kept.find(({ name, entity_id }) => name === want.name && entity_id === want.entity_id);
    const usable = known !== undefined && (await works(database, known, organisationId, now));
    keys.push(usable ? known : await makeKey(database, organisationId, want, now));
  }
  if (keys.some((key) => !kept.includes(key)))
    await writeKeyFile(path, dataDir, { ...file, [organisationId]: keys });
  return keys;
};

const works = async (
  database: Database,
  key: DemoKey,
  organisationId: string,
  now: Date,
): Promise<boolean> => {
  const identity = await findIdentity(database, hashSecret(key.secret), now);
  return identity !== undefined && identity.organisation_id === organisationId && identity.key_id === key.id;
};

const makeKey = async (
  database: Database,
  organisationId: OrganisationId,
  want: WantedKey,
  now: Date,
): Promise<DemoKey> => {
  const act = newAct(SYSTEM, 'demo', { key: want.name }, now);
  const { id, secret } = await inTransaction(database, (db) =>
    changeOrganisation(db, organisationId, act, (ctx) =>
      issueKey(ctx, { ...want, type: 'copilot', expires_at: null }),
    ),
  );
  return { id, ...want, secret };
};

const readKeyFile = async (path: string): Promise<KeyFile> => {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof value === 'object' && value !== null ? (value as KeyFile) : {};
  } catch {
    // Missing or damaged: the keys are made again.
    return {};
  }
};

const writeKeyFile = async (path: string, dataDir: string, file: KeyFile): Promise<void> => {
  await mkdir(dataDir, { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, path);
};
