// A new bank account, and the change of one. Which numbers an account has depends on the company's country.
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import { type ErrorsOf, TOOLS, type WarningsOf } from '../../../../generated/dispatch.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import { type BankAccount, BankAccountTypeValues } from '../../../../generated/types.ts';
import { checkParams } from '../../../base/arguments/check.ts';
import { identifiersOf } from '../../../base/bank-identifiers.ts';
import { createAccount, type CreateAccountScope } from '../../../domain/money/bank-accounts/create.ts';
import { findAccount } from '../../../domain/money/bank-accounts/store.ts';
import { updateAccount } from '../../../domain/money/bank-accounts/update.ts';
import { hasTransactions } from '../../../domain/bank/transactions/store/counts.ts';
import type { EntityChange } from '../../../domain/ground/change/change.ts';
import { describeReconciledAccount } from '../../../domain/bank/reconciliation/accounts.ts';
import { requiredText } from '../../amounts.ts';
import type { Form } from '../../form.ts';
import { companyPage } from '../../page.ts';
import { ActForm, Field, Select } from '../../parts/form.tsx';
import { Head } from '../../parts/show.tsx';
import { FormProblem } from '../../problem.ts';
import type { CompanyVisit } from '../../visit.ts';
import { tellWarnings } from '../../tell.ts';
import { commonWords } from '../../../../generated/texts/common.ts';
import { bankWords } from '../../../../generated/texts/bank.ts';

type UpdateScope = EntityChange<ErrorsOf<'update_bank_account'>, WarningsOf<'update_bank_account'>>;

const plain = (text: string): string => text.replace(/[\s-]+/g, '');

const readAccount = (visit: CompanyVisit, form: Form) => {
  const words = commonWords(visit.language);
  const digits = form.optional('account_number_masked');
  if (digits !== undefined && !/^\d{4}$/.test(digits))
    throw new FormProblem({
      account_number_masked: words.badFigure(bankWords(visit.language).digits, digits, '1234'),
    });
  const numbers = identifiersOf(visit.entity.country_code).flatMap((name): [string, string][] => {
    const typed = plain(form.text(name));
    return typed === '' ? [] : [[name, typed]];
  });
  return {
    name: requiredText(visit, form, 'name', words.name),
    currency: requiredText(visit, form, 'currency', words.currency).toUpperCase(),
    account_type: BankAccountTypeValues.find((type) => type === form.text('account_type')) ?? 'checking',
    ...(digits === undefined ? {} : { account_number_masked: digits }),
    ...Object.fromEntries(numbers),
  };
};

const AccountForm = ({ act, of }: { act: string; of?: BankAccount }): VNode => {
  const visit = useCompany();
  const words = commonWords(visit.language);
  const own = bankWords(visit.language);
  const numbers: Readonly<Record<string, unknown>> = { ...of };
  return (
    <ActForm act={act} label={own.account}>
      <div class="fields card">
        <Field
          name="name"
          label={words.name}
          value={of?.name}
          required
          maxlength={LIMITS.BankAccountRow.name}
          wide
        />
        <Field
          name="currency"
          label={words.currency}
          value={of?.currency ?? visit.entity.currency}
          required
          maxlength={3}
          hint={own.currencyNote}
        />
        <Select
          name="account_type"
          label={words.type}
          value={of?.account_type ?? 'checking'}
          choices={BankAccountTypeValues.map((value) => ({ value, text: own.types[value] }))}
        />
        <Field
          name="account_number_masked"
          label={own.digits}
          value={of?.account_number_masked}
          maxlength={4}
          inputmode="numeric"
        />
        {identifiersOf(visit.entity.country_code).map((name) => {
          const value = numbers[name];
          return (
            <Field
              name={name}
              label={own[name]}
              value={typeof value === 'string' ? value : undefined}
              maxlength={42}
            />
          );
        })}
      </div>
      <div class="buttons">
        <button>{words.save}</button>
        <a class="button quiet" href={visit.href(of === undefined ? '/bank' : `/bank/${of.id}`)}>
          {words.cancel}
        </a>
      </div>
    </ActForm>
  );
};

export const newAccount = companyPage({
  path: '/bank/new',
  role: 'accountant',
  query: () => Promise.resolve({}),
  acts: {
    make: {
      run: async (visit, form) => {
        const own = bankWords(visit.language);
        const wanted = { account_number_masked: null, ...readAccount(visit, form) };
        const { result, warnings } = await visit.change(
          'bank-account create',
          wanted,
          (ctx: CreateAccountScope) => createAccount(ctx, wanted),
        );
        const said = tellWarnings(visit.language, warnings);
        return { to: visit.href(`/bank/${result.id}`), say: said === '' ? own.saved : own.warned(said) };
      },
    },
  },
  view: (_none, visit) => {
    const { make } = bankWords(visit.language);
    return {
      title: make,
      main: (
        <>
          <Head title={make} />
          <AccountForm act="make" />
        </>
      ),
    };
  },
});

export const editAccount = companyPage({
  path: '/bank/:account/edit',
  role: 'accountant',
  query: async ({ books, params }) => {
    const account = await findAccount(books, params['account'] ?? '');
    return account === undefined ? undefined : describeReconciledAccount(books, account);
  },
  acts: {
    save: {
      run: async (visit, form) => {
        const own = bankWords(visit.language);
        const bank_account_id = visit.params['account'] ?? '';
        const params = checkParams(
          TOOLS.update_bank_account,
          { bank_account_id, ...readAccount(visit, form) },
          visit.entity,
        );
        const { bank_account_id: id, ...patch } = params;
        const { warnings } = await visit.change('update_bank_account', params, (ctx: UpdateScope) =>
          updateAccount(ctx, id, patch, hasTransactions),
        );
        const said = tellWarnings(visit.language, warnings);
        return { to: visit.href(`/bank/${id}`), say: said === '' ? own.saved : own.warned(said) };
      },
    },
  },
  view: (account) => ({
    title: account.name,
    main: (
      <>
        <Head title={account.name} />
        <AccountForm act="save" of={account} />
      </>
    ),
  }),
});
