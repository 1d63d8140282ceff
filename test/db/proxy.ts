// Stands between the driver and the server: cuts the connection at a chosen statement, or is as slow as a network between
// them.
import { rmSync } from 'node:fs';
import { createServer, connect, type Socket } from 'node:net';
import type { DatabaseAddress } from '../../src/base/database-address.ts';

/**
 * What becomes of a statement: passed on, lost before the server has it, lost before its answer comes back, or passed on so
 * that the server refuses it.
 */
export type Fate = 'pass' | 'lost before' | 'lost after' | 'garbled';

export interface Proxy {
  readonly address: DatabaseAddress;
  /** Decides on each statement; set by a test. */
  fateOf: (statement: string) => Fate;
  /** How long an answer is on its way. */
  delayMs: number;
  /** False for one that drops what comes before the statement before it is answered. */
  takesAhead: boolean;
  /** Connections at present. */
  readonly open: () => number;
  /** The statements that came together, oldest first. */
  readonly packets: (readonly string[])[];
  close(): void;
}

/**
 * A packet has four bytes of length and number, then 3 for a query, then its text; MySQL 8 puts the number of query
 * attributes, none in one set, before the text.
 */
const statementOf = (packet: Buffer): string | undefined => {
  if (packet.length <= 7 || packet[4] !== 3) return undefined;
  return packet.subarray(packet[5] === 0 ? 7 : 5).toString('utf8');
};

/** Several may be sent at once. */
const statementsIn = (data: Buffer): readonly { readonly statement: string; readonly end: number }[] => {
  const found = [];
  for (let start = 0; start + 4 < data.length;) {
    const end = start + 4 + data.readUIntLE(start, 3);
    const statement = statementOf(data.subarray(start, end));
    if (statement !== undefined) found.push({ statement, end });
    start = end;
  }
  return found;
};

let started = 0;

export const startProxy = async (server: DatabaseAddress): Promise<Proxy> => {
  started += 1;
  const socket = `/tmp/folio-test-proxy-${process.pid}-${started}.sock`;
  rmSync(socket, { force: true });
  const clients = new Set<Socket>();
  const listener = createServer((client) => {
    const upstream = server.socket === null ? connect(server.port, server.host) : connect(server.socket);
    clients.add(client);
    let answering = true;
    let isAsked = false;
    const end = (): void => {
      clients.delete(client);
      client.destroy();
      upstream.destroy();
    };
    client.on('error', end).on('close', end);
    upstream.on('error', end).on('close', end);
    upstream.on('data', (data) => {
      if (!answering) return end();
      isAsked = false;
      if (proxy.delayMs === 0) client.write(data);
      else setTimeout(() => client.write(data), proxy.delayMs);
    });
    client.on('data', (data: Buffer) => {
      const statements = statementsIn(data);
      proxy.packets.push(statements.map(({ statement }) => statement));
      if (!proxy.takesAhead && statements.length > 0) {
        if (!isAsked) upstream.write(data.subarray(0, statements[0]?.end));
        isAsked = true;
        return;
      }
      let passed = 0;
      for (const { statement, end: after } of statements) {
        const fate = proxy.fateOf(statement);
        if (fate === 'lost before') {
          if (passed > 0) upstream.write(data.subarray(0, passed));
          // What came before it is done, and nobody hears of it.
          answering = false;
          return passed === 0 ? end() : undefined;
        }
        if (fate === 'lost after') {
          answering = false;
          upstream.write(data.subarray(0, after));
          return;
        }
        if (fate === 'garbled') data.write("'", after - 1);
        passed = after;
      }
      upstream.write(data);
    });
  });
  await new Promise<void>((resolve) => listener.listen(socket, resolve));
  const proxy: Proxy = {
    address: { ...server, socket },
    fateOf: () => 'pass',
    packets: [],
    delayMs: 0,
    takesAhead: true,
    open: () => clients.size,
    close: () => {
      listener.close();
      for (const client of clients) client.destroy();
    },
  };
  return proxy;
};
