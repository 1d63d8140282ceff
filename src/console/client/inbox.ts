// The inbox by keyboard, and files that are dropped: each goes up alone as a stream, and what became of it is told beside
// its name. The page does all of this without a script as well.
import { fetchPage, swapIn } from './swap.ts';

const typing = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, button, a, summary') !== null;

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
  if (key === 'Escape' && target instanceof HTMLInputElement) return target.blur();
  if (target instanceof Element && target.closest('input, textarea, select') !== null) return;
  if (key === 'Enter' && typing(target)) return;
  const act =
    key === 'r'
      ? document.getElementById('f-reason')
      : document.querySelector<HTMLElement>(`[data-key="${key === 'Enter' ? 'b' : CSS.escape(key)}"]`);
  if (act === null) return;
  event.preventDefault();
  if (key === 'r') act.focus();
  else act.click();
});

const put = (
  to: string,
  file: File,
  bar: HTMLProgressElement,
): Promise<{ readonly status: number; readonly body: string }> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('PUT', to);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      bar.max = total;
      bar.value = loaded;
    });
    request.addEventListener('loadend', () =>
      resolve({ status: request.status, body: request.responseText }),
    );
    request.send(file);
  });

/** Undefined where the session ended or too many are open. */
const addressFor = async (form: HTMLFormElement, { name }: File): Promise<string | undefined> => {
  const csrf = form.elements.namedItem('csrf');
  const body = new URLSearchParams({
    act: 'address',
    name,
    csrf: csrf instanceof HTMLInputElement ? csrf.value : '',
  });
  const page = await fetchPage(form.action, { method: 'POST', body });
  const found = new DOMParser()
    .parseFromString(page?.html ?? '', 'text/html')
    .getElementById('upload-address');
  return found?.dataset['to'];
};

interface Outcome {
  readonly text: string | undefined;
  /** Of the document that it became. */
  readonly id?: string | undefined;
}

const outcomeOf = async (
  form: HTMLFormElement,
  list: HTMLElement,
  file: File,
  bar: HTMLProgressElement,
): Promise<Outcome> => {
  const { most, kept, known, failed, large } = list.dataset;
  if (file.size > Number(most)) return { text: large };
  const to = file.size === 0 ? undefined : await addressFor(form, file);
  if (to === undefined) return { text: failed };
  const { status, body } = await put(to, file, bar);
  if (status === 413) return { text: large };
  if (status !== 201) return { text: failed };
  const id = /"received_document_id":"(\w+)"/.exec(body)?.[1];
  return { text: body.includes('"already_received":true') ? known : kept, id };
};

/** The name leads to what the file became. */
const named = ({ name }: File, id: string | undefined): string | HTMLAnchorElement => {
  if (id === undefined) return name;
  const link = document.createElement('a');
  link.href = `${location.pathname}/${id}`;
  link.textContent = name;
  return link;
};

let sending = false;

const sendAll = async (form: HTMLFormElement, files: readonly File[]): Promise<void> => {
  const list = document.getElementById('sent');
  if (list === null || sending || files.length === 0) return;
  sending = true;
  form.setAttribute('aria-busy', 'true');
  list.replaceChildren();
  const rows = files.map((file) => {
    const row = document.createElement('li');
    const bar = document.createElement('progress');
    bar.value = 0;
    bar.setAttribute('aria-label', file.name);
    row.append(`${file.name} `, bar);
    list.append(row);
    return { file, row, bar };
  });
  for (const { file, row, bar } of rows) {
    const { text = '', id } = await outcomeOf(form, list, file, bar);
    row.replaceChildren(named(file, id), `: ${text}`);
  }
  sending = false;
  form.removeAttribute('aria-busy');
  const input = form.querySelector<HTMLInputElement>('input[type="file"]');
  if (input !== null) input.value = '';
  const page = await fetchPage(location.href);
  if (page !== undefined) swapIn(page.html, ['received', 'waiting']);
};

const form = document.getElementById('drop');
if (form instanceof HTMLFormElement) {
  // Before the common script, which sends forms with files as one.
  document.addEventListener(
    'submit',
    (event) => {
      if (event.target !== form) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void sendAll(form, [...(form.querySelector<HTMLInputElement>('input[type="file"]')?.files ?? [])]);
    },
    true,
  );
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    void sendAll(form, [...(event.dataTransfer?.files ?? [])]);
  });
}
