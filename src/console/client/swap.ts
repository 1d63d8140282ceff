// Replaces parts of a page by those of the server's answer. Pages work without it: it only spares a reload, and keeps
// place and focus.
const ALWAYS = ['notices'];

/** Shows the parts with these ids as the answer has them. */
export const swapIn = (html: string, ids: readonly string[]): void => {
  const fresh = new DOMParser().parseFromString(html, 'text/html');
  const focused = document.activeElement?.id ?? '';
  for (const id of [...ids, ...ALWAYS]) {
    const old = document.getElementById(id);
    const now = fresh.getElementById(id);
    if (old !== null && now !== null) old.replaceWith(document.adoptNode(now));
  }
  loadScripts(fresh);
  if (focused !== '') document.getElementById(focused)?.focus();
  document.dispatchEvent(new CustomEvent('swapped'));
};

/** Fetches a page, or sends a form, and gives the text of the page that answers. */
export const fetchPage = async (
  href: string,
  init?: RequestInit,
): Promise<{ readonly html: string; readonly href: string } | undefined> => {
  try {
    const answer = await fetch(href, { credentials: 'same-origin', ...init });
    if (!(answer.headers.get('content-type') ?? '').startsWith('text/html')) return undefined;
    return { html: await answer.text(), href: answer.url };
  } catch {
    return undefined;
  }
};

/** A page that asks for a passkey needs a script that the page before it did not. */
const loadScripts = (fresh: Document): void => {
  for (const { src } of fresh.scripts) {
    if ([...document.scripts].some((script) => script.src === src)) continue;
    const script = document.createElement('script');
    script.type = 'module';
    script.src = src;
    document.head.append(script);
  }
};

/** Sends a form in place. Falls back to the browser's own way when the answer is not a page. */
export const sendInPlace = async (
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  ids: readonly string[],
): Promise<void> => {
  const data = new FormData(form, submitter);
  const body = new URLSearchParams();
  for (const [name, value] of data) if (typeof value === 'string') body.append(name, value);
  const page = await fetchPage(form.action, { method: 'POST', body });
  if (page === undefined) form.submit();
  else if (page.html.includes(`id="${ids[0] ?? ''}"`)) swapIn(page.html, ids);
  else swapIn(page.html, ['main']);
};
