// Filed documents of other kinds than the plain invoice.
import { amount } from '../../src/base/money/amount.ts';
import { decimal } from '../../src/base/money/decimal.ts';
import { asDay } from '../../src/base/time/day.ts';
import { buildPayment } from '../../src/einvoicing/mx-cfdi/payment/build.ts';
import type { Payment } from '../../src/einvoicing/mx-cfdi/payment/document.ts';
import { seal } from '../../src/einvoicing/mx-cfdi/seal.ts';
import type { InvoiceDocument } from '../../src/einvoicing/regime.ts';
import { NO_TERMS } from '../../src/einvoicing/terms.ts';
import type { FiledInvoice } from '../../src/domain/filing/delivery/printer.ts';
import type { FiledComplement } from '../../src/pdf/mx/shown.ts';
import { documentOf, filedOf, type Sample, SIGNER, stamped } from './samples.ts';

/** Its XML is that of the plain invoice, of which a print reads only days and accounts. */
const changed = (sample: Sample, change: (document: InvoiceDocument) => InvoiceDocument): FiledInvoice => {
  const filed = filedOf('DE', sample);
  return { ...filed, document: change(filed.document) };
};

/** A final invoice that says all that it can. */
export const richInvoice = (): FiledInvoice =>
  changed(
    {
      lines: [
        { description: 'Beratung vor Ort', quantity: '12', unitPrice: '120' },
        {
          description: 'Fliesen, frostsicher, 30 × 30 cm, grau, erste Wahl',
          quantity: '48.5',
          unitPrice: '39.9',
        },
        { description: 'Handbuch', unitPrice: '49.95', rate: '7' },
      ],
    },
    (document) => ({
      ...document,
      title: 'Umbau Bürogebäude Elbchaussee, zweiter Bauabschnitt',
      notes: 'Vielen Dank für Ihren Auftrag.\nBei Fragen wenden Sie sich bitte an Frau Brückner.',
      lines: document.lines.map((line, index) => ({
        ...line,
        productNumber: index === 1 ? 'FL-3030-G' : null,
        period: index === 0 ? { from: asDay('2026-02-01'), to: asDay('2026-02-28') } : null,
        discount: index === 1 ? { percent: decimal('10') } : null,
        discountAmount: index === 1 ? decimal('193.52') : decimal('0'),
        countryDetails: { ...line.countryDetails, unit_code: ['HUR', 'MTK', 'C62'][index] ?? 'C62' },
      })),
      allowances: [
        {
          charge: false,
          amount: amount(10000, 'EUR'),
          percent: decimal('3'),
          base: amount(333333, 'EUR'),
          reason: 'Treuerabatt für langjährige Zusammenarbeit',
          category: 'S',
          rate: decimal('19'),
        },
        {
          charge: true,
          amount: amount(4500, 'EUR'),
          percent: null,
          base: null,
          reason: 'Fracht',
          category: 'S',
          rate: decimal('19'),
        },
      ],
      relations: [{ type: '04', uuid: 'x', folio: 'F-9', issueDate: asDay('2026-02-27') }],
      terms: {
        ...NO_TERMS,
        deliveryPeriod: { from: asDay('2026-02-01'), to: asDay('2026-03-06') },
        orderReference: '4500012345',
        contractReference: 'RV-2024-7',
        projectReference: 'Halle 3',
        prepaid: decimal('1500'),
        paymentTermsText: 'Danach ohne Abzug.',
        discountTerms: [
          { percent: decimal('3'), days: 7 },
          { percent: decimal('2'), days: 14 },
        ],
      },
    }),
  );

export const debitInvoice = (): FiledInvoice =>
  changed({ currency: 'USD' }, (document) => ({
    ...document,
    terms: {
      ...NO_TERMS,
      directDebit: {
        mandateReference: 'M-2025-17',
        creditorId: 'DE98ZZZ09999999999',
        iban: 'DE75512108001245126199',
      },
    },
  }));

export const creditNote = (): FiledInvoice =>
  changed({ folio: 'GS-3' }, (document) => ({
    ...document,
    kind: 'credit_note',
    notes: 'Rücksendung vom 3. März.',
    relations: [{ type: '03', uuid: 'x', folio: 'F-12', issueDate: asDay('2026-02-10') }],
  }));

/** A freelancer's invoice: the CFDI of a plain one with a discount and what the customer retains. */
export const retainedInvoice = (kind: InvoiceDocument['kind'] = 'invoice'): FiledInvoice => {
  const filed = filedOf('MX');
  const retentions =
    '<cfdi:Retenciones><cfdi:Retencion Base="2375.308640" Impuesto="001" TipoFactor="Tasa" TasaOCuota="0.100000" Importe="237.530864"/>' +
    '<cfdi:Retencion Base="2375.308640" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.106667" Importe="253.366806"/></cfdi:Retenciones>';
  const summary =
    '<cfdi:Retenciones><cfdi:Retencion Impuesto="001" Importe="237.53"/><cfdi:Retencion Impuesto="002" Importe="253.37"/></cfdi:Retenciones>';
  const xml = filed.xml
    .toString('utf8')
    .replace(
      '</cfdi:Traslados></cfdi:Impuestos></cfdi:Concepto>',
      `</cfdi:Traslados>${retentions}</cfdi:Impuestos></cfdi:Concepto>`,
    )
    .replace(
      /<cfdi:Impuestos (TotalImpuestosTrasladados="[^"]*")>/,
      `<cfdi:Impuestos TotalImpuestosRetenidos="490.90" $1>${summary}`,
    )
    .replace(' ValorUnitario=', ' Descuento="25.00" ValorUnitario=')
    .replace(' SubTotal=', ' Descuento="25.00" SubTotal=')
    .replace('TipoDeComprobante="I"', `TipoDeComprobante="${kind === 'invoice' ? 'I' : 'E'}"`)
    .replace(
      '<cfdi:Emisor',
      kind === 'invoice'
        ? '<cfdi:Emisor'
        : '<cfdi:CfdiRelacionados TipoRelacion="03"><cfdi:CfdiRelacionado UUID="7D1F2C3B-81CD-4557-8719-26632D2FA111"/></cfdi:CfdiRelacionados><cfdi:Emisor',
    );
  return {
    ...filed,
    xml: Buffer.from(xml, 'utf8'),
    document: {
      ...filed.document,
      kind,
      title: 'Proyecto de señalización',
      notes: 'Gracias por su preferencia.',
      payee: {
        name: 'BBVA, cuenta de cheques',
        currency: 'MXN',
        iban: null,
        bic: null,
        clabe: '012180001234567897',
      },
    },
  };
};

const payment = (installment: number, currency = 'MXN'): Payment => ({
  paidAt: asDay('2026-03-09'),
  form: '03',
  amount: amount(58_000, currency),
  exchangeRate: currency === 'MXN' ? null : decimal('17.2345'),
  operationNumber: '0093812',
  bank: { payerBankRfc: 'BBA830831LJ2', payerAccount: '012180001234567897' },
  documents: [
    {
      uuid: '7D1F2C3B-81CD-4557-8719-26632D2FA111',
      series: 'F',
      number: '12',
      equivalence: decimal('1'),
      installment,
      balanceBefore: amount(116_000, currency),
      paid: amount(58_000, currency),
      balanceAfter: amount(58_000, currency),
      taxObject: '02',
      taxes: {
        withheld: [],
        transferred: [
          { tax: '002', factor: 'Tasa', rate: decimal('0.16'), base: decimal('500'), amount: decimal('80') },
        ],
      },
    },
  ],
});

export const complement = (payments: readonly Payment[] = [payment(1)]): FiledComplement => {
  const { seller, buyer } = documentOf('MX', {});
  const built = buildPayment(
    { seller, buyer, issueDate: asDay('2026-03-10'), payments, replaces: [] },
    { series: 'P', number: '4', issuedAt: new Date('2026-03-10T16:22:31Z') },
  );
  return {
    folio: 'P-4',
    filedAt: new Date('2026-03-10T16:23:05Z'),
    sandbox: false,
    xml: stamped(seal(built, SIGNER)),
  };
};

export const twoPayments = (): FiledComplement => complement([payment(1), payment(2, 'USD')]);
