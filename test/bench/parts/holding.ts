import {type Program, pause, withProbe} from '../probe.ts';
import {measureBoth} from '../rounds.ts';
import {atMost, attempt, median, quantile, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

const down = 'j';
const settledMs = 1000;
const frameEnd = /\u001B\[\?2026l/g;

type Held = {
	readonly perSecond: number;
	readonly p50: number;
	readonly p99: number;
	readonly lost: number;
	readonly catchUp: number;
};

/** Repeats a key at a rate, as a held key does. Each frame counts for the oldest key without one. */
const held = (program: Program, rate: number, directory: string, keysBefore = ''): Promise<Held> =>
	withProbe(program, {columns: 120, rows: 40}, directory, async probe => {
		await probe.until(/v\d+/);
		for (const key of keysBefore) {
			probe.send(key);
			await pause(100);
		}

		await pause(settledMs);
		const seconds = rate > 30 ? 2 : 3;
		const count = rate * seconds;
		const sent: number[] = [];
		const times: number[] = [];
		let lastFrame = 0;
		probe.onData(data => {
			for (let frames = data.match(frameEnd)?.length ?? 0; frames > 0; frames--) {
				const at = sent.shift();
				if (at === undefined) return;
				lastFrame = performance.now();
				times.push(lastFrame - at);
			}
		});
		const startedAt = performance.now();
		let lastKey = startedAt;
		for (let press = 0; press < count; press++) {
			await pause(Math.max(0, startedAt + (press * 1000) / rate - performance.now()));
			lastKey = performance.now();
			sent.push(lastKey);
			probe.send(down);
		}

		await pause(200);
		const took = (lastKey - startedAt) / 1000 + 1 / rate;
		return {
			perSecond: times.length / took,
			p50: median(times),
			p99: quantile(times, 0.99),
			lost: count - times.length,
			// NaN if no frame follows the last key.
			catchUp: lastFrame >= lastKey ? lastFrame - lastKey : Number.NaN,
		};
	});

const projects = 10;
const deploymentsPerProject = 5;

/** Triggers deployments of the first projects, which run for longer than the key is held. Returns how many. */
async function triggerDeployments(at: string, apiKey: string) {
	const headers = {authorization: `Bearer ${apiKey}`, 'content-type': 'application/json'};
	const listed = await fetch(`${at}/v1/projects?limit=${4 * projects}`, {headers});
	const {projects: found} = (await listed.json()) as {projects: ReadonlyArray<{id: string; status: string}>};
	let running = 0;
	for (const {id} of found.slice(0, projects)) {
		for (let count = 0; count < deploymentsPerProject; count++) {
			const response = await fetch(`${at}/v1/projects/${id}/deployments`, {method: 'POST', headers, body: '{}'});
			if (response.ok) running++;
		}
	}

	return running;
}

/** Holds a key while the first ten projects are watched, with five running deployments each. */
async function whileWatching(setting: Setting): Promise<readonly Row[]> {
	const {directory, apiKey, rounds} = setting;
	const landfall = await setting.onService(100_000);
	const at = landfall.args[2] ?? '';
	const raw = setting.rawTable(100_000);
	let running = 0;
	const taken = await measureBoth(Math.max(1, Math.round(rounds / 5)), async which => {
		if (which === 'floor') return held(raw, 30, directory);
		running = await triggerDeployments(at, apiKey);
		return held(landfall, 30, directory, 'wj'.repeat(projects));
	});
	const note = `${running} triggered, ${projects} projects watched`;
	const part = 'holding';
	const p99 = {figure: taken.landfall.p99, floor: taken.floor.p99};
	return [
		{...timesFloor({part, name: 'p99 at 30 Hz while 50 deployments are watched', unit: 'ms', ...p99}, 2), note},
		atMost({part, name: 'keys without a frame meanwhile', unit: '', figure: taken.worst.landfall.lost}, 0),
	];
}

/** Measures a held key: each press gets its own frame, without delay. */
export async function holding(setting: Setting): Promise<readonly Row[]> {
	const rounds = Math.max(1, Math.round(setting.rounds / 5));
	const raw = setting.rawTable(100_000);
	const row = (name: string, unit: string, figure: number, floor: number) => ({
		part: 'holding',
		name,
		unit,
		figure,
		floor,
	});
	const rows: Row[] = [];
	for (const rate of [30, 60, 120]) {
		const measured = await attempt('holding', `a key held at ${rate} Hz`, async () => {
			const landfall = await setting.onService(100_000);
			const taken = await measureBoth(rounds, which =>
				held(which === 'floor' ? raw : landfall, rate, setting.directory),
			);
			const both = (key: keyof Held) => [taken.landfall[key], taken.floor[key]] as const;
			const note = rate === 120 ? 'pages are read meanwhile' : '';
			const perSecond = row(`frames a second of a key held at ${rate} Hz`, '/s', ...both('perSecond'));
			return [
				{...perSecond, target: `≥ ${rate * 0.98} /s`, isMet: perSecond.figure >= rate * 0.98, note},
				atMost(row(`keys without a frame at ${rate} Hz`, '', taken.worst.landfall.lost, taken.worst.floor.lost), 0),
				row(`p50 of a key held at ${rate} Hz`, 'ms', ...both('p50')),
				timesFloor(row(`p99 of a key held at ${rate} Hz`, 'ms', ...both('p99')), 2),
				atMost(row(`from the last key at ${rate} Hz to its frame`, 'ms', ...both('catchUp')), 5),
			];
		});
		rows.push(...measured);
	}

	return [
		...rows,
		...(await attempt('holding', 'held while 50 deployments are watched', () => whileWatching(setting))),
	];
}
