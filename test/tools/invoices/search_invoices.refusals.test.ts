// What search_invoices refuses.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { startTestService, type TestService } from '../../support/service.ts';
import { refusals, refused } from '../support.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

refusals(() => service, 'search_invoices', [
  {
    title: 'a range that is reversed',
    args: { date_from: '2026-09-30', date_to: '2026-07-01' },
    error: { code: 'date_range_reversed', path: 'date_from', from: '2026-09-30', to: '2026-07-01' },
  },
  {
    title: 'the 30th of February',
    args: { date_from: '2026-02-30' },
    error: { code: 'impossible_date', path: 'date_from', received: '2026-02-30' },
  },
  {
    title: 'the 29th of February of a common year',
    args: { date_to: '2026-02-29' },
    error: { code: 'impossible_date', path: 'date_to', received: '2026-02-29' },
  },
  {
    title: 'a month 13',
    args: { date_to: '2026-13-01' },
    error: { code: 'impossible_date', path: 'date_to', received: '2026-13-01' },
  },
  {
    title: 'a state that there is not, with those there are',
    args: { status: 'archived' },
    error: {
      code: 'invalid_parameter',
      path: 'status',
      reason:
        'must be one of draft, stale_draft, filed, overdue, pending, paid, partially_paid, unpaid, void, reversed',
      received: 'archived',
      allowed: [
        'draft',
        'stale_draft',
        'filed',
        'overdue',
        'pending',
        'paid',
        'partially_paid',
        'unpaid',
        'void',
        'reversed',
      ],
    },
  },
  {
    title: 'a misspelt parameter',
    args: { date_form: '2026-01-01' },
    error: {
      code: 'unknown_parameter',
      path: 'date_form',
      corrected: [{ path: 'date_form', as: 'date_from' }],
      suggestion: 'did you mean date_from',
      allowed: [
        'date_from',
        'entity_id',
        'query',
        'status',
        'date_to',
        'due_from',
        'due_to',
        'counterparty_id',
        'open_only',
        'limit',
        'cursor',
      ],
    },
  },
]);

test('days of another form are refused with what they must be', async () => {
  for (const received of ['2026-1-5', '05/01/2026', '2026-01-05T00:00:00Z', 'today']) {
    const facts = await refused(service, 'mx', 'search_invoices', { date_from: received });
    assert.deepEqual([facts['path'], facts['received']], ['date_from', received]);
    assert.match(String(facts['code']), /^(invalid_parameter|impossible_date)$/);
  }
});
