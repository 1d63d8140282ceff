import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/base/config.ts';

test('nothing configured is a complete configuration', () => {
  assert.deepEqual(readConfig({}), {
    host: '127.0.0.1',
    port: 3000,
    admin_host: '127.0.0.1',
    admin_port: 3001,
    database: null,
    database_migration: null,
    database_pool: 16,
    database_download: true,
    data_dir: resolve('.data'),
    inbox_dir: null,
    demo: true,
    console: true,
    public_url: null,
    trusted_proxies: [],
    webhook_networks: [],
    audit_checkpoint_file: null,
    audit_checkpoint_url: null,
    rate_limit: null,
    allowed_origins: [],
    log_level: 'info',
    check_answers: false,
    master_key: null,
    pac: null,
    access_point: null,
    smtp_url: null,
    mail_from: 'invoices@localhost',
    banxico_token: null,
    banxico_url: 'https://www.banxico.org.mx',
    ecb_rates: false,
    ecb_url: 'https://www.ecb.europa.eu',
    enabled_countries: [],
  });
});

test('an empty variable is an unset one', () => {
  assert.deepEqual(readConfig({ PORT: '', DATABASE_URL: ' ', RATE_LIMIT: '' }), readConfig({}));
});

test('every variable is read', () => {
  const config = readConfig({
    HOST: '::',
    PORT: '0',
    ADMIN_HOST: 'localhost',
    ADMIN_PORT: '65535',
    DATABASE_URL: 'mysql://u:p@db:3307/books',
    DATABASE_MIGRATION_URL: 'mysql://m:p@db:3307/books',
    DATABASE_POOL: '4',
    DATABASE_DOWNLOAD: '0',
    DATA_DIR: '/var/lib/folio',
    INBOX_DIR: '/srv/inbox',
    DEMO: '0',
    CONSOLE: '0',
    PUBLIC_URL: 'https://books.example.com/',
    TRUSTED_PROXY: '10.0.0.5, fd00::/8',
    WEBHOOK_NETWORKS: '10.1.0.0/16',
    AUDIT_CHECKPOINT_FILE: '/var/lib/folio/checkpoints.ndjson',
    AUDIT_CHECKPOINT_URL: 'https://keep.example.com/folio',
    RATE_LIMIT: '0',
    ALLOWED_ORIGINS: 'https://a.example, http://localhost:6274',
    LOG_LEVEL: 'debug',
    CHECK_ANSWERS: '1',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    PAC_URL: 'https://pac.example/',
    PAC_TOKEN: 'pac-token',
    ACCESS_POINT: 'phoss-ap',
    ACCESS_POINT_URL: 'http://127.0.0.1:8080',
    ACCESS_POINT_TOKEN: 'ap-token',
    SMTP_URL: 'smtp://u:p@mail.example:587',
    MAIL_FROM: 'facturas@example.mx',
    BANXICO_TOKEN: 'bmx',
    BANXICO_URL: 'http://127.0.0.1:1',
    ECB_RATES: '1',
    ECB_URL: 'http://127.0.0.1:2',
    ENABLED_COUNTRIES: 'nl, GB',
  });
  assert.deepEqual(
    {
      ...config,
      database: config.database?.database,
      database_migration: config.database_migration?.user,
    },
    {
      host: '::',
      port: 0,
      admin_host: 'localhost',
      admin_port: 65_535,
      database: 'books',
      database_migration: 'm',
      database_pool: 4,
      database_download: false,
      data_dir: '/var/lib/folio',
      inbox_dir: '/srv/inbox',
      demo: false,
      console: false,
      public_url: 'https://books.example.com',
      trusted_proxies: ['10.0.0.5', 'fd00::/8'],
      webhook_networks: ['10.1.0.0/16'],
      audit_checkpoint_file: '/var/lib/folio/checkpoints.ndjson',
      audit_checkpoint_url: 'https://keep.example.com/folio',
      rate_limit: 0,
      allowed_origins: ['https://a.example', 'http://localhost:6274'],
      log_level: 'debug',
      check_answers: true,
      master_key: Buffer.alloc(32, 7),
      pac: {
        url: 'https://pac.example',
        data_url: 'https://pac.example',
        token: 'pac-token',
        user: null,
        password: null,
      },
      access_point: { kind: 'phoss-ap', url: 'http://127.0.0.1:8080', token: 'ap-token' },
      smtp_url: 'smtp://u:p@mail.example:587',
      mail_from: 'facturas@example.mx',
      banxico_token: 'bmx',
      banxico_url: 'http://127.0.0.1:1',
      ecb_rates: true,
      ecb_url: 'http://127.0.0.1:2',
      enabled_countries: ['NL', 'GB'],
    },
  );
});

test('a secret is never shown by what refuses it', () => {
  const wrong = { MASTER_KEY: 'geheim', SMTP_URL: 'smpt://user:geheim@mail.example' };
  assert.throws(
    () => readConfig(wrong),
    ({ message }: Error) => !message.includes('geheim') && message.includes('SMTP_URL'),
  );
});

test('every wrong variable gets a sentence, all of them at once', () => {
  const wrong = {
    HOST: 'http://x',
    PORT: '70000',
    ADMIN_PORT: 'x',
    DATABASE_POOL: '0',
    DATABASE_DOWNLOAD: 'no',
    TRUSTED_PROXY: '10.0.0.0/33',
    RATE_LIMIT: '-1',
    ALLOWED_ORIGINS: 'https://a.example/path',
    LOG_LEVEL: 'loud',
  };
  assert.throws(() => readConfig(wrong), {
    name: 'StartError',
    message: `HOST is "http://x"; it must be an address or host name to listen on, without scheme, port or brackets.
PORT is "70000"; it must be a whole number from 0 to 65535.
ADMIN_PORT is "x"; it must be a whole number from 0 to 65535.
DATABASE_POOL is "0"; it must be a whole number from 1 to 500.
DATABASE_DOWNLOAD is "no"; it must be 0 or 1.
TRUSTED_PROXY is "10.0.0.0/33"; it must be a comma-separated list of addresses and networks like 10.0.0.5, 10.0.0.0/8.
RATE_LIMIT is "-1"; it must be a whole number from 0 to 1000000.
ALLOWED_ORIGINS is "https://a.example/path"; it must be a comma-separated list of origins like https://app.example.com.
LOG_LEVEL is "loud"; it must be one of fatal, error, warn, info, debug, trace, silent.`,
  });
});

test('two listeners cannot share a port', () => {
  assert.throws(() => readConfig({ PORT: '3001' }), /PORT and ADMIN_PORT are both 3001; they must differ\./);
});

test('checkpoints are posted over https, or to this machine', () => {
  for (const url of [
    'https://10.0.0.5/keep?a=1',
    'http://127.0.0.1:9000/',
    'http://localhost/x',
    'http://[::1]:1/',
  ])
    assert.equal(readConfig({ AUDIT_CHECKPOINT_URL: url }).audit_checkpoint_url, url);
  for (const url of [
    'http://keep.example.com/',
    'https://user:geheim@keep.example.com/',
    'ftp://127.0.0.1/',
    'x',
  ])
    assert.throws(
      () => readConfig({ AUDIT_CHECKPOINT_URL: url }),
      ({ message }: Error) =>
        message.endsWith(
          'must be an address beginning with https://, or with http:// on this machine, without user name and password.',
        ) && !message.includes('geheim'),
    );
});
