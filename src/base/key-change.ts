/** One entry of `keys.json`. A command with an empty list loses its keys. */
export type KeyChange = {readonly id: string; readonly keys: readonly string[]; readonly line: number};
