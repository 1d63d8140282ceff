// What the customer and the network answered to a document, the latest first. Their reasons are text of others.
import type { VNode } from 'preact';
import type { DocumentResponse } from '../../../../generated/types.ts';
import { useCompany } from '../../context.ts';
import { Day, State } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';

interface Shown {
  readonly responses?: readonly DocumentResponse[] | undefined;
}

const reasonText = ({ reasons }: DocumentResponse): string =>
  reasons.map(({ code, text }) => [code, text].filter(Boolean).join(': ')).join('; ');

export const Responses = ({ responses = [] }: Shown): VNode | null => {
  const visit = useCompany();
  const { common: words, document: own } = visit.words;
  if (responses.length === 0) return null;
  return (
    <>
      <Table<DocumentResponse>
        title={own.responses}
        rows={responses}
        columns={[
          {
            head: words.date,
            link: ({ issue_date, received_document_id: id }) => [
              visit.href(`/inbox/${id}`),
              <Day value={issue_date} />,
            ],
          },
          {
            head: own.responseBy,
            cell: ({ level, unproven }) =>
              unproven === true
                ? `${own.responders[level]} (${own.responseUnproven})`
                : own.responders[level],
          },
          { head: words.status, cell: ({ status }) => <State value={status} /> },
          { head: words.reason, cell: (row) => reasonText(row) },
        ]}
      />
      <p class="quiet">{own.responsesNote}</p>
    </>
  );
};
