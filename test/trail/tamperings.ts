// Changes of a company's books past the service, each with the fault that a verification has to tell.
export interface Tampering {
  readonly does: () => string;
  /** Kind of the fault, type and id of the record. */
  readonly found: () => readonly [kind: string, record_type: string | undefined, record_id: string];
}

type Named = (name: string) => string;

export const tamperings = (id: Named): Readonly<Record<string, Tampering>> => {
  const set =
    (table: string, change: string, name: string): (() => string) =>
    () =>
      `update ${table} set ${change} where id = '${id(name)}'`;
  const state =
    (record_type: string, name: string, more = ''): Tampering['found'] =>
    () => ['state', record_type, `${id(name)}${more}`];

  return {
    'the bytes of a filed document': {
      does: () =>
        `update filed_document set bytes = replace(bytes, 'Total=', 'total=') where document_id = '${id('invoice')}' and kind = 'xml'`,
      found: state('filed_document', 'invoice', ' xml'),
    },
    'the digest of a filed document': {
      does: () =>
        `update filed_document set sha256 = repeat('0', 64) where document_id = '${id('invoice')}' and kind = 'pdf'`,
      found: state('filed_document', 'invoice', ' pdf'),
    },
    'the bytes of a filed document with their digest': {
      does: () =>
        `update filed_document set sha256 = sha2(concat(bytes, 'x'), 256), bytes = concat(bytes, 'x') where document_id = '${id('invoice')}' and kind = 'pdf'`,
      found: state('filed_document', 'invoice', ' pdf'),
    },
    'a filed document, deleted': {
      does: () => `delete from filed_document where document_id = '${id('invoice')}' and kind = 'xml'`,
      found: () => ['missing', 'filed_document', `${id('invoice')} xml`],
    },
    'the name of a counterparty': {
      does: set('counterparty', "name = 'Otra SA'", 'customer'),
      found: state('counterparty', 'customer'),
    },
    'the e-mail address of a counterparty': {
      does: set('counterparty', "email = 'thief@evil.test'", 'customer'),
      found: state('counterparty', 'customer'),
    },
    'the tax id of a counterparty': {
      does: set('counterparty', "tax_id = 'XAXX010101000'", 'customer'),
      found: state('counterparty', 'customer'),
    },
    'the details of a counterparty': {
      does: set('counterparty', "details = '{}'", 'customer'),
      found: state('counterparty', 'customer'),
    },
    'the name of a company': {
      does: set('entity', "name = 'Otra SA'", 'entity'),
      found: state('entity', 'entity'),
    },
    'the details of a company': {
      does: set('entity', "details = json_set(details, '$.email', 'thief@evil.test')", 'entity'),
      found: state('entity', 'entity'),
    },
    'the last closed day of a company': {
      does: set('entity', "closed_through = '2020-01-31'", 'entity'),
      found: state('entity', 'entity'),
    },
    'the account number of a company': {
      does: set('bank_account', "clabe = '002010077777777770'", 'account'),
      found: state('bank_account', 'account'),
    },
    'the amount of a bank line': {
      does: set('bank_transaction', 'amount_minor = amount_minor + 1', 'line'),
      found: state('bank_transaction', 'line'),
    },
    'the text of a bank line': {
      does: set('bank_transaction', "description = 'x'", 'other'),
      found: state('bank_transaction', 'other'),
    },
    'a bank line, deleted': {
      does: () => `delete from bank_transaction where id = '${id('other')}'`,
      found: () => ['missing', 'bank_transaction', id('other')],
    },
    'who confirmed a match': {
      does: () =>
        `update bank_match set confirmed_by = 'memb_other' where bank_transaction_id = '${id('line')}'`,
      found: state('bank_transaction', 'line'),
    },
    'a match, deleted': {
      does: () => `delete from bank_match where bank_transaction_id = '${id('line')}'`,
      found: state('bank_transaction', 'line'),
    },
    'what a match taught': {
      does: () =>
        `insert into bank_memory (entity_id, bank_transaction_id, kind, value, counterparty_id, taught_by) values ('${id('entity')}', '${id('line')}', 'account', '1', '${id('supplier')}', 'person')`,
      found: state('bank_transaction', 'line'),
    },
    'an entry of the ledger': {
      does: () => `update ledger_entry set date = date - interval 1 day where record_id = '${id('invoice')}'`,
      found: state('ledger', 'invoice'),
    },
    'an entry of the ledger, deleted': {
      does: () => `delete from ledger_entry where record_id = '${id('bill')}'`,
      found: () => ['missing', 'ledger', id('bill')],
    },
    'a sum of the ledger': {
      does: () =>
        `update ledger_month set debit_minor = debit_minor + 1 where entity_id = '${id('entity')}' and month = '${id('month')}'`,
      found: () => ['derived', 'ledger_month', id('month')],
    },
    'a task': { does: set('task', "status = 'completed'", 'task'), found: state('task', 'task') },
    'the role of a member': {
      does: set('member', "role = 'administrator'", 'member'),
      found: state('member', 'member'),
    },
    'the e-mail address of a member': {
      does: set('member', "email = 'thief@evil.test'", 'member'),
      found: state('member', 'member'),
    },
    'who signs in as a member': {
      does: set('member', "person_id = 'pers_other'", 'member'),
      found: state('member', 'member'),
    },
    'the scopes of a key': {
      does: set('api_key', `scopes = '["invoices:read"]'`, 'key'),
      found: state('api_key', 'key'),
    },
    'the secret of a key': {
      does: set('api_key', "secret_hash = repeat('a', 64)", 'key'),
      found: state('api_key', 'key'),
    },
    'the company of a key': {
      does: set('api_key', 'entity_id = null', 'key'),
      found: state('api_key', 'key'),
    },
    'that another approves': {
      does: set('organisation', 'separate_approver = 1 - separate_approver', 'org'),
      found: state('organisation', 'org'),
    },
    'a rate of the organisation': {
      does: () => `update exchange_rate set rate = 99 where organisation_id = '${id('org')}'`,
      found: () => ['state', 'exchange_rate', 'USD MXN 2026-03-01 imported'],
    },
    'a certificate': {
      does: set('certificate', "holder = 'Otra SA'", 'certificate'),
      found: state('certificate', 'certificate'),
    },
    'what an event says': {
      does: set('event', `data = '{"total": 1}'`, 'event'),
      found: () => ['derived', 'event', id('event')],
    },
    'the balance of a bank statement': {
      does: set('bank_statement', 'opening_balance_minor = 1', 'statement'),
      found: state('bank_statement', 'statement'),
    },
    'what is sent to the authority': {
      does: set('outbox', "payload = '<x/>'", 'outbox'),
      found: state('outbox', 'outbox'),
    },
    'the total of an invoice': {
      does: set('invoice', 'total_minor = total_minor + 1', 'invoice'),
      found: state('invoice', 'invoice'),
    },
    'the balance of an invoice': {
      does: set('invoice', 'balance_minor = balance_minor + 1', 'invoice'),
      found: state('invoice', 'invoice'),
    },
    'the notes of an invoice': {
      does: set('invoice', "notes = 'x'", 'invoice'),
      found: state('invoice', 'invoice'),
    },
    'the customer of an invoice': {
      does: () => `update invoice set counterparty_id = '${id('supplier')}' where id = '${id('invoice')}'`,
      found: state('invoice', 'invoice'),
    },
    'the lines of an invoice': {
      does: () => `update invoice_line set description = 'x' where invoice_id = '${id('invoice')}'`,
      found: state('invoice', 'invoice'),
    },
    'a bill': { does: set('bill', "due_date = '2030-01-01'", 'bill'), found: state('bill', 'bill') },
    'the lines of a bill': {
      does: () => `update bill_line set description = 'x' where bill_id = '${id('bill')}'`,
      found: state('bill', 'bill'),
    },
    'the amount of a payment': {
      does: set('payment', 'amount_minor = 1', 'payment'),
      found: state('payment', 'payment'),
    },
    'the day of a payment': {
      does: set('payment', 'paid_on = paid_on - interval 1 day', 'payment'),
      found: state('payment', 'payment'),
    },
    'an allocation': {
      does: () => `update payment_allocation set amount_minor = 1 where payment_id = '${id('payment')}'`,
      found: state('payment', 'payment'),
    },
    'a credit note': {
      does: set('credit_note', "reason = 'x'", 'credit'),
      found: state('credit_note', 'credit'),
    },
    'who decided an approval': {
      does: set('approval', "decided_by = 'memb_other'", 'request'),
      found: state('approval', 'request'),
    },
    'what was approved': {
      does: set('approval', "snapshot_hash = repeat('0', 64)", 'request'),
      found: state('approval', 'request'),
    },
    'what an entry says': {
      does: set('audit', '`after` = \'{"total": 1}\'', 'audit'),
      found: () => ['altered', undefined, id('audit')],
    },
    'whose an entry is': {
      does: set('audit', "actor_id = 'memb_other'", 'audit'),
      found: () => ['altered', undefined, id('audit')],
    },
    'when an entry was': {
      does: set('audit', 'occurred_at = occurred_at - interval 1 hour', 'audit'),
      found: () => ['altered', undefined, id('audit')],
    },
    'an entry, deleted': {
      does: () => `delete from audit where id = '${id('audit')}'`,
      found: () => ['deleted', undefined, id('audit')],
    },
    'the place of an entry': {
      does: () => `update trail_leaf set hash = repeat('0', 64) where id = '${id('audit')}'`,
      found: () => ['altered', undefined, id('audit')],
    },
    'what the log says of a record': {
      does: () => `update trail_state set digest = repeat('0', 64) where record_id = '${id('bill')}'`,
      found: () => ['altered', 'bill', id('bill')],
    },
    'what the log says of many': {
      does: () =>
        `update trail_state set records = '[]' where kind = 'covered' and entity_id = '${id('org')}'`,
      found: () => ['unknown', 'organisation', id('org')],
    },
  };
};
