// Countries that are not yet complete: refused until the configuration enables them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Admin, adminOn, NOW } from './support.ts';

describe('countries in progress', () => {
  let db: TestDatabase;
  let plain: Admin;
  let enabled: Admin;
  let org: string;
  before(async () => {
    db = await createTestDatabase();
    plain = adminOn(db.url);
    enabled = adminOn(db.url, NOW, { ENABLED_COUNTRIES: 'au,GB,NL,SG' });
    org = (await plain.json('org', 'create', '--name', 'Despacho Ibarra')).id;
  });
  after(() => db.close());

  const company = (country: string, ...ids: string[]): string[] => [
    'entity',
    'create',
    '--org',
    org,
    '--name',
    `Company of ${country}`,
    '--country',
    country,
    ...ids,
  ];

  it('are refused in one sentence that says how they are enabled', async () => {
    const { message } = await plain.refused(...company('NL', '--tax-id=NL001234567B01'));
    assert.equal(
      message,
      '--country NL is not an enabled country. ENABLED_COUNTRIES=NL enables it. Enabled: DE, MX.',
    );
    const { message: unknown } = await enabled.refused(...company('FR', '--tax-id=FR40303265045'));
    assert.match(unknown, /--country FR is not an enabled country\..*Enabled: AU, DE, GB, MX, NL, SG\./);
  });

  it('are made where they are enabled, with currency, time zone and address on the network', async () => {
    const cases: [string[], object][] = [
      [
        company('NL', '--vat-id=NL001234567B01', '--tax-id=12345678'),
        { currency: 'EUR', time_zone: 'Europe/Amsterdam', participant_id: '0106:12345678' },
      ],
      [
        company('GB', '--tax-id=GB123456789'),
        { currency: 'GBP', time_zone: 'Europe/London', participant_id: '9932:GB123456789' },
      ],
      [
        company('AU', '--tax-id=51 824 753 556', '--postal-code=4000'),
        { currency: 'AUD', time_zone: 'Australia/Brisbane', participant_id: '0151:51824753556' },
      ],
      [
        company('SG', '--tax-id=200312345A'),
        { currency: 'SGD', time_zone: 'Asia/Singapore', participant_id: '0195:SGUEN200312345A' },
      ],
    ];
    for (const [args, expected] of cases) {
      const { id } = await enabled.json(...args);
      const records = await enabled.json('entity', 'list');
      const { currency, time_zone, details } = records.find((record: { id: string }) => record.id === id);
      assert.deepEqual({ currency, time_zone, participant_id: details.participant_id }, expected);
    }
  });

  it('a country without a file is no value of ENABLED_COUNTRIES', async () => {
    const { code, err } = await adminOn(db.url, NOW, { ENABLED_COUNTRIES: 'UK' }).run('entity', 'list');
    assert.equal(code, 3);
    assert.match(
      err,
      /ENABLED_COUNTRIES is "UK"; it must be a comma-separated list of AU, DE, GB, MX, NL, SG\./,
    );
  });
});
