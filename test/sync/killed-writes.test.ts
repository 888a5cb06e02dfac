import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {startTestSession} from '../kit/app/session.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {serveSandbox} from '../kit/services/local-services.ts';
import {type KillPoint, killPoints} from './fixtures/kill-points.ts';

const apiKey = 'a-key-for-tests';

async function createService() {
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const clock = createTestClock(Date.now());
	const now = () => Math.max(Date.now(), clock.now());
	const {sandbox, address} = await serveSandbox({clock: {now}, apiKey, world: 'empty'});
	return {
		logPath: `${journalPath}-wal`,

		ask: (...request: Parameters<typeof sandbox.ask>) => JSON.parse(sandbox.ask(...request).body),

		async kill(projectId: string, point: KillPoint) {
			const script = join(import.meta.dirname, 'fixtures/mutate-until-killed.ts');
			const child = spawn(process.execPath, [script, journalPath, address, projectId, point], {stdio: 'inherit'});
			expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
		},

		/** Runs until the outcome of every write is known, then sends absent writes again. */
		async restart() {
			const {session} = await startTestSession({isInDemo: true, clock, sandbox, journalPath});
			for (let second = 0; second < 200; second++) await clock.advance(1000);
			const left = [...session.store.get().writes.unconfirmed.values()].map(({intended, finding}) => {
				if (finding?.kind === 'absent') void session.actions.sendAgain(intended.id);
				return finding?.kind;
			});
			for (let second = 0; second < 5; second++) await clock.advance(1000);
			session.stop();
			const journal = openJournal({path: journalPath, now: clock.now});
			const kinds = new Set(journal.recent(100).map(({kind}) => kind));
			journal.close();
			return {left, kinds};
		},
	};
}

test.each(killPoints)('a creation killed %s adds at most one project', async point => {
	const {ask, kill, restart} = await createService();
	ask('GET', '/v1/projects');
	await kill('', point);
	const {left, kinds} = await restart();
	const effects = ask('GET', '/v1/projects').projects.filter(({name}: {name: string}) => name === 'killed').length;
	expect([effects, kinds.has('added')]).toEqual(point === 'before the record' ? [0, false] : [1, true]);
	expect(left).toEqual(point === 'after the record' || point === 'after the sending' ? ['absent'] : []);
});

test.each(killPoints)('a deployment killed %s starts at most once and is reported', async point => {
	const {ask, kill, restart} = await createService();
	const {id} = ask('POST', '/v1/projects', {name: 'api'});
	await kill(id, point);
	const {left, kinds} = await restart();
	const effects = ask('GET', `/v1/projects/${id}/deployments`).deployments.length;
	const isReported = kinds.has('deployed') || left.includes('unclear');
	expect([effects, isReported]).toEqual(point === 'before the record' ? [0, false] : [1, true]);
});

test.each<[how: string, damage: (log: string) => void]>([
	['deleted', log => rmSync(log, {force: true})],
	['cut', log => writeFileSync(log, readFileSync(log).subarray(0, 1000))],
	['damaged', log => writeFileSync(log, readFileSync(log).fill(0xff, 40, 60))],
])('a deployment killed after its effect is known though the log was %s', {tags: ['fault-185']}, async (_, damage) => {
	const {ask, kill, restart, logPath} = await createService();
	const {id} = ask('POST', '/v1/projects', {name: 'api'});
	await kill(id, 'after the effect');
	damage(logPath);
	expect((await restart()).left).toEqual(['unclear']);
	expect(ask('GET', `/v1/projects/${id}/deployments`).deployments).toHaveLength(1);
});
