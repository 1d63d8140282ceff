import { cancelTask, completeTask, startTask } from '../../domain/documents/tasks/move.ts';
import { describeTask } from '../../domain/documents/tasks/describe.ts';
import { BY_MEMBER, change, its, type Row, type Rows } from '../define.ts';

const move = (work: typeof startTask | typeof cancelTask, about: string): Row =>
  change({
    about,
    of: its('<task>', 'TaskId', 'task'),
    options: { by: BY_MEMBER },
    work: async (ctx, id) => describeTask(await work(ctx, id), ctx),
  });

export const taskCommands: Rows = {
  start: move(startTask, 'begin work on a pending task'),
  complete: move(completeTask, 'say that an open task is done; it cannot be reopened'),
  cancel: move(cancelTask, 'cancel a task that is not completed'),
};
