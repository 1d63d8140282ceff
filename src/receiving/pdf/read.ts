// A PDF: the invoice within it, by the name of its file where it has one of those that the standards give, else by its root.
import { loadXml } from '../xml/load.ts';
import { issue } from '../issue.ts';
import { keptAs } from '../kept.ts';
import type { EmbeddedFile, Reading, ReadingIssue } from '../reading.ts';
import { isReadableRoot, readXmlFile } from '../xml/read.ts';
import { listFiles, type PdfFile } from './attachments.ts';

/** Factur-X and ZUGFeRD 2.1 on, XRechnung, ZUGFeRD 2.0 and 1.0: the best first. */
const NAMES: readonly string[] = ['factur-x.xml', 'xrechnung.xml', 'zugferd-invoice.xml'];

const FORMAT = 'hybrid_pdf';

interface Readable extends Omit<PdfFile, 'content'> {
  readonly content: Uint8Array;
}

const isReadable = (file: PdfFile): file is Readable => !('fault' in file.content);

const faultOf = ({ name, content }: PdfFile): readonly ReadingIssue[] => {
  if (!('fault' in content)) return [];
  if (content.fault === 'filter') return [issue('pdf_filter', { name, filter: content.filter })];
  return [issue(content.fault === 'broken' ? 'pdf_file_broken' : 'pdf_file_too_large', { name })];
};

const rankOf = ({ name }: PdfFile): number => NAMES.indexOf(name.toLowerCase());

const isXmlNamed = ({ name, mimeType }: PdfFile): boolean =>
  /\.xml$/i.test(name) || /xml/i.test(mimeType ?? '');

/** Those that may be the invoice, though no standard names them so. */
const isCandidate = ({ content }: Readable): boolean => {
  const loaded = loadXml(content);
  return !('refusal' in loaded) && isReadableRoot(loaded.root);
};

interface Chosen {
  readonly file: Readable | undefined;
  readonly issues: readonly ReadingIssue[];
}

const choose = (files: readonly Readable[]): Chosen => {
  const [named, second] = files.filter((file) => rankOf(file) >= 0).sort((a, b) => rankOf(a) - rankOf(b));
  if (named !== undefined) {
    const names =
      second === undefined ? [] : [issue('pdf_files_several', { name: named.name, other: second.name })];
    return { file: named, issues: names };
  }
  const found = files.filter((file) => (isXmlNamed(file) || file.name === '') && isCandidate(file));
  const [only] = found;
  if (found.length > 1)
    return {
      file: undefined,
      issues: [issue('pdf_files_unclear', { names: found.map(({ name }) => name).join(', ') })],
    };
  return only === undefined
    ? { file: undefined, issues: [] }
    : { file: only, issues: [issue('attachment_name', { name: only.name })] };
};

const embedded = (file: Readable, chosen: Readable | undefined): EmbeddedFile => ({
  name: file.name,
  mimeType: file.mimeType,
  description: file.description,
  role: file === chosen ? 'data' : 'supporting',
  bytes: file.content,
});

export const readPdf = async (bytes: Uint8Array): Promise<Reading> => {
  const contents = await listFiles(bytes);
  if ('refused' in contents)
    return keptAs('unknown', 'pdf', [
      issue(contents.refused === 'encrypted' ? 'pdf_encrypted' : 'pdf_broken'),
    ]);
  const faults = [
    ...contents.files.flatMap(faultOf),
    ...(contents.more > 0 ? [issue('pdf_files_many', { count: String(contents.more) })] : []),
  ];
  const readable = contents.files.filter(isReadable);
  const { file, issues } = choose(readable);
  const files = readable.map((each) => embedded(each, file));
  if (file === undefined)
    return keptAs(
      'unknown',
      'pdf',
      [...faults, ...(issues.length > 0 ? issues : [issue('no_structured_data')])],
      { files },
    );
  const reading = await readXmlFile(file.content);
  const format = reading.kind === 'unknown' ? reading.format : FORMAT;
  return {
    ...reading,
    format,
    files: [...files, ...reading.files],
    issues: [...issues, ...faults, ...reading.issues],
  };
};
