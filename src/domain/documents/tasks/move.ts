// Moves a task from state to state: pending, in_progress, then completed or cancelled for good.
import { toolError } from '../../../base/errors.ts';
import type { EventType } from '../../../../generated/events.ts';
import type { TaskStatus } from '../../../../generated/types.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { taskState } from './describe.ts';
import { findTask, getTask, readBack, type TaskRow, updateStatus } from './store.ts';

type MoveScope = WriteScope & Raises<'task_not_found' | 'task_not_open'>;

interface Move {
  readonly from: readonly TaskStatus[];
  readonly to: TaskStatus;
  readonly event: EventType;
}

const COMPLETE: Move = { from: ['pending', 'in_progress'], to: 'completed', event: 'task.completed' };
const START: Move = { from: ['pending'], to: 'in_progress', event: 'task.started' };
const CANCEL: Move = { from: ['pending', 'in_progress'], to: 'cancelled', event: 'task.cancelled' };

export const completeTask = (ctx: MoveScope, id: string): Promise<TaskRow> => moveTask(ctx, id, COMPLETE);

/** The tools do not start or cancel tasks. */
export const startTask = (ctx: MoveScope, id: string): Promise<TaskRow> => moveTask(ctx, id, START);
export const cancelTask = (ctx: MoveScope, id: string): Promise<TaskRow> => moveTask(ctx, id, CANCEL);

/** How often the move is tried anew when the task changed between reading and writing. */
const MAX_TRIES = 5;

const moveTask = async (ctx: MoveScope, id: string, move: Move): Promise<TaskRow> => {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const before = await getTask(ctx, id);
    if (!move.from.includes(before.status)) throw refusal(ctx, before, move);
    const after = await tryMove(ctx, before, move);
    if (after !== undefined) return after;
  }
  throw toolError('changed_by_others', { record_id: id });
};

/** For tasks that the service itself opened, once their subject is settled; a person may have closed them before. */
export const closeTask = async (
  ctx: WriteScope,
  id: string,
  to: 'completed' | 'cancelled',
): Promise<void> => {
  const move = to === 'completed' ? COMPLETE : CANCEL;
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const before = await findTask(ctx, id);
    if (before === undefined || !move.from.includes(before.status)) return;
    if ((await tryMove(ctx, before, move)) !== undefined) return;
  }
};

/** The task after the move; undefined when it is no longer in the state that was read. */
const tryMove = async (ctx: WriteScope, before: TaskRow, move: Move): Promise<TaskRow | undefined> => {
  if (!(await updateStatus(ctx, before, move.to))) return undefined;
  const after = await readBack(ctx, before.id);
  ctx.record({
    event: move.event,
    record_type: 'task',
    record_id: before.id,
    before: taskState(before),
    after: taskState(after),
  });
  return after;
};

const refusal = (ctx: MoveScope, { status, open }: TaskRow, { to }: Move): Error =>
  open
    ? toolError('task_in_state', { status, wanted: to })
    : ctx.error('task_not_open', { path: 'task_id', status });
