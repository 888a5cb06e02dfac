import {boardRows} from '../../../store/board.ts';
import {currentScreen, type State} from '../../../store/state.ts';
import {back} from '../../bindings.ts';
import type {Binding} from '../../desk.ts';
import {movement} from '../../movement.ts';
import {projectKeys} from '../../project-keys.ts';
import {openDeployment, recordKeys, watch} from '../../record-keys.ts';

function pickedId(state: State): string | undefined {
	const screen = currentScreen(state);
	return screen.name === 'watch' ? boardRows(state)[screen.position.index]?.id : undefined;
}

function whyItStays(state: State): string | undefined {
	const tracked = state.board.get(pickedId(state) ?? '');
	if (!tracked) return 'Nothing that has concluded is picked';
	return tracked.endedAt === undefined ? 'It has not concluded' : undefined;
}

export const watchKeys: readonly Binding[] = [
	{...back, isHinted: true},
	openDeployment,
	{...watch, isHinted: true, label: 'watch'},
	{
		keys: ['x'],
		label: 'take off',
		isHinted: true,
		blocked: whyItStays,
		run({store}, state) {
			store.dispatch({type: 'taken-off-board', id: pickedId(state) ?? ''});
		},
	},
	...projectKeys,
	...recordKeys.filter(binding => binding !== watch),
	...movement,
];
