// A phoss-ap as its REST interface shows it: transactions by SBDH instance id, sent at once, repeated by itself when
// the first attempt failed. Receivers that begin with certain words behave accordingly.
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  dropConnection,
  type LoopbackServer,
  readBody,
  sendJson,
  startLoopback,
} from '../../../src/sandbox/http.ts';

export interface Transaction {
  readonly id: string;
  readonly sbdhInstanceID: string;
  readonly senderID: string;
  readonly receiverID: string;
  readonly docTypeID: string;
  readonly processID: string;
  readonly country: string;
  readonly document: Buffer;
  status: string;
  errorDetails: string | null;
  mlsStatus: string | null;
}

export interface PhossServer extends LoopbackServer {
  readonly transactions: Map<string, Transaction>;
  /** The next reply is lost; the transaction stays. */
  loseReply(): void;
}

export const PHOSS_TOKEN = 'x-token-of-phoss';

export const startPhoss = async (): Promise<PhossServer> => {
  const transactions = new Map<string, Transaction>();
  let losing = false;
  const submit = async (request: IncomingMessage, response: ServerResponse, parts: string[], key: string) => {
    const [senderID = '', receiverID = '', docTypeID = '', processID = '', country = ''] = parts;
    const document = (await readBody(request, 10_000_000)) ?? Buffer.alloc(0);
    if (!senderID.startsWith('iso6523-actorid-upis::'))
      return sendJson(response, 400, `Failed to parse the sending participant ID '${senderID}'`);
    if (document.includes('refuse'))
      return sendJson(response, 422, 'Verification failed: [BR-CO-15] totals differ');
    // A second row with this instance id breaks a unique key.
    if (transactions.has(key)) return sendJson(response, 500, { error: 'Internal Server Error' });
    const transaction: Transaction = {
      id: `tx-${transactions.size + 1}`,
      sbdhInstanceID: key,
      senderID,
      receiverID,
      docTypeID,
      processID,
      country,
      document,
      status: 'sent',
      errorDetails: null,
      mlsStatus: 'pending',
    };
    transactions.set(key, transaction);
    if (receiverID.includes('nobody')) {
      transaction.status = 'permanently_failed';
      transaction.errorDetails = `The participant ID '${receiverID}' is not registered in the Peppol Network.`;
    }
    if (receiverID.includes('away')) {
      transaction.status = 'failed';
      transaction.errorDetails = 'connect timed out';
    }
    if (losing) {
      losing = false;
      return dropConnection(response);
    }
    const success = transaction.status === 'sent';
    return sendJson(response, success ? 200 : 422, {
      senderID,
      receiverID,
      sbdhInstanceIdentifier: key,
      ...(success ? { as4MessageId: `${key}@phoss.test`, c3EndpointUrl: 'https://ap.test/as4' } : {}),
      sendingSuccess: success,
      overallSuccess: success,
    });
  };
  const server = await startLoopback(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (request.headers['x-token'] !== PHOSS_TOKEN)
      return sendJson(response, 401, { error: 'Invalid or missing API token' });
    const [, api, outbound, verb, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    if (api !== 'api' || outbound !== 'outbound') return sendJson(response, 404, {});
    if (request.method === 'POST' && verb === 'submit')
      return submit(request, response, rest, url.searchParams.get('sbdhInstanceID') ?? '');
    const known = verb === 'status' ? transactions.get(rest[0] ?? '') : undefined;
    if (known === undefined) {
      response.writeHead(404).end();
      return;
    }
    const { document: _document, ...shown } = known;
    return sendJson(response, 200, { ...shown, attemptCount: 1, completedDT: '2026-11-21T11:00:00Z' });
  });
  return {
    ...server,
    transactions,
    loseReply: () => {
      losing = true;
    },
  };
};
