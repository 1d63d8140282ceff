// What the books say, told in Spanish and German: every template keeps its parameters, and sentences of the matcher are
// recognised.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS } from '../../generated/errors.ts';
import { WARNINGS } from '../../generated/warnings.ts';
import { ToolError } from '../../src/base/errors.ts';
import { ERROR_WORDS, WARNING_WORDS } from '../../src/console/told/coded.ts';
import { REASON_WORDS } from '../../src/console/told/reasons.ts';
import { WEBHOOK_WORDS } from '../../src/console/told/webhooks.ts';
import {
  type Template,
  tellError,
  tellReason,
  tellRefusal,
  tellWarnings,
} from '../../src/console/told/told.ts';
import { toWarning } from '../../src/domain/ground/change/change.ts';

const named = (template: string): string[] => [...template.matchAll(/\{(\w+)\}/g)].map(([name]) => name);

const assertKnown = (english: string, words: Template): void => {
  for (const text of [words.es, words.de])
    for (const name of named(text)) assert.ok(named(english).includes(name), `${name} of: ${text}`);
};

test('a translation names no parameter that its English template lacks', () => {
  for (const [code, { message }] of Object.entries(ERRORS)) {
    const words = Object.entries(ERROR_WORDS).find(([name]) => name === code)?.[1];
    if (words !== undefined) assertKnown(message, words);
  }
  for (const [code, { message }] of Object.entries(WARNINGS)) {
    const words = Object.entries(WARNING_WORDS).find(([name]) => name === code)?.[1];
    if (words !== undefined) assertKnown(message, words);
  }
  for (const [english, words] of [...Object.entries(REASON_WORDS), ...Object.entries(WEBHOOK_WORDS)])
    assertKnown(english, words);
});

test('each sentence is told by its own template, with its figures and names', () => {
  const parameters = ['{x}', '12.50', 'Müller & Söhne (GmbH)', 'a.b*c?'];
  for (const [table, tell] of [
    [REASON_WORDS, tellReason],
    [WEBHOOK_WORDS, tellRefusal],
  ] as const)
    for (const [english, words] of Object.entries(table)) {
      let at = 0;
      const values = new Map(
        named(english).map((name) => [name, parameters[(at += 1) % parameters.length] ?? '']),
      );
      const fill = (text: string): string => text.replace(/\{\w+\}/g, (name) => values.get(name) ?? name);
      assert.equal(tell('de', fill(english)), fill(words.de).replace(/\.\.$/, '.'), english);
      assert.equal(tell('en', fill(english)), fill(english));
    }
});

test('errors and warnings carry their details; what has no translation stays English', () => {
  const exceeds = new ToolError('payment_exceeds_balance', {
    received: '200.00',
    currency: 'MXN',
    balance_due: '116.00',
  });
  assert.equal(tellError('es', exceeds), 'El pago de 200.00 MXN excede el saldo de 116.00 MXN.');
  assert.equal(tellError('en', exceeds), exceeds.message);
  const draft = new ToolError('invoice_not_payable', { status: 'draft' });
  assert.equal(tellError('de', draft), 'Die Rechnung nimmt keine Zahlung an: Entwurf.');
  const cursor = new ToolError('invalid_cursor', {});
  assert.equal(tellError('de', cursor), cursor.message);
  const warnings = [
    toWarning('payment_before_issue', { issue_date: '2026-03-01' }),
    toWarning('no_payment_to_link', {}),
  ];
  assert.equal(
    tellWarnings('de', warnings),
    `Die Zahlung liegt vor dem Ausstellungstag 2026-03-01; ist sie eine Anzahlung? ${WARNINGS.no_payment_to_link.message}`,
  );
  assert.equal(tellReason('es', 'Something new'), 'Something new');
});
