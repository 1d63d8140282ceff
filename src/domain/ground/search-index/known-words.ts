// Words that a tenant's vocabulary has for certain, since a transaction that read or wrote them was stored. It never loses
// one, but for a database that is put back to an earlier state, so that what is remembered ends after a while.
interface Known {
  readonly words: Set<string>;
  readonly since: number;
}

const LONGEST_MS = 600_000;
/** Words of all tenants together: some 20 MB. */
const MOST = 200_000;

/** By `vocabularyOf`. */
const tenants = new Map<string, Known>();
const databases = new WeakMap<object, number>();
let opened = 0;
let kept = 0;

/** The same tenant may be in another database that this process has open. */
export const vocabularyOf = (database: object, tenant: string): string => {
  const number = databases.get(database) ?? (opened += 1);
  databases.set(database, number);
  return `${number} ${tenant}`;
};

const forget = (tenant: string): void => {
  kept -= tenants.get(tenant)?.words.size ?? 0;
  tenants.delete(tenant);
};

const find = (tenant: string): Known | undefined => {
  const known = tenants.get(tenant);
  if (known === undefined || performance.now() - known.since < LONGEST_MS) return known;
  forget(tenant);
  return undefined;
};

export const unknownWords = (tenant: string, words: readonly string[]): readonly string[] => {
  const known = find(tenant);
  return known === undefined ? words : words.filter((word) => !known.words.has(word));
};

export const rememberWords = (tenant: string, words: readonly string[]): void => {
  const known = find(tenant) ?? { words: new Set(), since: performance.now() };
  kept -= known.words.size;
  for (const word of words) known.words.add(word);
  kept += known.words.size;
  // The one that was last used is the last to go.
  tenants.delete(tenant);
  tenants.set(tenant, known);
  for (const oldest of tenants.keys()) {
    if (kept <= MOST) break;
    forget(oldest);
  }
};
