// What a customer retains when nobody has said it, from the table of the law once more (LISR 106, 113-J, 116; LIVA 1-A).
import type { Inspected } from './inspect.ts';

const KINDS: Readonly<Record<string, 'fee' | 'service' | 'lease' | 'freight' | 'goods'>> = {
  '80101501': 'fee',
  '82141504': 'fee',
  '76111501': 'service',
  '78101802': 'freight',
  '80131502': 'lease',
  '01010101': 'goods',
  '43211503': 'goods',
  '27111700': 'goods',
  '50192109': 'goods',
};

export const PRODUCTS: readonly string[] = Object.keys(KINDS);

const TWO_THIRDS: Readonly<Record<string, string>> = { '0.160000': '0.106667', '0.080000': '0.053333' };

const isNatural = (rfc: string | undefined): boolean => rfc?.length === 13;

interface Stated {
  readonly tax: 'ISR' | 'IVA';
  readonly rate: number;
}

const stated = (given: readonly Stated[]): readonly string[] =>
  given.map(({ tax, rate }) => `${tax === 'ISR' ? '001' : '002'} ${(rate / 100).toFixed(6)}`);

/** As `Impuesto TasaOCuota`. */
export const expectedRetentions = (
  { issuer, receiver, lines }: Inspected,
  at: number,
  given: unknown,
): readonly string[] => {
  if (Array.isArray(given)) return stated(given as readonly Stated[]);
  const line = lines[at];
  if (line?.attributes['ObjetoImp'] !== '02' || receiver['Rfc']?.length !== 12) return [];
  const kind = KINDS[line.attributes['ClaveProdServ'] ?? ''];
  const iva = line.taxes?.transferred.find(({ Impuesto }) => Impuesto === '002')?.['TasaOCuota'] ?? '';
  const thirds = TWO_THIRDS[iva] === undefined ? [] : [`002 ${TWO_THIRDS[iva]}`];
  const freight = TWO_THIRDS[iva] === undefined ? [] : ['002 0.040000'];
  if (!isNatural(issuer['Rfc'])) return kind === 'freight' ? freight : [];
  switch (issuer['RegimenFiscal'] ?? '') {
    case '626':
      return ['001 0.012500', ...(kind === 'freight' ? freight : kind === 'goods' ? [] : thirds)];
    case '606':
      return ['001 0.100000', ...(kind === 'freight' ? freight : thirds)];
    case '612':
      if (kind === 'freight') return freight;
      return kind === 'fee' || kind === 'lease' ? ['001 0.100000', ...thirds] : [];
    default:
      return kind === 'freight' ? freight : [];
  }
};
