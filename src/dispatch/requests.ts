// The requests of tools that wait for a person, as a client follows them: how one stands, what its tool answers in the end,
// and that its asker takes it back. Nothing here decides, whatever a client sends.
import { type ToolDescriptor, TOOLS } from '../../generated/dispatch.ts';
import { SERVICE } from '../../generated/service.ts';
import { fillTemplate, stepOfAgent, type ToolError, toolError } from '../base/errors.ts';
import { fit } from '../base/text/fit.ts';
import { newAct } from '../domain/ground/change/act.ts';
import { findPersonRequest, type PersonRequest } from '../domain/across/requests/find.ts';
import { withdrawRequest } from '../domain/across/requests/withdraw.ts';
import { type Identity, mayUse } from '../domain/parties/access/identity.ts';
import { envelope, writeAnswer } from './answer.ts';
import type { DispatcherParts } from './context.ts';
import { failureBody } from './failure.ts';
import type { RequestOutcome, Requests, RequestState } from './outcome.ts';
import { exists, lacking, readerOf } from './reader.ts';

const { messages, at, elsewhere } = SERVICE.tasks;

const messageOf = ({ id, status, review_url, reason }: PersonRequest): string =>
  fillTemplate(messages[status], {
    id,
    where: review_url === null ? elsewhere : fillTemplate(at, { review_url }),
    reason: reason ?? '',
  }).trim();

/** What ended otherwise than was asked for. */
const errorOf = ({ id: request_id, status, reason, expires_at }: PersonRequest): ToolError | undefined => {
  const why = { request_id, reason: reason ?? '–' };
  if (status === 'rejected') return toolError('request_rejected', why);
  if (status === 'failed') return toolError('approved_not_filed', why);
  return status === 'expired'
    ? toolError('request_ran_out', { request_id, expired_on: expires_at.slice(0, 10) })
    : undefined;
};

const STATES: Readonly<Record<PersonRequest['status'], RequestState['status']>> = {
  pending: 'working',
  filing: 'working',
  approved: 'completed',
  failed: 'completed',
  rejected: 'completed',
  expired: 'completed',
  cancelled: 'cancelled',
};

export const createRequests = (parts: DispatcherParts): Requests<Identity> => {
  const { database } = parts.books;

  const find = async (identity: Identity, id: string): Promise<PersonRequest | undefined> => {
    const look = () =>
      findPersonRequest({ db: database.reader, now: parts.now(), identity, pageUrl: parts.pageUrl }, id);
    // What another instance has just written may not have reached the member that this one reads.
    return (await look()) ?? ((await database.catchUp()) ? look() : undefined);
  };

  /** A request of a tool that does not exist for the key is as unknown as one of strangers. */
  const reach = async (
    identity: Identity,
    id: string,
  ): Promise<PersonRequest | Exclude<RequestOutcome, { readonly kind: 'request' }>> => {
    const found = await find(identity, id);
    if (found === undefined || !exists(identity, TOOLS[found.tool])) return { kind: 'unknown_request' };
    const { scope }: ToolDescriptor = TOOLS[found.tool];
    return mayUse(identity, scope) ? found : lacking(identity, scope);
  };

  const resultOf = (
    identity: Identity,
    found: PersonRequest,
    request_id: string,
  ): NonNullable<RequestState['result']> => {
    const reader = readerOf(identity);
    const error = errorOf(found);
    if (error !== undefined) {
      const hint = fit(stepOfAgent(error) ?? '', reader);
      const body = failureBody(error, request_id, reader);
      return { kind: 'failure', error: { ...body, type: 'state_error', hint, retryable: false } };
    }
    const facts = { descriptor: TOOLS[found.tool] as ToolDescriptor, reader };
    const answer = envelope(facts, found.answer, found.entity, {}, []);
    return { kind: 'answer', json: writeAnswer(parts, facts, answer) };
  };

  return {
    async followRequest(identity, id, request_id) {
      const found = await reach(identity, id);
      if ('kind' in found) return found;
      const status = STATES[found.status];
      return {
        kind: 'request',
        state: {
          id,
          status,
          message: messageOf(found),
          created_at: found.requested_at,
          changed_at: found.changed_at,
          ...(status === 'completed' ? { result: resultOf(identity, found, request_id) } : {}),
        },
      };
    },
    async withdrawRequest(identity, id, request_id) {
      const found = await reach(identity, id);
      if ('kind' in found) return found;
      if (found.status !== 'pending') return { kind: 'heard' };
      const actor = { type: 'key', id: identity.key_id } as const;
      const act = { ...newAct(actor, 'tasks/cancel', { id }, parts.now()), request_id };
      await withdrawRequest(parts.books, identity, found, act);
      return { kind: 'heard' };
    },
  };
};
