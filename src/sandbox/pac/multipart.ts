// Finds one part of a multipart/form-data body by name. Covers what a PAC's client sends: a few parts, no nesting.

const BREAK = '\r\n';

/** The content of the part, or undefined when there is none of this name. */
export const findPart = (body: Buffer, contentType: string, name: string): Buffer | undefined => {
  const match = /^multipart\/form-data\s*;.*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) return undefined;
  const delimiter = Buffer.from(`--${boundary}`);
  for (let start = body.indexOf(delimiter); start >= 0;) {
    const from = start + delimiter.length + BREAK.length;
    const next = body.indexOf(`${BREAK}--${boundary}`, from);
    if (next < 0) return undefined;
    const part = readContent(body.subarray(from, next), name);
    if (part !== undefined) return part;
    start = next + BREAK.length;
  }
  return undefined;
};

const readContent = (part: Buffer, name: string): Buffer | undefined => {
  const end = part.indexOf(`${BREAK}${BREAK}`);
  if (end < 0) return undefined;
  const head = part.subarray(0, end).toString('utf8');
  return head.includes(`name="${name}"`) ? part.subarray(end + 2 * BREAK.length) : undefined;
};
