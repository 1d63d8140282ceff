// An OpenID provider for tests: discovery, keys and tokens over HTTP on this machine.
import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestIssuer {
  readonly href: string;
  /** What the next token says; set by the test. */
  claims: Readonly<Record<string, unknown>>;
  /** As the browser would at the provider's page: gives the way back, with a code. */
  approve(authorizationUrl: string): URL;
  close(): Promise<void>;
}

const b64 = (value: object | Buffer): string =>
  (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))).toString('base64url');

const readBody = async (req: IncomingMessage): Promise<URLSearchParams> => {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  return new URLSearchParams(text);
};

export const startTestIssuer = async (client: {
  readonly id: string;
  readonly secret: string;
}): Promise<TestIssuer> => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, { readonly nonce: string; readonly challenge: string }>();
  const tokenFor = (nonce: string): string => {
    const seconds = Math.floor(Date.now() / 1000);
    const payload = {
      iss: issuer.href,
      aud: client.id,
      sub: 'u1',
      iat: seconds,
      exp: seconds + 300,
      nonce,
      ...issuer.claims,
    };
    const signed = `${b64({ alg: 'RS256', kid: 'k1', typ: 'JWT' })}.${b64(payload)}`;
    return `${signed}.${b64(createSign('sha256').update(signed).sign(privateKey))}`;
  };
  const token = (form: URLSearchParams): { readonly status: number; readonly body: object } => {
    const kept = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isKnown = form.get('client_id') === client.id && form.get('client_secret') === client.secret;
    if (kept === undefined || kept.challenge !== verifier || !isKnown)
      return { status: 400, body: { error: 'invalid_grant' } };
    return { status: 200, body: { access_token: 'x', token_type: 'Bearer', id_token: tokenFor(kept.nonce) } };
  };
  const server = createServer((req, res) => {
    const answer = (status: number, body: object): void => {
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (req.url === '/.well-known/openid-configuration')
      answer(200, {
        issuer: issuer.href,
        authorization_endpoint: `${issuer.href}/authorize`,
        token_endpoint: `${issuer.href}/token`,
        jwks_uri: `${issuer.href}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      });
    else if (req.url === '/keys')
      answer(200, {
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' }],
      });
    else if (req.url === '/token')
      void readBody(req).then((form) => {
        const { status, body } = token(form);
        answer(status, body);
      });
    else answer(404, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer: TestIssuer = {
    href: `http://127.0.0.1:${port}`,
    claims: {},
    approve: (authorizationUrl) => {
      const { searchParams } = new URL(authorizationUrl);
      const code = randomUUID();
      codes.set(code, {
        nonce: searchParams.get('nonce') ?? '',
        challenge: searchParams.get('code_challenge') ?? '',
      });
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', searchParams.get('state') ?? '');
      return back;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return issuer;
};
