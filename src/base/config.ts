// Reads the environment once: every setting is typed and checked before anything starts.
import { resolve } from 'node:path';
import { COUNTRIES } from '../../generated/countries.ts';
import { parseDatabaseUrl, type DatabaseAddress } from './database-address.ts';
import { readNetwork } from './network-address.ts';
import { KEY_BYTES } from './secrets/master-key.ts';
import { StartError } from './start-error.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly admin_host: string;
  readonly admin_port: number;
  /** Null: the service starts its own private server below `data_dir`. */
  readonly database: DatabaseAddress | null;
  /** The same database for a user who may change its tables; null: the user of `database` migrates. */
  readonly database_migration: DatabaseAddress | null;
  readonly database_pool: number;
  /** Whether a database server may be fetched when none is installed. */
  readonly database_download: boolean;
  readonly data_dir: string;
  /** Whether a new private database gets a demo organisation. */
  readonly demo: boolean;
  /** Pages for people on the public listener. */
  readonly console: boolean;
  /** Where people and clients reach the service; null: its loopback address. */
  readonly public_url: string | null;
  /** Proxies whose `X-Forwarded-For` is believed: addresses and CIDR networks. */
  readonly trusted_proxies: readonly string[];
  /** Calls per second and key; 0 switches the limiter off, null takes the limit of the spec. */
  readonly rate_limit: number | null;
  /** Addresses and CIDR networks that webhooks may go to though they are not public, over plain http too. */
  readonly webhook_networks: readonly string[];
  /** Web origins, besides the service's own, whose pages may call `/mcp`. */
  readonly allowed_origins: readonly string[];
  readonly log_level: LogLevel;
  /** Validates every answer against its full schema. */
  readonly check_answers: boolean;
  /** Seals private keys at rest: 32 bytes, base64. Null: a key file in `data_dir`, created when first needed. */
  readonly master_key: Buffer | null;
  /** Where checkpoints of the trail are also kept: a file that grows, and an address that they are posted to. */
  readonly audit_checkpoint_file: string | null;
  readonly audit_checkpoint_url: string | null;
  /** Null: the sandbox PAC of the service itself. */
  readonly pac: PacConfig | null;
  /** Null: the sandbox access point of the service itself. */
  readonly access_point: AccessPointConfig | null;
  /** Null: mails are written to `data_dir`/mail. */
  readonly smtp_url: string | null;
  readonly mail_from: string;
  /** Null: the bundled rates only. */
  readonly banxico_token: string | null;
  readonly banxico_url: string;
  readonly ecb_rates: boolean;
  readonly ecb_url: string;
  /** Countries with status progressive that are enabled here. */
  readonly enabled_countries: readonly string[];
}

export interface PacConfig {
  readonly url: string;
  readonly data_url: string;
  readonly token: string | null;
  readonly user: string | null;
  readonly password: string | null;
}

export interface AccessPointConfig {
  readonly kind: 'storecove' | 'phoss-ap';
  readonly url: string;
  readonly token: string;
}

type Environment = Readonly<Record<string, string | undefined>>;
/** Reads one variable; an empty one counts as unset. */
type Read = <T>(name: string, fallback: T, parse: (text: string) => T) => T;

/** The settings, or one `StartError` with a line for each variable that is wrong. */
export const readConfig = (environment: Environment = process.env): Config => {
  const faults: string[] = [];
  const read: Read = (name, fallback, parse) => {
    const text = environment[name]?.trim() ?? '';
    if (text === '') return fallback;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      faults.push(error.message);
      return fallback;
    }
  };
  const config: Config = {
    host: read('HOST', '127.0.0.1', host('HOST')),
    port: read('PORT', 3000, port('PORT')),
    admin_host: read('ADMIN_HOST', '127.0.0.1', host('ADMIN_HOST')),
    admin_port: read('ADMIN_PORT', 3001, port('ADMIN_PORT')),
    database: read<DatabaseAddress | null>('DATABASE_URL', null, parseAddress('DATABASE_URL')),
    database_migration: read<DatabaseAddress | null>(
      'DATABASE_MIGRATION_URL',
      null,
      parseAddress('DATABASE_MIGRATION_URL'),
    ),
    database_pool: read('DATABASE_POOL', 16, integer('DATABASE_POOL', 1, 500)),
    database_download: read('DATABASE_DOWNLOAD', true, flag('DATABASE_DOWNLOAD')),
    data_dir: resolve(read('DATA_DIR', '.data', (text) => text)),
    demo: read('DEMO', true, flag('DEMO')),
    console: read('CONSOLE', true, flag('CONSOLE')),
    public_url: read<string | null>('PUBLIC_URL', null, publicUrl),
    trusted_proxies: read('TRUSTED_PROXY', [], networks('TRUSTED_PROXY')),
    webhook_networks: read('WEBHOOK_NETWORKS', [], networks('WEBHOOK_NETWORKS')),
    rate_limit: read<number | null>('RATE_LIMIT', null, integer('RATE_LIMIT', 0, 1_000_000)),
    allowed_origins: read('ALLOWED_ORIGINS', [], origins('ALLOWED_ORIGINS')),
    log_level: read<LogLevel>('LOG_LEVEL', 'info', oneOf('LOG_LEVEL', LOG_LEVELS)),
    check_answers: read('CHECK_ANSWERS', false, flag('CHECK_ANSWERS')),
    master_key: read<Buffer | null>('MASTER_KEY', null, masterKey),
    audit_checkpoint_file: read<string | null>('AUDIT_CHECKPOINT_FILE', null, (text) => resolve(text)),
    audit_checkpoint_url: read<string | null>('AUDIT_CHECKPOINT_URL', null, checkpointUrl),
    pac: pacConfig(read),
    access_point: accessPointConfig(read),
    smtp_url: read<string | null>('SMTP_URL', null, url('SMTP_URL', ['smtp:', 'smtps:'])),
    mail_from: read('MAIL_FROM', 'invoices@localhost', (text) => text),
    banxico_token: read<string | null>('BANXICO_TOKEN', null, (text) => text),
    banxico_url: read('BANXICO_URL', 'https://www.banxico.org.mx', url('BANXICO_URL', WEB)),
    ecb_rates: read('ECB_RATES', false, flag('ECB_RATES')),
    ecb_url: read('ECB_URL', 'https://www.ecb.europa.eu', url('ECB_URL', WEB)),
    enabled_countries: read('ENABLED_COUNTRIES', [], countryCodes),
  };
  if (config.port === config.admin_port && config.port !== 0 && config.host === config.admin_host) {
    faults.push(`PORT and ADMIN_PORT are both ${config.port}; they must differ.`);
  }
  const { database, database_migration: migration } = config;
  if (migration !== null && database?.database !== migration.database)
    faults.push('DATABASE_MIGRATION_URL must name the database of DATABASE_URL, which must be given too.');
  if (faults.length > 0) throw new StartError(faults.join('\n'));
  return config;
};

const parseAddress =
  (name: string) =>
  (text: string): DatabaseAddress =>
    parseDatabaseUrl(text, name);

const WEB = ['https:', 'http:'];

const pacConfig = (read: Read): PacConfig | null => {
  const address = read<string | null>('PAC_URL', null, url('PAC_URL', WEB));
  if (address === null) return null;
  return {
    url: address,
    data_url: read('PAC_DATA_URL', address, url('PAC_DATA_URL', WEB)),
    token: read<string | null>('PAC_TOKEN', null, (text) => text),
    user: read<string | null>('PAC_USER', null, (text) => text),
    password: read<string | null>('PAC_PASSWORD', null, (text) => text),
  };
};

const accessPointConfig = (read: Read): AccessPointConfig | null => {
  const address = read<string | null>('ACCESS_POINT_URL', null, url('ACCESS_POINT_URL', WEB));
  if (address === null) return null;
  return {
    kind: read('ACCESS_POINT', 'storecove', oneOf('ACCESS_POINT', ['storecove', 'phoss-ap'] as const)),
    url: address,
    token: read('ACCESS_POINT_TOKEN', '', (text) => text),
  };
};

const refuse = (name: string, text: string, allowed: string): never => {
  throw new StartError(`${name} is "${text}"; it must be ${allowed}.`);
};

const integer =
  (name: string, from: number, to: number) =>
  (text: string): number => {
    const value = Number(text);
    return /^\d{1,9}$/.test(text) && value >= from && value <= to
      ? value
      : refuse(name, text, `a whole number from ${from} to ${to}`);
  };

const port = (name: string) => integer(name, 0, 65_535);

const flag =
  (name: string) =>
  (text: string): boolean =>
    text === '1' || (text === '0' ? false : refuse(name, text, '0 or 1'));

const oneOf =
  <T extends string>(name: string, allowed: readonly T[]) =>
  (text: string): T =>
    allowed.find((value) => value === text) ?? refuse(name, text, `one of ${allowed.join(', ')}`);

const host =
  (name: string) =>
  (text: string): string =>
    /^[a-zA-Z0-9.:_%-]+$/.test(text)
      ? text
      : refuse(name, text, 'an address or host name to listen on, without scheme, port or brackets');

const masterKey = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === KEY_BYTES) return bytes;
  // What was given is a secret, so it is not shown.
  throw new StartError('MASTER_KEY must be 32 random bytes in base64; "openssl rand -base64 32" makes one.');
};

const url =
  (name: string, protocols: readonly string[]) =>
  (text: string): string => {
    const wanted = `an address beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol))
      return refuse(name, withoutPassword(text), wanted);
    return text.replace(/\/+$/, '');
  };

/** The operator names it, so it may be anywhere; what is signed must not be held back on the way unseen. */
const checkpointUrl = (text: string): string => {
  const refused = (): never =>
    refuse(
      'AUDIT_CHECKPOINT_URL',
      withoutPassword(text),
      'an address beginning with https://, or with http:// on this machine, without user name and password',
    );
  if (!URL.canParse(text)) return refused();
  const { protocol, hostname, username, password } = new URL(text);
  const here = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (username !== '' || password !== '') return refused();
  return protocol === 'https:' || (protocol === 'http:' && here) ? text : refused();
};

/** Passkeys, cookies and links stand on it, so it has no path. */
const publicUrl = (text: string): string => {
  const plain = url('PUBLIC_URL', WEB)(text);
  if (new URL(plain).origin !== plain)
    return refuse('PUBLIC_URL', text, 'an origin like https://books.example.com, without a path');
  return plain;
};

/** A mistyped address may hold a password all the same. */
const withoutPassword = (text: string): string => text.replace(/:[^:/@]*@/u, ':…@');

const countryCodes = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim().toUpperCase())
    .filter((part) => part !== '')
    .map((part) =>
      Object.hasOwn(COUNTRIES, part)
        ? part
        : refuse('ENABLED_COUNTRIES', part, `a comma-separated list of ${Object.keys(COUNTRIES).join(', ')}`),
    );

const origins =
  (name: string) =>
  (text: string): string[] =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) =>
        URL.canParse(part) && new URL(part).origin === part
          ? part
          : refuse(name, part, 'a comma-separated list of origins like https://app.example.com'),
      );

const networks =
  (name: string) =>
  (text: string): string[] =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) =>
        readNetwork(part) === undefined
          ? refuse(name, part, 'a comma-separated list of addresses and networks like 10.0.0.5, 10.0.0.0/8')
          : part,
      );
