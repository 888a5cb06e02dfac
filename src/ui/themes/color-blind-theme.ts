import type {ThemeStyle} from './theme-style.ts';

/** Only blue and orange, which almost everybody can tell apart: blue for what is well, orange for what is not, bold for what is in progress. */
export const colorBlindTheme: ThemeStyle = {
	emphasis: {strong: 'bold', quiet: 'dim', busy: 'bold', caret: 'inverse', match: 'underline'},
	colors: {accent: 4, good: 4, bad: 3, gutter: 4, match: 3},
	own: [
		{
			accent: [180, 215, 255],
			good: [135, 215, 255],
			bad: [255, 195, 85],
			gutter: [135, 215, 255],
			match: [255, 195, 85],
		},
		{accent: [0, 60, 120], good: [0, 85, 155], bad: [138, 72, 0], gutter: [0, 85, 155], match: [138, 72, 0]},
	],
};
