import {type BoardRow, rowOfEntry, shownBoard} from '../../../store/model/board.ts';
import {hasLanes, laneSpanAfter} from '../../../store/model/layout.ts';
import {changeLaneSpan} from '../../../store/state/preferences.ts';
import {currentScreen, type State} from '../../../store/state/state.ts';
import {withoutBoardRow} from '../../../store/state/watches.ts';
import type {Binding, Subject} from '../../contexts.ts';
import {arrangementKeys} from '../../keys/arrangement-keys.ts';
import {back} from '../../keys/common-keys.ts';
import {movementBindings} from '../../keys/movement-keys.ts';
import {projectKeys} from '../../keys/project-keys.ts';
import {recordKeys, showDeployment, watch} from '../../keys/record-keys.ts';
import {subjectAbout} from '../../keys/subject.ts';

function selectedRow(state: State): BoardRow | undefined {
	const screen = currentScreen(state);
	return screen.name === 'watch' ? rowOfEntry(shownBoard(state).entries[screen.position.index]) : undefined;
}

/** A key that shows less or more time in the lanes. */
const laneSpanKey = (key: string, by: 1 | -1): Binding => ({
	keys: [key],
	label: by < 0 ? 'shorter time axis' : 'longer time axis',
	blocked({interface: {size, laneSpanMs}}) {
		if (!hasLanes(size)) return 'No room for a time axis';
		if (laneSpanAfter(laneSpanMs, by) !== undefined) return undefined;
		return by < 0 ? 'This is the shortest time axis' : 'This is the longest time axis';
	},
	run: ({store}) => store.change((state, now) => changeLaneSpan(state, by, now)),
});

function blockedRemoval(state: State): string | undefined {
	const tracked = state.deployments.board.get(selectedRow(state)?.id ?? '');
	if (!tracked) return 'No concluded deployment selected';
	return tracked.endedAt === undefined ? 'It has not concluded yet' : undefined;
}

export const watchKeys: readonly Binding[] = [
	{...back, isHinted: true},
	showDeployment,
	{...watch, isHinted: true, label: 'watch'},
	{
		keys: ['x'],
		label: 'remove',
		isHinted: true,
		blocked: blockedRemoval,
		run({store}, state) {
			store.change(current => withoutBoardRow(current, selectedRow(state)?.id ?? ''));
		},
	},
	laneSpanKey('<', -1),
	laneSpanKey('>', 1),
	...projectKeys,
	...recordKeys.filter(binding => binding !== watch),
	...arrangementKeys,
	...movementBindings,
];

export function selectRow(state: State): Subject | undefined {
	const row = selectedRow(state);
	return row && subjectAbout(state, row.projectId, row.deployment?.id);
}
