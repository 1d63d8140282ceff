// What the approval page shows of a preview: every text and number of the record stands in its HTML, or is listed here.
import { wordsIn } from '../../../../generated/words.ts';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { VisitProvider } from '../../../../src/console/context.ts';
import { figure } from '../../../../src/console/format.ts';
import { codeText } from '../../../../src/console/pages/approvals/field-words.ts';
import { PreviewView } from '../../../../src/console/pages/approvals/preview.tsx';
import type { Visit } from '../../../../src/console/visit.ts';
import type { DocumentPreview } from '../../../../src/domain/documents/shared/preview.ts';

const LANGUAGE = 'en';

/** What stands elsewhere on the page, or says the same again. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  object: 'the kind of the record itself',
  record_type: 'in the heading',
  record_id: 'a link of the page',
  derived: 'marks the values themselves',
  position: 'the order of the lines',
  factor: 'in the words of the rate',
  withheld: 'in the words of the tax',
  charge: 'in the sign of the amount',
};

/** A zero of these says that there is none. */
const ONLY_WHERE_SOMETHING =
  /^(?:totals\.(?:discount|allowance|charge|withheld)_total|.*prepaid_amount|lines\.\d+\.discount_amount)$/u;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

type Leaf = readonly [path: string, value: string | number];

const leavesOf = (value: unknown, path = ''): Leaf[] => {
  if (typeof value === 'string' || typeof value === 'number') return value === '' ? [] : [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key in ELSEWHERE ? [] : leavesOf(inner, path === '' ? key : `${path}.${key}`),
  );
};

/** The tax of a line stands there tax by tax, its amount before a discount only where there is one. */
const isToldInParts = (path: string, preview: DocumentPreview): boolean => {
  const [list, index, field] = path.split('.');
  const line = list === 'lines' ? preview.lines[Number(index)] : undefined;
  if (line === undefined) return false;
  if (field === 'gross_amount') return line.discount_amount === 0;
  return ['tax_rate', 'tax_amount'].includes(field ?? '') && line.taxes.length > 0;
};

/** Paths whose values the page lacks. */
export const missingOnPage = (preview: DocumentPreview): string[] => {
  const visit = { language: LANGUAGE, words: wordsIn(LANGUAGE) } as Visit;
  const html = renderToString(h(VisitProvider, { value: visit }, h(PreviewView, { preview })));
  const holds = (path: string, value: string | number): boolean => {
    if (typeof value === 'string')
      return html.includes(escaped(codeText(LANGUAGE, path.split('.').at(-1) ?? '', value)));
    return (
      html.includes(`value="${value}"`) ||
      html.includes(`value="${-value}"`) ||
      html.includes(figure(LANGUAGE, value, 0, 10)) ||
      html.includes(String(value))
    );
  };
  return leavesOf(preview)
    .filter(([path, value]) => value !== 0 || !ONLY_WHERE_SOMETHING.test(path))
    .filter(([path, value]) => !isToldInParts(path, preview) && !holds(path, value))
    .map(([path, value]) => `${path}: ${value}`);
};
