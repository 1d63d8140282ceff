// tasks/get, tasks/update and tasks/cancel. No answer of a chat is ever a decision: an update is heard and does nothing, and a
// cancellation at most takes back what its caller asked for.
import type { Caller, Heard, RequestOutcome } from '../dispatch/outcome.ts';
import { badParams, scopeRefusal, settle } from './call-tool.ts';
import { type HttpCall, type Parts, takeDeadline } from './http-call.ts';
import { CODE, isRecord, type RequestMessage } from './message.ts';
import { errorReply, rateLimited, refusalReply, type Reply } from './reply.ts';
import { acknowledged, declaresTasks, REQUIRED, taskReply } from './task-reply.ts';

const notDeclared = (id: RequestMessage['id']): Reply =>
  errorReply(400, id, {
    code: CODE.missingCapability,
    message: 'Missing required client capability',
    data: { requiredCapabilities: REQUIRED },
  });

/** Of an id that is of no request, and of one of strangers alike. */
const unknownTask = (id: RequestMessage['id']): Reply =>
  badParams(id, 'taskId names no task of this key; a task has the id of the request that its call made.');

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
  const outcome = await settle(parts, caller, { tool: method, request_id }, deadline, work);
  if (outcome === 'full') return refusalReply(rateLimited(1), request_id, id);
  if (outcome.kind === 'failure') {
    const data = { ...outcome.error };
    return errorReply(200, id, { code: CODE.internalError, message: 'Internal error', data });
  }
  if (outcome.kind === 'unknown_request') return unknownTask(id);
  if (outcome.kind === 'insufficient_scope') {
    const refused = scopeRefusal(outcome, () => parts.metadataOf(httpCall.req));
    return refusalReply(refused, request_id, id);
  }
  return outcome.kind === 'request' && method === 'tasks/get'
    ? taskReply(id, outcome.state)
    : acknowledged(id);
};
