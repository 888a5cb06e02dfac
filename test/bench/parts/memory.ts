import {join} from 'node:path';
import type {Samples} from '../bounds.ts';
import {type Build, landfallOn, startSandbox} from '../build.ts';
import {pause, withProbe} from '../probe.ts';
import {screenOf} from '../replay.ts';

const pageDown = '\u001B[6~';
const esc = '\u001B';

export const browsing = async (build: Build, address: string): Promise<Samples> =>
	withProbe(landfallOn(build, address), async probe => {
		await probe.firstRows();
		await pause(2500);
		const reading = [...'j'.repeat(100), ...Array(25).fill(pageDown), 'g', ...'/api', '\r', esc];
		const opening = ['?', esc, ':', esc, '\r', esc, 'j', '\r', esc, ...'2jj3jj4jj1'];
		for (const key of [...reading, ...opening]) {
			probe.send(key);
			await pause(key === esc || key === '\r' ? 300 : 30);
		}

		await pause(1000);
		return {'memory after browsing': [probe.residentMb()]};
	});

/** Loads 500 pages. */
export const pages = async (build: Build): Promise<Samples> => {
	const address = await startSandbox(build, 50_000);
	return withProbe(landfallOn(build, address), async probe => {
		await probe.firstRows();
		await pause(2500);
		probe.send('G');
		const isLoaded = async () => (await screenOf(probe)).some(row => / of 50,000(?!\+)/.test(row));
		for (let seconds = 0; !(await isLoaded()); seconds++) {
			if (seconds > 300) throw new Error('500 pages are not loaded after five minutes');
			await pause(1000);
		}

		return {'memory after 500 pages': [probe.residentMb()]};
	});
};

/** The clock runs this many times as fast, and landfall reads ten times as often as usual. After five minutes, everything that it keeps has its full length. */
const speed = 120;
const weekMs = 280_000;

export const week = async (build: Build): Promise<Samples> => {
	const env = {
		NODE_OPTIONS: `--import ${join(import.meta.dirname, '../../soak/fast-clock.ts')}`,
		SOAK_SPEED: String(speed),
		SOAK_REPORT: join(build.home, 'week.jsonl'),
	};
	const address = await startSandbox(build, 1000, env);
	const {args, home} = landfallOn(build, address);
	return withProbe({args: [...args, '--rpm', '600'], home, env}, async probe => {
		await probe.firstRows();
		const residentMb: number[] = [];
		const until = performance.now() + weekMs;
		for (let press = 0; performance.now() < until; press++) {
			probe.send([...'Gj', '\r', esc, ...'2j3j4j1'][press % 11] ?? '');
			await pause(1000);
			residentMb.push(probe.residentMb());
		}

		return {'memory after a week': residentMb.slice(-20)};
	});
};
