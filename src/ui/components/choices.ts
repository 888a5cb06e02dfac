import type {Context} from '../../present/column.ts';
import type {Line} from '../../present/line.ts';
import type {State} from '../../store/state.ts';
import {fit, plain, type SafeText} from '../../text.ts';
import type {Binding} from '../desk.ts';
import {indented} from './panes.ts';

/** One thing to choose, and what is said beside it. */
type Choice = {readonly label: SafeText; readonly value?: SafeText; readonly isCurrent?: boolean};

const pointedAt = ({dialog}: State): number => (dialog && 'index' in dialog ? dialog.index : 0);

/** The choice that is pointed at. */
export const pointed = <Item>(choices: readonly Item[], state: State): Item | undefined => choices[pointedAt(state)];

/** A short menu below its title: what is pointed at is marked, and a point stands behind what holds now. */
export function choiceLines(
	title: SafeText,
	choices: readonly Choice[],
	state: State,
	{isAscii}: Context,
): readonly Line[] {
	const at = pointedAt(state);
	const hasValues = choices.some(({value}) => value !== undefined);
	const width = Math.max(...choices.map(({label}) => label.length)) + 3;
	const lines = choices.map(
		({label, value, isCurrent = false}, index): Line => [
			{text: index === at ? (isAscii ? plain`> ` : plain`▌ `) : plain`  `, tone: 'accent'},
			{text: hasValues ? fit(label, width) : label, tone: index === at ? 'strong' : 'plain'},
			...(value === undefined ? [] : [{text: value, tone: 'quiet'} as const]),
			{text: isCurrent ? (isAscii ? plain`  *` : plain`  •`) : plain``, tone: 'accent'},
		],
	);
	return indented([[], [{text: title, tone: 'strong'}], [], ...lines], 2);
}

/** The keys that point at one of so many choices. */
export function choosing(count: number): readonly Binding[] {
	const point =
		(by: number): Binding['run'] =>
		({store}, state) =>
			store.dispatch({type: 'dialog-pointed', index: Math.max(0, Math.min(count - 1, pointedAt(state) + by))});
	return [
		{keys: ['down', 'j'], label: 'down', run: point(1)},
		{keys: ['up', 'k'], label: 'up', run: point(-1)},
	];
}
