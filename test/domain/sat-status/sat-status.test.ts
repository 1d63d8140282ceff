// The SAT is asked about received CFDI: at arrival, again while it does not know them, once a month while they are in force,
// never again once they are cancelled; and silence is no answer.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inTransaction } from '../../../src/db/transaction.ts';
import { nextAsk, statusIssues, type SatAnswer } from '../../../src/domain/documents/sat-status/plan.ts';
import {
  askSoon,
  askDue,
  issuesOfStatus,
  watchStatus,
  type AskSat,
} from '../../../src/domain/documents/sat-status/status.ts';
import { readCfdi } from '../../../src/receiving/cfdi/read.ts';
import { satOf } from '../../../src/start/sat-status.ts';
import { type Bench, NOW, openBench, sealed, submissionOf } from '../../providers/pac/support.ts';

const HOUR = 3_600_000;
const IN_FORCE: SatAnswer = {
  state: 'Vigente',
  cancellation: '',
  cancellable: 'Cancelable con aceptación',
  efos: '200',
};
const CANCELLED: SatAnswer = { ...IN_FORCE, state: 'Cancelado', cancellation: 'Cancelado sin aceptación' };
const UNKNOWN: SatAnswer = { state: 'No Encontrado', cancellation: '', cancellable: '', efos: '' };

describe('the status of received CFDI at the SAT', () => {
  let bench: Bench;
  let entities = 0;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.close());

  /** A company with one document; `at` hours after it arrived, `answer` is what the SAT says. */
  const arrive = async (uuid = '9CA14D07-3181-43A1-8F5B-2C1BF092A388') => {
    entities += 1;
    const entity = { id: `enti_status${entities}` };
    const { database } = bench.db;
    const question = {
      uuid,
      issuerRfc: 'PRO840423SG8',
      receiverRfc: 'URE180429TM6',
      total: '116.00',
      sealEnd: 'AbCd==12',
    };
    const watch = (now: Date) =>
      inTransaction(database, (db) =>
        watchStatus({ db, entity, now } as Parameters<typeof watchStatus>[0], question),
      );
    await watch(NOW);
    const later = (hours: number): Date => new Date(NOW.getTime() + hours * HOUR);
    const issues = async (hours: number) =>
      (
        await issuesOfStatus(
          { db: database.reader, entity: { ...entity, time_zone: 'America/Mexico_City' } },
          uuid.toLowerCase(),
          later(hours),
        )
      ).map(({ rule }) => rule);
    return {
      ask: (hours: number, answer: SatAnswer | null) =>
        askDue({ database, ask: async () => answer, sandbox: false, now: () => later(hours) }, 50),
      askBy: (hours: number, ask: AskSat) =>
        askDue({ database, ask, sandbox: false, now: () => later(hours) }, 50),
      hasten: (hours: number) =>
        inTransaction(database, (db) =>
          askSoon({ db, entity, now: later(hours) } as Parameters<typeof askSoon>[0], [uuid]),
        ),
      watch: (hours: number) => watch(later(hours)),
      issues,
      done: () =>
        inTransaction(database, (db) => db.updateTable('sat_status').set({ next_at: null }).execute()),
    };
  };

  it('is asked at arrival and, in force, once a month or before a payment', async () => {
    const document = await arrive();
    assert.deepEqual(await document.issues(0), ['status_unchecked']);
    assert.equal(await document.ask(0, IN_FORCE), 1);
    assert.deepEqual(await document.issues(1), []);
    assert.equal(await document.ask(24 * 29, CANCELLED), 0);
    await document.hasten(24 * 29);
    assert.equal(await document.ask(24 * 29, CANCELLED), 1);
    assert.deepEqual(await document.issues(24 * 29), ['sat_cancelled']);
    await document.hasten(24 * 400);
    assert.equal(await document.ask(24 * 400, IN_FORCE), 0);
    await document.watch(24 * 400);
    assert.deepEqual(await document.issues(24 * 400), ['sat_cancelled']);
  });

  it('waits 72 hours for what the SAT does not know', async () => {
    const document = await arrive();
    await document.ask(0, UNKNOWN);
    assert.deepEqual(await document.issues(1), ['sat_not_found_yet']);
    assert.equal(await document.ask(6, UNKNOWN), 1);
    assert.deepEqual(await document.issues(73), ['sat_not_found']);
    assert.equal(await document.ask(80, UNKNOWN), 1);
    assert.equal(await document.ask(86, IN_FORCE), 0);
    assert.equal(await document.ask(104, IN_FORCE), 1);
    assert.deepEqual(await document.issues(104), []);
    await document.done();
  });

  it('says since when it could not ask, and keeps what it knew', async () => {
    const document = await arrive();
    await document.ask(0, { ...IN_FORCE, cancellation: 'En proceso' });
    assert.deepEqual(await document.issues(1), ['sat_cancellation_pending']);
    await document.ask(24, null);
    assert.deepEqual(await document.issues(25), ['status_unchecked', 'sat_cancellation_pending']);
    assert.equal(await document.ask(24.05, null), 0);
    assert.equal(await document.ask(24.1, null), 1);
    await document.ask(25, { ...IN_FORCE, efos: '100' });
    assert.deepEqual(await document.issues(26), ['sat_issuer_listed']);
    await document.done();
  });

  it('asks once where several instances would', async () => {
    const document = await arrive();
    let calls = 0;
    const slow: AskSat = async () => {
      calls += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return IN_FORCE;
    };
    const asked = await Promise.all([
      document.askBy(0, slow),
      document.askBy(0, slow),
      document.askBy(0, slow),
    ]);
    assert.deepEqual([calls, asked.reduce((sum, each) => sum + each, 0)], [1, 1]);
    await document.done();
  });

  it('asks the sandbox as the SAT, by what a stamped document says', async () => {
    const { transport } = bench.provided;
    const own = sealed(bench.csd);
    const outcome = await transport.send(submissionOf(own));
    assert.ok(outcome.kind === 'accepted');
    const { pac } = bench.authority;
    const keys = new Map([[pac.serial, pac.certificate.publicKey]]);
    const read = readCfdi(outcome.document, keys);
    assert.deepEqual([read.seals?.seal, read.seals?.stamp?.seal], ['valid', 'valid']);
    const question = read.seals?.question ?? assert.fail();
    const ask = satOf(transport);
    assert.deepEqual(await ask(question, undefined), {
      ...IN_FORCE,
      found: true,
      cancellable: 'Cancelable sin aceptación',
    });
    assert.equal((await ask({ ...question, total: '117.00' }, undefined))?.state, 'No Encontrado');
    bench.sandbox.order({ kind: 'issuer_listed' });
    assert.equal((await ask(question, undefined))?.efos, '100');
    bench.sandbox.order({ kind: 'status_down' });
    assert.equal(await ask(question, undefined), null);
  });
});

it('what is cancelled is final; an absent answer about article 69-B says nothing', () => {
  const at = { now: NOW, arrived: NOW };
  assert.equal(nextAsk(CANCELLED, at), null);
  assert.equal(
    nextAsk({ state: 'Vigente', cancellation: 'En proceso' }, at)?.getTime(),
    NOW.getTime() + 24 * HOUR,
  );
  const known = {
    state: 'Vigente',
    cancellation: '',
    efos: '',
    arrived_at: NOW,
    asked_at: NOW,
    unchecked_since: null,
    sandbox: false,
  };
  assert.deepEqual(statusIssues(known, 'x', { now: NOW, zone: 'America/Mexico_City' }), []);
});

it('what a sandbox answers never reads as the word of the SAT', () => {
  const known = { cancellation: '', efos: '100', arrived_at: NOW, asked_at: NOW, unchecked_since: null };
  const rules = (state: string) =>
    statusIssues({ ...known, state, sandbox: true }, 'x', { now: NOW, zone: 'America/Mexico_City' }).map(
      ({ rule }) => rule,
    );
  assert.deepEqual(['Vigente', 'No Encontrado', 'Cancelado'].map(rules), [
    ['sandbox_answered'],
    ['sandbox_answered'],
    ['sandbox_cancelled'],
  ]);
});
