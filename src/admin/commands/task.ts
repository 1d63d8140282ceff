import { cancelTask, completeTask, startTask } from '../../domain/documents/tasks/move.ts';
import { describeTask } from '../../domain/documents/tasks/describe.ts';
import { DECIDER, change, its, type Row, type Rows } from '../define.ts';

const move = (work: typeof startTask | typeof cancelTask): Row =>
  change({
    of: its('TaskId', 'task'),
    options: { by: DECIDER },
    work: async (ctx, id) => describeTask(await work(ctx, id), ctx),
  });

export const taskCommands: Rows = {
  start: move(startTask),
  complete: move(completeTask),
  cancel: move(cancelTask),
};
