// Which statements an engine that shards by company has no plan for, or only a costly one, as the documentation of Vitess and
// TiDB says, and why each is accepted nevertheless. One that no reason accepts fails the listing.

/** A folded statement. */
interface Folded {
  readonly text: string;
  /** Tables with rows of companies, and others, one for each mention. */
  readonly tenant: readonly string[];
  readonly other: readonly string[];
  /** How often `entity_id` is bound to one company, or to that of another table; and to several. */
  readonly bound: number;
  readonly several: number;
  readonly writes: boolean;
}

interface Accepted {
  readonly reason: string;
  readonly when: (statement: Folded) => boolean;
}

interface Rule {
  readonly name: string;
  /** What the engines do with such a statement. */
  readonly engines: string;
  readonly finds: (statement: Folded) => boolean;
  readonly accepted: readonly Accepted[];
}

const TABLE = /\b(?:from|into|update|join)\s+(\w+)/g;
const BOUND = /\bentity_id = (?:\?|\w+\.entity_id)/g;
const SEVERAL = /\bentity_id in \((?:\.\.\.|\?)\)/g;

const foldedOf = (text: string, tenants: ReadonlySet<string>, tables: ReadonlySet<string>): Folded => {
  const named = [...text.matchAll(TABLE)].map(([, table = '']) => table).filter((table) => tables.has(table));
  const inserts = /^(?:insert|replace)/.test(text);
  const values = inserts && /\bentity_id\b/.test(text.split(/ values /)[0] ?? '') ? 1 : 0;
  return {
    text,
    tenant: named.filter((table) => tenants.has(table)),
    other: named.filter((table) => !tenants.has(table)),
    bound: [...text.matchAll(BOUND)].length + values,
    several: [...text.matchAll(SEVERAL)].length,
    writes: !/^(?:select|with)/.test(text),
  };
};

/** A subquery in the condition over a derived table. */
const CORRELATED = /from \( ?select .*\) (?:as )?\w+ where .*\( ?select/;
/** Rows of it are cut before what is outside. */
const CUT = /from \( ?select .*limit/;

/** Not all of its tables are bound to a company. */
const isUnbound = ({ tenant, bound, several }: Folded): boolean => bound + several < tenant.length;
const isOfOne = (statement: Folded): boolean => !isUnbound(statement) && statement.several === 0;

const onlyOf =
  (...tables: readonly string[]) =>
  ({ tenant }: Folded): boolean =>
    tenant.every((table) => tables.includes(table));

const ONE_COMPANY: Accepted = {
  reason: 'all of it is of one company, so that it is sent whole to the shard of that company',
  when: isOfOne,
};
const POLLS: Accepted = {
  reason: 'a poll or a sweep of the worker along an index, which no call waits for',
  when: onlyOf('outbox', 'trail_pending', 'trail_state', 'trail_leaf', 'idempotency', 'complement'),
};
const OWNER: Accepted = {
  reason: 'a person or a command names a record by its id alone: one look-up by key on each shard',
  when: ({ text }) => /^select (?:\w+\.)?entity_id(?:, [\w., ]+)? from \w+ where .*\bid = \?/.test(text),
};
const OVER_ALL: Accepted = {
  reason: 'the doctor, an export of the trail or the metrics, which read all of the books',
  when: ({ text, writes }) => !writes && /^select (?:count|coalesce|entity_id|distinct|exists|\?)/.test(text),
};
const SEARCH: Accepted = {
  reason:
    'one search over the companies of an organisation: each shard answers, cut at a few thousand rows, and the service puts them together; the key of a company asks one shard',
  when: ({ tenant, writes }) => !writes && tenant.every((table) => table.startsWith('search_')),
};
const AT_A_GLANCE: Accepted = {
  reason:
    'what waits for a person, what a key has open, and figures, in all companies of an organisation: rows along an index of each shard, put together by key',
  when: ({ writes, tenant, text }) => !writes && new Set(tenant).size === 1 && !/\bjoin\b/.test(text),
};
const SIDE_BY_SIDE: Accepted = {
  reason: 'its tables are joined by company, so that each shard joins its own rows',
  when: ({ writes, text }) => !writes && /\bjoin\b.* on \w+\.entity_id = \w+\.entity_id/.test(text),
};
/** Each part of a union groups by company. */
const SUMS: Accepted = {
  reason:
    'sums of each company, which one shard has whole and sums; the parts of the union come one after another',
  when: ({ writes, text }) =>
    !writes && text.split(/\bunion all\b/).every((part) => / group by entity_id\b/.test(part)),
};

export const RULES: readonly Rule[] = [
  {
    name: 'names no company',
    engines:
      'Vitess asks every shard, and a write to all of them is not atomic; on TiDB it reads all regions',
    finds: (statement) => statement.tenant.length > 0 && isUnbound(statement),
    accepted: [POLLS, OWNER, OVER_ALL],
  },
  {
    name: 'names several companies',
    engines:
      'Vitess asks the shards of these companies at once and puts the rows together; TiDB reads them as ranges',
    finds: ({ several }) => several > 0,
    accepted: [OWNER, SEARCH, AT_A_GLANCE, SIDE_BY_SIDE, SUMS],
  },
  {
    name: 'correlated subquery over a derived table',
    engines: 'Vitess has no plan for it where the derived table is of several shards',
    finds: ({ text }) => CORRELATED.test(text),
    accepted: [
      ONE_COMPANY,
      {
        reason:
          'of one company it is sent whole to a shard; for the key of an organisation there is no plan, and the service would ask company by company, which on one server costs a statement for each',
        when: ({ tenant, writes }) => !writes && tenant.every((table) => table === 'search_token'),
      },
    ],
  },
  {
    name: 'derived table with a limit over several companies',
    engines:
      'Vitess gathers the inner rows of each shard before it cuts, and what is outside is done in its gate',
    finds: ({ text, several }) => several > 0 && CUT.test(text),
    accepted: [SEARCH],
  },
  {
    name: 'union',
    engines: 'Vitess sends a union to a shard only as a whole; else each part is gathered in its gate',
    finds: ({ text }) => /\bunion\b/.test(text),
    accepted: [ONE_COMPANY, SEARCH, SUMS],
  },
  {
    name: 'join of a table of companies with one of none',
    engines:
      'Vitess joins across keyspaces row by row; the others are copied to each shard as reference tables',
    finds: ({ tenant, other, text }) => tenant.length > 0 && other.length > 0 && /\bjoin\b/.test(text),
    accepted: [
      {
        reason:
          'the names of members, which change seldom and are read by key: a reference table on each shard',
        when: ({ other, writes }) => !writes && other.every((table) => table === 'member'),
      },
      {
        reason:
          'the list of article 69-B, which is of no company and imported for all: a reference table on each shard',
        when: ({ other, writes }) => !writes && other.every((table) => table.startsWith('efos_')),
      },
      {
        reason:
          'before a change: whether anybody is told of it, of the part without shards, and the newest row of the trail, of the shard; a row of each, put together in the gate',
        when: ({ text, tenant, other }) =>
          other.every((table) => table === 'webhook_endpoint') &&
          tenant.every((table) => table === 'audit') &&
          /\blimit \?/.test(text),
      },
    ],
  },
  {
    name: 'locking read',
    engines:
      'over several shards Vitess locks each on its own, in no order; on TiDB a lock is a round trip to the leader',
    finds: ({ text, tenant }) => /for update/.test(text) && tenant.length > 0,
    accepted: [ONE_COMPANY],
  },
  {
    name: 'insert from a select',
    engines: 'Vitess reads and inserts shard by shard, not atomically over several',
    finds: ({ text, tenant }) => /^(?:insert|replace)\b.*\bselect\b/.test(text) && tenant.length > 0,
    accepted: [ONE_COMPANY],
  },
  {
    name: 'update or delete with a limit',
    engines: 'Vitess has it for one shard only',
    finds: ({ text }) => /^(?:update|delete)\b.*\blimit\b/.test(text),
    accepted: [
      ONE_COMPANY,
      {
        reason: 'a table of the organisation, which is not sharded',
        when: ({ tenant }) => tenant.length === 0,
      },
      POLLS,
    ],
  },
];

/** They choose a plan on a shard and change no answer, so that they are counted and not named one by one. */
const HINTS = [/force index/g, /straight_join/g];

export interface Shards {
  readonly text: string;
  /** Findings that no reason accepts. */
  readonly open: readonly string[];
}

export const shardsOf = (
  texts: readonly string[],
  tenants: ReadonlySet<string>,
  tables: ReadonlySet<string>,
): Shards => {
  const open: string[] = [];
  const statements = texts.map((text) => foldedOf(text, tenants, tables));
  const parts = RULES.map(({ name, engines, finds, accepted }) => {
    const found = statements.filter(finds);
    const byReason = new Map<string, string[]>();
    for (const statement of found) {
      const reason = accepted.find(({ when }) => when(statement))?.reason;
      if (reason === undefined) open.push(`${name}: ${statement.text}`);
      const key = reason ?? 'NOT ACCEPTED';
      byReason.set(key, [...(byReason.get(key) ?? []), statement.text]);
    }
    const reasons = [...byReason].map(([reason, each]) =>
      [`  accepted: ${reason}`, ...each.map((text) => `    ${text.slice(0, 200)}`)].join('\n'),
    );
    return [`${name} (${found.length} of ${statements.length}): ${engines}`, ...reasons].join('\n');
  });
  const hints = HINTS.map((hint) => `${hint.source} in ${texts.filter((text) => text.match(hint)).length}`);
  const told = `hints (${hints.join(', ')}): Vitess hands them to the shard as they are; TiDB takes them, and warns where an index is not there`;
  return { text: `${[...parts, told].join('\n\n')}\n`, open };
};
