// The sandbox sends too: Storecove's queue of notices in pull mode, and the documents that they tell of.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { v4 } from 'uuid';
import type { Database } from '../../db/database.ts';
import { sendJson } from '../http.ts';
import { wrap } from './envelope.ts';
import { type SandboxStore, sandboxStore } from './store.ts';

const NOTICE = /^\/webhook_instances\/([^/]*)$/u;
const RECEIVED = /^\/received_documents\/([^/]+)\/original$/u;

/** Nobody takes it for one of the real network. */
export const messageIdOf = (guid: string): string => `${guid}@sandbox.invalid`;

/** False where the request is for neither. */
export const answerReceiving = async (
  store: SandboxStore,
  { method }: IncomingMessage,
  path: string,
  response: ServerResponse,
): Promise<boolean> => {
  const notice = NOTICE.exec(path)?.[1];
  const document = RECEIVED.exec(path)?.[1];
  if (notice === '' && method === 'GET') {
    const guid = await store.waiting();
    if (guid === undefined) response.writeHead(204).end();
    else {
      const body = { event_type: 'received_document', event: 'received', document_guid: guid };
      sendJson(response, 200, { guid, body: JSON.stringify(body) });
    }
  } else if (notice !== undefined && notice !== '' && method === 'DELETE') {
    const isDone = await store.acknowledge(decodeURIComponent(notice));
    response.writeHead(isDone ? 204 : 404).end();
  } else if (document !== undefined && method === 'GET') {
    const found = await store.document(decodeURIComponent(document));
    if (found === undefined) sendJson(response, 404, { message: 'Not found' });
    else {
      const { guid, receiver, received_at: at } = found;
      const original = wrap(found.document, { receiver, messageId: messageIdOf(guid), at });
      sendJson(response, 200, { guid, direction: 'in', original: original.toString('base64') });
    }
  } else return false;
  return true;
};

/**
 * As if somebody on the network had sent it: it waits for the company here that receives it. Its message id. What was sent
 * under the same `key` is not sent again.
 */
export const deliverInSandbox = async (
  database: Database,
  {
    receiver,
    document,
    now,
    key = v4(),
  }: { readonly receiver: string; readonly document: Buffer; readonly now: Date; readonly key?: string },
): Promise<string> => {
  const reply = (guid: string) => ({ guid });
  const sent = { idempotency_guid: key, legal_entity_id: 0, receiver, document, status: 200, reply };
  const { kept } = await sandboxStore(database).keep({ ...sent, isHere: true }, now);
  return messageIdOf(kept.guid);
};
