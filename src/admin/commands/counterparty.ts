import type { Command } from 'commander';
import { COUNTERPARTY_DETAIL_FIELDS } from '../counterparty-options.ts';
import type { CounterpartyId } from '../../../generated/ids.ts';
import { describeCounterparty } from '../../domain/parties/counterparties/describe.ts';
import { findMerged } from '../../domain/parties/counterparties/store/merged.ts';
import {
  updateCounterparty,
  type UpdateCounterpartyScope,
} from '../../domain/parties/counterparties/update.ts';
import { type EntityChange, newAct } from '../../domain/ground/change/change.ts';
import { mergeCounterparties } from '../../domain/across/merges/merge.ts';
import { type MergePlan, planMerge } from '../../domain/across/merges/plan.ts';
import { getAdministrator } from '../../domain/ground/organisations/members.ts';
import type { Entity } from '../../base/entity.ts';
import { isRefusal } from '../../base/errors.ts';
import { Refusal } from '../../base/refusal.ts';
import { dayIn } from '../../base/time/day.ts';
import type { Reader } from '../../db/database.ts';
import { made, listMessages, oneRecord } from '../answer.ts';
import { resolveAct, BY, claimedBy, type Register, type Surroundings } from '../command.ts';
import { findOwner } from '../owner.ts';
import { email, flag, parseId, text } from '../values.ts';

interface UpdateOptions {
  readonly name?: string;
  readonly countryCode?: string;
  readonly email?: string;
  readonly postalCode?: string;
  readonly isCustomer?: boolean;
  readonly isSupplier?: boolean;
  readonly by?: string;
  /** The country fields, by option name. */
  readonly [detail: string]: string | boolean | undefined;
}

const toOption = (field: string): string => field.replaceAll('_', '-');
const toKey = (field: string): string =>
  field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const collectDetails = (options: UpdateOptions): Record<string, string> =>
  Object.fromEntries(
    Object.keys(COUNTERPARTY_DETAIL_FIELDS).flatMap((field): [string, string][] => {
      const value = options[toKey(field)];
      return typeof value === 'string' ? [[field, value]] : [];
    }),
  );

const update = (run: Surroundings, id: CounterpartyId, options: UpdateOptions): Promise<void> =>
  run.onDatabase(async ({ books, database, now }) => {
    const { by: _by, ...changes } = options;
    if (Object.keys(changes).length === 0)
      throw new Refusal('usage', 'Nothing to change: give at least one option.');
    const entity = await ownerOf(database.reader, id);
    const act = await resolveAct(
      database.reader,
      entity.organisation_id,
      'counterparty update',
      { ...options, id },
      now,
    );
    const patch = {
      name: options.name,
      country_code: options.countryCode,
      email: options.email,
      postal_code: options.postalCode,
      is_customer: options.isCustomer,
      is_supplier: options.isSupplier,
      country_details: collectDetails(options),
    };
    const { result, warnings } = await books.change(entity, act, (ctx: UpdateCounterpartyScope) =>
      updateCounterparty(ctx, id, patch),
    );
    return made(describeCounterparty(result), listMessages(warnings));
  });

/** A merged one is named with what it is now. */
const ownerOf = async (db: Reader, id: CounterpartyId): Promise<Entity> => {
  try {
    return await findOwner(db, 'counterparty', id);
  } catch (error) {
    if (!(error instanceof Refusal || isRefusal(error))) throw error;
    const entity = await findOwner(db, 'merged_counterparty', id).catch(() => undefined);
    const merged = entity && (await findMerged({ db, entity }, id));
    if (merged === undefined) throw error;
    throw new Refusal(
      'wrong_state',
      `${merged.name} (${id}) was merged into another counterparty; use ${merged.survivor_id}.`,
    );
  }
};

interface MergeOptions {
  readonly into: CounterpartyId;
  readonly by: string;
  readonly dryRun?: true;
}

const describePlan = ({ duplicate, after, moves, repeated_bills }: MergePlan) => ({
  ...describeCounterparty(after),
  merged: { id: duplicate.id, name: duplicate.name, tax_id: duplicate.tax_id },
  moved: moves,
  repeated_bills,
});

const merge = (run: Surroundings, duplicate: CounterpartyId, options: MergeOptions): Promise<void> =>
  run.onDatabase(async ({ books, database, now }) => {
    const { into: survivor, by, dryRun = false } = options;
    const entity = await ownerOf(database.reader, duplicate);
    const member = await getAdministrator(database.reader, entity.organisation_id, by);
    const pair = { duplicate, survivor };
    if (dryRun) {
      const today = dayIn(entity.time_zone, now);
      const plan = await planMerge({ db: database.reader, entity, now, today }, pair);
      return oneRecord({ ...describePlan(plan), dry_run: true, obstacle: plan.obstacle });
    }
    const act = newAct(claimedBy(member), 'counterparty merge', { ...options, duplicate }, now);
    const { result } = await books.change(entity, act, (ctx: EntityChange) => mergeCounterparties(ctx, pair));
    return oneRecord({ ...describePlan(result), dry_run: false, obstacle: null });
  });

const withDetails = (command: Command): Command => {
  for (const [field, description] of Object.entries(COUNTERPARTY_DETAIL_FIELDS)) {
    command.option(`--${toOption(field)} <value>`, description, text);
  }
  return command;
};

export const counterpartyCommands: Register = (program, run) => {
  const counterparty = program.command('counterparty').description('customers and suppliers');
  withDetails(
    counterparty
      .command('update')
      .description('change a customer or supplier; only what is given changes')
      .argument('<counterparty>', 'its id', parseId('CounterpartyId', 'counterparty'))
      .option('--name <name>', 'legal name', text)
      .option('--country-code <code>', 'ISO country code', text)
      .option('--email <email>', 'contact e-mail address', email)
      .option('--postal-code <code>', 'of the tax address', text)
      .option('--is-customer <true|false>', 'may be invoiced', flag)
      .option('--is-supplier <true|false>', 'may have bills', flag),
  )
    .option(...BY, email)
    .action((id: CounterpartyId, options: UpdateOptions) => update(run, id, options));
  counterparty
    .command('merge')
    .description(
      'make a duplicate part of another counterparty; filed documents keep whom they were filed to',
    )
    .argument('<duplicate>', 'the id that goes', parseId('CounterpartyId', 'counterparty'))
    .requiredOption('--into <survivor>', 'the id that stays', parseId('CounterpartyId', 'counterparty'))
    .requiredOption('--by <email>', 'the administrator who decides it', email)
    .option('--dry-run', 'say what would move and write nothing')
    .action((id: CounterpartyId, options: MergeOptions) => merge(run, id, options));
};
