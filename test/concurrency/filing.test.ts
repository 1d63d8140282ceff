// Decisions and filings that meet: two persons, two workers, a discard, a correction, and many invoices at once.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { runProgram } from '../admin/support.ts';
import {
  ANA,
  eventsOf,
  numbersOf,
  type Office,
  openOffice,
  outboxOf,
  QUICK,
  upTo,
} from '../support/office.ts';
import { ledgerDifferences } from '../support/identities.ts';
import { addInvoice } from '../support/documents.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addMexicanCustomer } from '../tools/support.ts';
import type { Filing } from '../../src/start/filing.ts';
import { startSecondFiling } from '../support/second-filing.ts';
import { longDose } from '../support/dose.ts';

const ROUNDS = longDose(2);

let service: TestService;
let office: Office;
let second: Filing;
before(async () => {
  service = await startTestService({ filing: { timing: QUICK } });
  office = await openOffice(service);
  second = await startSecondFiling(service);
});
after(async () => {
  await second.close();
  await service.close();
});

const by = `--by=${ANA}`;

test('two processes approve one request at once: it is filed once, and both say so', async () => {
  const id = await office.draft('mx');
  const { approval_request_id: request } = await office.submit('mx', id);
  const approve = () => runProgram(office.admin.environment, 'approval', 'approve', request, by, '--json');
  const outcomes = await Promise.all([approve(), approve()]);
  const told = outcomes.map(({ code, out, err }) => {
    assert.equal(code, 0, err);
    return JSON.parse(out) as { outcome: string; filing: { uuid: string } };
  });
  assert.deepEqual(
    told.map(({ outcome }) => outcome),
    ['filed', 'filed'],
  );
  assert.equal(told[0]?.filing.uuid, told[1]?.filing.uuid);
  const events = await eventsOf(office, 'mx', id);
  assert.equal(events.filter((type) => type === 'invoice.approved').length, 1);
  assert.equal(events.filter((type) => type === 'invoice.filed').length, 1);
  assert.equal((await outboxOf(office, id)).filter(({ kind }) => kind === 'file').length, 1);
});

test('the same draft submitted many times at once is one request', async () => {
  const id = await office.draft('de');
  const answers = await Promise.all(upTo(8).map(() => office.submit('de', id)));
  assert.equal(new Set(answers.map(({ approval_request_id }) => approval_request_id)).size, 1);
  assert.equal(answers.filter(({ warnings }) => warnings.length === 0).length, 1);
});

describe('approve against', () => {
  test('discard: a request holds its draft, which is filed', async () => {
    for (const _round of upTo(ROUNDS)) {
      const id = await office.draft('mx');
      const { approval_request_id: request } = await office.submit('mx', id);
      const [approved, discarded] = await Promise.all([
        office.admin.run('approval', 'approve', request, by, '--json'),
        office.admin.run('invoice', 'discard', id, by, '--json'),
      ]);
      assert.equal(discarded.code, 1);
      assert.match(discarded.err, /filing_in_progress|invoice_not_draft/);
      assert.equal((JSON.parse(approved.out) as { outcome: string }).outcome, 'filed');
    }
  });

  test('reject: one of them decides', async () => {
    for (const _round of upTo(ROUNDS)) {
      const id = await office.draft('de');
      const { approval_request_id: request } = await office.submit('de', id);
      const [approved, rejected] = await Promise.all([
        office.admin.run('approval', 'approve', request, by, '--json'),
        office.admin.run('approval', 'reject', request, by, '--reason=No', '--json'),
      ]);
      assert.deepEqual(
        [approved.code, rejected.code].toSorted((a, b) => a - b),
        [0, 1],
      );
      const { filing, status } = await office.settled('de', id);
      assert.equal(status, approved.code === 0 ? 'filed' : 'draft');
      assert.equal(filing.approval?.status, approved.code === 0 ? 'approved' : 'rejected');
    }
  });

  test('a correction of the buyer: what is filed is what was approved', async () => {
    for (const round of upTo(ROUNDS)) {
      const customer = await addMexicanCustomer(service, `CAFE ${String.fromCharCode(64 + round)}`);
      const id = await office.draft('mx', { counterparty_id: customer });
      const { approval_request_id: request } = await office.submit('mx', id);
      await Promise.all([
        office.admin.run('approval', 'approve', request, by, '--json', '--wait=0'),
        office.admin.run('counterparty', 'update', customer, '--postal-code=03100'),
      ]);
      const { filing, status } = await office.settled('mx', id);
      if (status !== 'filed') {
        const told =
          filing.approval?.status === 'cancelled' || filing.last_error?.code === 'changed_after_approval';
        assert.ok(told, JSON.stringify(filing));
        continue;
      }
      const { out } = await office.admin.run('invoice', 'document', id);
      assert.match(out, /DomicilioFiscalReceptor="06600"/);
    }
  });
});

test('32 filings at once over two workers: numbers without a gap, around those that were imported', async () => {
  await office.admin.run('entity', 'update', service.entities.mx, '--invoice-series=P');
  for (const number of ['7', '8', '0012', 'X-1', '15']) {
    await addInvoice(service.database, service.entities.mx, {
      counterparty_id: office.customers.mx,
      total: '1.00',
      series: 'P',
      number,
    });
  }
  // The counter begins above the highest of them.
  const first = await office.approved('mx');
  assert.equal((await office.settled('mx', first.id)).number, '16');
  const drafts = [];
  for (const _index of upTo(32)) drafts.push(await office.draft('mx'));
  const requests = [];
  for (const id of drafts) requests.push((await office.submit('mx', id)).approval_request_id);
  // Imported while they are being filed: a number that the counter has yet to reach.
  const late = addInvoice(service.database, service.entities.mx, {
    counterparty_id: office.customers.mx,
    total: '1.00',
    series: 'P',
    number: '30',
  });
  await Promise.all(requests.map((id) => office.admin.run('approval', 'approve', id, by, '--wait=0')));
  const filed = await Promise.all(drafts.map((id) => office.settled('mx', id)));
  await late;
  assert.ok(filed.every(({ status }) => status === 'filed'));
  const own = filed.map(({ number }) => Number(number)).toSorted((a, b) => a - b);
  const expected = upTo(49)
    .filter((number) => number > 16 && number !== 30)
    .slice(0, 32);
  assert.deepEqual(own, expected);
  assert.equal(new Set(filed.map(({ filing }) => filing.uuid)).size, 32);
  assert.ok((await numbersOf(office, 'mx', 'P')).length >= 32);
  assert.deepEqual(await ledgerDifferences(service.database, service.entities.mx), []);
});
