// One flood, in a process of its own that gives way to the service: `child.js NAME PORT PROBES_PORT KEY`. It runs until it
// is told to stop, and then tells how often which status came.
import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

import { BEGUN, type Flood, FLOODS, type Sent } from './floods.ts';

const [name = '', port, probesPort, key = ''] = process.argv.slice(2);
const flood = FLOODS[name];
if (flood === undefined) throw new Error(`no flood ${name}; there are ${Object.keys(FLOODS).join(', ')}`);
setPriority(10);

const told: Record<string, number> = {};
const count = (what: string): void => {
  if (Object.keys(told).length === 0) process.send?.(BEGUN);
  told[what] = (told[what] ?? 0) + 1;
};
const stopping = new AbortController();
const stop = (): void => {
  stopping.abort();
  process.send?.(told, () => process.exit(0));
};
process.on('message', stop);
// Nobody is left to stop it.
process.on('disconnect', () => process.exit(0));

const send = ({ method, path, headers = {}, body = '' }: Sent, agent: Agent, { probes, slowly }: Flood) =>
  new Promise<void>((resolve) => {
    const length = Buffer.byteLength(body);
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: Number(probes ? probesPort : port),
        method,
        path,
        agent,
        headers: {
          ...headers,
          // Forms are taken from Folio's own pages only.
          ...(path === '/mcp' ? {} : { origin: `http://127.0.0.1:${port}` }),
          ...(body === '' ? {} : { 'content-length': length }),
        },
      },
      (res) => {
        count(String(res.statusCode));
        res.resume();
        res.on('close', resolve);
      },
    );
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      count(error.code ?? 'error');
      resolve();
    });
    if (slowly === undefined) {
      outgoing.end(body);
      return;
    }
    let sent = 0;
    const timer = setInterval(() => {
      if (stopping.signal.aborted || outgoing.destroyed || sent === length) clearInterval(timer);
      else outgoing.write(body[sent++]);
    }, 1_000);
  });

let index = 0;
const connection = async (current: Flood): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (!stopping.signal.aborted) {
    const next = performance.now() + 1_000 / current.perSecond;
    await send(current.request(key, index++, Number(port)), agent, current);
    await pause(Math.max(0, next - performance.now()));
  }
};
await Promise.all(Array.from({ length: flood.connections }, () => connection(flood)));
