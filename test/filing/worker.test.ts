// The worker over a provider of the test's own: what is sent when replies are lost, late or definite, and what the
// invoice says meanwhile.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { signerFor } from '../../src/domain/certificates/signer.ts';
import { createIssuer } from '../../src/sandbox/authority/authority.ts';
import type { CancelOutcome, Evidence, Outcome, Submission, Transport } from '../../src/einvoicing/filing.ts';
import { createLog } from '../../src/base/log.ts';
import { createSecrets } from '../../src/base/secrets/secrets.ts';
import type { DeliverStep } from '../../src/domain/filing/steps/step.ts';
import { startWorker, type Worker } from '../../src/worker/worker.ts';
import { ledgerDifferences } from '../support/identities.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { ANA, BETO, eventsOf, type Office, openOffice, outboxOf, QUICK, until } from './support.ts';
import { openBooks } from '../../src/domain/books/books.ts';

const HOUR = 3_600_000;

let service: TestService;
let office: Office;
let folder: string;
let worker: Worker | undefined;
before(async () => {
  service = await startTestService();
  office = await openOffice(service);
  folder = mkdtempSync(join(tmpdir(), 'folio-worker-'));
});
after(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  sent.length = 0;
  provider = { ...USUAL };
  moment = undefined;
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});

interface Sent {
  readonly how: 'send' | 'recover';
  readonly key: string;
  readonly sha256: string;
  readonly bytes: string;
}

const sent: Sent[] = [];
let made = 0;
let moment: Date | undefined;
const now = (): Date => moment ?? new Date();

const accepted = ({ document }: Submission): Outcome => {
  made += 1;
  return {
    kind: 'accepted',
    id: `0000${made}`.slice(-4).padStart(36, '0'),
    at: now(),
    document: document.bytes,
    evidence: {},
  };
};
const unknown: Outcome = { kind: 'unknown', reason: 'the connection broke' };
const refusal: Outcome = {
  kind: 'rejected',
  faults: [{ code: 'CFDI40999', message: 'No.', path: null, fix: 'Yes.', source: 'authority' }],
};

interface Provider {
  name: string;
  sandbox: boolean;
  send: (submission: Submission, signal?: AbortSignal) => Promise<Outcome>;
  recover: (submission: Submission) => Promise<Outcome>;
  evidence: () => Promise<Evidence>;
  cancel: () => Promise<CancelOutcome>;
  deliver: DeliverStep;
}

const USUAL: Provider = {
  name: 'test',
  sandbox: true,
  send: async (submission) => accepted(submission),
  recover: async (submission) => accepted(submission),
  evidence: async () => ({ kind: 'delivered', evidence: { message_id: 'm1' } }),
  cancel: async () => ({ kind: 'cancelled', at: now(), evidence: {} }),
  deliver: async () => 'no_recipient',
};
let provider: Provider = { ...USUAL };

const noted = (how: Sent['how'], { key, document }: Submission): void => {
  sent.push({ how, key, sha256: document.sha256, bytes: document.bytes.toString('utf8') });
};

const transport = (): Transport => ({
  name: provider.name,
  sandbox: provider.sandbox,
  send: (submission, signal) => {
    noted('send', submission);
    return provider.send(submission, signal);
  },
  recover: (submission) => {
    noted('recover', submission);
    return provider.recover(submission);
  },
  evidence: () => provider.evidence(),
  cancel: () => provider.cancel(),
  check: async () => null,
});

const start = (timing: object = {}): void => {
  const books = openBooks(service.database);
  const secrets = createSecrets({ master_key: null, data_dir: folder });
  const issuer = createIssuer(service.database, secrets);
  worker = startWorker({
    books,
    log: createLog(process.env['LOG_LEVEL'] ?? 'silent'),
    now,
    providers: { pac: transport(), accessPoint: transport() },
    signer: (entity, facts) =>
      signerFor({ books, secrets, issuer, now: facts.now }, entity, { sandboxAllowed: true }),
    delivery: (scope, id) => provider.deliver(scope, id),
    timing: { ...QUICK, ...timing },
  });
};

const failFirst = (times: number): ((submission: Submission) => Promise<Outcome>) => {
  let left = times;
  return async (submission) => (left-- > 0 ? unknown : accepted(submission));
};

for (const side of ['mx', 'de'] as const) {
  test(`${side}: while it is not known, the same bytes and key are asked about, and the invoice says so`, async () => {
    provider.send = async () => unknown;
    provider.recover = failFirst(2);
    const { id } = await office.approved(side);
    start();
    await until(
      () => office.get(side, id),
      ({ filing }) => filing.status === 'unclear',
    );
    const invoice = await office.settled(side, id);
    assert.equal(invoice.filing.status, 'filed');
    assert.deepEqual(
      sent.map(({ how }) => how),
      ['send', 'recover', 'recover', 'recover'],
    );
    assert.equal(new Set(sent.map(({ key, sha256, bytes }) => `${key} ${sha256} ${bytes}`)).size, 1);
  });
}

test('what a provider throws is an outcome that is not known', async () => {
  provider.send = async () => {
    throw new Error('socket hang up');
  };
  const { id } = await office.approved('de');
  start();
  assert.equal((await office.settled('de', id)).filing.status, 'filed');
  assert.deepEqual(
    sent.map(({ how }) => how),
    ['send', 'recover'],
  );
});

test('a refusal ends in the draft, with the reason and without a folio to see', async () => {
  provider.send = async () => refusal;
  const { id } = await office.approved('mx');
  start();
  const { filing, status, folio, internal_status } = await office.settled('mx', id);
  assert.equal(status, 'draft');
  assert.equal(internal_status, 'compliance_draft');
  assert.equal(folio, null);
  assert.equal(filing.status, 'failed');
  assert.deepEqual(filing.last_error, {
    code: 'CFDI40999',
    message: 'No.',
    path: null,
    fix: 'Yes.',
    source: 'authority',
  });
});

test('a refused invoice submitted again keeps its number, and has another key', async () => {
  provider.send = async () => refusal;
  const { id } = await office.approved('mx');
  start();
  await office.settled('mx', id);
  provider.send = USUAL.send;
  const { approval_request_id } = await office.submit('mx', id);
  await office.admin.json('approval', 'approve', approval_request_id, '--by=ana@ibarra.example', '--wait=0');
  const filed = await office.settled('mx', id);
  assert.equal(filed.status, 'filed');
  const folios = sent.map(({ bytes }) => /Folio="(\d+)"/.exec(bytes)?.[1]);
  assert.equal(folios[0], folios[1]);
  assert.equal(filed.number, folios[0]);
  assert.notEqual(sent[0]?.key, sent[1]?.key);
});

describe('another provider', () => {
  test('never gets what may have been sent through the first', async () => {
    provider.send = async () => unknown;
    provider.recover = async () => unknown;
    const { id } = await office.approved('de');
    start();
    await until(
      () => outboxOf(office, id),
      (rows) => rows.some(({ kind, attempts }) => kind === 'file' && attempts >= 2),
    );
    await worker?.stop();
    const before = sent.length;
    for (const other of [
      { name: 'other', sandbox: true },
      { name: 'test', sandbox: false },
    ]) {
      Object.assign(provider, other);
      await due(id);
      start();
      await until(
        () => outboxOf(office, id),
        (rows) => rows.some(({ last_reason }) => last_reason?.includes('is configured') === true),
      );
      await worker?.stop();
      assert.equal(sent.length, before);
      assert.equal((await office.get('de', id)).filing.status, 'unclear');
    }
    provider = { ...USUAL };
    await due(id);
    start();
    assert.equal((await office.settled('de', id)).filing.status, 'filed');
  });
});

/** As if the pause before the next attempt were over. */
const due = async (id: string): Promise<void> => {
  await service.database.kysely
    .updateTable('outbox')
    .set({ next_attempt_at: '2020-01-01 00:00:00.000', last_reason: null })
    .where('invoice_id', '=', id)
    .where('kind', '=', 'file')
    .execute();
};

test('MX: a document that may have been filed is never built anew, however old it grows, until a person has looked', async () => {
  provider.send = failFirst(1);
  provider.recover = async () => unknown;
  const { id } = await office.approved('mx');
  start();
  const asking = await until(
    () => office.get('mx', id),
    ({ filing }) => filing.status === 'unclear',
  );
  assert.equal(asking.filing.last_error?.code, 'outcome_unknown');
  assert.match(asking.filing.last_error.message, /not known yet: the connection broke/);
  const hasty = await office.admin.run('invoice', 'not-filed', id, `--by=${ANA}`);
  assert.match(hasty.err, /give it a few minutes|right now/);
  moment = new Date(Date.now() + 73 * HOUR);
  provider.recover = async () => refusal;
  const told = await until(
    () => office.get('mx', id),
    ({ filing }) => filing.last_error?.message.includes('too old to be stamped (CFDI40999)') === true,
  );
  assert.equal(told.filing.status, 'unclear');
  assert.match(told.filing.last_error?.fix ?? '', /"invoice not-filed"/);
  assert.equal(new Set(sent.map(({ key, sha256 }) => `${key} ${sha256}`)).size, 1);
  await until(
    () => outboxOf(office, id),
    (rows) => rows.some(({ kind, attempts }) => kind === 'file' && attempts >= 4),
  );
  await worker?.stop();
  const { code } = await office.admin.run('invoice', 'not-filed', id, `--by=${BETO}`);
  assert.equal(code, 1);
  await office.admin.json('invoice', 'not-filed', id, `--by=${ANA}`);
  const freed = await office.get('mx', id);
  assert.equal(freed.status, 'draft');
  assert.equal(freed.filing.last_error?.code, 'not_filed');
  const again = await office.admin.run('invoice', 'not-filed', id, `--by=${ANA}`);
  assert.match(again.err, /filing status .* is failed/);
  moment = undefined;
  const { approval_request_id } = await office.submit('mx', id);
  await office.admin.json('approval', 'approve', approval_request_id, `--by=${ANA}`, '--wait=0');
  start();
  assert.equal((await office.settled('mx', id)).filing.status, 'filed');
  assert.equal(new Set(sent.map(({ key }) => key)).size, 2);
  assert.equal(new Set(sent.map(({ bytes }) => /Folio="(\d+)"/.exec(bytes)?.[1])).size, 1);
});

test('MX: a document that was never taken in grows old and is built anew under the same approval', async () => {
  provider.send = async () => ({ ...unknown, turnedAway: true });
  provider.recover = () => assert.fail('nothing was sent that could be asked about');
  const { id, request } = await office.approved('mx');
  start();
  const told = await until(
    () => office.get('mx', id),
    ({ filing }) => filing.status === 'unclear',
  );
  assert.match(told.filing.last_error?.message ?? '', /not filed yet: the connection broke/);
  await until(
    async () => sent.length,
    (count) => count >= 2,
  );
  assert.equal(new Set(sent.map(({ key }) => key)).size, 1);
  moment = new Date(Date.now() + 73 * HOUR);
  provider.send = async (submission) => accepted(submission);
  const filed = await office.settled('mx', id);
  assert.equal(filed.filing.status, 'filed', JSON.stringify(filed.filing.last_error));
  assert.equal(filed.filing.approval?.id, request);
  assert.equal(new Set(sent.map(({ key }) => key)).size, 2);
  assert.equal(new Set(sent.map(({ bytes }) => /Folio="(\d+)"/.exec(bytes)?.[1])).size, 1);
});

test('one attempt that may have arrived counts for all later ones', async () => {
  provider.send = async () => unknown;
  provider.recover = async () => ({ ...unknown, turnedAway: true });
  const { id } = await office.approved('mx');
  start();
  await until(
    async () => sent.length,
    (count) => count >= 3,
  );
  assert.deepEqual(new Set(sent.slice(1).map(({ how }) => how)), new Set(['recover']));
  moment = new Date(Date.now() + 73 * HOUR);
  const before = sent.length;
  await until(
    async () => sent.length,
    (count) => count >= before + 2,
  );
  assert.equal(new Set(sent.map(({ key }) => key)).size, 1);
  assert.equal((await office.get('mx', id)).filing.status, 'unclear');
  provider.recover = USUAL.recover;
  assert.equal((await office.settled('mx', id)).filing.status, 'filed');
});

test('sends that hang hold up nobody who waits for another provider', async () => {
  const isMexican = ({ document }: Submission): boolean => document.profile.startsWith('cfdi');
  provider.send = (submission, signal) =>
    isMexican(submission)
      ? new Promise((resolve) => signal?.addEventListener('abort', () => resolve(unknown)))
      : Promise.resolve(accepted(submission));
  for (let count = 0; count < 5; count += 1) await office.approved('mx');
  start({ graceMs: 50 });
  await until(
    async () => sent.length,
    (count) => count === 4,
  );
  const { id } = await office.approved('de');
  const filed = await until(
    () => office.get('de', id),
    ({ filing }) => filing.delivery.status === 'no_recipient',
  );
  assert.equal(filed.filing.status, 'filed');
  assert.equal(sent.length, 5);
  await worker?.stop();
  worker = undefined;
  provider = { ...USUAL };
  start();
  await until(
    () =>
      service.database.kysely
        .selectFrom('outbox')
        .select('id')
        .where('open', '=', true)
        .where('kind', '=', 'file')
        .execute(),
    (rows) => rows.length === 0,
  );
});

test('MX: a fresh document that is refused after an unclear outcome is refused', async () => {
  provider.send = async () => unknown;
  provider.recover = async () => refusal;
  const { id } = await office.approved('mx');
  start();
  assert.equal((await office.settled('mx', id)).filing.status, 'failed');
});

test('what changed between approval and filing is not filed', async () => {
  const { id } = await office.approved('mx');
  await office.admin.run('counterparty', 'update', office.customers.mx, '--postal-code=03100');
  start();
  const { filing, status } = await office.settled('mx', id);
  assert.equal(status, 'draft');
  assert.equal(filing.last_error?.code, 'changed_after_approval');
  assert.equal(filing.last_error.path, 'buyer.postal_code');
  assert.equal(sent.length, 0);
});

test('issue date, due date and rate are those of the filing', async () => {
  service.setNow(new Date('2026-03-10T18:00:00Z'));
  const id = await office.draft('mx', { currency: 'USD', country_details: { payment_method: 'PPD' } });
  const draft = await office.get('mx', id);
  assert.equal(draft.issue_date, '2026-03-10');
  const { approval_request_id } = await office.submit('mx', id);
  service.setNow(undefined);
  const { kysely } = service.database;
  await kysely
    .updateTable('approval')
    .set({ expires_at: '2099-01-01 00:00:00.000' })
    .where('id', '=', approval_request_id)
    .execute();
  await office.admin.json('approval', 'approve', approval_request_id, '--by=ana@ibarra.example', '--wait=0');
  moment = new Date('2026-03-20T18:00:00Z');
  start();
  const filed = await office.settled('mx', id);
  assert.equal(filed.filing.status, 'filed', JSON.stringify(filed.filing));
  assert.equal(filed.issue_date, '2026-03-20');
  assert.equal(filed.due_date, '2026-04-19');
  assert.ok(filed.exchange_rate_date !== null && filed.exchange_rate_date <= '2026-03-20');
  assert.match(sent[0]?.bytes ?? '', /Fecha="2026-03-20T12:00:00"/);
});

test('a worker that stops in the middle of a send leaves it unclear, and the next one asks', async () => {
  provider.send = (_submission, signal) =>
    new Promise((resolve) => signal?.addEventListener('abort', () => resolve(unknown)));
  const { id } = await office.approved('de');
  start({ graceMs: 50 });
  await until(
    async () => sent.length,
    (count) => count === 1,
  );
  await worker?.stop();
  assert.equal((await office.get('de', id)).filing.status, 'unclear');
  start();
  assert.equal((await office.settled('de', id)).filing.status, 'filed');
  assert.deepEqual(
    sent.map(({ how }) => how),
    ['send', 'recover'],
  );
});

test('work that takes longer than a lease keeps it, beside another worker', async () => {
  provider.send = async (submission) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 700);
    });
    return accepted(submission);
  };
  const { id } = await office.approved('de');
  start({ leaseMs: 250 });
  const first = worker;
  start({ leaseMs: 250 });
  assert.equal((await office.settled('de', id)).filing.status, 'filed');
  await first?.stop();
  assert.equal(sent.length, 1);
});

describe('after the filing', () => {
  test('evidence of the network is kept; a failure is told and the invoice stays filed', async () => {
    provider.evidence = async () => ({
      kind: 'failed',
      faults: [{ code: 'mls_re', message: 'Refused.', path: null, fix: null, source: 'network' }],
    });
    const { id } = await office.approved('de');
    start();
    const told = await until(
      () => office.get('de', id),
      ({ filing }) => filing.last_error !== null,
    );
    assert.equal(told.status, 'filed');
    assert.equal(told.filing.status, 'filed');
    assert.equal(told.filing.last_error?.source, 'network');
    assert.ok((await eventsOf(office, 'de', id)).includes('invoice.not_delivered'));
  });

  test('a mail that fails is sent again; one that never will be is not', async () => {
    let left = 2;
    provider.deliver = async () => (left-- > 0 ? { failed: 'greylisted' } : 'sent');
    const { id } = await office.approved('mx');
    start();
    const told = await until(
      () => office.get('mx', id),
      ({ filing }) => filing.delivery.status === 'sent',
    );
    assert.equal(told.filing.delivery.recipient, 'pagos@luna.example');
    assert.ok(told.filing.delivery.sent_at !== null);
    assert.equal(told.filing.delivery.reason, null);
    provider.deliver = async () => ({ failed: 'no such mailbox', permanent: true });
    const other = await office.approved('mx');
    await until(
      () => outboxOf(office, other.id),
      (rows) => rows.some(({ kind, open }) => kind === 'deliver' && !open),
    );
    const { delivery } = (await office.get('mx', other.id)).filing;
    assert.equal(delivery.status, 'failed');
    assert.equal(delivery.reason, 'no such mailbox. The service does not try again.');
    assert.ok((await eventsOf(office, 'mx', other.id)).includes('invoice.not_delivered'));
    const checks = await office.admin.run('doctor', '--json');
    assert.match(checks.out, /did not reach the buyer/);
  });

  test('a mail server that hangs does not keep the worker from stopping, and the mail goes out later', async () => {
    let asked = false;
    provider.deliver = () => {
      asked = true;
      return new Promise(() => undefined);
    };
    const { id } = await office.approved('mx');
    start({ graceMs: 50 });
    await until(
      async () => asked,
      (was) => was,
    );
    const began = performance.now();
    await worker?.stop();
    assert.ok(performance.now() - began < 3_000);
    assert.equal((await office.get('mx', id)).filing.delivery.status, 'pending');
    provider.deliver = async () => 'sent';
    start();
    await until(
      () => office.get('mx', id),
      ({ filing }) => filing.delivery.status === 'sent',
    );
  });

  test('a cancellation that the buyer has to accept is shown, and asked about until it is', async () => {
    let left = 2;
    provider.cancel = async () =>
      left-- > 0 ? { kind: 'pending', evidence: {} } : { kind: 'cancelled', at: now(), evidence: {} };
    const { id } = await office.approved('mx');
    start();
    await office.settled('mx', id);
    const by = '--by=ana@ibarra.example';
    await office.admin.run('invoice', 'void', id, by, '--reason=02', '--wait=0');
    await until(
      () => office.get('mx', id),
      ({ filing }) => filing.cancellation?.status === 'awaiting_buyer',
    );
    const told = await until(
      () => office.get('mx', id),
      ({ status }) => status === 'void',
    );
    assert.equal(told.filing.status, 'cancelled');
    assert.equal(told.filing.cancellation?.status, 'cancelled');
  });

  test('a cancellation that gets no answer is told to the operator', async () => {
    provider.cancel = async () => ({ kind: 'unknown', reason: 'no answer within 30 s' });
    const { id } = await office.approved('mx');
    start();
    await office.settled('mx', id);
    await office.admin.run('invoice', 'void', id, `--by=${ANA}`, '--reason=02', '--wait=0');
    await until(
      () => outboxOf(office, id),
      (rows) => rows.some(({ kind, attempts }) => kind === 'cancel' && attempts >= 4),
    );
    const { out } = await office.admin.run('doctor', '--json');
    assert.match(out, new RegExp(`cancellation of ${id} gets no answer: no answer within 30 s`));
    provider.cancel = USUAL.cancel;
    await until(
      () => office.get('mx', id),
      ({ status }) => status === 'void',
    );
  });

  test('money that comes in while the authority is asked stays, without the invoice', async () => {
    let asked = false;
    let paid = false;
    provider.cancel = async () => {
      asked = true;
      return paid ? { kind: 'cancelled', at: now(), evidence: {} } : { kind: 'pending', evidence: {} };
    };
    const { id } = await office.approved('mx');
    start();
    await office.settled('mx', id);
    await office.admin.run('invoice', 'void', id, '--by=ana@ibarra.example', '--reason=02', '--wait=0');
    await until(
      async () => asked,
      (was) => was,
    );
    await service.client(service.keys.mx).record_invoice_payment({ invoice_id: id, amount: 300 });
    paid = true;
    const told = await until(
      () => office.get('mx', id),
      ({ status }) => status === 'void',
    );
    assert.equal(told.balance_due, 0);
    assert.equal(told.amount_paid, 0);
    assert.deepEqual(await ledgerDifferences(service.database, service.entities.mx), []);
  });

  test('a cancellation that the authority refuses is told, and the invoice stays filed', async () => {
    provider.cancel = async () => ({
      kind: 'rejected',
      faults: [{ code: '205', message: 'UUID no existe.', path: null, fix: null, source: 'authority' }],
    });
    const { id } = await office.approved('mx');
    start();
    await office.settled('mx', id);
    const { code, err } = await office.admin.run(
      'invoice',
      'void',
      id,
      '--by=ana@ibarra.example',
      '--reason=02',
      '--json',
    );
    assert.equal(code, 1);
    assert.match(err, /not_cancelled.*UUID no existe/);
    const invoice = await office.get('mx', id);
    assert.equal(invoice.status, 'filed');
    assert.equal(invoice.filing.last_error?.code, '205');
    const events = await eventsOf(office, 'mx', id);
    assert.deepEqual(events.slice(-2), ['invoice.void_requested', 'invoice.void_refused']);
  });
});
