// Bills of a Mexican supplier, payments of them, and complements as the supplier states them, for tests.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

import type { BillId, BillPaymentId, ReceivedDocumentId } from '../../../generated/ids.ts';
import type { ReadParty, ReadProof, Reading } from '../../../src/receiving/reading.ts';
import type { TestService } from '../../support/service.ts';
import { bill, fileOf, NOBODY } from './support.ts';

export const SUPPLIER: ReadParty = {
  ...NOBODY,
  name: 'Proveedora',
  countryCode: 'MX',
  taxId: 'PRO840423SG8',
  regime: '601',
  street: 'Calle 1',
  city: 'México',
  postalCode: '06000',
};

export interface StatedDocument {
  readonly uuid: string;
  readonly paid: string;
  readonly before: string;
  readonly instalment?: string | null;
  readonly currency?: string;
  readonly equivalence?: string | null;
  readonly number?: string;
}

export interface StatedPayment {
  readonly paidOn: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly documents: readonly StatedDocument[];
}

export interface Stated {
  readonly uuid?: string;
  readonly seller?: ReadParty;
  /** The receiver's RFC; ours by default. */
  readonly receiver?: string;
  readonly issues?: Reading['issues'];
  readonly payments: readonly StatedPayment[];
  readonly file_name?: string;
}

export interface BillFacts {
  readonly total: string;
  readonly uuid?: string;
  readonly number?: string;
  readonly method?: 'PPD' | 'PUE';
  readonly currency?: string;
  readonly seller?: ReadParty;
  /** Left in the inbox. */
  readonly unbooked?: boolean;
}

/** Of every document here. */
const BESIDE = new Set(['list_missing', 'supplier_new', 'cfdi_receiver_detail']);

const rules = ({ issues }: { readonly issues: readonly { readonly rule: string }[] }): string[] =>
  issues.map(({ rule }) => rule).filter((rule) => !BESIDE.has(rule));

export const proofWorld = (service: TestService, own: string) => {
  const client = () => service.client(service.keys.mx);
  let count = 0;

  const questionOf = (uuid: string, total: string) => ({
    uuid,
    issuerRfc: SUPPLIER.taxId ?? '',
    receiverRfc: own,
    total,
    sealEnd: 'AbCd==12',
  });
  const sealed = (uuid: string, total: string): Partial<Reading> => ({
    format: 'cfdi',
    seals: { seal: 'valid', certificate: null, stamp: null, question: questionOf(uuid, total) },
  });

  const billReading = ({ total, uuid = randomUUID(), number, ...given }: BillFacts): Reading => {
    count += 1;
    const { method = 'PPD', currency = 'MXN', seller = SUPPLIER } = given;
    const base = bill({
      uuid,
      number: number ?? `F ${count}`,
      currency,
      exchangeRate: currency === 'MXN' ? null : '18.0000',
      seller,
      buyer: { ...NOBODY, name: 'Us', taxId: own },
      issueDate: '2026-09-01',
      dueDate: '2026-12-31',
    });
    const { document } = base;
    assert.ok(document);
    const [line] = document.lines;
    assert.ok(line);
    return {
      ...base,
      ...sealed(uuid, total),
      document: {
        ...document,
        lines: [{ ...line, unitPrice: total, net: total, taxes: [] }],
        taxes: [],
        totals: { ...document.totals, lines: total, withoutTax: total, tax: '0.00', total, due: total },
        payment: { ...document.payment, meansCode: '99', method },
      },
    };
  };

  const proofOf = ({
    uuid = randomUUID(),
    seller = SUPPLIER,
    receiver = own,
    payments,
  }: Stated): ReadProof => ({
    uuid,
    issueDate: '2026-11-03',
    seller,
    buyer: { ...NOBODY, name: 'Us', taxId: receiver },
    payments: payments.map(({ paidOn, amount, currency = 'MXN', documents }) => ({
      paidOn,
      form: '03',
      currency,
      exchangeRate: currency === 'MXN' ? null : '18.0000',
      amount: amount ?? documents.reduce((sum, { paid }) => sum + Number(paid), 0).toFixed(2),
      documents: documents.map((one) => ({
        uuid: one.uuid,
        series: null,
        number: one.number ?? null,
        currency: one.currency ?? 'MXN',
        equivalence: one.equivalence ?? '1',
        instalment: one.instalment === undefined ? '1' : one.instalment,
        before: one.before,
        paid: one.paid,
        left: (Number(one.before) - Number(one.paid)).toFixed(2),
        taxes: [],
        withholdings: [],
      })),
    })),
  });

  const proofReading = (stated: Stated): Reading => {
    const proof = proofOf(stated);
    return {
      ...bill(),
      kind: 'payment_proof',
      document: null,
      proof,
      ...sealed(proof.uuid, '0'),
      issues: stated.issues ?? [],
    };
  };

  const send = async (reading: Reading, file_name: string) => {
    const { received_document } = await client().receive_document({
      file_name,
      content_base64: fileOf(reading),
    });
    assert.ok(received_document);
    return received_document;
  };

  return {
    client,
    billReading,
    proofReading,
    send,
    /** A bill that is owed. */
    async owe(facts: BillFacts): Promise<{ bill_id: BillId; uuid: string; document: ReceivedDocumentId }> {
      const reading = billReading(facts);
      const got = await send(reading, `bill-${count}.xml`);
      assert.ok(got.bill_id, JSON.stringify(got.issues));
      if (facts.unbooked !== true) await client().book_received_document({ received_document_id: got.id });
      return { bill_id: got.bill_id, uuid: reading.document?.uuid ?? '', document: got.id };
    },
    /** A credit note that names a bill, in the inbox. */
    credit(uuid: string, total: string) {
      const reading = billReading({ total });
      assert.ok(reading.document);
      const reference = { kind: 'prior', id: uuid, date: null, relation: '01' } as const;
      const document = { ...reading.document, typeCode: '381', references: [reference] };
      return send({ ...reading, kind: 'bill_credit_note', document }, `note-${count}.xml`);
    },
    async pay(bill_id: BillId, amount: number, paid_on: string, currency?: string): Promise<BillPaymentId> {
      const paid = await client().record_bill_payment({
        bill_id,
        amount,
        paid_on,
        payment_method: 'transfer',
        ...(currency === undefined ? {} : { currency }),
      });
      return paid.payment_id;
    },
    async prove(stated: Stated) {
      count += 1;
      const reading = proofReading(stated);
      const got = await send(reading, stated.file_name ?? `complement-${count}.xml`);
      return { ...got, uuid: (reading.proof?.uuid ?? '').toLowerCase(), rules: rules(got) };
    },
    async document(received_document_id: ReceivedDocumentId) {
      const got = await client().get_received_document({ received_document_id });
      return { ...got, rules: rules(got).filter((rule) => rule.startsWith('proof_')) };
    },
    /** The complement of each payment of a bill, in the order of the payments. */
    async proven(bill_id: BillId): Promise<readonly (string | undefined)[]> {
      const { payments } = await client().get_bill({ bill_id });
      return payments.map(({ complement_uuid }) => complement_uuid);
    },
    /** Open tasks about a bill, by their day. */
    async asked(bill_id: BillId): Promise<readonly (string | null)[]> {
      const { data } = await client().list_tasks({ taskable_type: 'Bill', limit: 50 });
      return data
        .filter(({ taskable_id, title }) => taskable_id === bill_id && title.startsWith('Ask a supplier'))
        .map(({ due_at }) => due_at)
        .toSorted((left, right) => ((left ?? '') < (right ?? '') ? -1 : 1));
    },
  };
};

export type ProofWorld = ReturnType<typeof proofWorld>;

export const ownRfc = async (service: TestService, entity_id: string): Promise<string> => {
  const row = await service.database.kysely
    .selectFrom('entity')
    .select('tax_id')
    .where('id', '=', entity_id)
    .executeTakeFirstOrThrow();
  return row.tax_id ?? '';
};
