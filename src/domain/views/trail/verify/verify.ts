// Verifies the trail of an organisation in its database, and writes all of it to a file that is verified without one.
import type { Signer, Verifier } from '../note.ts';
import type { Database } from '../../../../db/database.ts';
import { inSnapshot } from '../../../../db/snapshot.ts';
import { sealedLines } from '../excerpt.ts';
import { type Verdict, createJudge } from './judge.ts';
import type { KeptCheckpoints } from './kept.ts';
import type { Line } from './line.ts';
import { type TrailOf, readHeadLine, readLines } from './read-database.ts';

export interface VerifyParts {
  readonly database: Database;
  readonly key: Verifier;
  readonly now: Date;
}

export const verifyTrail = (
  { database, key, now }: VerifyParts,
  of: TrailOf,
  kept: KeptCheckpoints,
): Promise<Verdict> =>
  inSnapshot(database, async (db) => {
    const judge = createJudge(await readHeadLine(db, of, key, now), key, kept);
    for await (const line of readLines(db, of)) judge.take(line);
    return judge.finish();
  });

const LINES_PER_WRITE = 500;

/** As NDJSON, sealed; says how many lines there are. */
export const writeWholeTrail = (
  { database, key, now }: VerifyParts & { readonly key: Signer },
  of: TrailOf,
  write: (text: string) => Promise<void>,
): Promise<number> =>
  inSnapshot(database, async (db) => {
    let lines = 0;
    const sealed = sealedLines();
    let waiting: string[] = [];
    const put = async (line: Line): Promise<void> => {
      lines += 1;
      const text = `${JSON.stringify(line)}\n`;
      sealed.add(text);
      waiting.push(text);
      if (waiting.length < LINES_PER_WRITE) return;
      await write(waiting.join(''));
      waiting = [];
    };
    await put(await readHeadLine(db, of, key, now));
    for await (const line of readLines(db, of)) await put(line);
    await put({ lines: lines + 1, seal: sealed.seal(key) });
    await write(waiting.join(''));
    return lines;
  });
