// The statements that may touch several companies, or leave open which: each with its reason, and what it costs on an engine
// that shards by company.
import type { Shape } from './statement.ts';

export interface Exception {
  readonly name: string;
  readonly reason: string;
  readonly cost: string;
  /** `path`: the files through which the service came to it, the nearest first. */
  allows(shape: Shape, path: readonly string[]): boolean;
}

const readsOnly =
  (...tables: readonly string[]) =>
  (shape: Shape): boolean =>
    !shape.writes && shape.tables.every((table) => tables.includes(table));

const within =
  (folder: string) =>
  (shape: Shape, path: readonly string[]): boolean =>
    !shape.writes && path.some((file) => file.startsWith(folder));

export const EXCEPTIONS: readonly Exception[] = [
  {
    name: 'queue',
    reason:
      'an instance looks for due work of any company; from its claim on each statement names the company',
    cost: 'a poll asks every shard along an index; so do the metrics',
    allows: ({ writes, text, tables }) =>
      !writes &&
      tables.every((table) => table === 'outbox') &&
      /`open` = \?/.test(text) &&
      !/`id` = \?/.test(text),
  },
  {
    name: 'status',
    reason: 'an instance looks for received CFDI of any company about which the SAT is to be asked',
    cost: 'a poll asks every shard along an index, twice a minute',
    allows: (shape) => readsOnly('sat_status')(shape) && /`next_at` <= \?/.test(shape.text),
  },
  {
    name: 'list',
    reason:
      'the list of article 69-B is one for all companies: an import has each look up its suppliers, and an instance looks for those that are to',
    cost: 'a poll asks every shard once a minute; an import writes one row of each company',
    allows: ({ writes, text, tables }) =>
      writes
        ? text === 'update `efos_check` set `next_at` = ?'
        : tables.every((table) => table === 'entity' || table === 'efos_check') &&
          /`efos_check`.`next_at` <= \?/.test(text),
  },
  {
    name: 'owner',
    reason: 'a person or a command names a record by its id alone',
    cost: 'one look-up by primary key on every shard that holds a company of the organisation',
    allows: ({ writes, text }) => !writes && /^select `entity_id` from `\w+` where .*`id` = \?/.test(text),
  },
  {
    name: 'log',
    reason:
      'the log of the trail is one of an organisation, over all of its companies, and its worker looks for any',
    cost: 'a poll asks every shard; a batch and a verification ask each that holds a company of the organisation',
    allows: ({ tables }) => tables.every((table) => table.startsWith('trail_') || table === 'entity'),
  },
  {
    name: 'proof',
    reason:
      'a verification, and an export of the whole trail, read all companies of an organisation in one snapshot',
    cost: 'each shard that holds one of them reads its records and entries once; a snapshot is of one shard',
    allows: within('src/domain/views/trail/'),
  },
  {
    name: 'acceptance',
    reason: 'a person takes the records of several companies as they are, in one decision',
    cost: 'a transaction over their shards; rare',
    allows: (_, path) =>
      path.some(
        (file) =>
          file === 'src/domain/views/trail/accept.ts' || file === 'src/admin/commands/audit-accept.ts',
      ),
  },
  {
    name: 'search',
    reason: 'one search over all companies of an organisation',
    cost: 'each shard with a company of the organisation answers, the service merges',
    allows: (shape, path) =>
      within('src/domain/views/search/')(shape, path) ||
      within('src/domain/ground/search-index/')(shape, path),
  },
  {
    name: 'portfolio',
    reason: 'all companies of an organisation at a glance',
    cost: 'the same as search, grouped by company',
    allows: within('src/domain/views/overview/'),
  },
  {
    name: 'decisions',
    reason: 'what waits for a person, and the trail, in all companies of an organisation',
    cost: 'the same as search',
    allows: readsOnly('approval', 'cancellation_request', 'certificate', 'audit', 'bank_account'),
  },
  {
    name: 'open work',
    reason: 'what one key of the organisation has open, in all of its companies, before it makes more',
    cost: 'the same as search; a key of one company asks one shard',
    allows: ({ writes, text, tables }) =>
      !writes && tables.every((table) => table === 'task') && /`made_by_key` = \?/.test(text),
  },
  {
    name: 'sums',
    reason: 'an instance looks for accounts of any company whose lines were never counted',
    cost: 'a look at all accounts on every shard each minute; a count names its company',
    allows: within('src/jobs/sums.ts'),
  },
  {
    name: 'unread',
    reason: 'an instance looks for received files of any company that are to be read, or that broke off',
    cost: 'a poll asks every shard along an index; from its claim on each statement names the company',
    allows: ({ writes, text, tables }) =>
      !writes &&
      ((tables.every((table) => table === 'received_document') && /`due_at` <= \?/.test(text)) ||
        (tables.every((table) => table === 'stored_file') && /`sha256` is null/.test(text))),
  },
  {
    name: 'uploads',
    reason: 'who sends a file has nothing but its address; so many of an organisation are open at once',
    cost: 'one look-up by a unique key on every shard for each file that is sent that way',
    allows: readsOnly('received_upload'),
  },
  {
    name: 'doctor',
    reason: 'an administrator checks all books',
    cost: 'reads every shard; not in the way of any call',
    allows: within('src/doctor/'),
  },
  {
    name: 'demo',
    reason: 'the companies of the demo are made in one transaction',
    cost: 'none: only a new private database has a demo',
    allows: (_, path) => path.some((file) => file.startsWith('src/start/demo/')),
  },
  {
    name: 'organisation',
    reason:
      'an endpoint that is switched off leaves a task in the company that it fails; who signs in is noted in each of their organisations',
    cost: 'a transaction over the shard of the organisation and another; rare',
    allows: (_, path) =>
      path.some(
        (file) =>
          file === 'src/domain/across/webhooks/failing.ts' || file.startsWith('src/domain/parties/persons/'),
      ),
  },
  {
    name: 'webhooks',
    reason: 'what an endpoint is told next may be of several companies',
    cost: 'each shard with one of these companies is asked for a page of events',
    allows: readsOnly('event'),
  },
  {
    name: 'restore',
    reason:
      'the rows of a backup fill a new, empty database, table by table, with the sums that an older version lacks',
    cost: 'none on calls; rows of one insert go to several shards',
    allows: (_, path) => path.includes('src/admin/commands/backup.ts'),
  },
  {
    name: 'sweep',
    reason: 'idempotency records that nobody reads any more are deleted by age',
    cost: 'one delete on each shard',
    allows: ({ text }) => text.startsWith('delete from `idempotency` where `created_at` <'),
  },
];
