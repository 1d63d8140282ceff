// How the UUID of a bill is compared: a company has it once, in whatever letters it is written.

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

export const isUuid = (text: string): boolean => UUID.test(text);

/** The form in which it is unique; null of what is no UUID, such as an id of a network. */
export const uniqueUuid = (uuid: string | null): string | null =>
  uuid !== null && isUuid(uuid) ? uuid.toLowerCase() : null;
