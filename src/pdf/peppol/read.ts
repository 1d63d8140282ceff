// Reads the facts of a UBL invoice that were filled in when it was built and are not in the books.
import { childAt, readXmlBytes, type XmlNode } from '../../einvoicing/xml/read.ts';

export interface UblFacts {
  /** BT-72. */
  readonly delivered: string | null;
  /** BT-81. */
  readonly means: string | null;
  /** BT-84. */
  readonly account: string | null;
  /** BT-85. */
  readonly accountName: string | null;
  /** BT-86. */
  readonly routing: string | null;
}

const textAt = (node: XmlNode | undefined, ...path: string[]): string | null => {
  const text = node === undefined ? undefined : childAt(node, path)?.text.trim();
  return text === undefined || text === '' ? null : text;
};

export const readUbl = (bytes: Buffer): UblFacts => {
  const root = readXmlBytes(bytes);
  const means = childAt(root, ['cac:PaymentMeans']);
  const account = means === undefined ? undefined : childAt(means, ['cac:PayeeFinancialAccount']);
  return {
    delivered: textAt(root, 'cac:Delivery', 'cbc:ActualDeliveryDate'),
    means: textAt(means, 'cbc:PaymentMeansCode'),
    account: textAt(account, 'cbc:ID'),
    accountName: textAt(account, 'cbc:Name'),
    routing: textAt(account, 'cac:FinancialInstitutionBranch', 'cbc:ID'),
  };
};
