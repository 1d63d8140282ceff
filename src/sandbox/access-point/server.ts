// The sandbox access point: Storecove's `document_submissions` on the loopback interface. It checks documents by the
// rules it is given, keeps the first submission of each key, and delivers to an inbox in the database.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import type { Issue } from '../../einvoicing/regime.ts';
import type { Logger } from '../../base/log.ts';
import { fromStorecove } from '../../providers/access-point/schemes.ts';
import { readText } from '../../providers/ask.ts';
import {
  type Fault,
  type Faults,
  createFaultReader,
  createFaults,
  dropConnection,
  readBody,
  sendJson,
  startLoopback,
} from '../http.ts';
import { type InboxItem, type Kept, type SandboxStore, sandboxStore } from './store.ts';
import { answerReceiving, messageIdOf } from './receiving.ts';
import { type SubmissionRequest, readSubmission, toFaults } from './submission.ts';

export interface SandboxAccessPoint {
  /** The adapter's `url`, with the version of the API. */
  readonly url: string;
  readonly token: string;
  order(fault: AccessPointFault): void;
  /** Cancels all requested faults. */
  clearFaults(): void;
  /** What the network delivered, oldest first; to one participant, or to all. */
  inbox(receiver?: string): Promise<InboxItem[]>;
  close(): Promise<void>;
}

export interface SandboxParts {
  readonly database: Database;
  readonly log: Logger;
  readonly now: () => Date;
  /** The rules of the network. */
  readonly check: (bytes: Buffer) => Promise<readonly Issue[]>;
  /** Whether a company of the service receives under that participant id; without it none does. */
  readonly receivesHere?: (participantId: string) => Promise<boolean>;
  /** How long delivery takes. */
  readonly evidenceDelayMs?: number;
}

const EVIDENCE_DELAY_MS = 300;
const SLOW_MS = 5_000;
/** Storecove's limit: documents with 10 MB of attachments, in base64. */
const MAX_BODY_BYTES = 20 * 1024 * 1024;

interface Sandbox {
  readonly store: SandboxStore;
  readonly faults: Faults<AccessPointFaultKind>;
  readonly token: string;
  readonly now: () => Date;
  readonly check: SandboxParts['check'];
  readonly receivesHere: NonNullable<SandboxParts['receivesHere']>;
  readonly evidenceDelayMs: number;
}

export const startSandboxAccessPoint = async (parts: SandboxParts): Promise<SandboxAccessPoint> => {
  const sandbox: Sandbox = {
    store: sandboxStore(parts.database),
    faults: createFaults(),
    // Unique to this process: a later one on the same port does not accept it.
    token: randomBytes(24).toString('base64url'),
    now: parts.now,
    check: parts.check,
    receivesHere: parts.receivesHere ?? (() => Promise.resolve(false)),
    evidenceDelayMs: parts.evidenceDelayMs ?? EVIDENCE_DELAY_MS,
  };
  const server = await startLoopback(
    (request, response) => route(sandbox, request, response),
    (err) => parts.log.error({ err }, 'the sandbox access point failed'),
  );
  return {
    url: `${server.url}/api/v2`,
    token: sandbox.token,
    order: (fault) => sandbox.faults.order(fault),
    clearFaults: () => sandbox.faults.clear(),
    inbox: (receiver) => sandbox.store.inbox(receiver),
    close: () => server.close(),
  };
};

const EVIDENCE = /^\/document_submissions\/([^/]+)\/evidence(?:\/sending)?$/u;

const route = async (sandbox: Sandbox, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname.replace(/^\/api\/v2(?=\/)/u, '');
  if (path === '/sandbox/faults') return orderFault(sandbox, request, response);
  // Faults are ordered for documents that are sent.
  if (path === '/discovery/receives' && request.method === 'POST' && isAuthorised(sandbox, request))
    return discover(request, response);
  if (isAuthorised(sandbox, request) && (await answerReceiving(sandbox.store, request, path, response)))
    return undefined;
  if (sandbox.faults.take('token_expired') !== undefined || !isAuthorised(sandbox, request)) {
    return sendJson(response, 401, { message: 'Unauthorized' });
  }
  if (sandbox.faults.take('rate_limited') !== undefined)
    return sendJson(response, 429, { message: 'Too many requests' });
  if (request.method === 'POST' && path === '/document_submissions')
    return submit(sandbox, request, response);
  const guid = request.method === 'GET' ? EVIDENCE.exec(path)?.[1] : undefined;
  if (guid !== undefined) return evidence(sandbox, decodeURIComponent(guid), response);
  return sendJson(response, 404, { message: 'Not found' });
};

const isAuthorised = ({ token }: Sandbox, request: IncomingMessage): boolean => {
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};

/** JSON only: a web page cannot send it here without a CORS preflight. */
const orderFault = async (
  { faults }: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  if (request.method === 'DELETE') {
    faults.clear();
    return sendJson(response, 200, { cleared: true });
  }
  if (request.method !== 'POST')
    return sendJson(response, 405, { message: 'POST orders a fault, DELETE clears' });
  if (!(request.headers['content-type'] ?? '').startsWith('application/json'))
    return sendJson(response, 415, { message: 'application/json only' });
  const fault = readFault(await jsonBody(request));
  if (typeof fault === 'string') return sendJson(response, 422, { message: fault });
  faults.order(fault);
  return sendJson(response, 200, fault);
};

/** Undefined when it is not JSON, or larger than any submission. */
const jsonBody = async (request: IncomingMessage): Promise<unknown> => {
  const bytes = await readBody(request, MAX_BODY_BYTES);
  if (bytes === null) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
};

const submit = async (
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const wanted = readSubmission(await jsonBody(request));
  if (!('idempotency_guid' in wanted)) return sendJson(response, 422, wanted);
  const behaviour = chooseBehaviour(wanted.receiver);
  if (behaviour === 'fails' || sandbox.faults.take('error_before') !== undefined)
    return sendJson(response, 500, { message: 'internal error' });
  const known = await sandbox.store.byKey(wanted.idempotency_guid);
  const { kept, first } =
    known === undefined ? await process(sandbox, wanted) : { kept: known, first: false };
  const delay = sandbox.faults.take('slow');
  if (delay !== undefined) await pause(delay.delay_ms ?? SLOW_MS);
  if ((behaviour === 'reply_lost' && first) || sandbox.faults.take('reply_lost') !== undefined)
    return dropConnection(response);
  if (sandbox.faults.take('error_after') !== undefined)
    return sendJson(response, 500, { message: 'internal error' });
  if (sandbox.faults.take('unreadable') !== undefined) {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>upstream</html>');
    return;
  }
  return sendJson(response, kept.status, kept.reply);
};

const discover = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await jsonBody(request);
  const [scheme, id] = [readText(body, 'scheme'), readText(body, 'identifier')];
  if (scheme === null || id === null)
    return sendJson(response, 422, [
      { source: 'identifier', details: 'must name one scheme and identifier' },
    ]);
  const found = chooseBehaviour(fromStorecove({ scheme, id })) !== 'not_found';
  return sendJson(response, 200, { code: found ? 'OK' : 'NOK' });
};

/** The verdict on a new document; of several sent at once, the first one stored counts. */
const process = async (
  sandbox: Sandbox,
  wanted: SubmissionRequest,
): Promise<{ readonly kept: Kept; readonly first: boolean }> => {
  const faults = await verdict(sandbox, wanted);
  const answer =
    faults.length === 0
      ? { status: 200, reply: (guid: string) => ({ guid }) }
      : { status: 422, reply: () => faults };
  const isHere = answer.status === 200 && (await sandbox.receivesHere(wanted.receiver));
  return sandbox.store.keep({ ...wanted, ...answer, isHere }, sandbox.now());
};

const verdict = async ({ faults, check }: Sandbox, { receiver, document }: SubmissionRequest) => {
  if (chooseBehaviour(receiver) === 'not_found')
    return [{ source: 'routing', details: `The receiver ${receiver} is not registered in the network.` }];
  const ordered = faults.take('reject');
  if (ordered !== undefined) {
    const { code = 'SANDBOX-1', message = 'Refused, as a fault of the sandbox was ordered.' } = ordered;
    return [{ source: 'document', details: `[${code}] ${message}` }];
  }
  return toFaults(await check(document));
};

const evidence = async (sandbox: Sandbox, guid: string, response: ServerResponse): Promise<void> => {
  const kept = await sandbox.store.byGuid(guid);
  const age = kept === undefined ? 0 : sandbox.now().getTime() - kept.created_at.getTime();
  if (kept === undefined || !kept.delivered || age < sandbox.evidenceDelayMs)
    return sendJson(response, 404, { message: 'Not found' });
  if (sandbox.faults.take('evidence_fails') !== undefined) {
    const details = 'The access point of the receiver could not be reached.';
    return sendJson(response, 422, [{ source: 'network', details }]);
  }
  return sendJson(response, 200, {
    network: 'sandbox',
    sender: 'folio-sandbox',
    receiver: kept.receiver,
    documents: [],
    evidence: { message_id: messageIdOf(kept.guid), timestamp: kept.created_at.toISOString() },
  });
};

const KINDS = [
  /** Taken, but the connection breaks before the reply. */
  'reply_lost',
  /** HTTP 500, nothing taken. */
  'error_before',
  /** HTTP 500, but taken. */
  'error_after',
  /** Taken; the reply is not JSON. */
  'unreadable',
  /** HTTP 429. */
  'rate_limited',
  /** Taken, but the reply comes after `delay_ms`. */
  'slow',
  /** HTTP 401, whatever the key. */
  'token_expired',
  /** Refuses the document permanently, with `code` and `message`. */
  'reject',
  /** The network could not deliver what was taken. */
  'evidence_fails',
] as const;

export type AccessPointFaultKind = (typeof KINDS)[number];
export type AccessPointFault = Fault<AccessPointFaultKind>;

export const readFault = createFaultReader(KINDS);

// Participants of the sandbox's network. Everybody is on it except three special ones and a range. Each of the three has a second, valid
// id, so that an invoice can be addressed to it: GLNs from GS1's range for examples.

export type Behaviour = 'normal' | 'not_found' | 'fails' | 'reply_lost';

const MAGIC: Readonly<Record<string, Behaviour>> = {
  '404:404': 'not_found',
  '0088:9520000004040': 'not_found',
  '500:500': 'fails',
  '0088:9520000005009': 'fails',
  '408:408': 'reply_lost',
  '0088:9520000004088': 'reply_lost',
};

/** VAT ids whose digits begin with 404 belong to nobody on the network: `9930:DE404833048`. */
const UNREGISTERED = /^99\d\d:[A-Z]{2}404/u;

/**
 * `not_found`: refused as unknown to the network. `fails`: always HTTP 500. `reply_lost`: taken, but the first reply
 * never arrives; a repetition with the same key is answered.
 */
export const chooseBehaviour = (participantId: string): Behaviour =>
  MAGIC[participantId] ?? (UNREGISTERED.test(participantId) ? 'not_found' : 'normal');
