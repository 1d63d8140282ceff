// Home: what waits for a person, company by company.
import { organisationPage } from '../../page.ts';
import { Head } from '../../parts/show.tsx';
import { commonWords } from '../../words.ts';

export const waiting = organisationPage({
  path: '/',
  role: 'viewer',
  query: (visit) => Promise.resolve(visit.companies),
  view: (companies, { language }) => {
    const { waiting: title } = commonWords(language);
    return { title, main: <Head title={title}>{companies.length}</Head> };
  },
});
