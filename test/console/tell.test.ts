// Errors, warnings and reasons of the matcher as people read them: in their language, with the labels of fields.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOOLS } from '../../generated/dispatch.ts';
import { readArguments } from '../../src/base/arguments/check.ts';
import { partsOf, together } from '../../src/base/arguments/together.ts';
import { tellShell, ToolError, toolError } from '../../src/base/errors.ts';
import { english, say } from '../../src/base/said.ts';
import { labelOf, tell, tellError, tellIssue, tellWarnings } from '../../src/console/tell.ts';
import { checkEntity } from '../../src/einvoicing/entity-regimes.ts';
import { toWarning } from '../../src/domain/ground/change/change.ts';

test('an error is told by its code and details, with amounts, days and states as the language has them', () => {
  const exceeds = toolError('payment_exceeds_balance', {
    received: 15_400.58,
    currency: 'MXN',
    balance_due: 116,
  });
  assert.equal(tellError('es', exceeds), 'El pago de 15,400.58 MXN excede el saldo de 116.00 MXN.');
  assert.equal(
    tellError('de', exceeds),
    'Die Zahlung von 15.400,58 MXN übersteigt den offenen Betrag von 116,00 MXN.',
  );
  assert.equal(
    tellError('en', exceeds),
    'The payment of 15,400.58 MXN exceeds the balance due of 116.00 MXN.',
  );
  const draft = toolError('invoice_not_payable', { status: 'draft' });
  assert.equal(tellError('de', draft), 'Die Rechnung nimmt keine Zahlung an: Entwurf.');
  const due = toolError('due_before_issue', { issue_date: '2026-03-02', due_date: '2026-03-01' });
  assert.equal(tellError('de', due), 'Die Fälligkeit 01.03.2026 liegt vor dem Ausstellungstag 02.03.2026.');
});

test('what a received document lacks is told by the labels of fields, and to agents by parameters', () => {
  const names = 'country_code, postal_code 06000, street Weg 1, city';
  const lacks = { say: 'received_supplier_incomplete', name: 'Harms KG', names } as const;
  assert.match(tell('de', lacks), /braucht: Land, Postleitzahl 06000, Straße Weg 1, Ort\.$/);
  assert.match(tell('es', lacks), /nuevo: País, Código postal 06000, Calle Weg 1, Ciudad\.$/);
  assert.match(tell('en', lacks), /needs: Country, Postal code 06000, Street Weg 1, City\.$/);
  assert.match(english(lacks), /needs: country_code, postal_code 06000, street Weg 1, city\.$/);
  const left = { say: 'received_supplier_left_out', names: 'tax_number 12/3' } as const;
  assert.match(tell('de', left), /falsch angibt: Steuernummer 12\/3\.$/);
});

test('a fault of a field is told with its label and its limit in every language', () => {
  const bill = {
    counterparty_id: 'cpty_01k5m8x2q4e7taw9c6rjv3hn0a',
    bill_number: 'N'.repeat(80),
    line_items: [{ description: 'x', quantity: 1, unit_price: 'much' }],
  };
  const { faults } = readArguments(TOOLS.create_bill, bill);
  const told = (language: 'en' | 'es' | 'de'): string[] =>
    partsOf(together(faults)).map((fault) => tellError(language, fault));
  const number = 'N'.repeat(80);
  assert.deepEqual(
    told('de').find((text) => text.startsWith('Rechnungsnummer')),
    `Rechnungsnummer des Lieferanten: höchstens 60 Zeichen. Eingegeben wurde ${number}.`,
  );
  assert.deepEqual(
    told('es').find((text) => text.startsWith('Número')),
    `Número de factura del proveedor: admite como máximo 60 caracteres. Escribiste ${number}.`,
  );
  assert.ok(
    told('de').some((text) => text.startsWith('Einzelpreis (Position 1): ')),
    told('de').join('\n'),
  );
  for (const language of ['en', 'es', 'de'] as const)
    for (const text of told(language)) assert.doesNotMatch(text, /[a-z]_[a-z]/, text);
});

test('the same fault is told to agents as before', () => {
  const { faults } = readArguments(TOOLS.create_bill, { bill_number: 'N'.repeat(80), line_items: [] });
  const fault = faults.find(({ details }) => details['path'] === 'bill_number');
  assert.equal(fault?.details['reason'], 'must have at most 60 characters');
  assert.deepEqual(Object.keys(fault?.details ?? {}), ['path', 'reason', 'received', 'hint']);
});

test('labels: of a field within a line, and of what has none', () => {
  assert.equal(labelOf('es', 'line_items[2].quantity'), 'Cantidad (concepto 3)');
  assert.equal(labelOf('en', 'country_details.rfc'), 'RFC');
  assert.equal(labelOf('de', 'something_else'), 'something else');
});

test('warnings are told by their details', () => {
  const warnings = [
    toWarning('payment_before_issue', { issue_date: '2026-03-01' }),
    toWarning('no_payment_to_link', {}),
  ];
  assert.equal(
    tellWarnings('de', warnings),
    'Die Zahlung liegt vor dem Ausstellungstag 01.03.2026; ist sie eine Anzahlung? Es gibt keine erfasste Zahlung zum Verknüpfen; die Zuordnung ist bestätigt, der offene Betrag bleibt gleich.',
  );
});

test('a reason of the matcher is kept by key; a sentence of an earlier release is told as it is', () => {
  const gate = say('left_to_person', { gate: say('gate_unnamed', {}) });
  assert.equal(
    english(gate),
    'Not confirmed by machine: Neither a document number nor the party stands in the text',
  );
  assert.equal(tell('es', gate), 'Lo decide una persona: El texto no nombra ni el folio ni a la otra parte');
  const early = say('paid_early', { days: 1 });
  assert.deepEqual(
    [english(early), tell('de', early), tell('de', say('paid_early', { days: 2 }))],
    ['Paid 1 day before issue', '1 Tag vor der Ausstellung bezahlt', '2 Tage vor der Ausstellung bezahlt'],
  );
  const short = say('amount_short', {
    rest: '60.00',
    balance: '11600.00',
    cause: say('cause_vat', { vat: 6 }),
  });
  assert.equal(english(short), '60.00 of 11600.00 is missing: VAT of 6 % withheld');
  assert.equal(tell('de', short), 'Es fehlen 60,00 von 11.600,00: 6 % Umsatzsteuer einbehalten');
  const about = say('none_about', { topics: [say('topic_fee', {}), say('topic_psp', {})] });
  assert.deepEqual(
    [english(about), tell('es', about)],
    ['The text speaks of: fee, payment processor', 'El texto habla de: comisión, procesador de pagos'],
  );
  assert.equal(tell('es', 'Amount equals the open balance'), 'Amount equals the open balance');
});

test('a finding of a rule is told by its official id, and where a person changes it by its field', () => {
  const issue = {
    rule: 'CFDI40162',
    path: 'line_items[0].country_details.sat_product_code',
    message: 'The product code 99999999 is not in c_ClaveProdServ.',
    paths: ['line_items[0].country_details.sat_product_code'],
    count: 1,
  };
  assert.deepEqual(tellIssue('es', issue), {
    message: 'La clave de producto no está en el catálogo del SAT.',
    fix: 'Cámbialo en este borrador: Clave de producto SAT (concepto 1).',
  });
  assert.deepEqual(tellIssue('en', issue), {
    message: issue.message,
    fix: 'Change it on this draft: SAT product code (line 1).',
  });
  assert.deepEqual(
    tellIssue('de', { ...issue, rule: 'BR-DE-99', path: 'counterparty.name', message: 'No name.' }),
    {
      message: 'No name.',
      fix: 'Ändern Sie es auf der Seite des Kunden: Name.',
    },
  );
  assert.match(tellIssue('de', { ...issue, path: 'entity.postal_code' }).fix, /Einstellungen der Firma/);
  const lines = Array.from({ length: 10 }, (_, at) => `line_items[${at}].country_details.sat_product_code`);
  const fixes = (paths: readonly string[], count: number): string[] =>
    (['en', 'es', 'de'] as const).map((language) => tellIssue(language, { ...issue, paths, count }).fix);
  assert.deepEqual(fixes(lines, 500), [
    'Change it on this draft: SAT product code (lines 1-10 and 490 more).',
    'Cámbialo en este borrador: Clave de producto SAT (conceptos 1-10 y 490 más).',
    'Ändern Sie es in diesem Entwurf: SAT-Produktschlüssel (Positionen 1-10 und 490 weitere).',
  ]);
  const [english] = fixes(
    [0, 2, 3].flatMap((at) => lines[at] ?? []),
    3,
  );
  assert.equal(english, 'Change it on this draft: SAT product code (lines 1, 3, 4).');
});

const refusedWith = (country: 'MX' | 'DE', details: object): ToolError => {
  const nothing = { tax_id: null, postal_code: null, details: {} };
  try {
    checkEntity(country, {
      ...nothing,
      tax_id: country === 'MX' ? 'PRO840423SG8' : null,
      details,
      earlier: nothing,
    });
  } catch (error) {
    if (error instanceof ToolError) return error;
  }
  throw new Error('not refused');
};

test('a field of a company is called by its label on pages, by its option at a command line', () => {
  const missing = refusedWith('MX', {});
  assert.equal(tellShell(missing), '--postal-code is required in MX.');
  assert.equal(tellError('es', missing), 'Falta un dato obligatorio en México: Código postal.');
  assert.equal(tellError('de', missing), 'Eine Pflichtangabe in Mexiko fehlt: Postleitzahl.');
  const regime = refusedWith('MX', { fiscal_regime_code: '612' });
  assert.match(tellShell(regime), /^--fiscal-regime 612 is not open to a moral person/);
  assert.match(tellError('de', regime), /^Steuerregime: 612 steht einer juristischen Person nicht offen/);
  const vat = refusedWith('DE', { vat_id: 'DE1' });
  assert.equal(
    tellError('de', vat),
    'USt-IdNr.: DE1 ist in Deutschland keine USt-IdNr.: sie braucht die Buchstaben DE und 9 Ziffern.',
  );
});
