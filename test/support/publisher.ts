// An https server of this machine that answers for names of the test, with a certificate of an authority of its own.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createFetcher, type Fetcher } from '../../src/base/net/fetcher.ts';
import { createGuard } from '../../src/base/net/guard.ts';
import { loadX509 } from '../../src/sandbox/authority/issue.ts';

export interface Answered {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sends the body so many bytes at a time, without an end. */
  readonly endless?: boolean;
}

export interface Publisher {
  readonly port: number;
  readonly ca: string;
  /** By path; undefined never answers. */
  readonly answers: Map<string, Answered | undefined>;
  readonly asked: { readonly path: string; readonly host: string; readonly headers: object }[];
  /** Reads only from this server, whatever the name. */
  fetcher(): Fetcher;
  url(path: string, host?: string): string;
  json(path: string, value: unknown, headers?: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

export const HOST = 'app.example.com';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

const makeCertificate = async (): Promise<{ key: string; cert: string }> => {
  const x509 = await loadX509();
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const cert = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: '01',
      name: 'CN=test',
      notBefore: new Date(Date.now() - 86_400_000),
      notAfter: new Date(Date.now() + 86_400_000),
      signingAlgorithm: ALGORITHM,
      keys,
      extensions: [
        new x509.BasicConstraintsExtension(true, 2, true),
        new x509.SubjectAlternativeNameExtension([
          { type: 'dns', value: HOST },
          { type: 'dns', value: `*.${HOST}` },
        ]),
      ],
    },
    crypto,
  );
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    key: `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`,
    cert: cert.toString('pem'),
  };
};

export const startPublisher = async (): Promise<Publisher> => {
  const { key, cert } = await makeCertificate();
  const answers = new Map<string, Answered | undefined>();
  const asked: Publisher['asked'] = [];
  const server = createServer({ key, cert }, (request, response) => {
    const path = request.url ?? '';
    asked.push({ path, host: request.headers.host ?? '', headers: request.headers });
    const answer = answers.has(path) ? answers.get(path) : { status: 404 };
    if (answer === undefined) return undefined;
    const {
      status = 200,
      headers = { 'content-type': 'application/json' },
      body = '',
      endless = false,
    } = answer;
    response.writeHead(status, headers);
    if (!endless) return void response.end(body);
    const more = (): void => {
      while (!response.destroyed && response.write(body));
    };
    response.on('drain', more);
    more();
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    ca: cert,
    answers,
    asked,
    fetcher: () =>
      createFetcher(
        createGuard(['127.0.0.1'], async () => [{ address: '127.0.0.1', family: 4 }]),
        { ca: cert },
      ),
    url: (path, host = HOST) => `https://${host}:${port}${path}`,
    json: (path, value, headers = {}) => {
      answers.set(path, {
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(value),
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
