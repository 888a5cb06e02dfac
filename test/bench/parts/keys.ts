import {keyFigures, type Samples, type Size} from '../bounds.ts';
import {type Build, landfallOn} from '../build.ts';
import {pause, withProbe} from '../probe.ts';
import {flickersIn, keysOf} from '../replay.ts';

const settledMs = 1000;
const gapMs = 8;
const presses = 110;
const heldKeys = 90;
const repeatMs = 1000 / 30;
const pageDown = '\u001B[6~';

export async function keys(build: Build, address: string, size: Size): Promise<Samples> {
	const figures = keyFigures(size);
	const recording = await withProbe({...landfallOn(build, address), size}, async probe => {
		const press = async (count: number, keys: readonly string[], name?: string) => {
			for (let press = 0; press < count; press++) {
				await probe.press(keys[press % keys.length] ?? '', name);
				await pause(gapMs);
			}
		};
		await probe.firstRows();
		await pause(settledMs);
		// Loads the next pages of the service, for which keys would wait otherwise.
		for (let page = 0; page < 12; page++) {
			probe.send('G');
			await pause(60);
		}

		probe.send('g');
		await pause(settledMs);
		await press(15, ['j']);
		await press(presses, ['k', 'j'], figures.move);
		// To the last visible row, after which the list scrolls.
		await press(size.rows, ['j']);
		await press(presses, ['j'], figures.scroll);

		const startedAt = performance.now();
		for (let sent = 0; sent < heldKeys; sent++) {
			await pause(Math.max(0, startedAt + sent * repeatMs - performance.now()));
			probe.send('j', figures.held);
		}

		await pause(settledMs);
		probe.send('g');
		await pause(settledMs);
		await press(Math.min(20, Math.floor(900 / size.rows)), [pageDown], figures.page);
		return probe;
	});
	const keysNamed = await keysOf(recording, figures.page);
	return {
		...Object.fromEntries(Object.values(figures).map(name => [name, keysNamed(name).times])),
		'lost of a held key': [heldKeys - keysNamed(figures.held).times.length],
		...(size.columns === 120 && {
			'bytes of a move': keysNamed(figures.move).bytes,
			'bytes of a scrolled line': keysNamed(figures.scroll).bytes,
		}),
		'blank, shrunken or cleared frames': [await flickersIn(recording)],
	};
}
