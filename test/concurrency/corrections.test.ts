// Corrections that meet decisions and filings: of two that exclude each other one is carried out, and nothing in halves.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import type { Outcome } from '../admin/support.ts';
import { ledgerDifferences } from '../support/identities.ts';
import { ANA, eventsOf, type Office, openOffice, outboxOf, QUICK, until, upTo } from '../support/office.ts';
import { startTestService, type TestService } from '../support/service.ts';
import type { Filing } from '../../src/start/filing.ts';
import { startSecondFiling } from '../support/second-filing.ts';
import { longDose } from '../support/dose.ts';

const ROUNDS = longDose(2);
const by = `--by=${ANA}`;
const PPD = { country_details: { payment_method: 'PPD' } };

let service: TestService;
let office: Office;
let second: Filing;
before(async () => {
  service = await startTestService({ filing: { timing: QUICK } });
  office = await openOffice(service);
  second = await startSecondFiling(service);
});
after(async () => {
  for (const side of ['mx', 'de'] as const)
    assert.deepEqual(await ledgerDifferences(service.database, service.entities[side]), []);
  await second.close();
  await service.close();
});

const run = (...args: string[]): Promise<Outcome> => office.admin.run(...args, '--json');

/** The code of the refusal; undefined when it was done. */
const refusalOf = ({ code, err }: Outcome): string | undefined =>
  code === 0 ? undefined : (JSON.parse(err) as { error: { code: string } }).error.code;

const filed = async (args?: object): Promise<string> => {
  const { id } = await office.approved('mx', args);
  const { status, filing } = await office.settled('mx', id);
  assert.equal(status, 'filed', JSON.stringify(filing.last_error));
  return id;
};

const quiet = (id: string) =>
  until(
    () => outboxOf(office, id),
    (jobs) => jobs.every(({ open, kind }) => !open || (kind !== 'file' && kind !== 'cancel')),
  );

test('a draft changed while its approval is decided: one wins, and what is filed is what was approved', async () => {
  const changes = join(office.admin.folder, 'changes.json');
  writeFileSync(changes, JSON.stringify({ line_items: [{ description: 'Otro', unit_price: 7 }] }));
  for (const round of upTo(ROUNDS)) {
    const id = await office.draft('mx');
    const { approval_request_id: request } = await office.submit('mx', id);
    const approve = () => run('approval', 'approve', request, by, '--wait=0');
    const update = () => run('invoice', 'update', id, `--file=${changes}`, by);
    const [first, other] = await Promise.all(round % 2 === 0 ? [approve(), update()] : [update(), approve()]);
    const [approved, updated] = round % 2 === 0 ? [first, other] : [other, first];
    await quiet(id);
    const invoice = await office.get('mx', id);
    const codes = [refusalOf(approved ?? first), refusalOf(updated ?? other)];
    assert.equal(codes.filter((code) => code === undefined).length, 1, JSON.stringify(codes));
    if (codes[0] === undefined) {
      assert.deepEqual([invoice.status, invoice.total], ['filed', 1160]);
      assert.match(String(codes[1]), /filing_in_progress|invoice_not_draft/);
    } else {
      assert.deepEqual([invoice.status, invoice.total], ['draft', 8.12]);
      assert.equal(invoice.filing.status, 'not_submitted');
      assert.equal((await outboxOf(office, id)).filter(({ kind }) => kind === 'file').length, 0);
    }
  }
});

test('two substitutes at once: one takes the place, the other is a draft again with the reason', async () => {
  for (const _round of upTo(3)) {
    const old = await filed();
    await service.client(service.keys.mx).record_invoice_payment({ invoice_id: old as never, amount: 160 });
    const drafts = await Promise.all([1, 2].map(() => office.draft('mx', { replaces_invoice_id: old })));
    const requests = await Promise.all(drafts.map((id) => office.submit('mx', id)));
    await Promise.all(
      requests.map(({ approval_request_id }) =>
        run('approval', 'approve', approval_request_id, by, '--wait=0'),
      ),
    );
    const ends = await Promise.all(drafts.map((id) => office.settled('mx', id)));
    assert.deepEqual(ends.map(({ status }) => status).toSorted(), ['draft', 'filed']);
    const lost = ends.find(({ status }) => status === 'draft');
    assert.equal(lost?.filing.last_error?.code, 'already_replaced');
    assert.equal(ends.find(({ status }) => status === 'filed')?.balance_due, 1000);
    await until(
      () => office.get('mx', old),
      ({ status }) => status === 'void',
    );
  }
});

describe('credit notes', () => {
  test('two of the whole at once: one is filed, the other a draft again with the reason', async () => {
    for (const _round of upTo(3)) {
      const id = await filed();
      const notes = await Promise.all([1, 2].map(() => run('invoice', 'credit', id, by)));
      const drafts = notes
        .filter(({ code }) => code === 0)
        .map(({ out }) => JSON.parse(out) as { id: string; approval_id: string });
      assert.ok(drafts.length > 0);
      await Promise.all(
        drafts.map(({ approval_id }) => run('approval', 'approve', approval_id, by, '--wait=0')),
      );
      for (const draft of drafts) await quiet(draft.id);
      const rows = await service.database.kysely
        .selectFrom('credit_note')
        .select(['status', 'filing'])
        .where('record_id', '=', id)
        .execute();
      assert.equal(rows.filter(({ status }) => status === 'filed').length, 1);
      const others = rows.filter(({ status }) => status !== 'filed');
      for (const { filing } of others) assert.ok(filing?.['last_error'], 'it says why');
      const { status, balance_due, amount_credited } = await office.get('mx', id);
      assert.deepEqual([status, balance_due, amount_credited], ['reversed', 0, 1160]);
    }
  });

  test('more than is left is refused, with what is left', async () => {
    const id = await filed();
    const error = await office.admin.refused('invoice', 'credit', id, '--amount=1160.01', by);
    assert.match(error.message, /1160/);
  });
});

describe('a payment that is taken back', () => {
  const pay = async (invoice: string) =>
    service.client(service.keys.mx).record_invoice_payment({ invoice_id: invoice as never, amount: 100 });
  const reverse = (id: string) => run('payment', 'reverse', id, '--reason=Equivocado', by);
  const complementsOf = (payment: string) =>
    service.database.kysely
      .selectFrom('complement')
      .select(['id', 'status', 'filing_status'])
      .where('payment_id', '=', payment)
      .execute();

  test('while its complement is being stamped: refused, or nothing of it stays at the authority', async () => {
    const invoice = await filed(PPD);
    for (const round of upTo(ROUNDS * 2)) {
      const payment = await pay(invoice);
      const [complement] = await complementsOf(payment.id);
      assert.ok(complement);
      const { id: request } = await service.database.kysely
        .selectFrom('approval')
        .select('id')
        .where('document_id', '=', complement.id)
        .where('status', '=', 'pending')
        .executeTakeFirstOrThrow();
      const [approved, reversed] = await Promise.all([
        run('approval', 'approve', request, by, '--wait=0'),
        pause(round * 4).then(() => reverse(payment.id)),
      ]);
      await quiet(complement.id);
      const [end] = await complementsOf(payment.id);
      const { status } = await office.admin.json('payment', 'show', payment.id);
      if (refusalOf(reversed) !== undefined) {
        assert.equal(refusalOf(reversed), 'wrong_state');
        assert.deepEqual([status, end?.status], ['recorded', 'filed']);
        // Taken back now, so that the next round begins with the same balance.
        assert.equal(refusalOf(await reverse(payment.id)), undefined);
      }
      if (refusalOf(approved) !== undefined) assert.equal(end, undefined, 'the draft went with its payment');
      await until(
        () => office.get('mx', invoice),
        ({ balance_due }) => balance_due === 1160,
      );
      const [last] = await complementsOf(payment.id);
      assert.ok(last === undefined || last.status === 'void', JSON.stringify(last));
      if (last !== undefined)
        assert.equal(
          (await eventsOf(office, 'mx', last.id)).filter((type) => type === 'complement.voided').length,
          1,
        );
    }
  });

  test('by two at once: taken back once', async () => {
    const invoice = await filed(PPD);
    for (const _round of upTo(ROUNDS)) {
      const payment = await pay(invoice);
      const outcomes = await Promise.all([reverse(payment.id), reverse(payment.id), reverse(payment.id)]);
      const codes = outcomes.map(refusalOf);
      assert.equal(codes.filter((code) => code === undefined).length, 1, JSON.stringify(codes));
      assert.equal((await office.get('mx', invoice)).balance_due, 1160);
    }
  });
});
