// The sandbox PAC: the part of SW Sapien's protocol that the service uses, on the loopback interface. Its stamps have no
// legal effect.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import type { Issue } from '../../einvoicing/regime.ts';
import type { Logger } from '../../base/log.ts';
import type { Secrets } from '../../base/secrets/secrets.ts';
import { openAuthority } from '../authority/authority.ts';
import { createFaults, dropConnection, readBody, sendJson, startLoopback } from '../http.ts';
import { answerCancel } from './answer-cancel.ts';
import { answerStamp } from './answer-stamp.ts';
import { type PacFault, readFault } from './faults.ts';
import type { Reply, Sandbox } from './sandbox.ts';
import { answerStatus } from './status.ts';
import { stampStore } from './store.ts';
import { createTokens } from './tokens.ts';
import { RECEIVED, acknowledgement } from './cancellation.ts';
import { isRecord, readText } from '../../providers/ask.ts';

export interface SandboxPac {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  order(fault: PacFault): void;
  /** Cancels all requested faults. */
  clearFaults(): void;
  /** The buyer's answer to a cancellation request; false when none is waiting. */
  decide(uuid: string, accepted: boolean): Promise<boolean>;
  close(): Promise<void>;
}

export interface SandboxPacParts {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly now: () => Date;
  /** The rules of the SAT. */
  readonly check: (bytes: Buffer) => Promise<readonly Issue[]>;
}

/** PACs take documents of a few megabytes at most. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
const SLOW_MS = 5_000;

export const startSandboxPac = async (parts: SandboxPacParts): Promise<SandboxPac> => {
  const { database, secrets, log, now, check } = parts;
  const sandbox: Sandbox = {
    store: stampStore(database),
    faults: createFaults(),
    tokens: createTokens(),
    now,
    check,
    authority: () => openAuthority(database, secrets, now()),
  };
  const server = await startLoopback(
    (request, response) => route(sandbox, request, response),
    (err) => log.error({ err }, 'the sandbox PAC failed'),
  );
  return {
    url: server.url,
    user: sandbox.tokens.user,
    password: sandbox.tokens.password,
    order: (fault) => sandbox.faults.order(fault),
    clearFaults: () => sandbox.faults.clear(),
    decide: (uuid, accepted) => decide(sandbox, uuid, accepted),
    close: () => server.close(),
  };
};

const decide = async ({ store, now }: Sandbox, uuid: string, accepted: boolean): Promise<boolean> => {
  if ((await store.byUuid(uuid))?.cancellation !== 'requested') return false;
  await store.cancel(uuid, accepted ? 'cancelled' : 'refused', now());
  return true;
};

const RECORD = /^\/datawarehouse\/v1\/live\/([0-9a-f-]{36})$/i;
const DOCUMENT = /^\/sandbox\/documents\/([0-9a-f-]{36})\.xml$/i;
const ACKNOWLEDGEMENT = /^\/sandbox\/acknowledgements\/([0-9a-f-]{36})\.xml$/i;

const route = async (sandbox: Sandbox, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { pathname: path } = new URL(request.url ?? '/', 'http://localhost');
  const body = await readBody(request, MAX_BODY_BYTES);
  if (body === null) return sendJson(response, 413, { status: 'error', message: 'too large' });
  if (path === '/sandbox/faults') return controlFaults(sandbox, request, body, response);
  if (path === '/sandbox/cancellations')
    return controlCancellation(request, body, response, (...decision) => decide(sandbox, ...decision));
  const delay = sandbox.faults.take('slow');
  if (delay !== undefined) await pause(delay.delay_ms ?? SLOW_MS);
  const document = DOCUMENT.exec(path)?.[1];
  if (document !== undefined) return answerDocument(sandbox, document, response);
  const acknowledged = ACKNOWLEDGEMENT.exec(path)?.[1];
  if (acknowledged !== undefined) return answerAcknowledgement(sandbox, acknowledged, response);
  if (path === '/ConsultaCFDIService.svc') return status(sandbox, body, response);
  if (path === '/v2/security/authenticate') return authenticate(sandbox, request, response);
  if (sandbox.faults.take('token_expired') !== undefined || !isAuthorised(sandbox, request))
    return sendJson(response, 401, { status: 'error', message: 'El token debe ser válido.', data: null });
  if (sandbox.faults.take('error_before') !== undefined)
    return sendJson(response, 500, { status: 'error', message: 'Internal Server Error' });
  const record = request.method === 'GET' ? RECORD.exec(path)?.[1] : undefined;
  if (record !== undefined) return answerRecord(sandbox, record, request, response);
  if (path === '/v4/cfdi33/stamp/v4' || path === '/v4/cfdi33/stamp/v4/b64')
    return finish(sandbox, response, await answerStamp(sandbox, request, body, path.endsWith('/b64')));
  if (path === '/cfdi33/cancel/xml')
    return finish(sandbox, response, await answerCancel(sandbox, request, body));
  return sendJson(response, 404, { status: 'error', message: 'Not found' });
};

/** The work is done by now: these faults affect the reply only. */
const finish = ({ faults }: Sandbox, response: ServerResponse, reply: Reply): void => {
  if (reply.lost === true || faults.take('reply_lost') !== undefined) return dropConnection(response);
  if (faults.take('error_after') !== undefined)
    return sendJson(response, 500, { status: 'error', message: 'Internal Server Error' });
  if (faults.take('unreadable') !== undefined) {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>upstream</html>');
    return;
  }
  sendJson(response, reply.status, reply.body);
};

const isAuthorised = ({ tokens, now }: Sandbox, request: IncomingMessage): boolean => {
  const [, token] = /^bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return token !== undefined && tokens.isValid(token, now());
};

const authenticate = ({ tokens, now }: Sandbox, request: IncomingMessage, response: ServerResponse): void => {
  const { user, password } = request.headers;
  const given =
    typeof user === 'string' && typeof password === 'string'
      ? tokens.authenticate(user, password, now())
      : null;
  if (given !== null) return sendJson(response, 200, { status: 'success', data: given });
  const message = 'AU2000 - El usuario y/o contraseña son inválidos, no se puede autenticar el servicio.';
  return sendJson(response, 401, { status: 'error', message, messageDetail: '', data: null });
};

const status = async ({ store, faults }: Sandbox, body: Buffer, response: ServerResponse): Promise<void> => {
  if (faults.take('status_down') !== undefined)
    return sendJson(response, 503, { status: 'error', message: 'Service Unavailable' });
  const answer = await answerStatus(store, body, faults.take('issuer_listed') !== undefined);
  if (answer === null) return sendJson(response, 400, { status: 'error', message: 'not a query' });
  response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(answer);
};

export const answerRecord = async (
  { store }: Sandbox,
  uuid: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const stamped = await store.byUuid(uuid);
  const host = request.headers.host ?? '127.0.0.1';
  const records =
    stamped === undefined
      ? []
      : [
          {
            uuid: stamped.uuid,
            status: 'stamped',
            emisorRfc: stamped.issuer,
            receptorRfc: stamped.receiver,
            total: stamped.total,
            fechaTimbrado: stamped.stampedAt.toISOString(),
            urlXml: `http://${host}/sandbox/documents/${stamped.uuid}.xml`,
            urlAckCfdi: null,
            urlAckCancellation:
              stamped.cancellation === null
                ? null
                : `http://${host}/sandbox/acknowledgements/${stamped.uuid}.xml`,
          },
        ];
  const metaData = { page: 1, perPage: 1, pageCount: records.length, totalCount: records.length };
  return sendJson(response, 200, { status: 'success', data: { metaData, records } });
};

/** Without a token: whoever has the address of a document may read it, as at SW. */
export const answerDocument = async (
  { store }: Sandbox,
  uuid: string,
  response: ServerResponse,
): Promise<void> => {
  const stamped = await store.byUuid(uuid);
  if (stamped === undefined) return sendJson(response, 404, { status: 'error', message: 'Not found' });
  response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(stamped.document);
};

/** The SAT's acknowledgement of the document's last cancellation request. */
export const answerAcknowledgement = async (
  { store, now }: Sandbox,
  uuid: string,
  response: ServerResponse,
): Promise<void> => {
  const stamped = await store.byUuid(uuid);
  if (stamped === undefined || stamped.cancellation === null)
    return sendJson(response, 404, { status: 'error', message: 'Not found' });
  const acuse = acknowledgement(stamped.issuer, new Map([[stamped.uuid.toUpperCase(), RECEIVED]]), now());
  response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(acuse);
};

// Lets a test outside the process control the sandbox. JSON only: a web page cannot send it here without a CORS
// preflight.

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
  answer: (uuid: string, accepted: boolean) => Promise<boolean>,
): Promise<void> => {
  const wanted = parseControl(request, body);
  const uuid = readText(wanted, 'uuid');
  if (!isRecord(wanted) || uuid === null || typeof wanted['accepted'] !== 'boolean')
    return sendJson(response, 422, { message: 'send {uuid, accepted} as application/json' });
  const { accepted } = wanted as { readonly accepted: boolean };
  if (await answer(uuid, accepted)) return sendJson(response, 200, { uuid, accepted });
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
