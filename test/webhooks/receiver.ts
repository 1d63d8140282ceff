// A receiver as somebody else would write one: verifies with the library of Standard Webhooks.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  readonly path: string;
  readonly id: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test names the fields that it expects
  readonly event: any;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  close(): Promise<void>;
}

export interface Reply {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

/** Answers as told; undefined never answers. */
export const startReceiver = async (
  answer: (received: Received) => Reply | undefined | Promise<Reply | undefined> = () => ({ status: 204 }),
): Promise<Receiver> => {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const headers = plain(request.headers);
      const one = {
        path: request.url ?? '',
        id: headers['webhook-id'] ?? '',
        headers,
        body,
        event: JSON.parse(body) as unknown,
      };
      received.push(one);
      void Promise.resolve(answer(one)).then((reply) => {
        if (reply === undefined) return;
        response.writeHead(reply.status, reply.headers).end(reply.body);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

const plain = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Throws unless the signature is of this secret. */
export const verify = (secret: string, { body, headers }: Received): unknown =>
  new Webhook(secret).verify(body, headers);
