// What has ended is taken away, so much at a time. A program that got as far as a person keeps its id.
import { SERVICE } from '../../../../../generated/service.ts';
import { OAUTH_CLIENTS } from '../../../../../generated/vocabulary/oauth-clients.ts';
import { addDays, dayIn, DAY_MS } from '../../../../base/time/day.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import type { Books } from '../../../ground/change/change.ts';
import { sweepCalls } from '../store/calls.ts';
import { sweepWaiting } from '../store/clients.ts';
import { deleteExpired, findExpired, sweepAsked } from '../store/ends.ts';
import { endDeadApp } from './end.ts';

/** Of each kind, in one pass. */
export const SWEPT = 100;

/** `onError`: an app that could not be ended keeps nobody from the rest; nothing opens it anyway. Whether there may be more. */
export const sweepOAuth = async (
  books: Books,
  now: Date,
  onError: (error: unknown) => void,
): Promise<boolean> => {
  const { database } = books;
  const expired = await findExpired(database, SWEPT, now);
  for (const app of expired.dead) await endDeadApp(books, app, now).catch(onError);
  await deleteExpired(database, expired);
  const unused = new Date(now.getTime() - OAUTH_CLIENTS.unused_days * DAY_MS);
  const lastKept = addDays(dayIn('UTC', now), -SERVICE.oauth.calls_kept_days);
  const swept = [
    expired.tokens.length,
    expired.codes.length,
    await inTransaction(database, (db) => sweepAsked(db, SWEPT, now)),
    await inTransaction(database, (db) => sweepWaiting(db, unused)),
    await inTransaction(database, (db) => sweepCalls(db, lastKept, SWEPT)),
  ];
  return swept.some((count) => count >= SWEPT);
};
