import {stripVTControlCharacters} from 'node:util';
import {settled} from '../fixtures/clock.ts';
import type {OpenApp} from './open.ts';

/** What an app announces to a screen reader. */
export type Spoken = {
	/** Returns the lines that were announced since the last call. */
	readonly heard: () => readonly string[];
	/** Presses keys and returns what is announced then. */
	readonly hear: (...keys: readonly string[]) => Promise<readonly string[]>;
	/** Waits until everything is announced. */
	readonly settle: () => Promise<void>;
};

/** Listens to an app that speaks. */
export function listenTo(app: OpenApp): Spoken {
	let read = 0;
	const heard = () => {
		const written = stripVTControlCharacters(app.terminal.writes.slice(read).join(''));
		read = app.terminal.writes.length;
		return written.split('\r\n').filter(line => line !== '');
	};
	const settle = async () => {
		for (let turn = 0; turn < 20; turn++) await settled();
	};
	return {
		heard,
		settle,
		async hear(...keys) {
			heard();
			await app.press(...keys);
			await settle();
			return heard();
		},
	};
}
