import {nextConclusion} from '../../../store/model/deployments/past-deployments.ts';
import {replayTime} from '../../../store/model/replay.ts';
import {boardBounds} from '../../../store/state/list-bounds.ts';
import type {Binding, KeyContext, ReadOnlyBinding} from '../../contexts.ts';
import {movementKeys} from '../../keys/movement-keys.ts';
import {laneSpanKey} from '../watch/keys.ts';
import {boardState, observedIn, shownReplay} from './canvas.ts';

/** Scrolls the board by rows, within its bounds. */
function scroll({store, clock, shown}: KeyContext, rows: number) {
	const state = store.get();
	const open = shownReplay(state);
	if (!open) return;
	const {count, height} = boardBounds(boardState(state, open, replayTime(open.replay, clock.now()), shown().memo));
	const top = Math.max(0, Math.min(count - height, open.top + rows));
	if (top !== open.top) store.dispatch({type: 'moved', by: top - open.top});
}

const pageRows = 10;

const scrollKeys = movementKeys(step => keyContext => {
	if ('rows' in step) scroll(keyContext, step.rows);
	else if ('pages' in step) scroll(keyContext, step.pages * pageRows);
	else scroll(keyContext, step.to === 'first' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
});

const step =
	(by: 1 | -1): Binding['run'] =>
	({store, clock, shown}, state) => {
		const {replay} = shownReplay(state) ?? {};
		if (!replay) return;
		const at = clock.now();
		const to = nextConclusion(observedIn(replay, shown().memo), replay, replayTime(replay, at), by);
		store.dispatch({type: 'replay-moved', to, at});
	};

const changeSpeed =
	(by: 1 | -1): Binding['run'] =>
	({store, clock}) =>
		store.dispatch({type: 'replay-speed-changed', by, at: clock.now()});

export const replayKeys: readonly ReadOnlyBinding[] = [
	{keys: ['esc', 'q'], label: 'leave', isHinted: true, run: ({store}) => store.dispatch({type: 'went-back'})},
	{
		keys: [' '],
		label: 'pause / play',
		isHinted: true,
		run: ({store, clock}) => store.dispatch({type: 'replay-toggled', at: clock.now()}),
	},
	{keys: ['n', 'right', 'l'], label: 'next conclusion', isHinted: true, run: step(1)},
	{keys: ['N', 'left', 'h'], label: 'previous conclusion', run: step(-1)},
	{keys: ['+', '='], label: 'faster', isHinted: true, run: changeSpeed(1)},
	{keys: ['-'], label: 'slower', isHinted: true, run: changeSpeed(-1)},
	laneSpanKey('<', -1),
	laneSpanKey('>', 1),
	...scrollKeys,
];
