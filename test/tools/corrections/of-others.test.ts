// What a person or another key made of a company's books is not for a key to end by itself: a person decides.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { InvoiceId } from '../../../generated/ids.ts';
import { addKey } from '../../support/books.ts';
import { ANA, type Office, openOffice, QUICK, until } from '../../support/office.ts';
import { warned } from '../support.ts';
import { startTestService, type TestService } from '../../support/service.ts';

type Client = ReturnType<TestService['client']>;

let service: TestService;
let office: Office;
let other: Client;
before(async () => {
  service = await startTestService({ filing: { timing: QUICK } });
  office = await openOffice(service);
  const { database, organisation_id, entities } = service;
  other = service.client(await addKey(database, organisation_id, { entity_id: entities.mx }));
});
after(() => service.close());

const mine = (): Client => service.client(service.keys.mx);

interface Warned {
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}
const requestIn = ({ warnings }: Warned): string => {
  const { message = '' } = warnings.find(({ code }) => code === 'awaits_person') ?? {};
  return /chrq_[0-9a-z]{26}/.exec(message)?.[0] ?? '';
};

const codes = ({
  warnings,
}: {
  readonly warnings: readonly { readonly code: string; readonly path: string | null }[];
}) => warnings.map(({ code, path }) => [code, path]);

const decide = (verdict: 'approve' | 'reject', request: string) =>
  admin(verdict, request, ...(verdict === 'reject' ? ['--reason=No'] : []));
const admin = (verdict: string, request: string, ...more: readonly string[]) =>
  office.admin.json('change', verdict, request, `--by=${ANA}`, ...more);

const settledInvoice = async (): Promise<InvoiceId> => {
  const { id } = await office.approved('mx');
  await office.settled('mx', id);
  return id;
};

describe('of another key', () => {
  test('a draft is discarded when a person says so', async () => {
    const invoice_id = await office.draft('mx');
    const answer = await other.discard_invoice({ invoice_id });
    assert.deepEqual([answer.status, codes(answer)], ['pending', [['awaits_person', 'invoice_id']]]);
    assert.equal((await office.get('mx', invoice_id)).status, 'draft');
    await decide('reject', requestIn(answer));
    assert.equal((await office.get('mx', invoice_id)).status, 'draft');
    await decide('approve', requestIn(await other.discard_invoice({ invoice_id })));
    await assert.rejects(office.get('mx', invoice_id), { code: 'invoice_not_found' });
    const own = await office.draft('mx');
    assert.deepEqual((await mine().discard_invoice({ invoice_id: own })).warnings, []);
  });

  test('a request for approval is not withdrawn by a change of the draft', async () => {
    const invoice_id = await office.draft('mx');
    await office.submit('mx', invoice_id);
    const before = await office.get('mx', invoice_id);
    const answer = await other.update_invoice({ invoice_id, title: 'Otro' });
    assert.deepEqual(
      [answer.status, answer.title, codes(answer)],
      ['pending', null, [['awaits_person', 'invoice_id']]],
    );
    assert.deepEqual((await office.get('mx', invoice_id)).filing, before.filing);
    await decide('approve', requestIn(answer));
    const changed = await office.get('mx', invoice_id);
    assert.deepEqual([changed.title, changed.filing.status], ['Otro', 'not_submitted']);
    // Nobody is asked for it now.
    assert.deepEqual((await other.update_invoice({ invoice_id, title: 'Tercero' })).status, 'draft');
  });

  test('a payment is reversed when a person says so', async () => {
    const invoice_id = await settledInvoice();
    const { id: payment_id } = await mine().record_invoice_payment({ invoice_id, amount: 100 });
    const answer = await other.reverse_invoice_payment({ payment_id, reason: 'Mine' });
    assert.deepEqual(
      [answer.status, answer.reversed_on, answer.amount, codes(answer)],
      ['pending', null, 100, [['awaits_person', 'payment_id']]],
    );
    assert.equal((await office.get('mx', invoice_id)).balance_due, 1060);
    await decide('approve', requestIn(answer));
    assert.equal((await office.get('mx', invoice_id)).balance_due, 1160);
    const { id: own } = await mine().record_invoice_payment({ invoice_id, amount: 5 });
    assert.equal(
      (await mine().reverse_invoice_payment({ payment_id: own, reason: 'Typo' })).status,
      'reversed',
    );
  });
});

test(warned('complete_task', 'awaits_person', 'for the task of an approval that waits'), async () => {
  const invoice_id = await office.draft('mx');
  const { approval_request_id } = await office.submit('mx', invoice_id);
  const tasks = async () =>
    (await mine().list_tasks({ limit: 50 })).data.filter(({ taskable_id }) => taskable_id === invoice_id);
  const [task] = await tasks();
  assert.ok(task !== undefined);
  for (const client of [mine(), other]) {
    const answer = await client.complete_task({ task_id: task.task_id });
    assert.deepEqual([answer.status, codes(answer)], ['pending', [['awaits_person', 'task_id']]]);
    assert.match(JSON.stringify(answer), new RegExp(approval_request_id));
  }
  assert.deepEqual(await tasks(), [task]);
  await office.admin.json('approval', 'approve', approval_request_id, `--by=${ANA}`, '--wait=0');
  await until(tasks, (open) => open.length === 0);
});
