// What a form says of a statement file, as the import takes it.
import {
  StatementDateOrderValues,
  StatementDecimalValues,
  StatementSignValues,
} from '../../../../generated/types.ts';
import { createHash } from 'node:crypto';
import { MAPPED } from '../../../domain/bank/statements/csv/mapping.ts';
import { AUTO } from '../../../domain/bank/statements/formats.ts';
import {
  type Foreseen,
  foreseeStatement,
  type StatementImport,
} from '../../../domain/bank/statements/import.ts';
import type { Form, UploadedFile } from '../../form.ts';
import { FormProblem } from '../../problem.ts';
import type { CompanyVisit } from '../../visit.ts';

export const DATE_ORDERS = StatementDateOrderValues;
export const DECIMAL_SIGNS = StatementDecimalValues;
export const SIGNS = StatementSignValues;
export const FILE = 'file';

export const hashOf = ({ bytes }: UploadedFile): string => createHash('sha256').update(bytes).digest('hex');

export const requireFile = ({ words: all }: CompanyVisit, form: Form): UploadedFile => {
  const file = form.file(FILE);
  if (file !== undefined) return file;
  throw new FormProblem({ [FILE]: all.upload.noFile });
};

export const readRequest = (visit: CompanyVisit, form: Form, file: UploadedFile): StatementImport => {
  const columns = MAPPED.flatMap((field): [string, string][] => {
    const heading = form.text(`column.${field}`);
    return heading === '' ? [] : [[field, heading]];
  });
  const choices = {
    format: form.optional('format') ?? AUTO,
    date_order: DATE_ORDERS.find((order) => order === form.text('date_order')) ?? null,
    decimal: DECIMAL_SIGNS.find((sign) => sign === form.text('decimal')) ?? null,
    sign: SIGNS.find((sign) => sign === form.text('sign')) ?? null,
    partial: form.has('partial'),
  };
  const bank_account_id = visit.params['account'] ?? '';
  const args = { ...choices, bank_account_id, file: hashOf(file), name: file.name, columns };
  return {
    ...choices,
    entity: visit.entity,
    bank_account_id,
    path: file,
    columns: new Map(columns),
    dry_run: true,
    asked_by: 'page',
    act: visit.act('statement import', args),
  };
};

export interface ForeseenFile extends Foreseen {
  readonly file: UploadedFile;
}

export const foresee = async (
  visit: CompanyVisit,
  form: Form,
  file: UploadedFile,
): Promise<ForeseenFile> => ({
  ...(await foreseeStatement(visit.parts.books, readRequest(visit, form, file))),
  file,
});
