import {moveBy} from '../../../store/state/movement.ts';
import {currentScreen, type State} from '../../../store/state/state.ts';
import type {Binding, KeyContext, Subject} from '../../contexts.ts';
import {back} from '../../keys/common-keys.ts';
import {compare} from '../../keys/compare-key.ts';
import {movementKeys} from '../../keys/movement-keys.ts';
import {projectKeys} from '../../keys/project-keys.ts';
import {recordKeys} from '../../keys/record-keys.ts';
import {subjectAbout} from '../../keys/subject.ts';
import {detailsScroll} from './canvas.ts';

/** Scrolls the details by lines, within their bounds. What the state holds may lie beyond them after a resize. */
function scroll({store, shown}: KeyContext, lines: (room: number) => number) {
	const screen = currentScreen(store.get());
	if (screen.name !== 'deployment') return;
	const {top, maxTop, room} = detailsScroll(shown());
	const to = Math.max(0, Math.min(maxTop, top + Math.round(lines(room))));
	if (to !== screen.top) store.change(current => moveBy(current, to - screen.top));
}

const scrollKeys = movementKeys(
	step => keyContext =>
		scroll(keyContext, room => {
			if ('rows' in step) return step.rows;
			return 'pages' in step
				? step.pages * room
				: step.to === 'first'
					? Number.NEGATIVE_INFINITY
					: Number.POSITIVE_INFINITY;
		}),
);

export const deploymentKeys: readonly Binding[] = [
	{...back, isHinted: true},
	compare,
	...projectKeys,
	...recordKeys,
	...scrollKeys,
];

export function selectDeployment(state: State): Subject | undefined {
	const screen = currentScreen(state);
	return screen.name === 'deployment' ? subjectAbout(state, screen.projectId, screen.deploymentId) : undefined;
}
