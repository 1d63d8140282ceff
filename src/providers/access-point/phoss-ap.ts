// phoss-ap, a self-hosted access point. A document is sent in an SBD envelope whose instance id is the key of the
// submission: one instance id is one transaction, and its status can be queried at any time.
import type {
  Evidence,
  FilingFault,
  Outcome,
  Route,
  Submission,
  Transport,
} from '../../einvoicing/filing.ts';
import { toDo } from '../../base/text/to-do.ts';
import { type Answer, ask, type Fetch, isRecord, parseJson, type Silence, readText, textOf } from '../ask.ts';
import { type DocumentIds, readDocumentIds } from './document-ids.ts';
import {
  configurationFault,
  recipientNotFound,
  refusedAccess,
  rejected,
  saysNotFound,
  unknown,
  validationFault,
} from './faults.ts';

export interface PhossApOptions {
  /** Without the path `/api`. */
  readonly url: string;
  /** The `X-Token` of its configuration; empty when it needs none. */
  readonly token: string;
  readonly sandbox: boolean;
  readonly name?: string;
  readonly fetch?: Fetch;
  readonly now?: () => Date;
  readonly timeoutMs?: number;
}

/** It looks the receiver up and sends before it answers. */
const TIMEOUT_MS = 60_000;
const CHECK_TIMEOUT_MS = 5_000;
const MAX_BYTES = 4 * 1024 * 1024;

interface Phoss {
  readonly name: string;
  readonly now: () => Date;
  submit(submission: Submission, ids: DocumentIds, signal?: AbortSignal): Promise<Answer | Silence>;
  status(key: string, signal?: AbortSignal, timeoutMs?: number): Promise<Answer | Silence>;
}

export const phossAp = (options: PhossApOptions): Transport => {
  const { name = 'phoss-ap', sandbox, now = () => new Date() } = options;
  const phoss: Phoss = { name, now, ...createCalls(options) };
  return {
    name,
    sandbox,
    send: (submission, signal) => send(phoss, submission, false, signal),
    recover: async (submission, signal) => {
      const known = await phoss.status(submission.key, signal);
      if ('silence' in known) return unknown(`${name}: ${known.silence}`);
      if (known.status === 404) return send(phoss, submission, true, signal);
      return readOutcome(phoss, known, submission);
    },
    evidence: async (submission, _id, signal) =>
      readEvidence(await phoss.status(submission.key, signal), submission),
    check: async (signal) => {
      const answer = await phoss.status('folio-check', signal, CHECK_TIMEOUT_MS);
      if ('silence' in answer) return `The access point ${name} cannot be reached: ${answer.silence}.`;
      if (isRefusedAccess(answer.status)) return refusedAccess(name, answer.status).message;
      return answer.status === 404 || answer.status === 200
        ? null
        : `The access point ${name} answers with HTTP ${answer.status}.`;
    },
  };
};

const createCalls = ({ url, token, fetch, timeoutMs }: PhossApOptions): Pick<Phoss, 'submit' | 'status'> => {
  const base = `${url.replace(/\/+$/u, '')}/api/outbound`;
  const headers = { Accept: 'application/json', ...(token === '' ? {} : { 'X-Token': token }) };
  const limits = { maxBytes: MAX_BYTES, fetch };
  return {
    submit: ({ key, document, route }, ids, signal) => {
      const parts = [participant(chooseSender(route)), participant(route.receiver), ids.docType, ids.process];
      const path = [...parts, route.senderCountry].map(encodeURIComponent).join('/');
      return ask({
        ...limits,
        method: 'POST',
        url: `${base}/submit/${path}?sbdhInstanceID=${encodeURIComponent(key)}`,
        headers: { ...headers, 'Content-Type': 'application/xml' },
        body: document.bytes,
        timeoutMs: timeoutMs ?? TIMEOUT_MS,
        signal,
      });
    },
    status: (key, signal, wait) =>
      ask({
        ...limits,
        method: 'GET',
        url: `${base}/status/${encodeURIComponent(key)}`,
        headers,
        timeoutMs: wait ?? timeoutMs ?? TIMEOUT_MS,
        signal,
      }),
  };
};

/** A company may be registered there with a participant id other than the one on its invoices. */
const chooseSender = ({ sender, accessPointId }: Route): string =>
  accessPointId !== null && /^\d{4}:\S+$/u.test(accessPointId) ? accessPointId : sender;

/** Participant ids are compared without regard to case; the network writes them in lower case. */
const participant = (id: string): string => `iso6523-actorid-upis::${id.toLowerCase()}`;

const isRefusedAccess = (status: number): boolean => status === 401 || status === 403;

const NOT_ADDRESSABLE = configurationFault(
  'The document names no CustomizationID and ProfileID, without which the network cannot route it.',
  toDo('access_fault'),
);

const send = async (
  phoss: Phoss,
  submission: Submission,
  repeated: boolean,
  signal?: AbortSignal,
): Promise<Outcome> => {
  const ids = readDocumentIds(submission.document.bytes);
  if (ids === null) return rejected(NOT_ADDRESSABLE);
  const answer = await phoss.submit(submission, ids, signal);
  if ('silence' in answer) return unknown(`${phoss.name}: ${answer.silence}`);
  const { status } = answer;
  if (status >= 200 && status < 300) return sent(phoss, answer, submission);
  if (status === 422) return afterRefusal(phoss, answer, submission, signal);
  // 409 means that a transaction with this id exists: from our earlier attempt.
  if (repeated || status < 400 || status >= 500 || status === 408 || status === 409 || status === 429)
    return unknown(`${phoss.name} answered HTTP ${status}`);
  if (isRefusedAccess(status)) return rejected(refusedAccess(phoss.name, status));
  if (status === 400) return rejected(...readFaults(readMessage(answer), submission));
  return rejected(
    configurationFault(
      status === 404
        ? `The access point ${phoss.name} does not send: it is switched off there, or ACCESS_POINT_URL is wrong.`
        : `The access point ${phoss.name} answered HTTP ${status}.`,
      toDo('access_sending'),
    ),
  );
};

const sent = ({ name, now }: Phoss, answer: Answer, { key, document }: Submission): Outcome => {
  const report = parseJson(answer);
  if (!isRecord(report) || report['overallSuccess'] !== true)
    return unknown(`${name} answered HTTP ${answer.status} without a report of success`);
  return {
    kind: 'accepted',
    id: key,
    at: now(),
    document: document.bytes,
    evidence: {
      sbdh_instance_id: key,
      message_id: readText(report, 'as4MessageId'),
      receiving_accesspoint: readText(report, 'c3EndpointUrl'),
    },
  };
};

/**
 * 422 answers a refused document, a first attempt that failed and will be repeated, and a transaction that exists
 * already. The transaction's status tells them apart; without a transaction, nothing was taken.
 */
const afterRefusal = async (
  phoss: Phoss,
  refusal: Answer,
  submission: Submission,
  signal?: AbortSignal,
): Promise<Outcome> => {
  const known = await phoss.status(submission.key, signal);
  if ('silence' in known) return unknown(`${phoss.name}: ${known.silence}`);
  if (known.status === 404) return rejected(...readFaults(readMessage(refusal), submission));
  return readOutcome(phoss, known, submission);
};

/** The outcome that the status of a transaction means. */
const readOutcome = ({ name, now }: Phoss, answer: Answer, submission: Submission): Outcome => {
  const transaction = parseJson(answer);
  const status = answer.status === 200 ? readText(transaction, 'status') : null;
  switch (status) {
    case 'sent':
      return {
        kind: 'accepted',
        id: submission.key,
        at: readDate(readText(transaction, 'completedDT')) ?? now(),
        document: submission.document.bytes,
        evidence: { sbdh_instance_id: submission.key, transaction_id: readText(transaction, 'id') },
      };
    case 'rejected':
    case 'permanently_failed':
      return rejected(
        ...readFaults(readText(transaction, 'errorDetails') ?? `The transaction is ${status}.`, submission),
      );
    case null:
      return unknown(`${name} answered HTTP ${answer.status}`);
    default: {
      const why = readText(transaction, 'errorDetails');
      return unknown(`${name} has not sent it yet (${status}${why === null ? '' : `: ${why}`})`);
    }
  }
};

const readDate = (text: string | null): Date | null => {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
};

/** The body is a JSON string, or a report whose exception says what happened. */
const readMessage = (answer: Answer): string => {
  const body = parseJson(answer);
  if (typeof body === 'string') return body;
  const exception = isRecord(body) ? body['sendingException'] : undefined;
  return readText(exception, 'message') ?? readText(body, 'message') ?? textOf(answer);
};

const readFaults = (text: string, { route }: Submission): FilingFault[] => [
  saysNotFound(text) ? recipientNotFound(route.receiver) : validationFault(text, 'phoss_ap'),
];

/** A sent document is delivered; the message level status may still refuse it. */
const readEvidence = (answer: Answer | Silence, submission: Submission): Evidence => {
  if ('silence' in answer || answer.status !== 200) return { kind: 'in_transit' };
  const transaction = parseJson(answer);
  const status = readText(transaction, 'status');
  if (status === 'permanently_failed' || status === 'rejected') {
    return {
      kind: 'failed',
      faults: readFaults(readText(transaction, 'errorDetails') ?? status, submission),
    };
  }
  if (readText(transaction, 'mlsStatus') === 'received_re') {
    const text = `The receiver's access point refused the document after delivery (message level status RE).`;
    return { kind: 'failed', faults: [validationFault(text, 'mls_re')] };
  }
  if (status !== 'sent') return { kind: 'in_transit' };
  return {
    kind: 'delivered',
    evidence: {
      sbdh_instance_id: submission.key,
      transaction_id: readText(transaction, 'id'),
      completed_at: readText(transaction, 'completedDT'),
      mls_status: readText(transaction, 'mlsStatus'),
    },
  };
};
