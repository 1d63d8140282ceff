// The worker over a provider of the test's own, which says what each reply is.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import { createIssuer } from '../../src/sandbox/authority/authority.ts';
import { signerFor } from '../../src/domain/parties/certificates/signer.ts';
import type {
  CancelOutcome,
  CancelRequest,
  Evidence,
  Outcome,
  Submission,
  Transport,
} from '../../src/einvoicing/filing.ts';
import { createLog } from '../../src/base/log.ts';
import { createSecrets } from '../../src/base/secrets/secrets.ts';
import type { DeliverStep } from '../../src/domain/filing/steps/step.ts';
import type { Post } from '../../src/domain/filing/delivery/letter.ts';
import type { Loop } from '../../src/jobs/loop.ts';
import { startWorker, type WorkerParts } from '../../src/jobs/filing.ts';
import { openBooks as openTestBooks } from '../support/scope.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Office, openOffice, QUICK } from '../support/office.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';

export let service: TestService;
export let office: Office;
let folder: string;
export let worker: Loop | undefined;
/** The hooks of a test file that works on these. */
export const usingProvider = (): void => {
  before(async () => {
    service = await startTestService({ database: 'own' });
    office = await openOffice(service);
    folder = mkdtempSync(join(tmpdir(), 'folio-worker-'));
    // Issues the keys of the sandbox, which takes longer than the tests wait for an answer on a busy machine.
    const { database, organisation_id, entities } = service;
    const { entity } = await openTestBooks(database, organisation_id, entities.mx);
    await signerFor({ ...signing(), now: now() }, entity, { sandboxAllowed: true });
  });
  after(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    sent.length = 0;
    Object.assign(provider, USUAL);
    clock.moment = undefined;
  });
  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
  });
};

interface Sent {
  readonly how: 'send' | 'recover';
  readonly key: string;
  readonly sha256: string;
  readonly bytes: string;
}

export const sent: Sent[] = [];
let made = 0;
/** The time of the provider and the worker, where a test sets one. */
export const clock: { moment: Date | undefined } = { moment: undefined };
export const now = (): Date => clock.moment ?? new Date();

export const accepted = ({ document }: Submission): Outcome => {
  made += 1;
  return {
    kind: 'accepted',
    id: `0000${made}`.slice(-4).padStart(36, '0'),
    at: now(),
    document: document.bytes,
    evidence: {},
  };
};
export const unknown: Outcome = { kind: 'unknown', reason: 'the connection broke' };
export const refusal: Outcome = {
  kind: 'rejected',
  faults: [{ code: 'CFDI40999', message: 'No.', path: null, fix: 'Yes.', source: 'authority' }],
};

/** For tests that file nothing by e-mail. */
export const NO_POST: Post = {
  sandbox: true,
  print: () => Promise.reject(new Error('nothing is printed here')),
  send: () => Promise.reject(new Error('nothing is mailed here')),
};

interface Provider {
  name: string;
  sandbox: boolean;
  send: (submission: Submission, signal?: AbortSignal) => Promise<Outcome>;
  recover: (submission: Submission) => Promise<Outcome>;
  evidence: () => Promise<Evidence>;
  cancel: (request: CancelRequest) => Promise<CancelOutcome>;
  acknowledgement: () => Promise<string | null>;
  deliver: DeliverStep;
  post: Post;
}

export const USUAL: Provider = {
  name: 'test',
  sandbox: true,
  send: async (submission) => accepted(submission),
  recover: async (submission) => accepted(submission),
  evidence: async () => ({ kind: 'delivered', evidence: { message_id: 'm1' } }),
  cancel: async () => ({ kind: 'cancelled', at: now(), evidence: {} }),
  acknowledgement: async () => '<Acuse/>',
  deliver: async () => 'no_recipient',
  post: NO_POST,
};
export const provider: Provider = { ...USUAL };

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
  cancel: (request) => provider.cancel(request),
  acknowledgement: () => provider.acknowledgement(),
  check: async () => null,
});

const signing = () => {
  const books = openBooks(service.database);
  const secrets = createSecrets({ master_key: null, data_dir: folder });
  return { books, secrets, issuer: createIssuer(books.database, secrets) };
};

export const start = (timing: object = {}, onStep?: WorkerParts['onStep']): void => {
  const { books, secrets, issuer } = signing();
  worker = startWorker({
    books,
    log: createLog(process.env['LOG_LEVEL'] ?? 'silent'),
    now,
    providers: { pac: transport(), accessPoint: transport() },
    signer: (entity, facts) =>
      signerFor({ books, secrets, issuer, now: facts.now }, entity, { sandboxAllowed: true }),
    delivery: (scope, id) => provider.deliver(scope, id),
    post: provider.post,
    timing: { ...QUICK, ...timing },
    ...(onStep === undefined ? {} : { onStep }),
  });
};

export const failFirst = (times: number): ((submission: Submission) => Promise<Outcome>) => {
  let left = times;
  return async (submission) => (left-- > 0 ? unknown : accepted(submission));
};
