// A bill as a page of text, without data that a machine reads.
import { type Paper, sumsOf } from './paper.ts';

const LATIN_1 = 0xff;

/** As the text of a PDF: brackets and what WinAnsi has beyond ASCII by its octal number. */
const shown = (text: string): string =>
  [...text]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      if ('()\\'.includes(character)) return `\\${character}`;
      if (code < 0x7f) return character;
      return code > LATIN_1 ? '?' : `\\${code.toString(8)}`;
    })
    .join('');

const at = (x: number, y: number, size: number, text: string): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${shown(text)}) Tj ET`;

const WORDS = {
  DE: { bill: 'Rechnung', date: 'Datum', due: 'Fällig', net: 'Netto', tax: 'USt', total: 'Gesamt' },
  MX: { bill: 'Recibo', date: 'Fecha', due: 'Vence', net: 'Subtotal', tax: 'IVA', total: 'Total' },
} as const;

export const writePdf = (paper: Paper): Buffer => {
  const { seller, buyer, number, day, due, lines, tax_percent } = paper;
  const sums = sumsOf(paper);
  const words = buyer.country_code === 'MX' ? WORDS.MX : WORDS.DE;
  const page = [
    at(60, 780, 18, seller.name),
    at(60, 740, 11, buyer.name),
    at(60, 690, 14, `${words.bill} ${number}`),
    at(60, 668, 10, `${words.date} ${day}    ${words.due} ${due}`),
    ...lines.flatMap(({ description, quantity, unit_price }, index) => [
      at(60, 620 - 20 * index, 10, `${quantity} x ${description}, ${unit_price}`),
      at(460, 620 - 20 * index, 10, sums.lines[index] ?? ''),
    ]),
    at(360, 540, 10, words.net),
    at(460, 540, 10, sums.net),
    at(360, 520, 10, `${words.tax} ${tax_percent} %`),
    at(460, 520, 10, sums.tax),
    at(360, 496, 12, words.total),
    at(460, 496, 12, `${sums.total} ${buyer.currency}`),
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let text = '%PDF-1.4\n';
  const starts = objects.map((object, index) => {
    const start = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
};
