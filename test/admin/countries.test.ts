// Countries that are not yet complete: refused until the configuration enables them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { askRegistrations } from '../../src/domain/documents/tasks/create.ts';
import { type TestDatabase, createTestDatabase } from '../support/database.ts';
import { type Admin, NOW, adminOn } from './support.ts';

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
    assert.equal(message, 'NL is not an enabled country. Enabled: DE, MX. ENABLED_COUNTRIES=NL enables it.');
    const { message: unknown } = await enabled.refused(...company('FR', '--tax-id=FR40303265045'));
    assert.match(unknown, /^FR is not a country .* Enabled: AU, DE, GB, MX, NL, SG\./);
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

  it('are told what their register calls them, which --tax-number states', async () => {
    const told = async (...args: string[]) => {
      const { id, warnings = [] } = await enabled.json(...args);
      const { tax_id, details } = await enabled.json('entity', 'show', id);
      return [
        tax_id,
        details.tax_number ?? null,
        warnings.filter((text: string) => text.includes('the network takes')),
      ];
    };
    const lacks = (option: string, names: string, country: string) =>
      `Without ${option} (${names}) the network takes no invoice of the entity to companies in ${country}.`;
    const kvk = [lacks('--tax-number', 'KvK number or OIN', 'NL')];
    assert.deepEqual(await told(...company('NL', '--tax-id=NL820471616B01')), ['NL820471616B01', null, kvk]);
    assert.deepEqual(await told(...company('NL', '--vat-id=NL820471616B02', '--tax-number=1234567')), [
      'NL820471616B02',
      '1234567',
      kvk,
    ]);
    assert.deepEqual(await told(...company('NL', '--vat-id=NL820471616B03', '--tax-number=12345678')), [
      'NL820471616B03',
      '12345678',
      [],
    ]);
    assert.deepEqual(
      await told(...company('NL', '--tax-id=NL820471616B04', '--participant-id=0106:52814397')),
      ['NL820471616B04', null, []],
    );
    assert.deepEqual(await told(...company('SG', '--tax-id=M90312345A')), [
      'M90312345A',
      null,
      [lacks('--tax-number', 'UEN', 'SG')],
    ]);
    assert.deepEqual(await told(...company('GB', '--tax-id=GB987654321')), ['GB987654321', null, []]);
    const { message } = await enabled.refused(
      ...company('NL', '--tax-id=12345679', '--vat-id=NL820471616B05', '--tax-number=12345678'),
    );
    assert.equal(message, '--tax-id 12345679 and --tax-number 12345678 are two tax numbers; give one.');
    const { message: mexican } = await enabled.refused(
      ...company('MX', '--tax-id=PRO840423SG8', '--postal-code=06600', '--tax-number=1'),
    );
    assert.equal(mexican, '--tax-number does not exist in MX.');
  });

  it('those of an earlier release are asked by a task, once', async () => {
    const { id } = await enabled.json(...company('NL', '--tax-id=NL820471616B06'));
    const { id: whole } = await enabled.json(
      ...company('NL', '--tax-id=NL820471616B07', '--participant-id=0106:52814397'),
    );
    const { kysely } = db.database;
    await kysely
      .updateTable('entity')
      .set({ registration_asked: false })
      .where('id', 'in', [id, whole])
      .execute();
    const books = openBooks(db.database);
    await Promise.all([askRegistrations(books, NOW), askRegistrations(books, NOW)]);
    await askRegistrations(books, NOW);
    const tasks = await kysely
      .selectFrom('task')
      .select(['entity_id', 'title', 'description', 'priority', 'status', 'taskable_type', 'taskable_id'])
      .execute();
    assert.deepEqual(tasks, [
      {
        entity_id: id,
        title: 'State the KvK number or OIN of Company of NL',
        description: `The network takes no invoice to companies in NL without it. An administrator sets it in the settings of the company.`,
        priority: 'high',
        status: 'pending',
        taskable_type: 'Entity',
        taskable_id: id,
      },
    ]);
    const trail = await kysely
      .selectFrom('audit')
      .select(['actor_type', 'action'])
      .where('entity_id', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    assert.deepEqual(trail, [{ actor_type: 'system', action: 'entity ask registration' }]);
    assert.deepEqual(
      await kysely.selectFrom('entity').select('id').where('registration_asked', '=', false).execute(),
      [],
    );
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
