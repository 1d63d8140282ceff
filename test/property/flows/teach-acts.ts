// Acts on what is known of the payee, whose text on the statement has nothing of its name.
import assert from 'node:assert/strict';

import type { BankTransactionId, CounterpartyAliasId, CounterpartyId } from '../../../generated/ids.ts';
import { addFlowLine, addPayeesBill, doing, refusing, wire } from './books.ts';
import {
  type Alias,
  aliasAt,
  type Flow,
  forgetLessons,
  type Line,
  pastOf,
  type RecordId,
  settle,
  unlearn,
} from './model.ts';

const USUAL = 39_900;

const newPair = async (flow: Flow, party: CounterpartyId) => {
  const month = flow.random.int(1, 3);
  const minor = flow.random.chance(0.8) ? USUAL : flow.random.int(USUAL / 2, USUAL * 2);
  const bill = await addPayeesBill(flow, party, minor, month);
  const line = await addFlowLine(flow, {
    minor,
    type: 'debit',
    isPayees: true,
    date: `2026-0${month}-10`,
    meant: bill,
  });
  return { line, bill, minor };
};

const confirmFor = async (
  flow: Flow,
  line: BankTransactionId,
  bill: RecordId,
  minor: number,
): Promise<void> => {
  const { payment } = await doing(flow, 'confirm_bank_match', (client) =>
    client.confirm_bank_match({ transaction_id: line, matched_record_id: bill }),
  );
  settle(flow, {
    line,
    payment: payment?.id ?? assert.fail('no payment was made'),
    kind: 'bill',
    party: flow.partyOf.get(bill) ?? assert.fail(bill),
    byHand: true,
    settled: new Map([[bill, minor]]),
    back: null,
  });
};

export const learn = async (flow: Flow): Promise<void> => {
  const { line, bill, minor } = await newPair(flow, flow.payee);
  await confirmFor(flow, line, bill, minor);
};

/** The same text for somebody else: then it says nothing of either. */
export const confuse = async (flow: Flow): Promise<void> => {
  const { line, bill, minor } = await newPair(flow, flow.twin ?? flow.payee);
  await confirmFor(flow, line, bill, minor);
};

const WITHIN = 0.1;

/** A run confirms a line that names nobody only by an alias: a taught one, or three months within their past. */
const requireKnown = (flow: Flow, id: BankTransactionId, line: Line, record: RecordId): void => {
  const known = aliasAt(flow, flow.text);
  const told = `SEED=${flow.seed} ${id}: ${flow.told.join(' ')}`;
  assert.ok(line.isPayees, told);
  assert.equal(known?.party, flow.partyOf.get(record), told);
  assert.ok(!line.rejected.has(record), told);
  if (known?.learned !== true) return;
  const { months, amounts } = pastOf(flow);
  assert.ok(months >= 3, told);
  assert.ok(
    amounts.some((minor) => Math.abs(line.minor - minor) <= minor * WITHIN),
    told,
  );
};

const adoptRun = async (flow: Flow): Promise<void> => {
  const { data } = await wire(flow.side).search_bank_transactions({
    bank_account_id: flow.account,
    limit: 50,
  });
  const before = [...flow.lines].flatMap(([id, { status }]) => (status === 'unmatched' ? [id] : []));
  for (const id of before) {
    const found = data.find((each) => each.id === id) ?? assert.fail(id);
    const line = flow.lines.get(id) ?? assert.fail(id);
    const [match] = found.matches;
    const [suggestion] = found.suggestions;
    if (found.match_status === 'suggested') {
      line.status = 'suggested';
      line.suggested =
        found.suggestions.length === 1 ? ((suggestion?.matched_record_id ?? null) as RecordId | null) : null;
    } else if (found.match_status === 'confirmed' && match !== undefined) {
      const record = match.matched_record_id as RecordId;
      requireKnown(flow, id, line, record);
      settle(flow, {
        line: id,
        payment: match.payment_id ?? assert.fail(id),
        kind: 'bill',
        party: flow.partyOf.get(record) ?? assert.fail(record),
        byHand: false,
        settled: new Map([[record, line.minor]]),
        back: null,
      });
    }
  }
};

export const runMatcher = async (flow: Flow): Promise<void> => {
  await newPair(flow, flow.payee);
  flow.told.push('run');
  await wire(flow.side).run_ai_matching({ bank_account_id: flow.account });
  await adoptRun(flow);
};

const suggestedLine = (flow: Flow): readonly [BankTransactionId, Line, RecordId] | undefined => {
  const found = [...flow.lines].flatMap(([id, line]) =>
    line.status === 'suggested' && line.suggested !== null ? [[id, line, line.suggested] as const] : [],
  );
  return found.length === 0 ? undefined : flow.random.pick(found);
};

export const reject = async (flow: Flow): Promise<void> => {
  const found = suggestedLine(flow);
  if (found === undefined) return runMatcher(flow);
  const [transaction_id, line, record] = found;
  await doing(flow, 'reject_ai_suggestion', (client) => client.reject_ai_suggestion({ transaction_id }));
  line.status = 'unmatched';
  line.suggested = null;
  line.rejected.add(record);
  // A bill of another flow is nobody's of this one, and no lesson of this one led to it.
  const party = flow.partyOf.get(record);
  if (party !== undefined) unlearn(flow, line, party);
};

export const accept = async (flow: Flow): Promise<void> => {
  const found = suggestedLine(flow);
  if (found === undefined) return;
  const [id, line, record] = found;
  const owed = flow.owed.get(record) ?? 0;
  if (!record.startsWith('bill') || owed < line.minor) return;
  await confirmFor(flow, id, record, line.minor);
};

const keepAlias = (flow: Flow, text: string, alias: Alias | null): void => {
  flow.aliases.set(text, alias);
  flow.changes += 1;
};

const createFor = async (flow: Flow, counterparty_id: CounterpartyId): Promise<void> => {
  const wish = { counterparty_id, kind: 'text', value: flow.text } as const;
  const known = aliasAt(flow, flow.text);
  if (known !== null && known.party !== counterparty_id)
    return refusing(flow, 'alias_fits_another', (client) => client.create_counterparty_alias(wish));
  if (known?.learned === false) {
    const again = await wire(flow.side).create_counterparty_alias(wish);
    return assert.equal(again.id, known.id);
  }
  const { id } = await doing(flow, 'create_counterparty_alias', (client) =>
    client.create_counterparty_alias(wish),
  );
  return keepAlias(flow, flow.text, { id, party: counterparty_id, learned: false });
};

export const teach = (flow: Flow): Promise<void> => createFor(flow, flow.payee);
export const teachTwin = (flow: Flow): Promise<void> => createFor(flow, flow.twin ?? flow.payee);

const listed = async (flow: Flow, counterparty_id: CounterpartyId) =>
  (await wire(flow.side).list_counterparty_aliases({ counterparty_id })).data;

const idOf = async (flow: Flow, text: string, { party }: Alias): Promise<CounterpartyAliasId> => {
  const found = (await listed(flow, party)).find(({ value }) => value.toLowerCase() === text);
  return found?.id ?? assert.fail(`SEED=${flow.seed} no alias ${text}: ${flow.told.join(' ')}`);
};

const drop = (flow: Flow, text: string, { learned, party }: Alias): void => {
  if (learned) forgetLessons(flow, party);
  flow.aliases.delete(text);
};

/** To another text and back; what was learned is taught from then on. */
export const edit = async (flow: Flow): Promise<void> => {
  const [text, other] = flow.random.chance(0.5) ? [flow.text, `${flow.text}q`] : [`${flow.text}q`, flow.text];
  const alias = aliasAt(flow, text);
  if (alias === null) return;
  const wish = { alias_id: await idOf(flow, text, alias), value: other };
  const taken = aliasAt(flow, other);
  if (taken !== null && taken.party !== alias.party)
    return refusing(flow, 'alias_fits_another', (client) => client.update_counterparty_alias(wish));
  // Two of one counterparty cannot say the same.
  if (taken !== null) return;
  const { id } = await doing(flow, 'update_counterparty_alias', (client) =>
    client.update_counterparty_alias(wish),
  );
  drop(flow, text, alias);
  return keepAlias(flow, other, { id, party: alias.party, learned: false });
};

export const remove = async (flow: Flow): Promise<void> => {
  const [text, alias] = [...flow.aliases].find(([, each]) => each !== null) ?? [];
  if (text === undefined || alias === undefined || alias === null) return;
  const alias_id = await idOf(flow, text, alias);
  await doing(flow, 'delete_counterparty_alias', (client) => client.delete_counterparty_alias({ alias_id }));
  drop(flow, text, alias);
  flow.changes += 1;
};
