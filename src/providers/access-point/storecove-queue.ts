// Storecove's webhooks in pull mode: a queue of notices, of which one is got at a time and deleted when it was dealt with; a notice
// that a document came names its GUID, by which the document is got as it was sent.
// https://www.storecove.com/docs, "Webhooks" and "Receiving".
import type { NetworkQueue, Notice, QueueFault } from '../../domain/across/network/pull.ts';
import { type Answer, ask, type Fetch, isRecord, parseJson, type Silence, readText } from '../ask.ts';

export interface StorecoveQueueOptions {
  /** With the version of the API. */
  readonly url: string;
  readonly token: string;
  readonly name?: string;
  readonly fetch?: Fetch;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
const NOTICE_BYTES = 1024 * 1024;
/** A document of the largest size in base64, within JSON. */
const DOCUMENT_BYTES = 40 * 1024 * 1024;

const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/u;
const COMPANY = /^enti_[0-9a-z]{26}$/u;

/** It stands in the notice itself, or one level below. */
const field = (body: unknown, name: string): string | null => {
  for (const place of [body, isRecord(body) ? body['data'] : undefined]) {
    const value = isRecord(place) ? place[name] : undefined;
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return null;
};

/** Notices about documents that were sent, and of kinds that are not known, are nothing to receive. */
const readNotice = (answer: Answer): Notice | undefined => {
  const notice = parseJson(answer);
  const id = readText(notice, 'guid');
  const text = readText(notice, 'body');
  if (id === null) return undefined;
  const body = text === null ? undefined : parseJson({ ...answer, bytes: Buffer.from(text) });
  const document = field(body, 'document_guid');
  const came = [field(body, 'event_type'), field(body, 'event')].includes('received_document');
  if (!came || document === null) return { id, document: null };
  const tenant = field(body, 'tenant_id');
  return {
    id,
    document: {
      id: document,
      account: field(body, 'legal_entity_id'),
      // Whoever made the legal entity there may have given it the id of the company here.
      company_id: tenant !== null && COMPANY.test(tenant) ? tenant : null,
    },
  };
};

/** The document is written as text or in base64; unlike other answers it is not tidied. */
const readDocument = ({ bytes }: Answer): Buffer | undefined => {
  let answer: unknown;
  try {
    answer = JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
  const original = readText(answer, 'original');
  if (original === null) return undefined;
  return BASE64.test(original) ? Buffer.from(original, 'base64') : Buffer.from(original, 'utf8');
};

export const storecoveQueue = (options: StorecoveQueueOptions): NetworkQueue => {
  const { url, token, name = 'storecove', fetch, timeoutMs = TIMEOUT_MS } = options;
  const base = url.replace(/\/+$/u, '');
  const call = (
    method: 'GET' | 'DELETE',
    path: string,
    maxBytes: number,
    signal?: AbortSignal,
  ): Promise<Answer | Silence> =>
    ask({
      method,
      url: `${base}${path}`,
      headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
      timeoutMs,
      signal,
      maxBytes,
      fetch,
    });
  const fault = (answer: Answer | Silence): QueueFault => ({
    fault:
      'silence' in answer
        ? `The access point ${name} cannot be reached: ${answer.silence}.`
        : `The access point ${name} answers with HTTP ${answer.status}.`,
  });
  return {
    name,
    next: async (signal) => {
      const answer = await call('GET', '/webhook_instances/', NOTICE_BYTES, signal);
      if ('silence' in answer) return fault(answer);
      if (answer.status === 204) return null;
      if (answer.status !== 200) return fault(answer);
      return (
        readNotice(answer) ?? { fault: `The access point ${name} answers with a notice that cannot be read.` }
      );
    },
    fetch: async (id, signal) => {
      const path = `/received_documents/${encodeURIComponent(id)}/original`;
      const answer = await call('GET', path, DOCUMENT_BYTES, signal);
      if ('silence' in answer) return answer.tooLarge === true ? 'too_large' : fault(answer);
      if (answer.status === 404 || answer.status === 410) return 'gone';
      if (answer.status !== 200) return fault(answer);
      return (
        readDocument(answer) ?? {
          fault: `The access point ${name} answers without the document ${id.slice(0, 100)}.`,
        }
      );
    },
    acknowledge: async (id, signal) => {
      const answer = await call(
        'DELETE',
        `/webhook_instances/${encodeURIComponent(id)}`,
        NOTICE_BYTES,
        signal,
      );
      // 404: it was acknowledged before, and the reply was lost.
      const isDone = !('silence' in answer) && (answer.status < 300 || answer.status === 404);
      return isDone ? null : fault(answer);
    },
  };
};
