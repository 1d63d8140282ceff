import type { Command } from 'commander';
import { COUNTERPARTY_DETAIL_FIELDS } from '../counterparty-options.ts';
import type { CounterpartyId } from '../../../generated/ids.ts';
import { describeCounterparty } from '../../domain/counterparties/describe.ts';
import { updateCounterparty, type UpdateCounterpartyScope } from '../../domain/counterparties/update.ts';
import { Refusal } from '../../base/refusal.ts';
import { made, listMessages } from '../answer.ts';
import { resolveAct, BY, type Register, type Surroundings } from '../command.ts';
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
    const entity = await findOwner(database.reader, 'counterparty', id);
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
};
