// A new bank account, and the change of one. Which numbers an account has depends on the company's country.
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import { type ErrorsOf, TOOLS, type WarningsOf } from '../../../../generated/dispatch.ts';
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
import { SaveOrLeave, ActForm } from '../../parts/form.tsx';
import { type Looks, Params } from '../../parts/param.tsx';
import { headed } from '../../parts/show.tsx';
import { FormProblem } from '../../problem.ts';
import type { CompanyVisit } from '../../visit.ts';
import { tellWarnings } from '../../tell.ts';

type UpdateScope = EntityChange<ErrorsOf<'update_bank_account'>, WarningsOf<'update_bank_account'>>;

const plain = (text: string): string => text.replace(/[\s-]+/g, '');

const readAccount = (visit: CompanyVisit, form: Form) => {
  const { common: words } = visit.words;
  const digits = form.optional('account_number_masked');
  if (digits !== undefined && !/^\d{4}$/.test(digits))
    throw new FormProblem({
      account_number_masked: words.badFigure(visit.words.bank.digits, digits, '1234'),
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

/** An account is described by the same parameters when it is made as when it is changed. */
const { inputSchema: ACCOUNT } = TOOLS.update_bank_account;

const looksOf = ({ words: { common: words, bank: own }, entity }: CompanyVisit, of?: BankAccount): Looks => {
  const types: Readonly<Record<string, string>> = own.types;
  const known: Readonly<Record<string, unknown>> = { ...of };
  const numbers = identifiersOf(entity.country_code).map((name) => {
    const value = known[name];
    return [name, { label: own[name], value: typeof value === 'string' ? value : null }] as const;
  });
  return {
    name: { label: words.name, value: of?.name, required: true, wide: true },
    currency: {
      label: words.currency,
      value: of?.currency ?? entity.currency,
      required: true,
      hint: own.currencyNote,
    },
    account_type: {
      label: words.type,
      value: of?.account_type ?? 'checking',
      text: (type) => types[type] ?? type,
    },
    account_number_masked: { label: own.digits, value: of?.account_number_masked, inputmode: 'numeric' },
    ...Object.fromEntries(numbers),
  };
};

const AccountForm = ({ act, of }: { act: string; of?: BankAccount }): VNode => {
  const visit = useCompany();
  const { bank: own } = visit.words;
  return (
    <ActForm act={act} label={own.account}>
      <div class="fields card">
        <Params of={ACCOUNT} looks={looksOf(visit, of)} />
      </div>
      <SaveOrLeave back={visit.href(of === undefined ? '/bank' : `/bank/${of.id}`)} />
    </ActForm>
  );
};

export const newAccount = companyPage({
  path: '/bank/new',
  role: 'accountant',
  query: () => Promise.resolve({}),
  acts: {
    make: async (visit, form) => {
      const { bank: own } = visit.words;
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
  view: (_none, visit) => {
    const { make } = visit.words.bank;
    return headed({ title: make, main: <AccountForm act="make" /> });
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
    save: async (visit, form) => {
      const { bank: own } = visit.words;
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
  view: (account) => headed({ title: account.name, main: <AccountForm act="save" of={account} /> }),
});
