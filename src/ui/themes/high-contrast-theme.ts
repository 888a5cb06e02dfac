import type {ThemeStyle} from './theme-style.ts';

/** Bright on dark, deep on light, and nothing is dimmed. */
export const highContrastTheme: ThemeStyle = {
	emphasis: {
		strong: 'bold',
		accent: 'bold',
		bad: 'bold',
		busy: 'bold',
		caret: 'inverse',
		match: 'underline',
	},
	colors: {accent: 14, good: 10, bad: 9, busy: 11, stopped: 13, gutter: 14, match: 11},
	own: [
		{
			plain: [255, 255, 255],
			name: [255, 255, 255],
			strong: [255, 255, 255],
			quiet: [225, 225, 225],
			accent: [90, 255, 255],
			good: [120, 255, 120],
			bad: [255, 190, 190],
			busy: [255, 255, 90],
			stopped: [255, 190, 255],
			gutter: [90, 255, 255],
			match: [255, 255, 90],
		},
		{
			plain: [0, 0, 0],
			name: [0, 0, 0],
			strong: [0, 0, 0],
			quiet: [40, 40, 40],
			accent: [0, 50, 110],
			good: [0, 70, 0],
			bad: [130, 0, 0],
			busy: [85, 50, 0],
			stopped: [95, 0, 95],
			gutter: [0, 50, 110],
			match: [85, 50, 0],
		},
	],
};
