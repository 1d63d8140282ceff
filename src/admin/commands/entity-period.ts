// Closing the books of a company, reopening them, and summing them anew.
import type { EntityId } from '../../../generated/ids.ts';
import { describeForAdmin } from '../../domain/ground/entities/describe.ts';
import { getEntity } from '../../domain/ground/entities/store.ts';
import { getAdministrator } from '../../domain/ground/organisations/members.ts';
import { closePeriod, reopenPeriod } from '../../domain/ground/periods/close.ts';
import { recount } from '../../domain/views/summary/summary.ts';
import type { Act, OpenBooks } from '../../domain/ground/change/change.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Entity } from '../../base/entity.ts';
import { type Answer, oneRecord } from '../answer.ts';
import { arg, BY_ADMINISTRATOR, type Call, command, may, must, type Rows } from '../define.ts';
import { day, parseId } from '../values.ts';

/** The company may be named as argument or as option. */
const ENTITY = may('<id>', 'the same', parseId('EntityId'));
const MAYBE = arg<EntityId | undefined>('[entity]', 'its id', parseId('EntityId'));

const change = async (
  call: Call,
  options: { readonly entity?: EntityId; readonly by: string },
  named: EntityId | undefined,
  work: (open: OpenBooks, id: EntityId, act: Act) => Promise<Entity>,
): Promise<Answer> => {
  const id = named ?? options.entity;
  if (id === undefined) throw new Refusal('usage', 'Which company? Give its id.');
  const { reader } = call.database;
  const { organisation_id } = await getEntity(reader, id);
  const act = call.actOf(await getAdministrator(reader, organisation_id, options.by), {
    ...options,
    id,
  });
  return oneRecord(describeForAdmin(await call.books.transaction((open) => work(open, id, act))));
};

export const entityPeriodCommands: Rows = {
  close: command({
    about: 'close the books through a day: nothing is booked, changed or deleted on it or before',
    args: [MAYBE],
    options: {
      entity: ENTITY,
      through: must('<day>', 'a day that is over, such as the last of a month', day),
      by: BY_ADMINISTRATOR,
    },
    answer: (call, options, named) =>
      change(call, options, named, (open, id, act) => closePeriod(open, id, options.through, act)),
  }),
  recount: command({
    about: 'sum the months of ledger and open documents anew, when doctor says that they are wrong',
    args: [arg('<entity>', 'its id', parseId('EntityId'))],
    options: { by: BY_ADMINISTRATOR },
    answer: (call, options, named) => change(call, options, named, recount),
  }),
  reopen: command({
    about: 'open closed books from a day on; the days before stay closed',
    args: [MAYBE],
    options: { entity: ENTITY, from: must('<day>', 'the first day to open', day), by: BY_ADMINISTRATOR },
    answer: (call, options, named) =>
      change(call, options, named, (open, id, act) => reopenPeriod(open, id, options.from, act)),
  }),
};
