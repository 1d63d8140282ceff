// Checks the database: connection, settings and schema.
import type { Config } from '../base/config.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { BASELINE, BEFORE_BASELINE, findGap, readMigrations } from '../db/migrations/index.ts';
import type { DoctorParts } from './parts.ts';
import { findOrganisation } from '../domain/ground/organisations/store.ts';
import { NotReady, StartError } from '../base/start-error.ts';
import { checkCertificates } from './certificates.ts';
import { type Check, fail, formatError, ok, warn } from './check.ts';
import {
  checkComplements,
  checkCreditNotes,
  checkDeliveries,
  checkFilings,
  checkPaidAtOnce,
} from './filings.ts';
import { checkKeptFiles } from './archive.ts';
import { checkDocuments } from './documents.ts';
import { checkNetwork } from './network.ts';
import { checkInboxFolder } from './inbox.ts';
import { checkRates } from './rates.ts';
import { checkSums } from './sums.ts';
import { checkTrail } from './trail.ts';
import { checkTwins } from './twins.ts';
import { checkWebhooks } from './webhooks.ts';
import { appliedMigrations, readClock, readSettings } from '../db/server-facts.ts';
import { listWithoutIban } from '../domain/money/bank-accounts/account.ts';

export const checkDatabase = async (config: Config, parts: DoctorParts): Promise<Check[]> => {
  let embedded: Awaited<ReturnType<typeof startEmbedded>> | undefined;
  let database: Database | undefined;
  try {
    if (config.database === null) {
      embedded = await startEmbedded({
        data_dir: config.data_dir,
        download: config.database_download,
        say: () => undefined,
      });
    }
    const address = embedded?.address ?? config.database;
    if (address === null) throw new Error('there is neither an address nor a server');
    database = await openDatabase(address, { connections: 2, disk: embedded?.folder });
    return await checkOpen(database, config, parts);
  } catch (error) {
    const fix =
      config.database === null
        ? 'Install MariaDB, or set DATABASE_URL.'
        : 'Correct DATABASE_URL, or start that server.';
    const detail = error instanceof StartError ? error.message : formatError(error);
    return [fail('database', detail, fix)];
  } finally {
    await database?.close();
    await embedded?.stop();
  }
};

const checkOpen = async (database: Database, config: Config, parts: DoctorParts): Promise<Check[]> => {
  const { engine, version } = database.server;
  const { check, upToDate } = await checkMigrations(database);
  return [
    ok('database', `${engine === 'mariadb' ? 'MariaDB' : 'MySQL'} ${version}`),
    ...(await checkSettings(database)),
    await checkClock(database),
    check,
    ...(upToDate
      ? [
          await checkWrites(database),
          await checkDemo(database, parts.demo.organisation_id),
          await checkAccounts(database),
          await checkSums(database, new Date()),
          await checkTwins(database),
          ...(await checkRates(parts.rateProviders(config), database, new Date())),
          ...(await checkCertificates(database, config, parts, new Date())),
          await checkFilings(database),
          await checkDeliveries(database),
          await checkDocuments(database),
          await checkNetwork(database, config, new Date()),
          await checkKeptFiles(database),
          ...(await checkInboxFolder(database, config)),
          await checkWebhooks(database, config, parts, new Date()),
          await checkTrail(database, config, new Date()),
          await checkCreditNotes(database),
          await checkComplements(database, new Date()),
          await checkPaidAtOnce(database, new Date()),
        ]
      : []),
  ];
};

const MIN_PACKET = 16 * 1024 * 1024;

const checkSettings = async (database: Database): Promise<Check[]> => {
  const settings = await readSettings(database);
  if (settings === undefined)
    return [
      fail('database settings', 'The server does not tell its settings.', 'Use MariaDB 10.11 or MySQL 8.'),
    ];
  const { character_set, collation, sql_mode, packet } = settings;
  return [
    character_set === 'utf8mb4'
      ? ok('collation', collation)
      : warn(
          'collation',
          `The database is ${collation}; new tables of others would be too.`,
          'ALTER DATABASE … CHARACTER SET utf8mb4.',
        ),
    sql_mode.includes('STRICT_ALL_TABLES') && settings.isolation === 'READ-COMMITTED'
      ? ok('session', 'strict mode, read committed')
      : fail(
          'session',
          `sql_mode ${sql_mode}, isolation ${settings.isolation}.`,
          'Something between service and server resets the session; connect directly.',
        ),
    packet >= MIN_PACKET
      ? ok('max_allowed_packet', `${Math.floor(packet / 1024 / 1024)} MiB`)
      : warn('max_allowed_packet', `Only ${packet} bytes.`, 'Set max_allowed_packet to 64M on the server.'),
  ];
};

const checkWrites = async (database: Database): Promise<Check> => {
  try {
    await database.ready();
    return ok('writes', 'taken');
  } catch (error) {
    const fix =
      error instanceof NotReady && error.reason === 'storage_full'
        ? 'Free some space on that disk.'
        : 'Name a server that takes writes in DATABASE_URL, or end its read_only.';
    return fail('writes', formatError(error), fix);
  }
};

const WARN_SKEW_MS = 2_000;
const FAIL_SKEW_MS = 60_000;

const checkClock = async (database: Database): Promise<Check> => {
  const asked = Date.now();
  const there = await readClock(database);
  const here = (asked + Date.now()) / 2;
  const skew = Math.round(Math.abs(there - here));
  const detail = `${skew} ms apart from the database's`;
  const fix = 'Set the clocks of both machines by NTP.';
  if (skew > FAIL_SKEW_MS) return fail('clock', detail, fix);
  return skew > WARN_SKEW_MS ? warn('clock', detail, fix) : ok('clock', detail);
};

const checkMigrations = async (
  database: Database,
): Promise<{ readonly check: Check; readonly upToDate: boolean }> => {
  const applied = await appliedMigrations(database);
  const gap = findGap(applied, BASELINE);
  if (gap !== undefined) {
    const fix = `Start ${BEFORE_BASELINE} on them once, then this one.`;
    return { check: fail('migrations', `The tables ${gap}.`, fix), upToDate: false };
  }
  const pending = readMigrations().filter(({ name }) => !applied.has(name));
  if (pending.length === 0) return { check: ok('migrations', 'all applied'), upToDate: true };
  const fix = 'npm start, or any other admin command, applies them.';
  return { check: warn('migrations', `${pending.length} not applied yet.`, fix), upToDate: false };
};

const checkDemo = async ({ reader }: Database, organisationId: string): Promise<Check> => {
  const demo = await findOrganisation(reader, organisationId);
  return ok(
    'demo',
    demo === undefined
      ? 'not made; "npm run admin -- demo" makes it'
      : `${demo.id}; "npm run admin -- demo" shows its keys`,
  );
};

const NAME = 'bank accounts';

export const checkAccounts = async ({ reader }: Database): Promise<Check> => {
  const [first, ...others] = await listWithoutIban(reader);
  if (first === undefined) return ok(NAME, 'invoices say where to pay');
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return warn(
    NAME,
    `${first.name}${more} ${others.length === 0 ? 'has' : 'have'} no account with an IBAN, so invoices do not say where to pay.`,
    `bank-account create --entity ${first.id} --iban …`,
  );
};
