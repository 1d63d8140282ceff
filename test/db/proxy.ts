// Stands between the driver and the server: cuts the connection at a chosen statement, or is as slow as a network between
// them.
import { rmSync } from 'node:fs';
import { createServer, connect, type Socket } from 'node:net';
import type { DatabaseAddress } from '../../src/base/database-address.ts';

/** What becomes of a statement: passed on, lost before the server has it, or lost before its answer comes back. */
export type Fate = 'pass' | 'lost before' | 'lost after';

export interface Proxy {
  readonly address: DatabaseAddress;
  /** Decides on each statement; set by a test. */
  fateOf: (statement: string) => Fate;
  /** How long an answer is on its way. */
  delayMs: number;
  /** Connections at present. */
  readonly open: () => number;
  close(): void;
}

/**
 * A packet has four bytes of length and number, then 3 for a query, then its text; MySQL 8 puts the number of query
 * attributes, none in one set, before the text.
 */
const statementIn = (packet: Buffer): string | undefined => {
  if (packet.length <= 7 || packet[4] !== 3) return undefined;
  return packet.subarray(packet[5] === 0 ? 7 : 5).toString('utf8');
};

export const startProxy = async (server: DatabaseAddress): Promise<Proxy> => {
  const socket = `/tmp/folio-test-proxy-${process.pid}.sock`;
  rmSync(socket, { force: true });
  const clients = new Set<Socket>();
  const listener = createServer((client) => {
    const upstream = server.socket === null ? connect(server.port, server.host) : connect(server.socket);
    clients.add(client);
    let answering = true;
    const end = (): void => {
      clients.delete(client);
      client.destroy();
      upstream.destroy();
    };
    client.on('error', end).on('close', end);
    upstream.on('error', end).on('close', end);
    upstream.on('data', (data) => {
      if (!answering) return end();
      if (proxy.delayMs === 0) client.write(data);
      else setTimeout(() => client.write(data), proxy.delayMs);
    });
    client.on('data', (data: Buffer) => {
      const statement = statementIn(data);
      const fate = statement === undefined ? 'pass' : proxy.fateOf(statement);
      if (fate === 'lost before') return end();
      if (fate === 'lost after') answering = false;
      upstream.write(data);
    });
  });
  await new Promise<void>((resolve) => listener.listen(socket, resolve));
  const proxy: Proxy = {
    address: { ...server, socket },
    fateOf: () => 'pass',
    delayMs: 0,
    open: () => clients.size,
    close: () => {
      listener.close();
      for (const client of clients) client.destroy();
    },
  };
  return proxy;
};
