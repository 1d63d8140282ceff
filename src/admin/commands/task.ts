import type { TaskId } from '../../../generated/ids.ts';
import { cancelTask, completeTask, startTask } from '../../domain/documents/tasks/move.ts';
import { describeTask } from '../../domain/documents/tasks/describe.ts';
import type { EntityChange } from '../../domain/ground/change/change.ts';
import { oneRecord } from '../answer.ts';
import { resolveAct, type Register, type Surroundings } from '../command.ts';
import { findOwner } from '../owner.ts';
import { email, parseId } from '../values.ts';

const MOVES = { start: startTask, complete: completeTask, cancel: cancelTask } as const;

const move = (
  run: Surroundings,
  name: keyof typeof MOVES,
  id: TaskId,
  options: { readonly by: string },
): Promise<void> =>
  run.onDatabase(async ({ books, database, now }) => {
    const entity = await findOwner(database.reader, 'task', id);
    const act = await resolveAct(
      database.reader,
      entity.organisation_id,
      `task ${name}`,
      { ...options, id },
      now,
    );
    const { result } = await books.change(entity, act, async (ctx: EntityChange) =>
      describeTask(await MOVES[name](ctx, id), ctx),
    );
    return oneRecord(result);
  });

export const taskCommands: Register = (program, run) => {
  const task = program.command('task').description('tasks');
  const offer = (name: keyof typeof MOVES, description: string): void => {
    task
      .command(name)
      .description(description)
      .argument('<task>', 'its id', parseId('TaskId', 'task'))
      .requiredOption('--by <email>', 'the member who decides it', email)
      .action((id: TaskId, options: { readonly by: string }) => move(run, name, id, options));
  };
  offer('start', 'begin work on a pending task');
  offer('complete', 'say that an open task is done; it cannot be reopened');
  offer('cancel', 'cancel a task that is not completed');
};
