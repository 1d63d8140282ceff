// What a run's thread does: it reads the books on a connection of its own, runs the matcher, and tells what it found in the
// order in which that is booked. Nothing of the books passes through the thread that answers calls.
import { SERVICE } from '../../../../../generated/service.ts';
import type { DatabaseAddress } from '../../../../base/database-address.ts';
import { chunks } from '../../../../base/chunks.ts';
import { answerInPieces } from '../../../../base/load/thread.ts';
import { nameSources } from '../../../../base/stack.ts';
import { openKysely } from '../../../../db/database.ts';
import { matchLines } from '../../../../matching/index.ts';
import { toInput } from '../../../../matching/portable.ts';
import type { MatchOutput } from '../../../../matching/types.ts';
import type { ReadScope } from '../../../ground/change/scope.ts';
import type { BankAccountRecord } from '../../../money/bank-accounts/store.ts';
import { type Loaded, loadInput } from './input.ts';
import { byConfidence, byLatest, type Dated } from './results.ts';

export interface MatchOrder extends Omit<ReadScope, 'db'> {
  readonly address: DatabaseAddress;
  readonly account: BankAccountRecord;
}

/** First what the run looked at, then its findings: the surest first, and of what explains nothing only what may be shown. */
export type MatchPiece =
  | (Omit<Loaded, 'input'> & { readonly modelVersion: string; readonly lines: number })
  | { readonly outcome: Dated['outcome']; readonly results: readonly Dated[] };

/** Results that are told at once, which are taken in a moment. */
const PIECE = 250;

const NOTHING: MatchOutput = { results: [], modelVersion: '' };

const load = async ({ address, account, ...scope }: MatchOrder): Promise<Loaded> => {
  const db = openKysely(address, { connections: 1 });
  try {
    return await loadInput({ ...scope, db }, account);
  } finally {
    await db.destroy();
  }
};

async function* matchInPieces(order: MatchOrder): AsyncGenerator<MatchPiece, void, undefined> {
  const { input, ...rest } = await load(order);
  const { lines } = input;
  const { results, modelVersion } = lines.length === 0 ? NOTHING : matchLines(toInput(input));
  yield { ...rest, modelVersion, lines: lines.length };
  const days = new Map(lines.map(({ id, date }) => [id, date]));
  const dated = (wanted: Dated['outcome']): Dated[] =>
    results.flatMap((result) =>
      result.outcome === wanted ? [{ ...result, date: days.get(result.lineId) ?? '' }] : [],
    );
  for (const outcome of ['auto', 'suggest'] as const)
    for (const found of chunks(dated(outcome).toSorted(byConfidence), PIECE))
      yield { outcome, results: found };
  const none = dated('none').toSorted(byLatest);
  yield { outcome: 'none', results: none.slice(0, SERVICE.limits.matching_results) };
}

nameSources();

answerInPieces((order) => matchInPieces(order as MatchOrder));
