// Finds a program by its id: one that registered or was typed in, or one whose id is the address of its document.
import { OAUTH_CLIENTS } from '../../generated/vocabulary/oauth-clients.ts';
import { networkOf } from '../base/network-address.ts';
import type { RateLimit } from '../base/load/rate-limit.ts';
import type { Fetcher } from '../base/net/fetcher.ts';
import { type SaidSentence, say } from '../base/said.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { ClientProblem } from '../domain/parties/oauth/client.ts';
import { documentIdFault, isDocumentId, readDocument } from '../domain/parties/oauth/clients/document.ts';
import { keepDocument } from '../domain/parties/oauth/clients/keep-document.ts';
import { findStoredClient, type StoredClient } from '../domain/parties/oauth/store/clients.ts';

export type Found = StoredClient | ClientProblem;

export interface Finder {
  /** `source`: the network address that asks for a program that may not have been asked for before. */
  find(id: string, source?: string): Promise<Found>;
  /**
   * While the document of a program cannot be read, who was let in stays in. Nobody was ever asked about a program that has
   * not been seen, so there is nothing to give it, and what it claims for a document is not read.
   */
  findForToken(id: string): Promise<Found>;
}

export interface FinderParts {
  readonly database: Database;
  readonly fetcher: Fetcher;
  readonly now: () => Date;
  /** Of one network, of programs that it asks for and that nobody was asked about yet. */
  readonly limit: RateLimit;
}

export const problem = (kind: ClientProblem['problem'], reason: SaidSentence): ClientProblem => ({
  problem: kind,
  reason,
});

const UNKNOWN = problem('unknown', say('oauth_client_unknown', {}));

export const createFinder = ({ database, fetcher, now, limit }: FinderParts): Finder => {
  const reading = new Map<string, Promise<Found>>();

  /** One that another instance has just made may not have reached this member of the database cluster. */
  const findStored = async (id: string): Promise<StoredClient | undefined> => {
    const found = await findStoredClient(database.reader, id);
    if (found !== undefined || !(await database.catchUp())) return found;
    return findStoredClient(database.reader, id);
  };

  const readAnew = async (id: string): Promise<Found> => {
    const read = await readDocument(fetcher, id);
    if ('fault' in read) return problem(read.unread ? 'unreachable' : 'invalid', read.fault);
    const kept = await inTransaction(database, (db) => keepDocument(db, read, now()));
    if (!kept) return problem('unreachable', say('oauth_registrations_full', { wait: OAUTH_CLIENTS.full_s }));
    return (await findStored(id)) ?? UNKNOWN;
  };

  /** All who ask for the same meanwhile wait for one answer, and a failure is forgotten with it. */
  const readOnce = (id: string): Promise<Found> => {
    const known = reading.get(id);
    if (known !== undefined) return known;
    const asked = readAnew(id).finally(() => reading.delete(id));
    reading.set(id, asked);
    return asked;
  };

  const findPublished = async (id: string, source?: string): Promise<Found> => {
    const fault = documentIdFault(id);
    if (fault !== undefined) return problem('invalid', fault);
    const stored = await findStoredClient(database.reader, id);
    if (stored?.document_expires_at && stored.document_expires_at > now()) return stored;
    const isFree = source === undefined || stored?.consented === true;
    const wait = isFree ? 0 : limit.take(networkOf(source));
    return wait > 0 ? problem('unreachable', say('oauth_client_busy', { wait })) : readOnce(id);
  };

  const find = async (id: string, source?: string): Promise<Found> =>
    isDocumentId(id) ? findPublished(id, source) : ((await findStored(id)) ?? UNKNOWN);

  const wasSeen = async (id: string): Promise<boolean> => {
    if ((await findStoredClient(database.reader, id))?.consented === true) return true;
    return (await database.catchUp()) && (await findStoredClient(database.reader, id))?.consented === true;
  };

  const findForToken = async (id: string): Promise<Found> => {
    if (isDocumentId(id) && !(await wasSeen(id))) return UNKNOWN;
    const found = await find(id);
    if ('id' in found || found.problem !== 'unreachable') return found;
    return (await findStoredClient(database.reader, id)) ?? found;
  };

  return { find, findForToken };
};
