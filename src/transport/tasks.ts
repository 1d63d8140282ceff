// tasks/get, tasks/update and tasks/cancel. No answer of a chat is ever a decision: an update is heard and does nothing, and a
// cancellation at most takes back what its caller asked for.
import type { Caller, Heard, RequestOutcome } from '../dispatch/outcome.ts';
import { scopeRefusal } from './consent.ts';
import { type HttpCall, type Parts, takeDeadline } from './http-call.ts';
import { inTurn } from './in-turn.ts';
import { CODE, isRecord, type RequestId, type RequestMessage } from './message.ts';
import { badParams, errorReply, rateLimited, refusalReply, type Reply } from './reply.ts';
import { acknowledged, declaresTasks, newTaskReply, REQUIRED, taskReply } from './task-reply.ts';

const notDeclared = (id: RequestId): Reply =>
  errorReply(400, id, {
    code: CODE.missingCapability,
    message: 'Missing required client capability',
    data: { requiredCapabilities: REQUIRED },
  });

/** Of an id that is of no request, and of one of strangers alike. */
const unknownTask = (id: RequestId): Reply =>
  badParams(id, 'taskId names no task of this key; a task has the id of the request that its call made.');

const unanswered = (id: RequestId): Reply =>
  errorReply(200, id, {
    code: CODE.internalError,
    message: 'The task could not be read. Repeat the request.',
  });

/** The task of a request that a call has made; undefined where it cannot be read, and the tool's own answer is as good. */
export const createdTask = async <C extends Caller>(
  parts: Parts<C>,
  httpCall: HttpCall,
  caller: C,
  id: RequestId,
  request: string,
): Promise<Reply | undefined> => {
  const { request_id } = httpCall;
  const deadline = takeDeadline(httpCall, parts.callTimeoutMs);
  const found = await inTurn(parts, caller, deadline, { request, request_id }, () =>
    parts.service.followRequest(caller, request, request_id),
  );
  return typeof found === 'object' && found.kind === 'request' ? newTaskReply(id, found.state) : undefined;
};

export const answerTask = async <C extends Caller>(
  parts: Parts<C>,
  httpCall: HttpCall,
  caller: C,
  { id, method, params }: RequestMessage,
): Promise<Reply> => {
  if (!declaresTasks(params)) return notDeclared(id);
  const { taskId } = params;
  if (typeof taskId !== 'string') return badParams(id, 'taskId must be a string.');
  if (method === 'tasks/update' && !isRecord(params['inputResponses']))
    return badParams(id, 'inputResponses must be an object.');
  const { request_id } = httpCall;
  const { service } = parts;
  const deadline = takeDeadline(httpCall, parts.callTimeoutMs);
  const work = async (): Promise<RequestOutcome | Heard> =>
    method === 'tasks/cancel'
      ? service.withdrawRequest(caller, taskId, request_id)
      : service.followRequest(caller, taskId, request_id);
  const outcome = await inTurn(parts, caller, deadline, { method, request_id }, work);
  if (outcome === 'full') return refusalReply(rateLimited(1), request_id, id);
  if (outcome === 'failed' || outcome === 'expired') return unanswered(id);
  if (outcome.kind === 'unknown_request') return unknownTask(id);
  if (outcome.kind === 'insufficient_scope') {
    const refused = scopeRefusal(outcome, () => parts.metadataOf(httpCall.req));
    return refusalReply(refused, request_id, id);
  }
  return outcome.kind === 'request' && method === 'tasks/get'
    ? taskReply(id, outcome.state)
    : acknowledged(id);
};
