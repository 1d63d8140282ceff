// Lets a test outside the process control the sandbox. JSON only: a web page cannot send it here without a CORS
// preflight.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRecord, readText } from '../../providers/ask.ts';
import { sendJson } from '../http.ts';
import { readFault } from './faults.ts';
import type { Sandbox } from './sandbox.ts';

/** POST requests a fault, DELETE cancels all. */
export const controlFaults = (
  { faults }: Sandbox,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void => {
  if (request.method === 'DELETE') {
    faults.clear();
    return sendJson(response, 200, { cleared: true });
  }
  const wanted = parseControl(request, body);
  if (wanted === undefined) return sendJson(response, 415, { message: 'POST JSON as application/json' });
  const fault = readFault(wanted);
  if (typeof fault === 'string') return sendJson(response, 422, { message: fault });
  faults.order(fault);
  return sendJson(response, 200, fault);
};

/** `{uuid, accepted}`: the buyer's decision on a cancellation. */
export const controlCancellation = async (
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  decide: (uuid: string, accepted: boolean) => Promise<boolean>,
): Promise<void> => {
  const wanted = parseControl(request, body);
  const uuid = readText(wanted, 'uuid');
  if (!isRecord(wanted) || uuid === null || typeof wanted['accepted'] !== 'boolean')
    return sendJson(response, 422, { message: 'send {uuid, accepted} as application/json' });
  const { accepted } = wanted as { readonly accepted: boolean };
  if (await decide(uuid, accepted)) return sendJson(response, 200, { uuid, accepted });
  return sendJson(response, 404, { message: 'no cancellation of this UUID waits for the buyer' });
};

const parseControl = (request: IncomingMessage, body: Buffer): unknown => {
  const isJson = (request.headers['content-type'] ?? '').startsWith('application/json');
  if (request.method !== 'POST' || !isJson) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
};
