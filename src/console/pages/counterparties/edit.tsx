// A new counterparty, and the change of one.
import { type ErrorsOf, TOOLS, type WarningsOf } from '../../../../generated/dispatch.ts';
import { checkParams } from '../../../base/arguments/check.ts';
import type { EntityChange, Warning } from '../../../domain/ground/change/change.ts';
import { createCounterparty } from '../../../domain/parties/counterparties/create.ts';
import { describeCounterparty } from '../../../domain/parties/counterparties/describe.ts';
import { findCounterparty } from '../../../domain/parties/counterparties/store/counterparties.ts';
import {
  updateCounterparty,
  type UpdateCounterpartyScope,
} from '../../../domain/parties/counterparties/update.ts';
import { companyPage } from '../../page.ts';
import { Head } from '../../parts/show.tsx';
import { tellWarnings } from '../../tell.ts';
import type { CompanyVisit } from '../../visit.ts';
import { CounterpartyForm, readCounterparty } from './form.tsx';
import { counterpartyWords } from '../../../../generated/texts/counterparty.ts';

type CreateScope = EntityChange<ErrorsOf<'create_counterparty'>, WarningsOf<'create_counterparty'>>;

/** Warnings do not stop a change, but a person reads them. */
const saved = ({ language }: CompanyVisit, warnings: readonly Warning[]): string => {
  const own = counterpartyWords(language);
  return warnings.length === 0 ? own.saved : own.warned(tellWarnings(language, warnings));
};

export const newCounterparty = companyPage({
  path: '/counterparties/new',
  role: 'accountant',
  query: () => Promise.resolve({}),
  acts: {
    make: {
      run: async (visit, form) => {
        const params = checkParams(TOOLS.create_counterparty, readCounterparty(visit, form), visit.entity);
        const { result, warnings } = await visit.change('create_counterparty', params, (ctx: CreateScope) =>
          createCounterparty(ctx, params),
        );
        const first = visit.url.searchParams.has('first');
        return { to: first ? '/' : visit.href(`/counterparties/${result.id}`), say: saved(visit, warnings) };
      },
    },
  },
  view: (_none, visit) => {
    const { make } = counterpartyWords(visit.language);
    return {
      title: make,
      main: (
        <>
          <Head title={make} />
          <CounterpartyForm of={undefined} act="make" />
        </>
      ),
    };
  },
});

export const editCounterparty = companyPage({
  path: '/counterparties/:counterparty/edit',
  role: 'accountant',
  query: async ({ books, params }) => {
    const found = await findCounterparty(books, params['counterparty'] ?? '');
    return found === undefined ? undefined : describeCounterparty(found);
  },
  acts: {
    save: {
      run: async (visit, form) => {
        const id = visit.params['counterparty'] ?? '';
        const patch = readCounterparty(visit, form);
        const { warnings } = await visit.change(
          'counterparty update',
          { id, ...patch },
          (ctx: UpdateCounterpartyScope) => updateCounterparty(ctx, id, patch),
        );
        return { to: visit.href(`/counterparties/${id}`), say: saved(visit, warnings) };
      },
    },
  },
  view: (counterparty, visit) => ({
    title: counterparty.name,
    main: (
      <>
        <Head title={counterparty.name} note={counterpartyWords(visit.language).filedNote} />
        <CounterpartyForm of={counterparty} act="save" />
      </>
    ),
  }),
});
