import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {type Probe, type Program, pause, withProbe} from '../probe.ts';
import {atMost, attempt, median, quantile, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const run = promisify(execFile);
const size = {columns: 108, rows: 40};
const frameEnd = /\u001B\[\?2026l/g;

/** Each page that arrives causes a frame. This long without one means that all pages are loaded. */
const silenceMs = 400;

/** Resolves once the output has paused, with the milliseconds until the last chunk. */
function untilSilence(probe: Probe): Promise<number> {
	const startedAt = performance.now();
	let lastAt = startedAt;
	return new Promise(resolve => {
		const stop = probe.onData(() => {
			lastAt = performance.now();
		});
		const timer = setInterval(() => {
			if (performance.now() - lastAt < silenceMs) return;
			clearInterval(timer);
			stop();
			resolve(lastAt - startedAt);
		}, 20);
	});
}

async function pressed(probe: Probe, keys: readonly string[]): Promise<readonly number[]> {
	const times: number[] = [];
	for (const key of keys) {
		times.push(await probe.press(key));
		await pause(8);
	}

	return times;
}

const repeated = (key: string, count: number): readonly string[] => Array.from({length: count}, () => key);

/** Presses keys at 30 Hz, as a held key repeats. Returns the milliseconds from each press to its frame. */
async function heldAt30(probe: Probe, keyOf: (press: number) => string, isDone: (press: number) => boolean) {
	const sent: number[] = [];
	const times: number[] = [];
	const stop = probe.onData(data => {
		for (let frames = data.match(frameEnd)?.length ?? 0; frames > 0; frames--) {
			const at = sent.shift();
			if (at === undefined) return;
			times.push(performance.now() - at);
		}
	});
	const startedAt = performance.now();
	for (let press = 0; !isDone(press); press++) {
		await pause(Math.max(0, startedAt + (press * 1000) / 30 - performance.now()));
		sent.push(performance.now());
		probe.send(keyOf(press));
	}

	await pause(100);
	stop();
	return times;
}

const heldUpAndDown = (probe: Probe) =>
	heldAt30(
		probe,
		press => (press % 120 < 60 ? 'j' : 'k'),
		press => press >= 150,
	);

/** Holds a key at the top of a list with only its first pages loaded. */
const atTop = (program: Program, directory: string) =>
	withProbe(program, size, directory, async probe => {
		await probe.until(/v\d+/);
		await pause(2500);
		const held = await heldUpAndDown(probe);
		return {end: probe.usage().rss, p50: median(held), p99: quantile(held, 0.99)};
	});

/** Goes to the last row. Returns the memory before and after, and the times of keys there. */
const atEnd = (program: Program, directory: string) =>
	withProbe(program, size, directory, async probe => {
		await probe.until(/v\d+/);
		await pause(2500);
		const begin = probe.usage().rss;
		probe.send('G');
		const tookMs = await untilSilence(probe);
		await pause(1000);
		const times = await pressed(probe, repeated('k', 150));
		const held = await heldUpAndDown(probe);
		return {
			begin,
			end: probe.usage().rss,
			tookMs,
			scroll: median(times.slice(40)),
			p50: median(held),
			p99: quantile(held, 0.99),
		};
	});

/** Loads all pages while a key is held, then filters them. */
const loaded = (program: Program, directory: string) =>
	withProbe(program, size, directory, async probe => {
		await probe.until(/v\d+/);
		await pause(1500);
		probe.send('L');
		const loading = untilSilence(probe);
		let isLoaded = false;
		void loading.then(() => {
			isLoaded = true;
		});
		const times = await heldAt30(
			probe,
			press => (press % 20 < 10 ? 'j' : 'k'),
			press => isLoaded || press >= 45,
		);
		const tookMs = await loading;
		const rss = probe.usage().rss;
		probe.send('/');
		await pause(200);
		const typed = await pressed(probe, [
			...'mar',
			'\u007F',
			'\u007F',
			'\u007F',
			...'sit',
			...repeated('\u007F', 3),
			...'nor',
		]);
		return {tookMs, rss, held: quantile(times, 0.99), typed: median(typed), slowest: Math.max(...typed)};
	});

/** Measures a million projects: scrolling to the end, loading and filtering. */
export async function finding(setting: Setting): Promise<readonly Row[]> {
	const {directory, apiKey, httpLoop} = setting;
	const row = (name: string, unit: string, figure: number, floor?: number) => ({
		part: 'finding',
		name,
		unit,
		figure,
		...(floor !== undefined && {floor}),
	});
	return [
		...(await attempt('finding', 'scrolling through a million', async () => {
			const few = await atTop(await setting.onService(100_000), directory);
			const many = await atEnd(await setting.onService(100_000), directory);
			const million = await atEnd(await setting.onService(1_000_000), directory);
			const top = await withProbe(await setting.onService(1_000_000), size, directory, async probe => {
				await probe.until(/v\d+/);
				await pause(1500);
				return median((await pressed(probe, repeated('j', 150))).slice(40));
			});
			return [
				row('resident with 200 rows read', 'MB', few.end),
				row('resident after scrolling through 100,000', 'MB', many.end),
				row('resident after scrolling through 1,000,000', 'MB', million.end),
				atMost(row('more than before it', 'MB', million.end - million.begin), 12),
				row('p50 of a key held at 30 Hz, 100,000 rows read', 'ms', many.p50, few.p50),
				{...row('p99 of the same', 'ms', many.p99, few.p99), note: 'floor: the same with 200 rows read'},
				row('scrolling through 1,000,000', 's', million.tookMs / 1000),
				{
					...row('scroll at the end of 1,000,000 rows', 'ms', million.scroll, top),
					target: '≤ × 1.1',
					isMet: million.scroll <= top * 1.1,
					note: 'floor: landfall at the top of the same',
				},
			];
		})),
		...(await attempt('finding', 'load all', async () => {
			const at = await setting.pageCache(100_000);
			await run(process.execPath, [httpLoop, at, apiKey, '999'], {timeout: 60_000});
			const {stdout} = await run(process.execPath, [httpLoop, at, apiKey, '900'], {timeout: 60_000});
			const all = await loaded(setting.onAddress(at), directory);
			return [
				{
					...row('load all: pages a second', '/s', 998 / (all.tookMs / 1000), Number(stdout)),
					target: '≥ × 0.9',
					isMet: 998 / (all.tookMs / 1000) >= Number(stdout) * 0.9,
					note: 'on the screen, with a key held',
				},
				atMost(row('p99 of a key held meanwhile', 'ms', all.held), 5),
				row('resident with 100,000 rows loaded', 'MB', all.rss),
				row('a letter of a filter over 100,000, median', 'ms', all.typed),
				row('a letter of a filter over 100,000, slowest', 'ms', all.slowest),
			];
		})),
	];
}
