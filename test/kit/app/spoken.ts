import {stripVTControlCharacters} from 'node:util';
import {settled} from '../fixtures/clock.ts';
import type {OpenApp} from './open.ts';

export type Spoken = ReturnType<typeof listenTo>;

/** Listens to an app that speaks. */
export function listenTo(app: OpenApp) {
	let read = 0;
	/** Returns the lines that were announced since the last call. */
	const heard = () => {
		const written = stripVTControlCharacters(app.terminal.writes.slice(read).join(''));
		read = app.terminal.writes.length;
		return written.split('\r\n').filter(line => line !== '');
	};
	/** Waits until everything is announced. */
	const settle = async () => {
		for (let turn = 0; turn < 20; turn++) await settled();
	};
	return {
		heard,
		settle,
		/** Presses keys and returns what is announced then. */
		async hear(...keys: readonly string[]) {
			heard();
			await app.press(...keys);
			await settle();
			return heard();
		},
	};
}
