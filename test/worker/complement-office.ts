// Payments of filed invoices and their complements, over a provider that refuses what breaks a rule. Importing this
// registers the hooks.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach } from 'node:test';
import { readPayments, type CfdiPayment } from '../../src/einvoicing/mx-cfdi/payment/read.ts';
import type { Outcome, Submission } from '../../src/einvoicing/filing.ts';
import { checkCfdi } from '../../src/sandbox/cfdi-check/check.ts';
import { readXmlBytes } from '../../src/einvoicing/xml/read.ts';
import { callLoosely } from '../tools/support.ts';
import { ANA, until } from '../support/office.ts';
import { now, office, provider, sent, service, usingProvider } from './provider.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a test names the fields that it expects
export type Loose = any;

export const PPD = { country_details: { payment_method: 'PPD' } };

/** As a PAC: what breaks a rule is refused, the rest gets a UUID. */
const strict = async ({ document }: Submission): Promise<Outcome> => {
  const issues = checkCfdi(document.bytes);
  if (issues.length > 0)
    return {
      kind: 'rejected',
      faults: issues.map(({ rule, message }) => ({
        code: rule,
        message,
        path: null,
        fix: null,
        source: 'authority',
      })),
    };
  return {
    kind: 'accepted',
    id: randomUUID().toUpperCase(),
    at: now(),
    document: document.bytes,
    evidence: {},
  };
};
/** The hooks of a test file that works on these. */
export const usingComplementOffice = (): void => {
  usingProvider();
  beforeEach(() => {
    provider.send = strict;
    provider.recover = strict;
  });
};

export const complements = async (payment: string): Promise<Loose[]> =>
  (await office.admin.json('complement', 'list', `--entity=${service.entities.mx}`)).filter(
    (row: Loose) => row.payment_id === payment,
  );
export const complement = async (payment: string): Promise<Loose> => (await complements(payment))[0];

export const pay = (invoice_id: string, args: object): Promise<Loose> =>
  callLoosely(service, 'mx', 'record_invoice_payment', { invoice_id, ...args });

export const filedInvoice = async (args: object = PPD): Promise<string> => {
  const { id } = await office.approved('mx', args);
  const { status, filing } = await office.settled('mx', id);
  assert.equal(status, 'filed', JSON.stringify(filing.last_error));
  return id;
};

export const approve = async (...payments: string[]): Promise<void> => {
  const ids: string[] = [];
  for (const payment of payments) ids.push((await complement(payment)).approval_id);
  await office.admin.json('approval', 'approve', ...ids, `--by=${ANA}`, '--wait=0');
};

export const settled = (payment: string): Promise<Loose> =>
  until(
    () => complement(payment),
    ({ filing }) => !['pending', 'unclear'].includes(filing.status),
  );

export const fileComplement = async (payment: string): Promise<Loose> => {
  await approve(payment);
  const done = await settled(payment);
  assert.equal(done.status, 'filed', JSON.stringify(done.filing.last_error));
  return done;
};

export const paymentsSent = (): CfdiPayment[] =>
  sent.flatMap(({ bytes }) => readPayments(readXmlBytes(Buffer.from(bytes)))?.payments ?? []);

export const balances = ({ documents }: CfdiPayment) =>
  documents.map(({ installment, balanceBefore, paid, balanceAfter }) => [
    installment,
    balanceBefore,
    paid,
    balanceAfter,
  ]);
