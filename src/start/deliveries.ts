// Where an access point brings documents by itself, as phoss-ap forwards them: POST of the envelope, with the secret that the operator
// gave it. It is told that a document was taken once it is kept; anything else it sends again, or tells its sender.
import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SERVICE } from '../../generated/service.ts';
import { createTurns } from '../base/load/turns.ts';
import type { Logger } from '../base/log.ts';
import { type Delivery, type NetworkParts, takeStream } from '../domain/across/network/arrive.ts';
import { wordsOf } from '../domain/across/network/words.ts';
import { FileTooLarge } from '../domain/ground/files/keep.ts';
import { readPath } from '../transport/gate.ts';
import type { Uploads } from '../transport/http.ts';
import { refusal } from '../transport/reply.ts';
import { type Answer, answerFile, bodyOf, refused, writeAnswer } from './file-requests.ts';

export const DELIVERY_PATH = '/network/documents';

/** For the row of each message. */
const NAME = 'phoss-ap';

export interface DeliveryParts extends NetworkParts {
  /** Null: nobody brings any. */
  readonly secret: string | null;
  readonly log: Pick<Logger, 'error'>;
  readonly count?: (outcome: Delivery['outcome']) => void;
}

const { file_bytes: limit } = SERVICE.inbox;
/** Each holds a chunk or two. All come from one access point. */
const TURNS = { places: 4, perKey: 4, waiting: 16 };

const TOO_LARGE = refused(refusal('delivery_too_large', { limit }));
const BUSY = refused(refusal('delivery_busy', {}));

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** What is refused before anything of the body is read. */
const refuseUnread = (req: IncomingMessage, secret: string | null): Answer | undefined => {
  if (secret === null) return refused(refusal('delivery_not_taken', {}));
  if (req.method !== 'POST') return refused(refusal('delivery_method', {}));
  const given = req.headers['x-token'];
  if (typeof given !== 'string' || !timingSafeEqual(digest(given), digest(secret)))
    return refused(refusal('delivery_unauthorised', {}));
  return Number(req.headers['content-length'] ?? 0) > limit ? TOO_LARGE : undefined;
};

/** `countryCodeC4` is what phoss-ap asks for, for the statistics of the network. */
const answerOf = (delivery: Delivery): Answer => {
  if (delivery.outcome === 'refused') {
    const { why, remedy } = wordsOf(delivery.reason);
    return refused(refusal('delivery_refused', { why, remedy }));
  }
  const { outcome, country } = delivery;
  return {
    status: 200,
    body: { countryCodeC4: country, already_received: outcome === 'known' },
    headers: [],
  };
};

export const openDeliveries = (parts: DeliveryParts): Uploads => {
  const { secret, log, count } = parts;
  const turns = createTurns(TURNS);
  const take = async (req: IncomingMessage): Promise<Answer> => {
    try {
      const delivery = await takeStream(parts, NAME, bodyOf(req));
      count?.(delivery.outcome);
      return answerOf(delivery);
    } catch (error) {
      if (error instanceof FileTooLarge) return TOO_LARGE;
      throw error;
    }
  };
  return {
    handle: async (req, res, call) => {
      if (readPath(req.url ?? '') !== DELIVERY_PATH) return false;
      const unread = refuseUnread(req, secret);
      if (unread === undefined)
        await answerFile({ req, res, call }, { turns, key: NAME, log, busy: BUSY }, () => {
          if (call.expectsContinue) res.writeContinue();
          return take(req);
        });
      else writeAnswer(req, res, call.request_id, unread);
      return true;
    },
  };
};
