// phoss-ap, an access point that one runs oneself. A document travels in an SBD envelope, whose instance id is the key
// of the submission: one instance id is one transaction, and its status can be asked for at any time.
import type {
  Evidence,
  FilingFault,
  Outcome,
  Route,
  Submission,
  Transport,
} from '../../einvoicing/filing.ts';
import { type Answer, ask, type Fetch, isRecord, jsonOf, type Silence, textOf } from '../ask.ts';
import { type DocumentIds, documentIdsOf } from './document-ids.ts';
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
  /** Without `/api`. */
  readonly url: string;
  /** The `X-Token` of its configuration; empty when it asks for none. */
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
  const phoss: Phoss = { name, now, ...callsOf(options) };
  return {
    name,
    sandbox,
    send: (submission, signal) => send(phoss, submission, false, signal),
    recover: async (submission, signal) => {
      const known = await phoss.status(submission.key, signal);
      if ('silence' in known) return unknown(`${name}: ${known.silence}`);
      if (known.status === 404) return send(phoss, submission, true, signal);
      return outcomeOf(phoss, known, submission);
    },
    evidence: async (submission, _id, signal) =>
      evidenceOf(await phoss.status(submission.key, signal), submission),
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

const callsOf = ({ url, token, fetch, timeoutMs }: PhossApOptions): Pick<Phoss, 'submit' | 'status'> => {
  const base = `${url.replace(/\/+$/u, '')}/api/outbound`;
  const headers = { Accept: 'application/json', ...(token === '' ? {} : { 'X-Token': token }) };
  const limits = { maxBytes: MAX_BYTES, fetch };
  return {
    submit: ({ key, document, route }, ids, signal) => {
      const parts = [participant(senderOf(route)), participant(route.receiver), ids.docType, ids.process];
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

/** A company may be registered there under another participant id than the one that its invoices name. */
const senderOf = ({ sender, accessPointId }: Route): string =>
  accessPointId !== null && /^\d{4}:\S+$/u.test(accessPointId) ? accessPointId : sender;

/** Participant ids are compared without regard to case; the network writes them in lower case. */
const participant = (id: string): string => `iso6523-actorid-upis::${id.toLowerCase()}`;

const isRefusedAccess = (status: number): boolean => status === 401 || status === 403;

const NOT_ADDRESSABLE = configurationFault(
  'The document names no CustomizationID and ProfileID, without which the network cannot route it.',
  'Report this as a fault of the service.',
);

const send = async (
  phoss: Phoss,
  submission: Submission,
  repeated: boolean,
  signal?: AbortSignal,
): Promise<Outcome> => {
  const ids = documentIdsOf(submission.document.bytes);
  if (ids === null) return rejected(NOT_ADDRESSABLE);
  const answer = await phoss.submit(submission, ids, signal);
  if ('silence' in answer) return unknown(`${phoss.name}: ${answer.silence}`);
  const { status } = answer;
  if (status >= 200 && status < 300) return sent(phoss, answer, submission);
  if (status === 422) return afterRefusal(phoss, answer, submission, signal);
  // 409 tells of another transaction with the same id: ours, from before.
  if (repeated || status < 400 || status >= 500 || status === 408 || status === 409 || status === 429)
    return unknown(`${phoss.name} answered HTTP ${status}`);
  if (isRefusedAccess(status)) return rejected(refusedAccess(phoss.name, status));
  if (status === 400) return rejected(...faultsOf(messageOf(answer), submission));
  return rejected(
    configurationFault(
      status === 404
        ? `The access point ${phoss.name} does not send: it is switched off there, or ACCESS_POINT_URL is wrong.`
        : `The access point ${phoss.name} answered HTTP ${status}.`,
      'An administrator enables sending in phoss-ap or corrects ACCESS_POINT_URL; then submit the invoice again.',
    ),
  );
};

const sent = ({ name, now }: Phoss, answer: Answer, { key, document }: Submission): Outcome => {
  const report = jsonOf(answer);
  if (!isRecord(report) || report['overallSuccess'] !== true)
    return unknown(`${name} answered HTTP ${answer.status} without a report of success`);
  return {
    kind: 'accepted',
    id: key,
    at: now(),
    document: document.bytes,
    evidence: {
      sbdh_instance_id: key,
      message_id: textOf(report, 'as4MessageId'),
      receiving_accesspoint: textOf(report, 'c3EndpointUrl'),
    },
  };
};

/**
 * 422 is the answer to a refused document, to a first attempt that failed and will be repeated, and to a transaction
 * that exists already. The transaction itself tells them apart; without one, nothing was taken.
 */
const afterRefusal = async (
  phoss: Phoss,
  refusal: Answer,
  submission: Submission,
  signal?: AbortSignal,
): Promise<Outcome> => {
  const known = await phoss.status(submission.key, signal);
  if ('silence' in known) return unknown(`${phoss.name}: ${known.silence}`);
  if (known.status === 404) return rejected(...faultsOf(messageOf(refusal), submission));
  return outcomeOf(phoss, known, submission);
};

/** What the status of a transaction says of the document. */
const outcomeOf = ({ name, now }: Phoss, answer: Answer, submission: Submission): Outcome => {
  const transaction = jsonOf(answer);
  const status = answer.status === 200 ? textOf(transaction, 'status') : null;
  switch (status) {
    case 'sent':
      return {
        kind: 'accepted',
        id: submission.key,
        at: dateOf(textOf(transaction, 'completedDT')) ?? now(),
        document: submission.document.bytes,
        evidence: { sbdh_instance_id: submission.key, transaction_id: textOf(transaction, 'id') },
      };
    case 'rejected':
    case 'permanently_failed':
      return rejected(
        ...faultsOf(textOf(transaction, 'errorDetails') ?? `The transaction is ${status}.`, submission),
      );
    case null:
      return unknown(`${name} answered HTTP ${answer.status}`);
    default: {
      const why = textOf(transaction, 'errorDetails');
      return unknown(`${name} has not sent it yet (${status}${why === null ? '' : `: ${why}`})`);
    }
  }
};

const dateOf = (text: string | null): Date | null => {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
};

/** A JSON text, or a report whose exception says what happened. */
const messageOf = (answer: Answer): string => {
  const body = jsonOf(answer);
  if (typeof body === 'string') return body;
  const exception = isRecord(body) ? body['sendingException'] : undefined;
  return textOf(exception, 'message') ?? textOf(body, 'message') ?? answer.bytes.toString('utf8');
};

const faultsOf = (text: string, { route }: Submission): FilingFault[] => [
  saysNotFound(text) ? recipientNotFound(route.receiver) : validationFault(text, 'phoss_ap'),
];

/** A sent document is delivered; the message level status may still refuse it. */
const evidenceOf = (answer: Answer | Silence, submission: Submission): Evidence => {
  if ('silence' in answer || answer.status !== 200) return { kind: 'in_transit' };
  const transaction = jsonOf(answer);
  const status = textOf(transaction, 'status');
  if (status === 'permanently_failed' || status === 'rejected') {
    return { kind: 'failed', faults: faultsOf(textOf(transaction, 'errorDetails') ?? status, submission) };
  }
  if (textOf(transaction, 'mlsStatus') === 'received_re') {
    const text = `The receiver's access point refused the document after delivery (message level status RE).`;
    return { kind: 'failed', faults: [validationFault(text, 'mls_re')] };
  }
  if (status !== 'sent') return { kind: 'in_transit' };
  return {
    kind: 'delivered',
    evidence: {
      sbdh_instance_id: submission.key,
      transaction_id: textOf(transaction, 'id'),
      completed_at: textOf(transaction, 'completedDT'),
      mls_status: textOf(transaction, 'mlsStatus'),
    },
  };
};
