// A passkey in software: ES256, discoverable, with the person verified, without attestation.
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

export interface Authenticator {
  /** Answers the options of a registration. */
  make(optionsJson: string): string;
  /** Answers the options of a sign-in. */
  sign(optionsJson: string, change?: { readonly origin?: string; readonly flags?: number }): string;
  counter: number;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const b64 = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

/** CBOR, as far as it is needed: small maps, byte strings, texts, small integers. */
const head = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
const bytes = (data: Buffer): Buffer => Buffer.concat([head(2, data.length), data]);
const text = (data: string): Buffer => Buffer.concat([head(3, data.length), Buffer.from(data)]);
const integer = (value: number): Buffer => (value >= 0 ? head(0, value) : head(1, -1 - value));
const map = (...entries: (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);

export const createAuthenticator = (origin: string): Authenticator => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const cose = map(
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, 'base64url'))],
    [integer(-3), bytes(Buffer.from(y, 'base64url'))],
  );
  const data = (rpId: string, flags: number, counter: number): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  };
  const client = (type: string, challenge: string, from: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const own: Authenticator = {
    counter: 0,
    make: (optionsJson) => {
      const options = JSON.parse(optionsJson) as { challenge: string; rp: { id: string } };
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        data(options.rp.id, PRESENT | VERIFIED | ATTESTED, own.counter),
        Buffer.alloc(16),
        length,
        id,
        cose,
      ]);
      const attestationObject = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(authData)],
      );
      return JSON.stringify({
        id: b64(id),
        rawId: b64(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: b64(client('webauthn.create', options.challenge, origin)),
          attestationObject: b64(attestationObject),
          transports: ['internal'],
        },
      });
    },
    sign: (optionsJson, { origin: from = origin, flags = PRESENT | VERIFIED } = {}) => {
      const options = JSON.parse(optionsJson) as { challenge: string; rpId: string };
      const authenticatorData = data(options.rpId, flags, own.counter);
      const clientData = client('webauthn.get', options.challenge, from);
      const signature = createSign('sha256')
        .update(Buffer.concat([authenticatorData, sha256(clientData)]))
        .sign(privateKey);
      return JSON.stringify({
        id: b64(id),
        rawId: b64(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: b64(clientData),
          authenticatorData: b64(authenticatorData),
          signature: b64(signature),
        },
      });
    },
  };
  return own;
};

/** The options in a page, as the browser reads them. */
export const optionsIn = (html: string, kind: 'ask' | 'make'): string => {
  const found = new RegExp(`data-passkey="${kind}"[^>]*data-options="([^"]*)"`).exec(html)?.[1];
  if (found === undefined) throw new Error(`the page has no options to ${kind} a passkey`);
  return found.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&lt;', '<');
};
