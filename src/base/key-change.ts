/** One line of `keys.json`: the keys that a command is to have. No keys: it loses its keys. */
export type KeyChange = {readonly id: string; readonly keys: readonly string[]; readonly line: number};
