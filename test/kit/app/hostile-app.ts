import fc from 'fast-check';
import {hostileText} from '../faults/hostile-texts.ts';
import {createTestClock} from '../fixtures/clock.ts';
import {createTellingService} from '../services/hostile-service.ts';
import {watchObedience} from './obedience.ts';
import {openDemo} from './open.ts';

/** So many hostile texts, the same for the same seed. */
export const hostileSample = (seed: number, count: number): readonly string[] =>
	fc.sample(hostileText, {seed, numRuns: count});

/** Opens landfall on a service in which every field of every record is a hostile text. `command` is run for each conclusion. */
export async function openHostile(seed: number, columns: number, command: readonly string[] = []) {
	const texts = hostileSample(seed, 400);
	const said = new Map<string, string>();
	const say = (place: string, at: number): string => {
		const key = `${place} ${at}`;
		if (!said.has(key)) said.set(key, texts[said.size % texts.length] ?? '');
		return said.get(key) ?? '';
	};
	const clock = createTestClock();
	const service = createTellingService({say, now: clock.now(), projects: 40});
	const app = await openDemo({
		clock,
		columns,
		rows: 50,
		handle: service.handle,
		preferences: {
			rules: {scope: 'any', isOnlyBad: false, quiet: undefined, hasBell: true, hasNotices: true, command},
		},
	});
	const visited = new Set<string>();
	app.session.store.subscribe(() => {
		const {screens, dialog} = app.session.store.get().interface;
		visited.add(dialog?.name ?? screens.at(-1)?.name ?? '');
	});
	return {app, service, visited, obedience: watchObedience(app.terminal.emulator)};
}
