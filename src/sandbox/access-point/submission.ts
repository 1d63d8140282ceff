// Reads a `document_submissions` request; what is wrong with it is worded as Storecove does.
import type { Issue } from '../../einvoicing/regime.ts';
import { fromStorecove } from '../../providers/access-point/schemes.ts';
import { isRecord, readText } from '../../providers/ask.ts';

/** One entry of the `[{source, details}]` of a 422. */
export interface Fault {
  readonly source: string;
  readonly details: string;
}

export interface SubmissionRequest {
  readonly idempotency_guid: string;
  readonly legal_entity_id: number;
  readonly receiver: string;
  readonly document: Buffer;
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/u;
const MAX_RECEIVER = 100;

/** The request, or what is missing from it. */
export const readSubmission = (body: unknown): SubmissionRequest | readonly Fault[] => {
  const guid = readText(body, 'idempotencyGuid') ?? '';
  const legalEntityId = isRecord(body) ? body['legalEntityId'] : undefined;
  const receiver = readReceiver(body);
  const document = readDocument(body);
  if (
    GUID.test(guid) &&
    typeof legalEntityId === 'number' &&
    Number.isSafeInteger(legalEntityId) &&
    receiver !== null &&
    document !== null
  ) {
    const idempotency_guid = guid.toLowerCase();
    return { idempotency_guid, legal_entity_id: legalEntityId, receiver, document };
  }
  return [
    ...(GUID.test(guid) ? [] : [{ source: 'idempotencyGuid', details: 'must be a GUID of 36 characters' }]),
    ...(Number.isSafeInteger(legalEntityId)
      ? []
      : [{ source: 'legalEntityId', details: 'must be the number of a legal entity' }]),
    ...(receiver === null
      ? [{ source: 'routing.eIdentifiers', details: 'must name one scheme and id' }]
      : []),
    ...(document === null
      ? [
          {
            source: 'document.rawDocumentData',
            details: 'must hold a base64 document with parseStrategy ubl',
          },
        ]
      : []),
  ];
};

const readReceiver = (body: unknown): string | null => {
  const routing = isRecord(body) ? body['routing'] : undefined;
  const identifiers = isRecord(routing) ? routing['eIdentifiers'] : undefined;
  const first: unknown = Array.isArray(identifiers) ? identifiers[0] : undefined;
  const [scheme, id] = [readText(first, 'scheme'), readText(first, 'id')];
  if (scheme === null || id === null) return null;
  const receiver = fromStorecove({ scheme, id });
  return receiver.length > MAX_RECEIVER ? null : receiver;
};

const readDocument = (body: unknown): Buffer | null => {
  const document = isRecord(body) ? body['document'] : undefined;
  const raw = isRecord(document) ? document['rawDocumentData'] : undefined;
  const text = readText(raw, 'document');
  if (text === null || !BASE64.test(text) || readText(raw, 'parseStrategy') !== 'ubl') return null;
  return Buffer.from(text, 'base64');
};

/** Errors only: a document with warnings is delivered. */
export const toFaults = (issues: readonly Issue[]): Fault[] =>
  issues
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, message, fix }) => ({ source: 'document', details: `[${rule}] ${message} ${fix}` }));
