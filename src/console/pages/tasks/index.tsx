// Tasks: what agents and colleagues ask of each other, with what each is about.
import { TOOLS } from '../../../../generated/dispatch.ts';
import { listPage } from '../../list-page.tsx';
import { type Task } from '../../../../generated/types.ts';
import type { EntityChange } from '../../../domain/ground/change/change.ts';
import { describeTask, listTasks } from '../../../domain/documents/tasks/describe.ts';
import { cancelTask, completeTask, startTask } from '../../../domain/documents/tasks/move.ts';
import { mapPage } from '../../../domain/ground/lists/page.ts';
import { type Act, type Page, actBy } from '../../page.ts';
import { Send } from '../../parts/form.tsx';
import { Day, State } from '../../parts/show.tsx';
import type { CompanyVisit } from '../../visit.ts';

const MOVES = { start: startTask, complete: completeTask, cancel: cancelTask } as const;

const move = (name: keyof typeof MOVES): Act<CompanyVisit> =>
  actBy('accountant', async (visit, form) => {
    const id = form.text('task');
    await visit.change(`task ${name}`, { id }, (ctx: EntityChange) => MOVES[name](ctx, id));
    return { say: visit.words.task.done };
  });

/** Where the record is that a task is about. */
const PAGES_OF: Readonly<Record<string, string>> = {
  Invoice: 'invoices',
  Bill: 'bills',
  InvoiceCreditNote: 'credit-notes',
  InvoicePayment: 'payments',
  Counterparty: 'counterparties',
};

const about = (visit: CompanyVisit, { taskable_type, taskable_id, taskable_label }: Task) => {
  const noun = PAGES_OF[taskable_type];
  const text = taskable_label ?? taskable_type;
  return noun === undefined ? text : <a href={visit.href(`/${noun}/${taskable_id}`)}>{text}</a>;
};

const taskList = listPage({
  path: '/tasks',
  tool: TOOLS.list_tasks,
  read: async ({ books }, asked) => mapPage(await listTasks(books, asked), (row) => describeTask(row, books)),
  acts: { start: move('start'), complete: move('complete'), cancel: move('cancel') },
  view: (visit) => {
    const { common: words, task: own } = visit.words;
    return {
      id: 'tasks',
      title: own.title,
      none: own.none,
      filters: { status: words.status, priority: own.priority, assigned_to_email: own.assignee },
      columns: [
        {
          head: words.title,
          main: true,
          cell: (task) => (
            <>
              {task.title}
              {task.description !== null && <small> {task.description}</small>}
            </>
          ),
        },
        { head: own.about, cell: (task) => about(visit, task) },
        { head: own.priority, cell: (task) => <State value={task.priority} /> },
        {
          head: words.due,
          cell: (task) => (
            <>
              {task.due_at !== null && <Day value={task.due_at} />}{' '}
              {task.overdue && <span class="state bad">{own.late}</span>}
            </>
          ),
        },
        { head: own.assignee, cell: (task) => task.assignee?.name ?? '' },
        { head: words.status, cell: (task) => <State value={task.status} /> },
        {
          head: own.decide,
          cell: (task) =>
            visit.may('accountant') &&
            (task.status === 'pending' || task.status === 'in_progress') && (
              <span class="buttons">
                {task.status === 'pending' && (
                  <Send act="start" text={own.start} fields={{ task: task.id }} swap="tasks" quiet />
                )}
                <Send act="complete" text={own.complete} fields={{ task: task.id }} swap="tasks" quiet />
                <Send act="cancel" text={own.cancel} fields={{ task: task.id }} swap="tasks" quiet />
              </span>
            ),
        },
      ],
    };
  },
});

export const taskPages: readonly Page[] = [taskList];
