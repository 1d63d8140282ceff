// Companies made before the service asked for their entry in a register (KvK, UEN) are asked for it once, by a task.
import { COUNTRIES } from '../../../../generated/countries.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import type { Entity } from '../../../base/entity.ts';
import { lackingRegistration, type Registration } from '../../../einvoicing/peppol-ubl/participant.ts';
import { sellerOf } from '../../../einvoicing/peppol-ubl/parties.ts';
import { type Books, newAct, SYSTEM } from '../../ground/change/change.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { entitiesToAsk, markAsked } from '../../ground/entities/store.ts';
import { storeTask } from './create.ts';
import { NEVER } from './due.ts';

const COUNTRIES_THAT_ASK = Object.values(COUNTRIES)
  .filter(({ registration_needed = [] }) => registration_needed.includes('seller'))
  .map(({ country }) => country);

const lackedBy = (entity: Entity): Registration | null => {
  const { tax_number, participant_id } = entity.details;
  const vat_id = sellerOf(entity).vatId ?? undefined;
  return lackingRegistration('seller', entity.country_code, { vat_id, tax_number, participant_id });
};

/** Opens a task for each company that lacks its entry. Repeated, it does nothing; only one of several instances asks. */
export const askRegistrations = async (books: Books, now: Date): Promise<void> => {
  for (const entity of await entitiesToAsk(books.database.reader, COUNTRIES_THAT_ASK)) {
    const lacking = lackedBy(entity);
    const act = newAct(SYSTEM, 'entity ask registration', entity.id, now);
    await books.transaction(async (open) => {
      if (!(await markAsked(open.db, entity.id)) || lacking === null) return;
      await open.change(entity, act, (ctx: WriteScope) => openTask(ctx, lacking));
    });
  }
};

const openTask = async (ctx: WriteScope, { field, names }: Registration): Promise<void> => {
  const { id, name, country_code: country } = ctx.entity;
  await storeTask(ctx, {
    title: `State the ${names} of ${name}`.slice(0, LIMITS.Task.title),
    description: `The network takes no invoice to companies in ${country} without it. An administrator sets it on the admin command line: "entity update ${id} --${field.replace('_', '-')} ...".`,
    priority: 'high',
    due: { due_at: null, due_sort: NEVER },
    assignee_id: null,
    taskable_type: 'Entity',
    taskable_id: id,
  });
};
