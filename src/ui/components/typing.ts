import type {State} from '../../store/state.ts';
import type {Binding, Desk} from '../desk.ts';

/** A text without its last letter, as people count letters. */
const withoutLast = (text: string): string =>
	[...new Intl.Segmenter().segment(text)]
		.slice(0, -1)
		.map(({segment}) => segment)
		.join('');

type Typing = {
	/** Takes in what was typed or pasted: one line of it. */
	readonly onText: (desk: Desk, state: State, text: string) => void;
	readonly keys: readonly Binding[];
};

/** The typing of one line, with the keys that take away from its end. */
export const typing = (textOf: (state: State) => string, change: (desk: Desk, text: string) => void): Typing => ({
	onText: (desk, state, text) => change(desk, textOf(state) + text.replace(/\p{Cc}+/gu, ' ')),
	keys: [
		{keys: ['backspace'], label: 'delete a letter', run: (desk, state) => change(desk, withoutLast(textOf(state)))},
		{
			keys: ['ctrl+w'],
			label: 'delete a word',
			run: (desk, state) => change(desk, textOf(state).replace(/\S*\s*$/, '')),
		},
		{keys: ['ctrl+u'], label: 'delete all', run: desk => change(desk, '')},
	],
});
