/** The screens that a key opens from anywhere, in the order of their keys. Their names are the ids of the commands. */
export const mainScreens = ['projects', 'board', 'activity', 'versions'] as const;

export type MainScreen = (typeof mainScreens)[number];
