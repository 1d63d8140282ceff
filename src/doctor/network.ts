// Checks receiving from the network: the queue, what found no company, and registrations that no longer fit.
import type { Config } from '../base/config.ts';
import type { Database } from '../db/database.ts';
import { instantToIso } from '../db/instant.ts';
import { readNetworkBacklog, REFUSED_DAYS } from '../domain/across/network/backlog.ts';
import { findReceiver } from '../domain/across/network/receiver.ts';
import { allReceivers, findQueue, listMessages } from '../domain/across/network/store.ts';
import { wordsOf, wordsOfStored } from '../domain/across/network/words.ts';
import { type Check, ok, warn } from './check.ts';

const NAME = 'network';
/** A shorter secret can be guessed. */
const SECRET_LENGTH = 24;

/** A document that found no company; what is held before what the access point has. */
const checkLost = async ({ reader }: Database, now: Date): Promise<Check | undefined> => {
  const { held, refused } = await readNetworkBacklog(reader, now);
  const [status, figures] = held.entries > 0 ? (['held', held] as const) : (['refused', refused] as const);
  if (figures.entries === 0) return undefined;
  const [last] = await listMessages(reader, status, 1);
  const { why, remedy } = wordsOfStored(last?.reason ?? null);
  const for_ = last?.receiver === null || last?.receiver === undefined ? '' : ` for ${last.receiver}`;
  const count = figures.entries === 1 ? '1 document' : `${figures.entries} documents`;
  const [be, was] = figures.entries === 1 ? ['is', 'was'] : ['are', 'were'];
  const what =
    status === 'held' ? `${be} held and seen by no company` : `${was} refused within ${REFUSED_DAYS} days`;
  return warn(
    NAME,
    `${count} ${what}; last ${last?.message_id ?? ''}${for_}: ${why}`,
    `${remedy} "network list --status ${status}" shows all${status === 'held' ? ', "network retry" delivers one' : ''}.`,
  );
};

const checkReceivers = async ({ reader }: Database): Promise<Check | number> => {
  const rows = await allReceivers(reader);
  for (const { participant_key, company_id, account } of rows) {
    const found = await findReceiver(reader, { receiver: participant_key, account, company_id });
    if (typeof found === 'string')
      return warn(
        NAME,
        `${company_id} is registered as ${participant_key} and receives nothing: ${wordsOf(found).why}`,
        `"network register --entity ${company_id}" registers it as it is now, "network unregister --entity ${company_id}" ends it.`,
      );
  }
  return rows.length;
};

export const checkNetwork = async (database: Database, config: Config, now: Date): Promise<Check> => {
  const { access_point: real, access_point_secret: secret } = config;
  if (secret !== null && secret.length < SECRET_LENGTH)
    return warn(
      NAME,
      `ACCESS_POINT_SECRET has ${secret.length} characters and can be guessed.`,
      '"openssl rand -base64 32" makes a better one.',
    );
  const queue = real?.pull === true ? await findQueue(database.reader, real.kind) : undefined;
  if (queue !== undefined && queue.fault !== null && queue.failing_since !== null)
    return warn(
      NAME,
      `Nothing is received since ${instantToIso(queue.failing_since)}: ${queue.fault}`,
      'Make the access point reachable, or correct ACCESS_POINT_URL and ACCESS_POINT_TOKEN; the service keeps asking.',
    );
  const lost = await checkLost(database, now);
  if (lost !== undefined) return lost;
  const receivers = await checkReceivers(database);
  if (typeof receivers !== 'number') return receivers;
  if (receivers === 0) return ok(NAME, 'no company receives; "network register" registers one');
  const isOn = real === null || real.pull || secret !== null;
  return isOn
    ? ok(NAME, `${receivers} receive`)
    : warn(
        NAME,
        `${receivers} are registered, and nothing is received.`,
        'Set ACCESS_POINT_PULL (Storecove) or ACCESS_POINT_SECRET (phoss-ap).',
      );
};
