// What the sandbox reads of a `document_submissions` request, and what is wrong with it, as Storecove would say it.
import type { Issue } from '../../einvoicing/regime.ts';
import { fromStorecove } from '../../providers/access-point/schemes.ts';
import { isRecord, textOf } from '../../providers/ask.ts';

/** One of the `[{source, details}]` of a 422. */
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
  const guid = textOf(body, 'idempotencyGuid') ?? '';
  const legalEntityId = isRecord(body) ? body['legalEntityId'] : undefined;
  const receiver = receiverOf(body);
  const document = documentOf(body);
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

const receiverOf = (body: unknown): string | null => {
  const routing = isRecord(body) ? body['routing'] : undefined;
  const identifiers = isRecord(routing) ? routing['eIdentifiers'] : undefined;
  const first: unknown = Array.isArray(identifiers) ? identifiers[0] : undefined;
  const [scheme, id] = [textOf(first, 'scheme'), textOf(first, 'id')];
  if (scheme === null || id === null) return null;
  const receiver = fromStorecove({ scheme, id });
  return receiver.length > MAX_RECEIVER ? null : receiver;
};

const documentOf = (body: unknown): Buffer | null => {
  const document = isRecord(body) ? body['document'] : undefined;
  const raw = isRecord(document) ? document['rawDocumentData'] : undefined;
  const text = textOf(raw, 'document');
  if (text === null || !BASE64.test(text) || textOf(raw, 'parseStrategy') !== 'ubl') return null;
  return Buffer.from(text, 'base64');
};

/** What the network's rules refuse; warnings let a document pass. */
export const faultsOf = (issues: readonly Issue[]): Fault[] =>
  issues
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, message, fix }) => ({ source: 'document', details: `[${rule}] ${message} ${fix}` }));
