import fc from 'fast-check';
import {hostileText} from '../faults/hostile-texts.ts';
import {createTestClock} from '../fixtures/clock.ts';
import {createHostileService} from '../services/hostile-service.ts';
import {openDemo} from './open.ts';
import {recordTerminalEffects} from './terminal-effects.ts';

/** Returns `count` hostile texts, always the same ones for a seed. */
export const hostileSample = (seed: number, count: number): readonly string[] =>
	fc.sample(hostileText, {seed, numRuns: count});

/** Opens landfall on a service with hostile text in every field. `command` runs for each concluded deployment. */
export async function openHostile(seed: number, columns: number, command: readonly string[] = []) {
	const texts = hostileSample(seed, 400);
	const used = new Map<string, string>();
	const textOf = (field: string, index: number): string => {
		const key = `${field} ${index}`;
		if (!used.has(key)) used.set(key, texts[used.size % texts.length] ?? '');
		return used.get(key) ?? '';
	};
	const clock = createTestClock();
	const service = createHostileService({textOf, now: clock.now(), projectCount: 40});
	const app = await openDemo({
		clock,
		columns,
		rows: 50,
		handle: service.handle,
		preferences: {
			rules: {scope: 'any', isOnlyBad: false, quiet: undefined, hasBell: true, hasTerminalNotification: true, command},
		},
	});
	const visited = new Set<string>();
	app.session.store.subscribe(() => {
		const {screens, dialog} = app.session.store.get().interface;
		visited.add(dialog?.name ?? screens.at(-1)?.name ?? '');
	});
	return {app, service, visited, effects: recordTerminalEffects(app.terminal.emulator)};
}
