// An SMTP server on loopback whose behaviour a test chooses mail by mail, and what it took.
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** What the server does with the next mail. */
export type Reply =
  | 'accept'
  /** Refuses the recipient, or the whole mail after its data. */
  | { readonly code: number; readonly at: 'recipient' | 'data' }
  /** Takes the data, then the connection is gone before the reply. */
  | 'lost_after_data';

export interface Taken {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

export interface MailServer {
  readonly url: string;
  /** Mails whose data arrived whole, also those whose reply was lost. */
  readonly taken: Taken[];
  /** For the mails to come; after that all are accepted. */
  readonly replies: Reply[];
  close(): Promise<void>;
}

const refusal = (responseCode: number): Error =>
  Object.assign(new Error('as the test wants it'), { responseCode });

export const startMailServer = async (): Promise<MailServer> => {
  const taken: Taken[] = [];
  const replies: Reply[] = [];
  let current: Reply = 'accept';
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, callback) => {
      current = replies.shift() ?? 'accept';
      callback();
    },
    onRcptTo: (_address, _session, callback) => {
      callback(typeof current === 'object' && current.at === 'recipient' ? refusal(current.code) : undefined);
    },
    onData: (stream, session, callback) => {
      void read(stream).then((raw) => {
        if (typeof current === 'object') return callback(refusal(current.code));
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
        });
        if (current === 'accept') return callback();
        return cut(server, session);
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    replies,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

const read = async (stream: SMTPServerDataStream): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/** The socket of a session, which the types keep to themselves. */
const cut = (server: SMTPServer, { id }: SMTPServerSession): void => {
  const { connections } = server as unknown as { connections: Set<{ id: string; _socket: Duplex }> };
  for (const connection of connections) if (connection.id === id) connection._socket.destroy();
};

export interface ReadMail {
  readonly headers: ReadonlyMap<string, string>;
  readonly parts: readonly { readonly headers: ReadonlyMap<string, string>; readonly body: Buffer }[];
}

const readHeaders = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())] as const;
      }),
  );

/** RFC 2047. */
const decodeWords = (text: string): string =>
  text.replace(/=\?utf-8\?([qb])\?([^?]*)\?=(?:\s+(?==\?))?/gi, (_, form: string, word: string) =>
    form.toLowerCase() === 'b'
      ? Buffer.from(word, 'base64').toString('utf8')
      : fromQuoted(word.replaceAll('_', ' ')).toString('utf8'),
  );

const fromQuoted = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

const leaf = (text: string): ReadMail['parts'] => {
  const gap = text.indexOf('\r\n\r\n');
  const headers = readHeaders(text.slice(0, gap));
  const body = text.slice(gap + 4);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary !== undefined) {
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => leaf(part.replace(/^\r\n/, '').replace(/\r\n$/, '')));
  }
  const encoding = headers.get('content-transfer-encoding');
  if (encoding === 'base64') return [{ headers, body: Buffer.from(body, 'base64') }];
  return [{ headers, body: encoding === 'quoted-printable' ? fromQuoted(body) : Buffer.from(body) }];
};

/** As much of MIME as the mails of the service need. */
export const readMail = (raw: string): ReadMail => ({
  headers: readHeaders(raw.slice(0, raw.indexOf('\r\n\r\n'))),
  parts: leaf(raw),
});

export const attachment = (mail: ReadMail, name: string): Buffer | undefined =>
  mail.parts.find(({ headers }) => headers.get('content-disposition') === `attachment; filename=${name}`)
    ?.body;
