// Checks each environment variable by itself, so that one wrong value does not hide the others.
import type { Variable } from '../../generated/configuration.ts';
import { type Config, readConfig } from '../base/config.ts';
import { type DatabaseAddress, placeOf, placesOf } from '../base/database-address.ts';
import { StartError } from '../base/start-error.ts';
import { type Check, fail, formatError, ok } from './check.ts';
import { readHost } from './pac.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const databasePlace = (address: DatabaseAddress | null): string =>
  address === null
    ? 'the private server'
    : `${address.database} at ${placesOf(address).map(placeOf).join(', ')}`;

/** How each value is displayed; never shows a password. */
const VARIABLES = {
  HOST: ({ host }) => host,
  PORT: ({ port }) => String(port),
  ADMIN_HOST: ({ admin_host }) => admin_host,
  ADMIN_PORT: ({ admin_port }) => String(admin_port),
  DATABASE_URL: ({ database }) => databasePlace(database),
  DATABASE_MIGRATION_URL: ({ database_migration }) =>
    database_migration === null
      ? 'the user of DATABASE_URL migrates'
      : `user ${database_migration.user} migrates ${databasePlace(database_migration)}`,
  DATABASE_POOL: ({ database_pool }) => String(database_pool),
  DATABASE_DOWNLOAD: ({ database_download }) => (database_download ? 'allowed' : 'not allowed'),
  DATA_DIR: ({ data_dir }) => data_dir,
  INBOX_DIR: ({ inbox_dir }) => inbox_dir ?? 'none',
  CONSOLE: ({ console }) => (console ? 'pages for people' : 'no pages'),
  PUBLIC_URL: ({ public_url }) => public_url ?? 'the loopback address; needed for pages elsewhere',
  TRUSTED_PROXY: ({ trusted_proxies }) =>
    trusted_proxies.length === 0 ? 'none' : trusted_proxies.join(', '),
  WEBHOOK_NETWORKS: ({ webhook_networks }) =>
    webhook_networks.length === 0 ? 'public addresses alone' : webhook_networks.join(', '),
  RATE_LIMIT: ({ rate_limit }) => (rate_limit === null ? 'as in the spec' : String(rate_limit)),
  ALLOWED_ORIGINS: ({ allowed_origins }) =>
    allowed_origins.length === 0 ? 'none' : allowed_origins.join(', '),
  LOG_LEVEL: ({ log_level }) => log_level,
  // The key is a secret: report only whether it can be read.
  MASTER_KEY: ({ master_key }) => (master_key === null ? 'a file in DATA_DIR' : 'set'),
  AUDIT_CHECKPOINT_FILE: ({ audit_checkpoint_file }) => audit_checkpoint_file ?? 'none',
  AUDIT_CHECKPOINT_URL: ({ audit_checkpoint_url: url }) => (url === null ? 'none' : new URL(url).host),
  PAC_URL: ({ pac }) => (pac === null ? "the service's sandbox" : new URL(pac.url).host),
  ACCESS_POINT_URL: ({ access_point }) =>
    access_point === null ? "the service's sandbox" : new URL(access_point.url).host,
  BANXICO_TOKEN: ({ banxico_token }) => (banxico_token === null ? 'none' : 'set'),
  BANXICO_URL: ({ banxico_url }) => banxico_url,
  ECB_RATES: ({ ecb_rates }) => (ecb_rates ? 'on' : 'off'),
  ECB_URL: ({ ecb_url }) => ecb_url,
  CHECK_ANSWERS: ({ check_answers }) => (check_answers ? 'on' : 'off'),
  SMTP_URL: ({ smtp_url }) => (smtp_url === null ? 'the mail folder' : readHost(smtp_url)),
  MAIL_FROM: ({ mail_from }) => mail_from,
} as const satisfies Readonly<Partial<Record<Variable, (config: Config) => string>>>;

export const checkConfiguration = (environment: Environment): Check[] => {
  const checks = Object.entries(VARIABLES).map(([name, show]) => checkVariable(name, environment, show));
  if (checks.some(({ status }) => status === 'FAIL')) return checks;
  try {
    readConfig(environment);
    return checks;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [...checks, fail('configuration', formatError(error), 'Correct the environment and start again.')];
  }
};

const checkVariable = (name: string, environment: Environment, show: (config: Config) => string): Check => {
  const value = environment[name];
  const isSet = value !== undefined && value.trim() !== '';
  try {
    const config = readConfig(isSet ? { [name]: value, ...beside(name, environment) } : {});
    return ok(name, `${show(config)}${isSet ? '' : ' (default)'}`);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return fail(name, formatError(error), `Correct ${name}, or unset it to take the default.`);
  }
};

/** What concerns a pair of variables is reported for the pair, not for either one. */
const beside = (name: string, { DATABASE_URL }: Environment): Environment => {
  if (name === 'DATABASE_MIGRATION_URL') return { DATABASE_URL };
  if (name === 'PORT') return { ADMIN_PORT: '0' };
  return name === 'ADMIN_PORT' ? { PORT: '0' } : {};
};
