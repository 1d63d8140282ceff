import { type ParamsOf, TOOLS } from '../../../generated/dispatch.ts';
import type { CounterpartyId } from '../../../generated/ids.ts';
import { describeCounterparty } from '../../domain/parties/counterparties/describe.ts';
import { findMerged } from '../../domain/parties/counterparties/store/merged.ts';
import { updateCounterparty } from '../../domain/parties/counterparties/update.ts';
import type { Unlimited } from '../../domain/ground/change/change.ts';
import { mergeCounterparties } from '../../domain/across/merges/merge.ts';
import { type MergePlan, planMerge } from '../../domain/across/merges/plan.ts';
import type { ReadScope } from '../../domain/ground/change/scope.ts';
import { balancesOf } from '../../domain/views/standing/standing.ts';
import { getAdministrator } from '../../domain/ground/organisations/members.ts';
import type { Entity } from '../../base/entity.ts';
import { tellShell } from '../../base/errors.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Reader } from '../../db/database.ts';
import { made, listMessages, oneRecord } from '../answer.ts';
import { aliasCommands } from './counterparty-alias.ts';
import { arg, BY, DECIDER, command, type Its, may, must, on, type Rows, saying } from '../define.ts';
import { findOwner, readScope } from '../owner.ts';
import { email, flag, parseId, snaked, text } from '../values.ts';

/** A merged one is named with what it is now. */
const ownerOf = async (db: Reader, id: CounterpartyId): Promise<Entity> => {
  try {
    return await findOwner(db, 'counterparty', id);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const entity = await findOwner(db, 'merged_counterparty', id).catch(() => undefined);
    const merged = entity && (await findMerged({ db, entity }, id));
    if (merged === undefined) throw error;
    throw new Refusal(
      'wrong_state',
      `${merged.name} (${id}) was merged into another counterparty; use ${merged.survivor_id}.`,
    );
  }
};

/** The balances are those of both, whether or not they are one yet. */
const describePlan = async (ctx: ReadScope, { duplicate, after, moves, repeated_bills }: MergePlan) => ({
  ...describeCounterparty(after, await balancesOf(ctx, after.id, duplicate.id)),
  merged: { id: duplicate.id, name: duplicate.name, tax_id: duplicate.tax_id },
  moved: moves,
  repeated_bills,
});

const COUNTERPARTY: Its<CounterpartyId> = {
  ...arg(parseId('CounterpartyId')),
  owner: ownerOf,
};

/** The country fields with the descriptions of create_counterparty. */
const DETAILS = Object.fromEntries(
  Object.entries(TOOLS.create_counterparty.inputSchema.properties['country_details']?.properties ?? {}).map(
    ([field, { description = '' }]) => [field, saying(may(text), '<value>', description)],
  ),
);

type Camel<N extends string> = N extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : N;

/** Empty text takes away what there is. */
const orNothing =
  (parse: (value: string) => string) =>
  (value: string): string =>
    value.trim() === '' ? '' : parse(value);

/** A parameter of create_counterparty without its option does not compile. */
const FIELDS = {
  name: may(text),
  countryCode: may(text),
  email: may(orNothing(email)),
  postalCode: may(orNothing(text)),
  paymentTerms: may(orNothing(text)),
  isCustomer: may(flag),
  isSupplier: may(flag),
} satisfies Record<
  Camel<Exclude<keyof ParamsOf<'create_counterparty'>, 'entity_id' | 'country_details' | 'dry_run'>>,
  unknown
>;

export const counterpartyCommands: Rows = {
  alias: aliasCommands,
  update: command({
    args: [COUNTERPARTY],
    options: { ...FIELDS, ...DETAILS, by: BY },
    answer: async (call, options, id) => {
      const { by: _, ...changes } = options;
      if (Object.keys(changes).length === 0)
        throw new Refusal('usage', 'Nothing to change: give at least one option.');
      const entity = await ownerOf(call.database.reader, id);
      const given = Object.entries(snaked(changes)).map(([field, value]): [string, unknown] => [
        field,
        value === '' ? null : value,
      ]);
      const country_details = Object.fromEntries(given.filter(([field]) => Object.hasOwn(DETAILS, field)));
      const patch = {
        ...Object.fromEntries(given.filter(([field]) => !Object.hasOwn(DETAILS, field))),
        country_details,
      };
      const { result, warnings } = await call.change(entity, { ...options, id }, (ctx) =>
        updateCounterparty(ctx, id, patch),
      );
      const balances = await balancesOf(readScope(call, entity), result.id);
      return made(describeCounterparty(result, balances), listMessages(warnings));
    },
  }),
  merge: command({
    args: [arg(parseId('CounterpartyId'))],
    options: { into: must(parseId('CounterpartyId')), by: DECIDER, dryRun: on },
    answer: async (call, options, duplicate) => {
      const { books, database } = call;
      const { reader } = database;
      const entity = await ownerOf(reader, duplicate);
      const { organisation_id } = entity;
      const member = await getAdministrator(reader, organisation_id, options.by);
      const pair = { duplicate, survivor: options.into };
      const scope = readScope(call, entity);
      if (options.dryRun === true) {
        const plan = await planMerge(scope, pair);
        return oneRecord({
          ...(await describePlan(scope, plan)),
          dry_run: true,
          obstacle: plan.obstacle && tellShell(plan.obstacle),
        });
      }
      const act = call.actOf(member, { ...options, duplicate });
      const { result } = await books.change(entity, act, (ctx: Unlimited) => mergeCounterparties(ctx, pair));
      return oneRecord({ ...(await describePlan(scope, result)), dry_run: false, obstacle: null });
    },
  }),
};
