// Reads the environment once: every setting is typed and checked before anything starts. The variables with their
// defaults, bounds and words stand in spec/configuration.yaml.
import { resolve } from 'node:path';
import { CONFIGURATION, type Variable, type VariableOf } from '../../generated/configuration.ts';
import { COUNTRIES } from '../../generated/countries.ts';
import { parseDatabaseUrl, type DatabaseAddress } from './database-address.ts';
import { readNetwork } from './network-address.ts';
import { KEY_BYTES } from './secrets/master-key.ts';
import { StartError } from './start-error.ts';

type ChoiceOf<N extends VariableOf<'choice'>> = (typeof CONFIGURATION)[N]['values'][number];
export type LogLevel = ChoiceOf<'LOG_LEVEL'>;

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
  /** Whose folders are watched for files that arrive; null: none is. */
  readonly inbox_dir: string | null;
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
  readonly kind: ChoiceOf<'ACCESS_POINT'>;
  readonly url: string;
  readonly token: string;
}

type Environment = Readonly<Record<string, string | undefined>>;
type DefaultOf<N extends Variable> = (typeof CONFIGURATION)[N]['default'];
/** Reads one variable with the reader of its type; an empty one counts as unset. */
type Read = <N extends Variable, T>(name: N, parse: (text: string, name: N) => T) => T | DefaultOf<N>;

/** The settings, or one `StartError` with a line for each variable that is wrong. */
export const readConfig = (environment: Environment = process.env): Config => {
  const faults: string[] = [];
  const read: Read = (name, parse) => {
    const text = environment[name]?.trim() ?? '';
    if (text === '') return CONFIGURATION[name].default;
    try {
      return parse(text, name);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      faults.push(error.message);
      return CONFIGURATION[name].default;
    }
  };
  const config: Config = {
    host: read('HOST', host),
    port: read('PORT', integer),
    admin_host: read('ADMIN_HOST', host),
    admin_port: read('ADMIN_PORT', integer),
    database: read('DATABASE_URL', parseDatabaseUrl),
    database_migration: read('DATABASE_MIGRATION_URL', parseDatabaseUrl),
    database_pool: read('DATABASE_POOL', integer),
    database_download: read('DATABASE_DOWNLOAD', flag),
    data_dir: resolve(read('DATA_DIR', text)),
    inbox_dir: read('INBOX_DIR', path),
    demo: read('DEMO', flag),
    console: read('CONSOLE', flag),
    public_url: read('PUBLIC_URL', origin),
    trusted_proxies: read('TRUSTED_PROXY', networks),
    webhook_networks: read('WEBHOOK_NETWORKS', networks),
    rate_limit: read('RATE_LIMIT', integer),
    allowed_origins: read('ALLOWED_ORIGINS', origins),
    log_level: read('LOG_LEVEL', choice),
    check_answers: read('CHECK_ANSWERS', flag),
    master_key: read('MASTER_KEY', masterKey),
    audit_checkpoint_file: read('AUDIT_CHECKPOINT_FILE', path),
    audit_checkpoint_url: read('AUDIT_CHECKPOINT_URL', checkpointAddress),
    pac: pacConfig(read),
    access_point: accessPointConfig(read),
    smtp_url: read('SMTP_URL', address),
    mail_from: read('MAIL_FROM', text),
    banxico_token: read('BANXICO_TOKEN', text),
    banxico_url: read('BANXICO_URL', address),
    ecb_rates: read('ECB_RATES', flag),
    ecb_url: read('ECB_URL', address),
    enabled_countries: read('ENABLED_COUNTRIES', countryCodes),
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

const pacConfig = (read: Read): PacConfig | null => {
  const url = read('PAC_URL', address);
  if (url === null) return null;
  return {
    url,
    data_url: read('PAC_DATA_URL', address) ?? url,
    token: read('PAC_TOKEN', text),
    user: read('PAC_USER', text),
    password: read('PAC_PASSWORD', text),
  };
};

const accessPointConfig = (read: Read): AccessPointConfig | null => {
  const url = read('ACCESS_POINT_URL', address);
  if (url === null) return null;
  return { kind: read('ACCESS_POINT', choice), url, token: read('ACCESS_POINT_TOKEN', text) };
};

const refuse = (name: Variable, given: string, allowed: string = CONFIGURATION[name].words): never => {
  throw new StartError(`${name} is "${given}"; it must be ${allowed}.`);
};

const text = (given: string): string => given;

const path = (given: string): string => resolve(given);

const integer = (given: string, name: VariableOf<'integer'>): number => {
  const { from, to } = CONFIGURATION[name];
  const value = Number(given);
  return /^\d{1,9}$/.test(given) && value >= from && value <= to ? value : refuse(name, given);
};

const flag = (given: string, name: VariableOf<'flag'>): boolean =>
  given === '1' || (given === '0' ? false : refuse(name, given));

const choice = <N extends VariableOf<'choice'>>(given: string, name: N): ChoiceOf<N> => {
  const values: readonly ChoiceOf<N>[] = CONFIGURATION[name].values;
  return values.find((value) => value === given) ?? refuse(name, given);
};

const host = (given: string, name: VariableOf<'host'>): string =>
  /^[a-zA-Z0-9.:_%-]+$/.test(given) ? given : refuse(name, given);

const masterKey = (given: string, name: VariableOf<'key'>): Buffer => {
  const bytes = Buffer.from(given, 'base64');
  if (bytes.length === KEY_BYTES) return bytes;
  // What was given is a secret, so it is not shown.
  throw new StartError(`${name} must be ${CONFIGURATION[name].words}.`);
};

/** A mistyped address may hold a password all the same. */
const withoutPassword = (given: string): string => given.replace(/:[^:/@]*@/u, ':…@');

const address = (given: string, name: VariableOf<'address' | 'origin'>): string => {
  const schemes: readonly string[] = CONFIGURATION[name].schemes;
  if (URL.canParse(given) && schemes.includes(new URL(given).protocol)) return given.replace(/\/+$/, '');
  const wanted = schemes.map((scheme) => `${scheme}//`).join(' or ');
  return refuse(name, withoutPassword(given), `an address beginning with ${wanted}`);
};

/** The operator names it, so it may be anywhere; what is signed must not be held back on the way unseen. */
const checkpointAddress = (given: string, name: VariableOf<'checkpoint_address'>): string => {
  const refused = (): never => refuse(name, withoutPassword(given));
  if (!URL.canParse(given)) return refused();
  const { protocol, hostname, username, password } = new URL(given);
  const here = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (username !== '' || password !== '') return refused();
  return protocol === 'https:' || (protocol === 'http:' && here) ? given : refused();
};

/** Passkeys, cookies and links stand on it, so it has no path. */
const origin = (given: string, name: VariableOf<'origin'>): string => {
  const plain = address(given, name);
  return new URL(plain).origin === plain ? plain : refuse(name, given);
};

/** The parts of a list with commas, each of which has to be allowed. */
const list = (given: string, name: Variable, allows: (part: string) => boolean): string[] =>
  given
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (allows(part) ? part : refuse(name, part)));

const countryCodes = (given: string, name: VariableOf<'countries'>): string[] => {
  const known = Object.keys(COUNTRIES);
  return list(
    given.toUpperCase(),
    name,
    (part) => known.includes(part) || refuse(name, part, `a comma-separated list of ${known.join(', ')}`),
  );
};

const origins = (given: string, name: VariableOf<'origins'>): string[] =>
  list(given, name, (part) => URL.canParse(part) && new URL(part).origin === part);

const networks = (given: string, name: VariableOf<'networks'>): string[] =>
  list(given, name, (part) => readNetwork(part) !== undefined);
