// PDFs with files within them, object by object: as different writers hang them up, and as nobody should.
import { deflateSync } from 'node:zlib';

export interface Within {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** How often it is deflated. */
  readonly flate?: number;
  readonly filter?: string;
}

export interface PdfPlan {
  readonly files: readonly Within[];
  /** Where the files hang: in a flat names tree, below /Kids, or only in the catalog's /AF. */
  readonly tree?: 'names' | 'kids' | 'af' | 'loop';
  readonly hasParams?: boolean;
  readonly trailer?: string;
  /** Objects of the test's own, from number 900 on. */
  readonly more?: readonly string[];
  readonly before?: string;
}

const streamOf = ({ bytes, flate = 1, filter }: Within, hasParams: boolean): Buffer => {
  let data: Uint8Array = bytes;
  for (let round = 0; round < flate; round += 1) data = deflateSync(data);
  const filters =
    filter ?? (flate === 1 ? '/FlateDecode' : flate === 0 ? null : `[${'/FlateDecode '.repeat(flate)}]`);
  const params = hasParams ? ` /Params << /Size ${bytes.length} >>` : '';
  const head = `<< /Type /EmbeddedFile /Subtype /text#2Fxml${filters === null ? '' : ` /Filter ${filters}`} /Length ${data.length}${params} >>`;
  return Buffer.concat([Buffer.from(`${head}\nstream\n`), data, Buffer.from('\nendstream')]);
};

const namesTree = (
  specs: readonly number[],
  tree: PdfPlan['tree'],
): readonly [root: string, objects: string[]] => {
  const names = specs.map((spec, at) => `(f${String(at).padStart(3, '0')}) ${spec} 0 R`).join(' ');
  if (tree === 'kids')
    return [
      '<< /Kids [800 0 R] >>',
      [
        '800 0 obj << /Kids [801 0 R] >> endobj',
        `801 0 obj << /Limits [(f) (g)] /Names [${names}] >> endobj`,
      ],
    ];
  if (tree === 'loop')
    return [
      '800 0 R',
      [
        `800 0 obj << /Kids [800 0 R 801 0 R] >> endobj`,
        `801 0 obj << /Kids [800 0 R] /Names [${names}] >> endobj`,
      ],
    ];
  return [`<< /Names [${names}] >>`, []];
};

export const pdfOf = ({
  files,
  tree = 'names',
  hasParams = true,
  trailer = '',
  more = [],
  before = '',
}: PdfPlan): Buffer => {
  const parts: Buffer[] = [Buffer.from(`${before}%PDF-1.7\n%\xe2\xe3\xcf\xd3\n`, 'latin1')];
  const put = (text: string): void => void parts.push(Buffer.from(`${text}\n`, 'latin1'));
  const specs = files.map((_, at) => 100 + 2 * at);
  const [root, objects] = namesTree(specs, tree);
  const holds = tree === 'af' ? '' : `/Names << /EmbeddedFiles ${root} >>`;
  put(
    `1 0 obj << /Type /Catalog /Pages 2 0 R ${holds} /AF [${specs.map((spec) => `${spec} 0 R`).join(' ')}] >> endobj`,
  );
  put('2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj');
  put('3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >> endobj');
  files.forEach((file, at) => {
    const spec = 100 + 2 * at;
    put(
      `${spec} 0 obj << /Type /Filespec /F (${file.name}) /UF (${file.name}) /AFRelationship /Data /EF << /F ${spec + 1} 0 R >> >> endobj`,
    );
    put(`${spec + 1} 0 obj`);
    parts.push(streamOf(file, hasParams));
    put('\nendobj');
  });
  for (const object of [...objects, ...more]) put(object);
  put(`trailer << /Root 1 0 R /Size 1000 ${trailer} >>\nstartxref\n0\n%%EOF`);
  return Buffer.concat(parts);
};

/** A stream of objects of so many MiB of blanks, which a reader of PDFs inflates while it loads. */
export const objectBomb = (mebibytes: number): Buffer => {
  const data = deflateSync(Buffer.alloc(mebibytes * 1024 * 1024, ' '));
  const head = `900 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${data.length} >>\nstream\n`;
  return Buffer.concat([
    Buffer.from(
      '%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [] /Count 0 >> endobj\n',
    ),
    Buffer.from(head),
    data,
    Buffer.from('\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF'),
  ]);
};
