/** The built-in service's sample data. The first is the default. */
export const worldNames = ['busy', 'quiet', 'empty', 'large', 'odd', 'hostile'] as const;

export type WorldName = (typeof worldNames)[number];
