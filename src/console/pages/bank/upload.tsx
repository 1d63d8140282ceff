// A statement from the bank: looked at first, row by row, and only then written.
import { isRefusal } from '../../../base/errors.ts';
import { findAccount } from '../../../domain/money/bank-accounts/store.ts';
import { importStatement } from '../../../domain/bank/statements/import.ts';
import type { StatementReport } from '../../../domain/bank/statements/report.ts';
import { figure, money } from '../../format.ts';
import { companyPage } from '../../page.ts';
import { ActForm, Upload } from '../../parts/form.tsx';
import { Go, headed } from '../../parts/show.tsx';
import { FormProblem } from '../../problem.ts';
import type { CompanyVisit } from '../../visit.ts';
import { FILE, foresee, hashOf, readRequest, requireFile } from './statement-request.ts';
import { ACCEPTED, Preview } from './upload-preview.tsx';

const sayDone = (
  { language, words: all }: CompanyVisit,
  { imported, duplicates, left_out, rejected, ...report }: StatementReport,
): string => {
  const { upload: own } = all;
  const n = (value: number): string => figure(language, value);
  const sum = (value: number): string => money(language, value, report.currency);
  return [
    own.done(n(imported), n(duplicates)),
    own.moved(sum(report.money_in), sum(report.money_out)),
    ...(left_out.length === 0 ? [] : [own.leftOutOf(left_out.length)]),
    ...(rejected.length === 0 ? [] : [own.left(rejected.length)]),
    ...(report.transfers_suggested === 0 ? [] : [own.transfers(report.transfers_suggested)]),
  ].join(' ');
};

export const uploadPage = companyPage({
  path: '/bank/:account/import',
  role: 'accountant',
  query: ({ books, params }) => findAccount(books, params['account'] ?? ''),
  acts: {
    preview: async (visit, form) => {
      const foreseen = await foresee(visit, form, requireFile(visit, form));
      return { title: foreseen.file.name, main: <Preview form={form} foreseen={foreseen} /> };
    },
    import: async (visit, form) => {
      const file = requireFile(visit, form);
      if (form.text('hash') !== hashOf(file)) throw new FormProblem({ [FILE]: visit.words.upload.otherFile });
      const request = { ...readRequest(visit, form, file), dry_run: false };
      try {
        const report = await importStatement(visit.parts.books, request);
        if (report.rejected.length === 0 || request.partial)
          return { to: visit.href(`/bank/${request.bank_account_id}`), say: sayDone(visit, report) };
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
      // Refused, or with rows that are rejected: the page says why, and the file is still there.
      const foreseen = await foresee(visit, form, file);
      return {
        title: file.name,
        main: <Preview form={form} foreseen={foreseen} />,
        status: 422,
      };
    },
  },
  view: (account, visit) => {
    const { common: words, upload: own } = visit.words;
    const title = `${visit.words.bank.upload} · ${account.name}`;
    return headed({
      title,
      main: (
        <ActForm act="preview" upload class="card" label={own.file}>
          <Upload name={FILE} label={own.file} accept={ACCEPTED} hint={own.hint} />
          {visit.problem?.fields?.[FILE] !== undefined && (
            <small class="fault">{visit.problem.fields[FILE]}</small>
          )}
          <div class="buttons">
            <button>{own.preview}</button>
            <Go to={visit.href(`/bank/${account.id}`)} text={words.cancel} quiet />
          </div>
        </ActForm>
      ),
    });
  },
});
