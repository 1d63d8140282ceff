// What the list of article 69-B itself lacks is said once to a company that receives CFDI, and not on each document.
import { english } from '../../../base/said.ts';
import { fixOf, saysOf } from '../../documents/received/describe.ts';
import { storeTask } from '../../documents/tasks/create.ts';
import { NEVER } from '../../documents/tasks/due.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { lackOfList } from '../../parties/efos-list/list.ts';
import { takeTelling, toldOf } from '../../parties/efos-list/store.ts';

export const tellOfList = async (ctx: WriteScope): Promise<void> => {
  const lack = await lackOfList(ctx.db, ctx.now);
  if (lack === undefined) return;
  const told = lack.facts['cut_on'] ?? 'missing';
  if ((await toldOf(ctx)) === told || !(await takeTelling(ctx, told))) return;
  await storeTask(ctx, {
    title: 'Have the list of article 69-B imported',
    description: `${english(saysOf(lack))} ${english(fixOf(lack))}`,
    priority: 'normal',
    due: { due_at: null, due_sort: NEVER },
    assignee: null,
    taskable_type: 'Entity',
    taskable_id: ctx.entity.id,
  });
};
