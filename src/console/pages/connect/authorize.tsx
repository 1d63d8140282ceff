// Where a program sends the browser: what it asks for is checked and kept, and the person led on to decide. Whatever makes
// the program or its address uncertain is told here, and nothing is sent to it.
import { judgeRequest, keepRequest, type Verdict } from '../../../oauth/authorize.ts';
import { showHidden } from '../../../base/text/hidden.ts';
import { publicPage } from '../../page.ts';
import { Head } from '../../parts/show.tsx';
import { tell } from '../../tell.ts';
import type { Visit } from '../../visit.ts';

/** Of what somebody else wrote, in characters. */
const MOST_SHOWN = 300;

type Judged = Extract<Verdict, { kind: 'page' | 'redirect' }>;

const judge = async ({ parts, url, now, address }: Visit): Promise<Judged> => {
  const verdict = await judgeRequest(parts.clients, url.origin, url.searchParams, address);
  if (verdict.kind !== 'asked') return verdict;
  const id = await keepRequest(parts.books.database, verdict.request, now);
  return { kind: 'redirect', to: `${parts.origin.href}/connect/${id}` };
};

export const authorizePage = publicPage({
  path: '/oauth/authorize',
  anyName: true,
  query: judge,
  view: (verdict, visit) => {
    const { connect: words } = visit.words;
    if (verdict.kind === 'redirect') return { title: words.refused, main: <></>, moved: verdict.to };
    return {
      title: words.refused,
      status: verdict.fault === 'busy' ? 429 : 400,
      main: (
        <>
          <Head title={words.refused} />
          <p>{words.fault[verdict.fault]}</p>
          <p class="quiet">{words.nothingSent}</p>
          {verdict.detail !== '' && (
            <pre>{showHidden(tell(visit.language, verdict.detail).slice(0, MOST_SHOWN))}</pre>
          )}
        </>
      ),
    };
  },
});
