// Storecove's API, version 2: `document_submissions` with the document as it is.
// A submission is known by its `idempotencyGuid`: of several with one GUID only the first is processed.
import type { Evidence, FilingFault, Outcome, Submission, Transport } from '../../einvoicing/filing.ts';
import { type Answer, ask, type Fetch, isRecord, jsonOf, type Silence, textOf } from '../ask.ts';
import {
  configurationFault,
  recipientNotFound,
  refusedAccess,
  rejected,
  saysNotFound,
  unknown,
  validationFault,
} from './faults.ts';
import { guidOf } from './guid.ts';
import { toStorecove } from './schemes.ts';

export interface StorecoveOptions {
  /** With the version of the API: `https://api.storecove.com/api/v2`. */
  readonly url: string;
  readonly token: string;
  readonly sandbox: boolean;
  readonly name?: string;
  readonly fetch?: Fetch;
  readonly now?: () => Date;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
const CHECK_TIMEOUT_MS = 5_000;
/** Submissions and evidence are small; evidence carries the receipt of the network. */
const MAX_BYTES = 4 * 1024 * 1024;

/** A client error that says nothing of the document: it may be otherwise a moment later. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 423, 425, 429]);

/** No submission has it; asking for its evidence shows whether the key is good. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

type Call = (
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  limits?: Limits,
) => Promise<Answer | Silence>;
interface Limits {
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export const storecove = (options: StorecoveOptions): Transport => {
  const { name = 'storecove', sandbox, now = () => new Date() } = options;
  const call = caller(options);
  const submit = async (
    submission: Submission,
    repeated: boolean,
    signal?: AbortSignal,
  ): Promise<Outcome> => {
    const legalEntityId = legalEntityOf(submission, sandbox);
    if (legalEntityId === null) return rejected(NO_LEGAL_ENTITY);
    const guid = guidOf(submission.key);
    const answer = await call('POST', '/document_submissions', bodyOf(submission, legalEntityId, guid), {
      signal,
    });
    if ('silence' in answer)
      return { ...unknown(`${name}: ${answer.silence}`), turnedAway: answer.notSent === true };
    if (answer.status >= 200 && answer.status < 300) return accepted(answer, submission, guid, now(), name);
    return refusal(answer, submission, name, repeated);
  };
  return {
    name,
    sandbox,
    send: (submission, signal) => submit(submission, false, signal),
    recover: (submission, signal) => submit(submission, true, signal),
    evidence: async (submission, id, signal) => {
      const path = `/document_submissions/${encodeURIComponent(id)}/evidence`;
      return evidenceOf(await call('GET', path, undefined, { signal }), submission);
    },
    check: async (signal) => {
      const path = `/document_submissions/${NOBODY}/evidence`;
      const answer = await call('GET', path, undefined, { signal, timeoutMs: CHECK_TIMEOUT_MS });
      if ('silence' in answer) return `The access point ${name} cannot be reached: ${answer.silence}.`;
      if (isRefusedAccess(answer.status)) return refusedAccess(name, answer.status).message;
      if (answer.status < 500 && answer.status !== 405) return null;
      return `The access point ${name} answers with HTTP ${answer.status}.`;
    },
  };
};

const caller = ({ url, token, fetch, timeoutMs = TIMEOUT_MS }: StorecoveOptions): Call => {
  const base = url.replace(/\/+$/u, '');
  return (method, path, body, limits = {}) =>
    ask({
      method,
      url: `${base}${path}`,
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs: limits.timeoutMs ?? timeoutMs,
      signal: limits.signal,
      maxBytes: MAX_BYTES,
      fetch,
    });
};

const isRefusedAccess = (status: number): boolean => status === 401 || status === 403;

const NO_LEGAL_ENTITY = configurationFault(
  'The company has no account at the access point, so nothing was sent.',
  'An administrator sets the number of its legal entity there with "entity update ENTITY --access-point-id NUMBER"; then submit the invoice again.',
);

/** The sandbox takes everybody. */
const SANDBOX_LEGAL_ENTITY = 1;

/** Storecove numbers its legal entities. */
const legalEntityOf = ({ route }: Submission, sandbox: boolean): number | null => {
  const id = route.accessPointId ?? '';
  if (/^\d{1,15}$/u.test(id)) return Number(id);
  return sandbox ? SANDBOX_LEGAL_ENTITY : null;
};

const bodyOf = ({ document, route }: Submission, legalEntityId: number, idempotencyGuid: string): object => ({
  legalEntityId,
  idempotencyGuid,
  routing: { eIdentifiers: [toStorecove(route.receiver)] },
  document: {
    documentType: 'invoice',
    rawDocumentData: { document: document.bytes.toString('base64'), parseStrategy: 'ubl' },
  },
});

const accepted = (
  answer: Answer,
  { document }: Submission,
  idempotencyGuid: string,
  at: Date,
  name: string,
): Outcome => {
  const guid = textOf(jsonOf(answer), 'guid');
  if (guid === null) return unknown(`${name} answered HTTP ${answer.status} without the id of a submission`);
  return {
    kind: 'accepted',
    id: guid,
    at,
    document: document.bytes,
    evidence: { guid, idempotency_guid: idempotencyGuid },
  };
};

/**
 * What an error means. After a lost reply only the access point's word on the document itself is definite: that the
 * key is refused now says nothing of what was taken before.
 */
const refusal = (answer: Answer, { route }: Submission, name: string, repeated: boolean): Outcome => {
  const { status } = answer;
  if (status === 422) return rejected(...faultsOf(answer, route.receiver));
  if (repeated || status < 400 || status >= 500 || PASSING.has(status)) {
    return unknown(`${name} answered HTTP ${status}`);
  }
  if (isRefusedAccess(status)) return rejected(refusedAccess(name, status));
  return rejected(
    configurationFault(
      `The access point ${name} answered HTTP ${status}: ${answer.bytes.toString('utf8')}`,
      'An administrator checks ACCESS_POINT_URL and ACCESS_POINT; then submit the invoice again.',
    ),
  );
};

/** `[{source, details}]`, one for each thing that is wrong. */
const faultsOf = (answer: Answer, receiver: string): FilingFault[] => {
  const body = jsonOf(answer);
  const entries: readonly unknown[] = Array.isArray(body) ? body : isRecord(body) ? [body] : [];
  const faults = entries.flatMap((entry) => {
    const details = textOf(entry, 'details');
    return details === null ? [] : [faultOf(textOf(entry, 'source') ?? '', details, receiver)];
  });
  if (faults.length > 0) return faults;
  return [validationFault(answer.bytes.toString('utf8') || 'The access point gave no reason.', 'HTTP_422')];
};

const faultOf = (source: string, details: string, receiver: string): FilingFault => {
  if (saysNotFound(`${source} ${details}`)) return recipientNotFound(receiver);
  if (/legal_?entity/iu.test(source))
    return configurationFault(
      `The access point does not take the company's legal entity: ${details}`,
      'An administrator corrects it with "entity update ENTITY --access-point-id NUMBER"; then submit the invoice again.',
    );
  return validationFault(details, 'HTTP_422');
};

/** 404 while the document is under way. Evidence proves delivery, so anything but a word on it leaves it open. */
const evidenceOf = (answer: Answer | Silence, { route }: Submission): Evidence => {
  if ('silence' in answer) return { kind: 'in_transit' };
  if (answer.status === 422) return { kind: 'failed', faults: faultsOf(answer, route.receiver) };
  const body = jsonOf(answer);
  if (answer.status !== 200 || !isRecord(body)) return { kind: 'in_transit' };
  const { evidence } = body;
  return {
    kind: 'delivered',
    evidence: {
      network: textOf(body, 'network'),
      sender: textOf(body, 'sender'),
      receiver: textOf(body, 'receiver'),
      message_id: textOf(evidence, 'message_id'),
      transmission_id: textOf(evidence, 'transmission_id'),
      receiving_accesspoint: textOf(evidence, 'receiving_accesspoint'),
      timestamp: textOf(evidence, 'timestamp'),
    },
  };
};
