// Downloads a table with progress: rows so far of all rows. Only what arrived whole is stored; a connection that breaks
// off, or a row too few, is told as a failure.
const LINE_END = 10;
const QUOTE = 34;

/** Counts the rows of a CSV as its bytes arrive; line ends within quotes belong to a cell. */
const countRows = (): ((part: Uint8Array) => number) => {
  let lines = 0;
  let quoted = false;
  return (part) => {
    for (const byte of part)
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === LINE_END && !quoted) lines += 1;
    return Math.max(0, lines - 1);
  };
};

interface Shown {
  readonly running: (on: boolean) => void;
  readonly rows: (rows: number, total: number) => void;
  readonly say: (what: 'progress' | 'done' | 'failed' | 'stopped', rows: number, total: number) => void;
}

const shownIn = (form: HTMLFormElement): Shown => {
  const box = form.querySelector<HTMLElement>('.downloading');
  const bar = form.querySelector('progress');
  const text = form.querySelector('[role="status"]');
  const figure = new Intl.NumberFormat(document.documentElement.lang);
  const say: Shown['say'] = (what, rows, total) => {
    if (text === null) return;
    const pattern = form.dataset[what] ?? '';
    text.textContent = pattern
      .replace('{rows}', figure.format(rows))
      .replace('{total}', figure.format(total));
  };
  return {
    say,
    running: (on) => {
      for (const button of form.querySelectorAll('button'))
        if (button.dataset['stop'] === undefined) button.disabled = on;
        else button.hidden = !on;
      if (box !== null) box.hidden = false;
      if (bar !== null) bar.hidden = !on;
    },
    rows: (rows, total) => {
      if (bar !== null) {
        bar.max = Math.max(1, total);
        bar.value = rows;
      }
      say('progress', rows, total);
    },
  };
};

const store = (parts: BlobPart[], answer: Response): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(parts, { type: answer.headers.get('content-type') ?? '' }));
  const name = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  link.download = decodeURIComponent(name ?? 'export.csv');
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

/** Bytes that arrived, while the server says how many rows there will be. */
const receive = async (answer: Response, body: ReadableStream<Uint8Array>, shown: Shown): Promise<void> => {
  const total = Number(answer.headers.get('x-rows'));
  const count = countRows();
  const parts: BlobPart[] = [];
  let rows = 0;
  let drawn = 0;
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      parts.push(new Uint8Array(next.value));
      rows = count(next.value);
      if (performance.now() - drawn < 100) continue;
      drawn = performance.now();
      shown.rows(rows, total);
    }
  } catch (error) {
    const stopped = error instanceof DOMException && error.name === 'AbortError';
    return shown.say(stopped ? 'stopped' : 'failed', rows, total);
  }
  if (rows !== total) return shown.say('failed', rows, total);
  store(parts, answer);
  shown.say('done', rows, total);
};

const download = async (form: HTMLFormElement): Promise<void> => {
  const href = new URL(form.action);
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value !== '') href.searchParams.append(name, value);
  const stop = new AbortController();
  const shown = shownIn(form);
  form.querySelector('[data-stop]')?.addEventListener('click', () => stop.abort(), { once: true });
  shown.running(true);
  try {
    const answer = await fetch(href, { signal: stop.signal });
    // Signed out, refused, or not a table: the browser shows what the server says.
    if (!answer.headers.has('x-rows') || answer.body === null) return form.submit();
    await receive(answer, answer.body, shown);
  } catch {
    shown.say(stop.signal.aborted ? 'stopped' : 'failed', 0, 0);
  } finally {
    shown.running(false);
  }
};

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset['download'] === undefined) return;
  event.preventDefault();
  void download(form);
});
