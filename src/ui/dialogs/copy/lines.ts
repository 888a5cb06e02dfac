import {nothing} from '../../../duration.ts';
import type {Context} from '../../../present/column.ts';
import type {Line} from '../../../present/line.ts';
import type {State} from '../../../store/state.ts';
import {plain, safe} from '../../../text.ts';
import {choiceLines} from '../../components/choices.ts';
import {copiedOf, copyings, copyText} from './keys.ts';

/** What can be copied of the picked record, each as it would be copied. */
export function copyLines(state: State, context: Context): readonly Line[] {
	const subjects = copiedOf(state);
	const [subject] = subjects;
	if (!subject) return [];
	const choices = copyings.map(copying => {
		const lines = copyText(copying, state);
		return {label: copying.label, value: lines ? safe(lines.join(' ')) : nothing};
	});
	const what = subject.deploymentId === undefined ? plain`this project` : plain`this deployment`;
	const title = subjects.length > 1 ? plain`Copy, of ${subjects.length} marked projects` : plain`Copy, of ${what}`;
	return choiceLines(title, choices, state, context);
}
