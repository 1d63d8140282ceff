// Sends bad calls over the wire, some at a time, to a service with filled books: what each is answered, and whether
// calls that were refused have left the books alone.
import { TOOLS } from '../../generated/dispatch.ts';
import { type Books, openBooks } from '../mutations/books.ts';
import { randomOf } from '../property/random.ts';
import { rowCounts } from '../tools/support.ts';
import { type BadCall, badCalls } from './calls.ts';
import { type Judged, judge } from './judge.ts';

export interface Report {
  readonly calls: number;
  /** How often each code was answered. */
  readonly codes: Readonly<Record<string, number>>;
  /** Calls in batches that were refused whole, after which the books were compared. */
  readonly compared: number;
  readonly losses: readonly string[];
}

const SHOWN = 400;

const send = async (
  { service: { url }, companies }: Books,
  { home, tool, body }: BadCall,
): Promise<Judged> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${companies[home].key}`, 'content-type': 'application/json' },
    body,
  });
  return judge(tool, { status: response.status, text: await response.text() });
};

const mayWrite = ({ tool }: BadCall): boolean => tool === null || TOOLS[tool].access === 'write';

export const runFuzz = async (calls: number, seed: number): Promise<Report> => {
  const books = await openBooks();
  const codes: Record<string, number> = {};
  const losses: string[] = [];
  let compared = 0;
  try {
    const source = badCalls(randomOf(seed), books.companies);
    let before = await rowCounts(books.service.database);
    // Some batches at least, so that one of them was refused whole.
    const most = Math.min(40, Math.ceil(calls / 10));
    for (let sent = 0; sent < calls; sent += most) {
      const batch = Array.from(
        { length: Math.min(most, calls - sent) },
        () => source.next().value as BadCall,
      );
      const judged = await Promise.all(batch.map((call) => send(books, call)));
      for (const [index, { code, loss }] of judged.entries()) {
        codes[code] = (codes[code] ?? 0) + 1;
        if (loss !== null) losses.push(`${loss}: ${batch[index]?.body.slice(0, SHOWN)}`);
      }
      const now = await rowCounts(books.service.database);
      const wrote = judged.some(({ refused }, index) => !refused && mayWrite(batch[index] as BadCall));
      if (!wrote) {
        compared += batch.length;
        const changed = Object.keys(now).filter((table) => now[table] !== before[table]);
        if (changed.length > 0) losses.push(`refused calls changed ${changed.join(', ')}`);
      }
      before = now;
    }
  } finally {
    await books.close();
  }
  return { calls, codes, compared, losses };
};
