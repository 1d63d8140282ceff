// Every id parameter of every tool, read from the schemas: the id of a sister company's record and of a stranger's get,
// letter for letter, what an id gets that nobody has, and nothing changes on the way.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ToolName } from '../../generated/dispatch.ts';
import { TaskableTypeValues } from '../../generated/types.ts';
import { callTool } from '../support/wire.ts';
import { databaseState, watchState } from './database-state.ts';
import { argumentsWith, ID_PARAMETERS, type IdParameter, ORGANISATION_PARAMETERS } from './id-parameters.ts';
import { askForeign, askingFor, codeOf, idOf, unknownId, withoutIds } from './foreign.ts';
import { buildWorld, type World } from './world.ts';

let world: World;
before(async () => {
  world = await buildWorld();
});
after(() => world.close());

const bound = (tool: ToolName, args: object) => callTool(world.service.url, world.a.key, tool, args);

const titleOf = ({ tool, path, prefix, beside }: IdParameter): string =>
  `${tool} ${path.join('.')} ${Object.values(beside).join()} (${prefix}_)`;

test('the id parameters of all tools are found', () => {
  const found = ID_PARAMETERS.map(({ tool, path }) => `${tool}.${path.join('.')}`);
  for (const expected of [
    'get_invoice.invoice_id',
    'record_bill_payment.bill_id',
    'confirm_bank_match.matched_record_id',
    'confirm_bank_match.allocations.0.matched_record_id',
    'link_transfer.transaction_id',
    'complete_task.task_id',
    'update_bank_account.bank_account_id',
    'export_bills.counterparty_id',
    'generate_ledger.entity_id',
  ]) {
    assert.ok(found.includes(expected), expected);
  }
  const taskables = ID_PARAMETERS.filter(({ path }) => path[0] === 'taskable_id');
  assert.equal(taskables.length, TaskableTypeValues.length);
  assert.ok(found.length >= 60, `${found.length} id parameters`);
});

const database = () => world.service.database;

describe('the id of another', () => {
  const unchanged = watchState(database);
  for (const parameter of ID_PARAMETERS) {
    test(titleOf(parameter), () =>
      unchanged(async () => {
        for (const asking of askingFor(world.service.url, world.a, world.organisationKey)) {
          const { leaks } = await askForeign(asking, parameter, world.a, [world.b, world.c]);
          assert.deepEqual(leaks, []);
        }
      }),
    );
  }
});

test('the id of a dry run is refused by its name, wherever any tool takes one', async () => {
  const before = await databaseState(world.service.database);
  const wrong: string[] = [];
  for (const parameter of [...ID_PARAMETERS, ...ORGANISATION_PARAMETERS]) {
    const id = `${parameter.prefix}_${'0'.repeat(26)}`;
    const args = argumentsWith(parameter, world.a, id);
    const answer = await callTool(world.service.url, world.organisationKey, parameter.tool, args);
    if (codeOf(answer) !== 'dry_run_id') wrong.push(`${titleOf(parameter)}: ${codeOf(answer)}`);
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual(await databaseState(world.service.database), before, 'nothing changes');
});

describe('the same call with an own id', () => {
  // So that the refusals above are refusals of the id and of nothing else.
  const unchanged = watchState(database, () => [world.a.entity_id]);
  const deletes = ({ tool }: { readonly tool: string }): number => Number(tool.startsWith('delete_'));
  for (const parameter of ID_PARAMETERS.toSorted((a, b) => deletes(a) - deletes(b))) {
    test(`${titleOf(parameter)} finds its record`, async () => {
      const id = idOf(world.a, parameter.prefix);
      let code = '';
      let text: string | undefined;
      await unchanged(async () => {
        const answer = await bound(parameter.tool, argumentsWith(parameter, world.a, id));
        code = codeOf(answer);
        text = answer.content[0]?.text;
      });
      // Paid, completed or recorded by the call before it: then the record was found.
      const known = [
        'none',
        'bill_duplicate',
        'payment_reversed',
        'no_match_to_undo',
        'nothing_owed',
        'transaction_is_confirmed',
        'credit_needs_filed_invoice',
        'credit_invoice_without_taxes',
        'cancel_not_replaced',
        'cancel_draft',
        'cancel_paid',
        'document_not_filed',
        'statement_lines_rejected',
        'statement_unreadable',
        'invoice_already_paid',
        'invoice_not_draft',
        'match_wrong_direction',
        'payment_exceeds_balance',
        'received_document_blocked',
        'split_sum_differs',
        'task_not_open',
        'transaction_already_confirmed',
        'transaction_not_matchable',
        'transaction_not_suggested',
        'transfer_not_suggested',
        'transfer_peer_unfit',
        ...(deletes(parameter) > 0 ? ['alias_not_found'] : []),
      ];
      assert.ok(known.includes(code), text);
    });
  }
});

describe('a task about a record of another kind', () => {
  const about = ID_PARAMETERS.filter(({ path }) => path[0] === 'taskable_id');
  for (const parameter of about) {
    test(`${String(parameter.beside['taskable_type'])} is refused alike, whosever it is`, async () => {
      const before = await databaseState(world.service.database);
      const wrong = parameter.prefix === 'bill' ? 'invc' : 'bill';
      const nobodys = unknownId(wrong);
      const unknown = await bound(parameter.tool, argumentsWith(parameter, world.a, nobodys));
      assert.equal(codeOf(unknown), 'taskable_type_mismatch');
      for (const company of [world.a, world.b, world.c]) {
        const id = idOf(company, wrong);
        const answer = await bound(parameter.tool, argumentsWith(parameter, world.a, id));
        assert.equal(withoutIds(answer, id), withoutIds(unknown, nobodys), company.whose);
      }
      assert.deepEqual(await databaseState(world.service.database), before);
    });
  }
});
