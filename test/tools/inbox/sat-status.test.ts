// A CFDI that is cancelled after it arrived: the document, its bill and the trail say so, somebody is asked to look, and an
// answer that says nothing new leaves no trace.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openBooks } from '../../../src/domain/across/books/books.ts';
import { keepHeard } from '../../../src/domain/across/inbox/status-heard.ts';
import type { SatAnswer } from '../../../src/domain/documents/sat-status/plan.ts';
import { askDue } from '../../../src/domain/documents/sat-status/status.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { bill, fileOf, NOBODY, readTest } from './support.ts';

const NOW = new Date('2026-11-20T18:00:00Z');
const DAY = 86_400_000;
const IN_FORCE: SatAnswer = { state: 'Vigente', cancellation: '', cancellable: '', efos: '200' };
const CANCELLED: SatAnswer = { ...IN_FORCE, state: 'Cancelado' };

let service: TestService;
let own: string;
before(async () => {
  service = await startTestService({ read: readTest });
  service.setNow(NOW);
  const row = await service.database.kysely
    .selectFrom('entity')
    .select('tax_id')
    .where('id', '=', service.entities.mx)
    .executeTakeFirstOrThrow();
  own = row.tax_id ?? '';
});
after(() => service.close());

const mx = () => service.client(service.keys.mx);

const receive = async (uuid: string, number: string) => {
  const question = {
    uuid,
    issuerRfc: 'PRO840423SG8',
    receiverRfc: own,
    total: '119.00',
    sealEnd: 'AbCd==12',
  };
  const reading = bill(
    {
      uuid,
      number,
      currency: 'MXN',
      buyer: { ...NOBODY, name: 'Us', taxId: own },
      seller: {
        ...NOBODY,
        name: 'Proveedora',
        countryCode: 'MX',
        taxId: 'PRO840423SG8',
        regime: '601',
        street: 'Calle 1',
        city: 'México',
        postalCode: '06000',
      },
    },
    {
      format: 'cfdi',
      seals: { seal: 'valid', certificate: null, stamp: null, question },
    },
  );
  const { received_document } = await mx().receive_document({
    file_name: `${number}.xml`,
    content_base64: fileOf(reading),
  });
  assert.ok(received_document?.bill_id, JSON.stringify(received_document?.issues.map(({ rule }) => rule)));
  return { id: received_document.id, bill_id: received_document.bill_id };
};

const answer = (days: number, said: SatAnswer | null, sandbox = false): Promise<number> => {
  const now = (): Date => new Date(NOW.getTime() + days * DAY);
  const { database } = service;
  const keep = keepHeard(openBooks(database), now);
  return askDue({ database, ask: () => Promise.resolve(said), sandbox, now, keep }, 20);
};

const look = async ({ id, bill_id }: Awaited<ReturnType<typeof receive>>) => {
  const received_document = await mx().get_received_document({ received_document_id: id });
  const { validation } = await mx().get_bill({ bill_id });
  const { data } = await mx().list_tasks({});
  const trail = await service.database.kysely
    .selectFrom('audit')
    .select('record_type')
    .where('record_id', 'in', [id, bill_id])
    .where('action', '=', 'sat status')
    .execute();
  const about = (rule: string): boolean => /^(?:sat|sandbox|status)_/.test(rule);
  return [
    received_document.issues.map(({ rule }) => rule).filter(about),
    validation.status,
    validation.issues.map(({ rule }) => rule),
    data.filter(({ taskable_id }) => taskable_id === bill_id).length,
    trail.map(({ record_type }) => record_type).toSorted(),
  ];
};

test('a later cancellation reaches the document, its bill, the trail and a person', async () => {
  const got = await receive('9ca14d07-3181-43a1-8f5b-2c1bf092a388', 'F 1');
  assert.equal(await answer(0, IN_FORCE), 1);
  assert.deepEqual(await look(got), [[], 'not_checked', [], 0, []]);
  assert.equal(await answer(31, null), 1);
  const silent = ['bill', 'received_document'];
  assert.deepEqual(await look(got), [['status_unchecked'], 'not_checked', ['status_unchecked'], 0, silent]);
  assert.equal(await answer(31.5, null), 1);
  assert.deepEqual((await look(got))[4], silent);
  assert.equal(await answer(32, CANCELLED), 1);
  assert.deepEqual(await look(got), [
    ['sat_cancelled'],
    'invalid',
    ['sat_cancelled'],
    1,
    [...silent, ...silent].toSorted(),
  ]);
  assert.equal(await answer(90, IN_FORCE), 0);
});

test('a sandbox that says cancelled blocks as a sandbox', async () => {
  const got = await receive('9ca14d07-3181-43a1-8f5b-2c1bf092a389', 'F 2');
  assert.equal(await answer(0, IN_FORCE, true), 1);
  assert.deepEqual((await look(got)).slice(0, 3), [['sandbox_answered'], 'not_checked', []]);
  assert.equal(await answer(31, CANCELLED, true), 1);
  assert.deepEqual((await look(got)).slice(0, 4), [
    ['sandbox_cancelled'],
    'invalid',
    ['sandbox_cancelled'],
    1,
  ]);
});
