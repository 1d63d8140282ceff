// A filing as the worker would send it, and an access point whose answers a test writes down.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Outcome, Submission } from '../../../src/einvoicing/filing.ts';
import type { Issue } from '../../../src/einvoicing/regime.ts';
import { createLog } from '../../../src/base/log.ts';
import {
  dropConnection,
  type LoopbackServer,
  readBody,
  sendJson,
  startLoopback,
} from '../../../src/sandbox/http.ts';

export const TOKEN = 'secret-token-of-the-access-point';
export const SILENT = createLog('silent');

const BIS = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const BILLING = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

export const ubl = (id: string, customization: string = BIS): Buffer =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>${customization}</cbc:CustomizationID>
  <cbc:ProfileID>${BILLING}</cbc:ProfileID>
  <cbc:ID>${id} Österreich</cbc:ID>
</Invoice>
`);

export interface Sent {
  readonly key?: string;
  readonly receiver?: string;
  readonly accessPointId?: string | null;
  readonly bytes?: Buffer;
}

export const submissionOf = ({ key = 'invc_1.1', receiver, accessPointId, bytes }: Sent = {}): Submission => {
  const document = bytes ?? ubl(key);
  return {
    key,
    document: {
      bytes: document,
      mediaType: 'application/xml',
      sha256: createHash('sha256').update(document).digest('hex'),
      profile: 'peppol-bis-3',
      seal: null,
    },
    route: {
      sender: '9930:DE123456788',
      receiver: receiver ?? '9930:DE987654321',
      senderCountry: 'DE',
      accessPointId: accessPointId === undefined ? '4711' : accessPointId,
    },
  };
};

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A status with a JSON body, or something that no server should do. */
export type Scripted =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly raw: string; readonly status: number }
  | 'drop'
  | 'hang';

export interface ScriptedServer extends LoopbackServer {
  readonly asked: Asked[];
  /** What the next requests are answered; the last answer stays. */
  script(...answers: Scripted[]): void;
}

export const startScripted = async (): Promise<ScriptedServer> => {
  const asked: Asked[] = [];
  let answers: Scripted[] = [];
  const server = await startLoopback(async (request, response) => {
    const body = (await readBody(request, 30_000_000)) ?? Buffer.alloc(0);
    asked.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 500 };
    if (answer === 'hang') return;
    if (answer === 'drop') return dropConnection(response);
    if ('raw' in answer) {
      response.writeHead(answer.status, { 'Content-Type': 'text/plain' }).end(answer.raw);
      return;
    }
    for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
    sendJson(response, answer.status, answer.body ?? {});
  });
  return {
    ...server,
    asked,
    script: (...next) => {
      answers = next;
    },
  };
};

/** The rules of a network that takes everything but what its text names. */
export const lenientRules = (bytes: Buffer): readonly Issue[] =>
  [...bytes.toString('utf8').matchAll(/refuse ([\w.-]*\w)/gu)].map(([, rule]) => ({
    rule: rule ?? '',
    path: 'invoice',
    message: `${rule} does not hold.`,
    fix: 'Make it hold.',
    severity: 'error' as const,
  }));

/** The codes of a refusal; fails when it was none. */
export const codesOf = (outcome: Outcome): string[] => {
  if (outcome.kind !== 'rejected') throw new Error(`not rejected: ${JSON.stringify(outcome)}`);
  return outcome.faults.map(({ code }) => code);
};
