import type {ThemeStyle} from './theme-style.ts';

/** No colours: what failed or is in progress is bold. */
export const monochromeTheme: ThemeStyle = {
	emphasis: {
		strong: 'bold',
		quiet: 'dim',
		bad: 'bold',
		busy: 'bold',
		caret: 'inverse',
		gutter: 'inverse',
		match: 'underline',
	},
};
