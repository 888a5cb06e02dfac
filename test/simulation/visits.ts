import {between, type Dice, pick} from '../../src/sandbox/random.ts';
import {withFocus} from '../../src/state/absence.ts';
import {unshownQuestion, withShownQuestion} from '../../src/state/key-guard.ts';
import type {Session} from '../../src/sync/session.ts';
import {scopes} from '../../src/ui/app.tsx';
import {paste, press} from '../../src/ui/keys/dispatch.ts';
import {keyNamed} from '../kit/app/key-sequences.ts';
import {createTestContext} from '../kit/app/test-context.ts';
import type {TestClock} from '../kit/fixtures/clock.ts';

const keys = ['enter', 'esc', ...'jkGglh123rRwzicx!?'] as const;
const writingKeys = ['tab', ...'tyeaDun A'] as const;

/** Text after = is typed. */
const writeSequences = [
	['esc', 'esc', '1', 'j', 'j', 't', 'y'],
	['esc', 'esc', '1', 'g', 'enter', 't', 'y', 'esc'],
	['esc', 'esc', '1', 'k', 'e', '=x', 'enter'],
	['esc', 'esc', '1', 'a', '=project of mine ', 'enter'],
	['esc', 'esc', '1', ' ', 'j', ' ', 't', '=', 'y', 'esc', 'esc'],
	['u', 'r', 'esc', 'u', 'c', 'u', 'x'],
] as const;

export function createVisits(session: Session, clock: TestClock, roll: Dice) {
	const {store} = session;
	let typedCount = 0;
	const app = createTestContext({store, actions: session.actions, clock, scopes: () => scopes});

	/** The simulation paints nothing, so it reports an open question as painted. */
	const paint = () => {
		const key = unshownQuestion(store.get());
		if (key !== undefined) store.change((state, now) => withShownQuestion(state, key, now));
	};

	const randomKeys = () =>
		Array.from({length: between(roll, 1, 12)}, () => pick(roll, roll() < 0.8 ? keys : writingKeys));

	return async () => {
		store.change((state, at) => withFocus(state, true, at));
		if (store.get().polling.pausedAt !== undefined) press(app, keyNamed('P'));
		for (const key of pick(roll, [randomKeys(), randomKeys(), ...writeSequences])) {
			if (key.length > 1 && key.startsWith('='))
				paste(app, `${key.slice(1)}${++typedCount}`, {at: clock.now(), isFollowing: false});
			else press(app, keyNamed(key));
			paint();
			await clock.advance(between(roll, 40, 4000));
			paint();
		}

		if (roll() < 0.7) for (let back = 0; back < 4; back++) press(app, keyNamed('esc'));
		if (roll() < 0.75) store.change((state, at) => withFocus(state, false, at));
	};
}
