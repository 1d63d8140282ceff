// A passkey without a browser: makes an ES256 key and signs what a page asks for, as an authenticator does.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

interface Asked {
  readonly challenge: string;
}

export interface TestPasskey {
  readonly id: string;
  /** The answer to `askToCreate`, as the browser sends it. */
  create(asked: Asked, origin?: string): string;
  /** The answer to `askForPasskey`. */
  sign(
    asked: Asked,
    options?: { readonly origin?: string; readonly verified?: boolean; readonly counter?: number },
  ): string;
}

const UP = 1;
const UV = 4;
const ATTESTED = 64;

const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const bytes = (value: Buffer): Buffer =>
  Buffer.concat([
    value.length < 24
      ? Buffer.from([0x40 + value.length])
      : value.length < 256
        ? Buffer.from([0x58, value.length])
        : Buffer.from([0x59, value.length >> 8, value.length & 255]),
    value,
  ]);

export const newTestPasskey = (rp: { readonly id: string; readonly origin: string }): TestPasskey => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // COSE: kty EC2, alg ES256, crv P-256, x, y.
  const cose = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, 'base64url')),
  ]);
  const rpHash = createHash('sha256').update(rp.id).digest();
  const client = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = (flags: number, counter: number): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([rpHash, Buffer.from([flags]), count]);
  };
  const named = id.toString('base64url');
  const answer = (response: Record<string, string>): string =>
    JSON.stringify({ id: named, rawId: named, type: 'public-key', clientExtensionResults: {}, response });
  return {
    id: named,
    create: ({ challenge }, origin = rp.origin) => {
      const authData = Buffer.concat([
        head(UP | UV | ATTESTED, 0),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        cose,
      ]);
      const object = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(authData),
      ]);
      return answer({
        clientDataJSON: client('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: object.toString('base64url'),
      });
    },
    sign: ({ challenge }, { origin = rp.origin, verified = true, counter = 0 } = {}) => {
      const data = client('webauthn.get', challenge, origin);
      const authData = head(verified ? UP | UV : UP, counter);
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
      return answer({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      });
    },
  };
};
