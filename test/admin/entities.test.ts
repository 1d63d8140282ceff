import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Admin, adminOn, deEntity, mxEntity } from './support.ts';

describe('entities', () => {
  let db: TestDatabase;
  let admin: Admin;
  let org: string;
  before(async () => {
    db = await createTestDatabase();
    admin = adminOn(db.url);
    org = (await admin.json('org', 'create', '--name', 'Despacho Ibarra')).id;
  });
  after(() => db.close());

  const made = async (...args: string[]) => {
    const answer = await admin.json(...args);
    const entities = await admin.json('entity', 'list');
    return { ...answer, record: entities.find(({ id }: { id: string }) => id === answer.id) };
  };

  it('makes a Mexican company; the first one is the default', async () => {
    const { id, warnings, record } = await made(...mxEntity(org));
    assert.deepEqual(warnings, []);
    assert.deepEqual(record, {
      object: 'entity',
      id,
      entity_id: id,
      name: 'CAFE ALTURA DEL SUR',
      country_code: 'MX',
      filing_model: 'clearance',
      currency: 'MXN',
      tax_id: 'CAS180312KQ0',
      active: true,
      closed_through: null,
      is_default: true,
      organisation_id: org,
      time_zone: 'America/Mexico_City',
      postal_code: '06600',
      difference_limit: '0.99',
      retention_years: 10,
      details: { fiscal_regime_code: '601' },
    });
  });

  it('makes a German company, and derives its Peppol id', async () => {
    const { record } = await made(...deEntity(org));
    assert.equal(record.currency, 'EUR');
    assert.equal(record.time_zone, 'Europe/Berlin');
    assert.equal(record.is_default, false);
    assert.equal(record.tax_id, 'DE312847567');
    assert.deepEqual(record.details, {
      vat_id: 'DE312847567',
      participant_id: '9930:DE312847567',
      street: 'Am Sandtorkai 50',
      city: 'Hamburg',
      contact_name: 'Buchhaltung',
      contact_email: 'rechnung@nordlicht.example',
      contact_phone: '+49 40 5550110',
    });
  });

  it('takes the time zone from the postal code, or as it is told', async () => {
    const tijuana = mxEntity(org, 'HTE150130RW0').map((word) =>
      word === '--postal-code=06600' ? '--postal-code=22000' : word,
    );
    assert.equal((await made(...tijuana)).record.time_zone, 'America/Tijuana');
    const told = [...mxEntity(org, 'EVA020718QX8'), '--time-zone', 'america/ojinaga'];
    assert.equal((await made(...told)).record.time_zone, 'America/Ojinaga');
  });

  it('notes the days of the border stimulus', async () => {
    const { record } = await made(
      ...mxEntity(org, 'EKU9003173C9'),
      '--border-stimulus-from=2026-01-01',
      '--fiscal-regime=601',
    );
    assert.equal(record.details.border_stimulus_from, '2026-01-01');
    const ended = await admin.json('entity', 'update', record.id, '--border-stimulus-to', '2026-12-31');
    assert.deepEqual(
      [ended.details.border_stimulus_from, ended.details.border_stimulus_to],
      ['2026-01-01', '2026-12-31'],
    );
  });

  it('reads a VAT id or a tax number from --tax-id', async () => {
    const de = [
      'entity',
      'create',
      '--org',
      org,
      '--name',
      'Kontor GmbH',
      '--country',
      'de',
      '--postal-code',
      '10115',
    ];
    const vat = await made(...de, '--tax-id', 'de 815 734 626');
    assert.equal(vat.record.tax_id, 'DE815734626');
    assert.deepEqual(vat.warnings, [
      'Without --street, --city, --contact-name, --contact-email, --contact-phone no invoice of the entity can be filed.',
    ]);
    const number = await made(...de, '--tax-id', '12/345/67890');
    assert.deepEqual(
      [number.record.tax_id, number.record.details],
      ['1234567890', { tax_number: '12/345/67890' }],
    );
  });

  it('warns of what filing will ask for', async () => {
    const answer = await admin.json(
      ...mxEntity(org, 'TRM991110PZ9').filter((word) => !word.startsWith('--fiscal-regime')),
    );
    assert.deepEqual(answer.warnings, [
      'The check digit of TRM991110PZ9 does not fit; verify the RFC.',
      'Without --fiscal-regime no invoice of the entity can be filed.',
    ]);
  });

  it('refuses what cannot be right', async () => {
    const mx = (...changes: string[]) => [...mxEntity(org, 'CRO950614H31'), ...changes];
    const cases: [string[], RegExp][] = [
      [mx('--country', 'FR'), /^FR is not a country .* Enabled: DE, MX\./],
      [mx('--tax-id', 'CAS180312'), /--tax-id CAS180312 is not a valid RFC: it needs 3 letters/],
      [mx('--tax-id', 'CAS181312KQ0'), /181312 is not a date YYMMDD/],
      [mx('--tax-id', 'XAXX010101000'), /is the generic RFC; an entity needs its own/],
      [mx('--postal-code', '660'), /--postal-code 660 is not a postal code of MX/],
      [mx('--fiscal-regime', '999'), /--fiscal-regime 999 is not a fiscal regime of the SAT/],
      [mx('--fiscal-regime', '612'), /--fiscal-regime 612 is not open to a moral person/],
      [mx('--vat-id', 'DE312847567'), /--vat-id does not exist in MX/],
      [mx('--border-stimulus-to', '2026-12-31'), /before --border-stimulus-from, which is not set/],
      [mx('--border-stimulus-from', '2026-13-01'), /border-stimulus-from/],
      [[...deEntity(org, 'DE271639485'), '--border-stimulus-from', '2026-01-01'], /does not exist in DE/],
      [mx('--time-zone', 'Mars/Olympus'), /^Mars\/Olympus is not an IANA time zone/],
      [mx('--time-zone', '+02:00'), /is not an IANA time zone/],
      [mxEntity(org), /The tax id CAS180312KQ0 already belongs to the entity CAFE ALTURA DEL SUR/],
      [[...deEntity(org, 'DE12345'), '--city', 'X'], /--vat-id DE12345 is not a VAT id of DE/],
      [[...deEntity(org, 'DE271639485'), '--tax-id', 'DE815734626'], /are two VAT ids; give one/],
      [[...deEntity(org, 'DE271639485'), '--fiscal-regime', '601'], /--fiscal-regime does not exist in DE/],
      [[...deEntity(org, 'DE271639485'), '--contact-phone', '12'], /fewer than three digits/],
      [[...deEntity(org, 'DE271639485'), '--participant-id', 'EM:x'], /not a Peppol participant id/],
      [deEntity(org).filter((word) => !word.startsWith('--vat-id')), /--vat-id is required in DE/],
      [mxEntity(org).slice(0, 5), /--tax-id is required in MX/],
    ];
    const known = await admin.json('entity', 'list');
    for (const [args, message] of cases) assert.match((await admin.refused(...args)).message, message);
    assert.deepEqual(await admin.json('entity', 'list'), known);
  });

  it('allows one tax id in two organisations', async () => {
    const { id: other } = await admin.json('org', 'create', '--name', 'Another');
    const { record } = await made(...mxEntity(other));
    assert.equal(record.is_default, true);
    assert.equal((await admin.json('entity', 'list', '--org', other)).length, 1);
  });

  it('changes only what is given, and keeps both states in the trail', async () => {
    const { id } = (await admin.json('entity', 'list', '--org', org)).find(
      ({ tax_id }: { tax_id: string }) => tax_id === 'DE312847567',
    );
    const changed = await admin.json('entity', 'update', id, '--city', 'Lübeck', '--vat-id', 'DE271639485');
    assert.equal(changed.details.city, 'Lübeck');
    assert.equal(changed.details.street, 'Am Sandtorkai 50');
    assert.deepEqual([changed.tax_id, changed.details.participant_id], ['DE271639485', '9930:DE271639485']);
    const audit = await db.database.kysely
      .selectFrom('audit')
      .select(['entity_id', 'action', 'before', 'after'])
      .where('action', '=', 'entity update')
      .executeTakeFirstOrThrow();
    assert.equal(audit.entity_id, id);
    assert.equal((audit.before as { details: { city: string } }).details.city, 'Hamburg');
    const found = await db.database.kysely
      .selectFrom('search_identifier')
      .select('identifier')
      .where('record_id', '=', id)
      .where('identifier', 'like', 'DE%')
      .execute();
    assert.deepEqual(found, [{ identifier: 'DE271639485' }]);
  });

  it('moves a derived time zone with the postal code, and leaves a chosen one', async () => {
    const entities = await admin.json('entity', 'list', '--org', org);
    const idOf = (taxId: string): string =>
      entities.find(({ tax_id }: { tax_id: string }) => tax_id === taxId).id;
    const derived = await admin.json('entity', 'update', idOf('CAS180312KQ0'), '--postal-code', '77500');
    assert.equal(derived.time_zone, 'America/Cancun');
    const chosen = await admin.json('entity', 'update', idOf('EVA020718QX8'), '--postal-code', '77500');
    assert.equal(chosen.time_zone, 'America/Ojinaga');
  });

  it('refuses an update of nothing, of nobody, and to the tax id of another', async () => {
    const [{ id }] = await admin.json('entity', 'list', '--org', org);
    assert.match((await admin.refused('entity', 'update', id)).message, /Nothing to change/);
    assert.match(
      (await admin.refused('entity', 'update', id, '--tax-id', 'HTE150130RW0')).message,
      /already belongs to/,
    );
    const unknown = 'enti_01h455vb4pex5vsknk084sn02q';
    assert.match(
      (await admin.refused('entity', 'update', unknown, '--name', 'X')).message,
      /There is no entity enti_/,
    );
    assert.equal(
      (await admin.refused('entity', 'list', '--org', 'orgn_01h455vb4pex5vsknk084sn02q')).code,
      'not_found',
    );
  });
});
