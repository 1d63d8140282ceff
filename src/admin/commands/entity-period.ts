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
import { arg, DECIDER, type Call, command, may, must, type Rows } from '../define.ts';
import { day, parseId } from '../values.ts';

/** The company may be named as argument or as option. */
const ENTITY = may(parseId('EntityId'));
const MAYBE = arg<EntityId | undefined>(parseId('EntityId'));

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
    args: [MAYBE],
    options: { entity: ENTITY, through: must(day), by: DECIDER },
    answer: (call, options, named) =>
      change(call, options, named, (open, id, act) => closePeriod(open, id, options.through, act)),
  }),
  recount: command({
    args: [arg(parseId('EntityId'))],
    options: { by: DECIDER },
    answer: (call, options, named) => change(call, options, named, recount),
  }),
  reopen: command({
    args: [MAYBE],
    options: { entity: ENTITY, from: must(day), by: DECIDER },
    answer: (call, options, named) =>
      change(call, options, named, (open, id, act) => reopenPeriod(open, id, options.from, act)),
  }),
};
