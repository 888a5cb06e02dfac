import type {ThemeStyle} from './theme-style.ts';

/** The terminal's sixteen colours only, so that the user's palette applies. */
export const terminalTheme = {
	emphasis: {strong: 'bold', quiet: 'dim', caret: 'inverse', match: 'underline'},
	colors: {accent: 6, good: 2, bad: 1, busy: 3, stopped: 5, gutter: 6, match: 3},
} as const satisfies ThemeStyle;
