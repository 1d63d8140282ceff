// Storecove's API, version 2: `document_submissions` with the document as it is.
// A submission is known by its `idempotencyGuid`: of several with one GUID only the first is processed.
import type {
  Evidence,
  FilingFault,
  LookedUp,
  Outcome,
  Submission,
  Transport,
} from '../../einvoicing/filing.ts';
import { v5 } from 'uuid';
import { type Answer, ask, type Fetch, isRecord, parseJson, type Silence, readText, textOf } from '../ask.ts';
import {
  configurationFault,
  recipientNotFound,
  refusedAccess,
  rejected,
  saysNotFound,
  unknown,
  validationFault,
} from './faults.ts';
import { toStorecove } from './schemes.ts';
import { toDo } from '../../base/text/to-do.ts';

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
const LOOK_UP_TIMEOUT_MS = 10_000;
/** Answers are small; the largest are evidence, with the network's receipt. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Client errors that are temporary and say nothing about the document. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 423, 425, 429]);

/** The id of no submission: asking for its evidence shows whether the key is valid. */
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
  const call = createCaller(options);
  const submit = async (
    submission: Submission,
    repeated: boolean,
    signal?: AbortSignal,
  ): Promise<Outcome> => {
    const legalEntityId = chooseLegalEntity(submission, sandbox);
    if (legalEntityId === null) return rejected(NO_LEGAL_ENTITY);
    const guid = toGuid(submission.key);
    const answer = await call('POST', '/document_submissions', buildBody(submission, legalEntityId, guid), {
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
      return readEvidence(await call('GET', path, undefined, { signal }), submission);
    },
    lookUp: async (participant, signal) => {
      const answer = await call('POST', '/discovery/receives', buildLookUp(participant), {
        signal,
        timeoutMs: LOOK_UP_TIMEOUT_MS,
      });
      return readLookUp(answer);
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

const createCaller = ({ url, token, fetch, timeoutMs = TIMEOUT_MS }: StorecoveOptions): Call => {
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

/** The namespace of submission GUIDs. It must never change, or a document could be sent twice. */
const FILINGS = '6f1a1c52-0d0e-5b7a-9a0b-6a8c1d1f4e21';

/** Always the same GUID for a key, so that a repeated submission is recognised. */
export const toGuid = (key: string): string => v5(key, FILINGS);

const isRefusedAccess = (status: number): boolean => status === 401 || status === 403;

const NO_LEGAL_ENTITY = configurationFault(
  'The company has no account at the access point, so nothing was sent.',
  toDo('legal_entity'),
);

/** The sandbox accepts any legal entity. */
const SANDBOX_LEGAL_ENTITY = 1;

/** Storecove numbers its legal entities. */
const chooseLegalEntity = ({ route }: Submission, sandbox: boolean): number | null => {
  const id = route.accessPointId ?? '';
  if (/^\d{1,15}$/u.test(id)) return Number(id);
  return sandbox ? SANDBOX_LEGAL_ENTITY : null;
};

const buildBody = (
  { document, route }: Submission,
  legalEntityId: number,
  idempotencyGuid: string,
): object => ({
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
  const guid = readText(parseJson(answer), 'guid');
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
 * What an error means. After a lost reply only a refusal of the document itself is definite: that the key is refused now
 * says nothing about what was taken before.
 */
const refusal = (answer: Answer, { route }: Submission, name: string, repeated: boolean): Outcome => {
  const { status } = answer;
  if (status === 422) return rejected(...readFaults(answer, route.receiver));
  if (repeated || status < 400 || status >= 500 || PASSING.has(status)) {
    return unknown(`${name} answered HTTP ${status}`);
  }
  if (isRefusedAccess(status)) return rejected(refusedAccess(name, status));
  return rejected(
    configurationFault(
      `The access point ${name} answered HTTP ${status}: ${textOf(answer)}`,
      toDo('access_url'),
    ),
  );
};

/** `[{source, details}]`, one entry for each fault. */
const readFaults = (answer: Answer, receiver: string): FilingFault[] => {
  const body = parseJson(answer);
  const entries: readonly unknown[] = Array.isArray(body) ? body : isRecord(body) ? [body] : [];
  const faults = entries.flatMap((entry) => {
    const details = readText(entry, 'details');
    return details === null ? [] : [toFault(readText(entry, 'source') ?? '', details, receiver)];
  });
  if (faults.length > 0) return faults;
  return [validationFault(textOf(answer) || 'The access point gave no reason.', 'HTTP_422')];
};

const toFault = (source: string, details: string, receiver: string): FilingFault => {
  if (saysNotFound(`${source} ${details}`)) return recipientNotFound(receiver);
  if (/legal_?entity/iu.test(source))
    return configurationFault(
      `The access point does not take the company's legal entity: ${details}`,
      toDo('legal_entity'),
    );
  return validationFault(details, 'HTTP_422');
};

const buildLookUp = (participant: string): object => {
  const { scheme, id: identifier } = toStorecove(participant);
  return {
    documentTypes: ['invoice'],
    network: 'peppol',
    metaScheme: 'iso6523-actorid-upis',
    scheme,
    identifier,
  };
};

/** Only a clear answer counts. */
const readLookUp = (answer: Answer | Silence): LookedUp => {
  if ('silence' in answer || answer.status !== 200) return 'unknown';
  const code = (readText(parseJson(answer), 'code') ?? '').toUpperCase();
  if (code === 'OK') return 'found';
  return code === 'NOK' ? 'not_found' : 'unknown';
};

/** 404 until the document is delivered. Only evidence proves delivery; any other answer leaves it open. */
const readEvidence = (answer: Answer | Silence, { route }: Submission): Evidence => {
  if ('silence' in answer) return { kind: 'in_transit' };
  if (answer.status === 422) return { kind: 'failed', faults: readFaults(answer, route.receiver) };
  const body = parseJson(answer);
  if (answer.status !== 200 || !isRecord(body)) return { kind: 'in_transit' };
  const { evidence } = body;
  return {
    kind: 'delivered',
    evidence: {
      network: readText(body, 'network'),
      sender: readText(body, 'sender'),
      receiver: readText(body, 'receiver'),
      message_id: readText(evidence, 'message_id'),
      transmission_id: readText(evidence, 'transmission_id'),
      receiving_accesspoint: readText(evidence, 'receiving_accesspoint'),
      timestamp: readText(evidence, 'timestamp'),
    },
  };
};
