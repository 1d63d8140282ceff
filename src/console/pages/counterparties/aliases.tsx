// What bank lines may call a counterparty: seen, taught, changed and forgotten.
import type { VNode } from 'preact';
import { type ErrorsOf, TOOLS } from '../../../../generated/dispatch.ts';
import type { ListedAlias } from '../../../../generated/types.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { checkParams } from '../../../base/arguments/check.ts';
import { describeAliases } from '../../../domain/bank/aliases/describe.ts';
import { listedAliases } from '../../../domain/bank/aliases/store/aliases.ts';
import { createAlias, deleteAlias, updateAlias } from '../../../domain/bank/aliases/write.ts';
import type { EntityChange } from '../../../domain/ground/change/change.ts';
import type { ReadScope } from '../../../domain/ground/change/scope.ts';
import { findSameNamed } from '../../../domain/parties/counterparties/known-names.ts';
import { useCompany } from '../../context.ts';
import type { Form } from '../../form.ts';
import { day } from '../../format.ts';
import { type Acts, actBy } from '../../page.ts';
import { ActFold, Press, Send } from '../../parts/form.tsx';
import { type Looks, Params } from '../../parts/param.tsx';
import { Table } from '../../parts/table.tsx';
import type { CompanyVisit } from '../../visit.ts';

export const readAliases = async (
  books: ReadScope,
  counterparty_id: string,
): Promise<readonly ListedAlias[]> => {
  const rows = await listedAliases(books, { counterparty_id }, null, SERVICE.limits.counterparty_aliases);
  return rows.map(await describeAliases(books, rows));
};

const SCHEMA = TOOLS.create_counterparty_alias.inputSchema;

const useLooks = (of?: ListedAlias): Looks => {
  const { counterparty: own } = useCompany().words;
  const texts: Readonly<Record<string, string>> = own.aliasKind;
  return {
    kind: {
      label: own.kind,
      value: of?.kind ?? 'text',
      text: (kind) => texts[kind] ?? kind,
      id: `kind-${of?.id ?? ''}`,
    },
    value: {
      label: own.aliasValue,
      hint: own.aliasValueHint,
      value: of?.pays_for_name ?? of?.value,
      id: `value-${of?.id ?? ''}`,
    },
  };
};

/** Who is paid for may be named instead of its id. */
const valueIn = async ({ books }: CompanyVisit, form: Form): Promise<string> => {
  const value = form.text('value');
  if (form.text('kind') !== 'pays_for' || value.startsWith('ctpy_')) return value;
  const [only, ...more] = await findSameNamed(books, value);
  return only === undefined || more.length > 0 ? value : only.id;
};

const fieldsIn = async (visit: CompanyVisit, form: Form) => ({
  kind: form.text('kind'),
  value: await valueIn(visit, form),
});

export const ALIAS_ACTS: Acts<CompanyVisit> = {
  teach: actBy('accountant', async (visit, form) => {
    const given = { ...(await fieldsIn(visit, form)), counterparty_id: visit.params['counterparty'] ?? '' };
    const params = checkParams(TOOLS.create_counterparty_alias, given, visit.entity);
    await visit.change(
      'create_counterparty_alias',
      params,
      (ctx: EntityChange<ErrorsOf<'create_counterparty_alias'>>) => createAlias(ctx, params),
    );
    return { say: visit.words.counterparty.aliasSaved };
  }),
  change: actBy('accountant', async (visit, form) => {
    const given = { ...(await fieldsIn(visit, form)), alias_id: form.text('alias') };
    const params = checkParams(TOOLS.update_counterparty_alias, given, visit.entity);
    await visit.change(
      'update_counterparty_alias',
      params,
      (ctx: EntityChange<ErrorsOf<'update_counterparty_alias'>>) => updateAlias(ctx, params.alias_id, params),
    );
    return { say: visit.words.counterparty.aliasSaved };
  }),
  forget: actBy('accountant', async (visit, form) => {
    const params = checkParams(
      TOOLS.delete_counterparty_alias,
      { alias_id: form.text('alias') },
      visit.entity,
    );
    const { result } = await visit.change(
      'delete_counterparty_alias',
      params,
      (ctx: EntityChange<ErrorsOf<'delete_counterparty_alias'>>) => deleteAlias(ctx, params.alias_id),
    );
    return { say: visit.words.counterparty.aliasRemoved(result.value) };
  }),
};

const From = ({ of: { learned, learned_from } }: { of: ListedAlias }): VNode => {
  const visit = useCompany();
  const { counterparty: own } = visit.words;
  const days = learned_from.map(({ date }) => day(visit.language, date));
  return <>{learned ? own.aliasLearned(days.join(', ')) : own.aliasTaught}</>;
};

const Change = ({ of }: { of: ListedAlias }): VNode => {
  const { common: words } = useCompany().words;
  return (
    <>
      <ActFold act="change" title={words.edit}>
        <input type="hidden" name="alias" value={of.id} />
        <Params of={SCHEMA} looks={useLooks(of)} />
        <Press text={words.save} />
      </ActFold>
      <Send
        act="forget"
        fields={{ alias: of.id }}
        text={words.remove}
        label={`${words.remove}: ${of.value}`}
        quiet
      />
    </>
  );
};

export const Aliases = ({ rows }: { rows: readonly ListedAlias[] }): VNode => {
  const visit = useCompany();
  const { common: words, counterparty: own } = visit.words;
  const mayChange = visit.may('accountant');
  return (
    <>
      <h2>{own.aliases}</h2>
      <p class="quiet">{own.aliasesNote}</p>
      <Table<ListedAlias>
        caption={own.aliases}
        rows={rows}
        empty={own.noAliases}
        columns={[
          { head: own.kind, cell: ({ kind }) => own.aliasKind[kind] },
          { head: own.aliasValue, main: true, cell: ({ value, pays_for_name }) => pays_for_name ?? value },
          { head: own.aliasFrom, cell: (row) => <From of={row} /> },
          ...(mayChange ? [{ head: words.edit, cell: (row: ListedAlias) => <Change of={row} /> }] : []),
        ]}
      />
      {mayChange && (
        <ActFold act="teach" title={own.aliasAdd} card open={rows.length === 0}>
          <Params of={SCHEMA} looks={useLooks()} />
          <Press text={words.save} />
        </ActFold>
      )}
    </>
  );
};
