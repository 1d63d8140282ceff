// The Tasks extension (ext-tasks, revision 2026-07-28): a request that waits for a person as a task whose id is its own.
import { SERVICE } from '../../generated/service.ts';
import type { RequestState } from '../dispatch/outcome.ts';
import { META } from './era.ts';
import { isRecord, type Members, type RequestId } from './message.ts';
import { COMPLETE, type Reply, resultMembers, resultReply, toolMembers } from './reply.ts';

const { extension, poll_interval_ms: pollIntervalMs, ttl_ms: ttlMs } = SERVICE.tasks;

export const TASK_METHODS = ['tasks/get', 'tasks/update', 'tasks/cancel'] as const;

export const isTaskMethod = (method: string): method is (typeof TASK_METHODS)[number] =>
  TASK_METHODS.some((each) => each === method);

/** What a client lacks that asks for a task and does not say that it knows them. */
export const REQUIRED = { extensions: { [extension]: {} } };

/** Whether this very request says that its client knows tasks; what an earlier one said counts for nothing. */
export const declaresTasks = (params: Members): boolean => {
  const meta = isRecord(params['_meta']) ? params['_meta'] : {};
  const capabilities = meta[META.capabilities];
  const extensions = isRecord(capabilities) ? capabilities['extensions'] : undefined;
  return isRecord(extensions) && Object.hasOwn(extensions, extension) && isRecord(extensions[extension]);
};

/** A request that waits is `working`, never `input_required`: no client can give what it lacks, the decision of a person. */
const taskMembers = ({ id, status, message, created_at, changed_at }: RequestState): string =>
  JSON.stringify({
    taskId: id,
    status,
    statusMessage: message,
    createdAt: created_at,
    lastUpdatedAt: changed_at,
    ttlMs,
    pollIntervalMs,
  }).slice(1, -1);

const complete = (id: RequestId, members: string): Reply => resultReply(id, resultMembers('modern', members));

/** In the place of the tool's answer. */
export const newTaskReply = (id: RequestId, state: RequestState): Reply => {
  const { head, ...reply } = complete(id, taskMembers(state));
  return { ...reply, head: head.replace(COMPLETE, '"resultType":"task"') };
};

/** With what the tool answers in the end. */
export const taskReply = (id: RequestId, state: RequestState): Reply => {
  const { result } = state;
  const ended = result === undefined ? '' : `,"result":{${COMPLETE},${toolMembers(result)}}`;
  return complete(id, taskMembers(state) + ended);
};

/** Says that it was heard, and nothing else. */
export const acknowledged = (id: RequestId): Reply => {
  const { head, ...reply } = complete(id, '');
  return { ...reply, head: head.replace(`${COMPLETE},,`, `${COMPLETE},`) };
};
