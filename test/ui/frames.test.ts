import {expect, test} from 'vitest';
import {openCreate} from '../../src/state/navigation.ts';
import {initialState} from '../../src/state/state.ts';
import {createStore} from '../../src/sync/store.ts';
import {createFrames} from '../../src/ui/frame/painter.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';

test('a form that the terminal does not take is drawn again, and takes keys half a second after that', async () => {
	const clock = createTestClock();
	const store = createStore(openCreate(initialState({columns: 80, rows: 24}, [])), clock.now);
	let drawnCount = 0;
	const frames = createFrames({store, clock}, () => ++drawnCount === 3);
	frames.paintWithin(0);
	await clock.advance(0);
	expect([drawnCount, store.get().interface.paintedQuestion]).toEqual([1, undefined]);
	await clock.advance(1000);
	expect([drawnCount, clock.now() - (store.get().interface.paintedQuestion?.listensAt ?? 0)]).toEqual([3, 300]);
});
