import {expect} from 'vitest';
import type {OpenApp} from './open.ts';

type Stop = readonly [name: string, keys: readonly string[], says: string | RegExp, otherwise?: readonly string[]];

/** Every screen and dialog that shows records: its name, the keys that open it from the first row of the list, and what it says whatever the records are. */
const stops: readonly Stop[] = [
	['projects', ['p', 'p', 'z', 'z'], / of \d+/],
	['filter', ['/', ...'!zzz'], '/ !zzz'],
	['sort', ['s'], 'Sort by'],
	['copy', ['Y'], 'Copy from'],
	['raw record', ['i'], 'As received'],
	['delete', ['D'], 'Permanently delete'],
	['deploy', ['t'], 'Deploy '],
	['bulk', [' ', 'j', ' ', 't'], 'these 2 projects'],
	['rules', ['W'], 'Notifications'],
	['help', ['?'], 'Help'],
	['palette', [':', ...'open a'], 'Commands'],
	['edit', ['e'], 'Edit project'],
	['create', ['a'], 'New project'],
	['deployments', ['enter', 'j'], /\d of \d/],
	['deployment', ['enter', 'enter'], 'request id'],
	// A hostile status may be invisible: then the next row is asked about.
	['meaning', ['enter', 'm'], 'What does', ['j', 'm']],
	['versions', ['4', 'j'], ''],
	['board', ['w', 'j', 'w', '2', 'j'], ''],
	['wall', [':', ...'wall', 'enter'], ''],
	['activity', ['3', 'j'], ''],
	['request log', ['!'], 'newest first'],
	['request', ['!', 'enter'], 'Request'],
];

/** Opens every screen and dialog that shows records, one after the other. Calls `look` with the name of each. */
export async function tour(app: OpenApp, look: (name: string) => void = () => {}): Promise<void> {
	const opened = () => {
		const {screens, dialog} = app.session.store.get().interface;
		return dialog?.name ?? screens.at(-1)?.name;
	};
	for (const [name, keys, says, otherwise = []] of stops) {
		await app.press(...keys);
		for (let at = 0; at < 5 && opened() !== name; at++) await app.press(...otherwise);
		await app.clock.advance(1000);
		await app.see(says);
		expect(opened()).toBe(name);
		look(name);
		await app.press('esc', 'esc', 'esc', '1', 'g');
	}
}
