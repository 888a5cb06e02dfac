import {nothing} from '../../../duration.ts';
import type {Context} from '../../../present/column.ts';
import type {Line} from '../../../present/line.ts';
import type {State} from '../../../store/state.ts';
import {plain, safe} from '../../../text.ts';
import {choiceLines} from '../../components/choices.ts';
import {subjectOf} from '../../subject.ts';
import {copyings} from './keys.ts';

/** What can be copied of the picked record, each as it would be copied. */
export function copyLines(state: State, context: Context): readonly Line[] {
	const subject = subjectOf(state);
	if (!subject) return [];
	const choices = copyings.map(({label, textOf}) => {
		const text = textOf(subject, state);
		return {label, value: text === undefined ? nothing : safe(text)};
	});
	const what = subject.deploymentId === undefined ? plain`project` : plain`deployment`;
	return choiceLines(plain`Copy, of this ${what}`, choices, state, context);
}
