import { InvalidArgumentError } from 'commander';
import type { EntityId } from '../../../generated/ids.ts';
import { LIMITS } from '../../../generated/limits.ts';
import { type BankAccountType, BankAccountTypeValues } from '../../../generated/types.ts';
import { createAccount, type CreateAccountScope } from '../../domain/money/bank-accounts/create.ts';
import { getEntity } from '../../domain/ground/entities/store.ts';
import { made, listMessages } from '../answer.ts';
import { resolveAct, BY, type Register, type Surroundings } from '../command.ts';
import { email, parseId, text } from '../values.ts';

interface CreateOptions {
  readonly entity: EntityId;
  readonly name: string;
  readonly currency: string;
  readonly accountType: BankAccountType;
  readonly accountNumberMasked?: string;
  readonly clabe?: string;
  readonly routingNumber?: string;
  readonly iban?: string;
  readonly bic?: string;
  readonly by?: string;
}

const { name: MAX_NAME_LENGTH } = LIMITS.BankAccountRow;

const accountName = (value: string): string => {
  const name = text(value);
  if (Array.from(name).length <= MAX_NAME_LENGTH) return name;
  throw new InvalidArgumentError(`It must have at most ${MAX_NAME_LENGTH} characters.`);
};

const accountType = (value: string): BankAccountType => {
  const found = BankAccountTypeValues.find((type) => type === value);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`It must be one of ${BankAccountTypeValues.join(', ')}.`);
};

const digits =
  (count: number) =>
  (value: string): string => {
    const plain = value.replace(/[\s-]+/g, '');
    if (/^\d+$/.test(plain) && plain.length === count) return plain;
    throw new InvalidArgumentError(`It must have ${count} digits.`);
  };

const create = (run: Surroundings, options: CreateOptions): Promise<void> =>
  run.onDatabase(async ({ books, database, now }) => {
    const entity = await getEntity(database.reader, options.entity);
    const act = await resolveAct(
      database.reader,
      entity.organisation_id,
      'bank-account create',
      options,
      now,
    );
    const wanted = {
      name: options.name,
      currency: options.currency.toUpperCase(),
      account_type: options.accountType,
      account_number_masked: options.accountNumberMasked ?? null,
      clabe: options.clabe,
      routing_number: options.routingNumber,
      iban: options.iban,
      bic: options.bic,
    };
    const { result, warnings } = await books.change(entity, act, (ctx: CreateAccountScope) =>
      createAccount(ctx, wanted),
    );
    return made({ id: result.id }, listMessages(warnings));
  });

export const bankAccountCommands: Register = (program, run) => {
  const account = program.command('bank-account').description('bank accounts of companies');
  account
    .command('create')
    .description('make a bank account, so that its statements can be imported')
    .requiredOption('--entity <id>', 'whose account', parseId('EntityId', 'entity'))
    .requiredOption('--name <name>', 'display name', accountName)
    .requiredOption('--currency <code>', 'ISO 4217 code', text)
    .option('--account-type <type>', BankAccountTypeValues.join(', '), accountType, 'checking')
    .option('--account-number-masked <digits>', 'the last 4 digits', digits(4))
    .option('--clabe <digits>', '18 digits (MX)', digits(18))
    .option('--routing-number <digits>', '9 digits (US)', digits(9))
    .option('--iban <iban>', 'IBAN (Peppol countries)', text)
    .option('--bic <bic>', 'BIC (Peppol countries)', text)
    .option(...BY, email)
    .action((options: CreateOptions) => create(run, options));
};
