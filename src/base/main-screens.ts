/** The screens that a key opens from anywhere, in the order of those keys. The names are command ids. */
export const mainScreens = ['projects', 'board', 'activity', 'versions'] as const;

export type MainScreen = (typeof mainScreens)[number];
