import { InvalidArgumentError } from 'commander';
import { LIMITS } from '../../../generated/limits.ts';
import { type BankAccountType, BankAccountTypeValues } from '../../../generated/types.ts';
import { createAccount } from '../../domain/money/bank-accounts/create.ts';
import { getEntity } from '../../domain/ground/entities/store.ts';
import { made, listMessages } from '../answer.ts';
import { BY, byDefault, command, may, must, type Rows, saying } from '../define.ts';
import { parseId, text } from '../values.ts';

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

export const bankAccountCommands: Rows = {
  create: command({
    options: {
      entity: must(parseId('EntityId')),
      name: must(accountName),
      currency: must(text),
      accountType: byDefault(
        saying(may(accountType), '<type>', BankAccountTypeValues.join(', ')),
        'checking',
      ),
      accountNumberMasked: may(digits(4)),
      clabe: may(digits(18)),
      routingNumber: may(digits(9)),
      iban: may(text),
      bic: may(text),
      by: BY,
    },
    answer: async (call, options) => {
      const entity = await getEntity(call.database.reader, options.entity);
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
      const { result, warnings } = await call.change(entity, options, (ctx) => createAccount(ctx, wanted));
      return made({ id: result.id }, listMessages(warnings));
    },
  }),
};
