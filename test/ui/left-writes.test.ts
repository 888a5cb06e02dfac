import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {JournalOwner} from '../../src/journal/entries.ts';
import {openDemo} from '../kit/app/open.ts';
import {startTestSession} from '../kit/app/session.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {createTeam} from '../kit/services/team.ts';

/** Opens a window, and then lets a command deploy a project. The command ends without learning whether it did. */
async function openBesideCommand() {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const running = new Set([1, 2]);
	const ownerOf = (id: number): JournalOwner => ({id, isRunning: other => running.has(other)});
	const shared = {clock, handle: team.handle, journalPath};
	const app = await openDemo({...shared, owner: ownerOf(1)});
	await app.see('of 2');
	await clock.advance(1000);
	const {session} = await startTestSession({
		...shared,
		isInDemo: true,
		isReading: false,
		isRecovering: false,
		owner: ownerOf(2),
	});
	team.fail('before');
	await session.writes.mutate({
		ref: session.writes.newWrite('api', 'api'),
		write: {kind: 'deploy', projectId: 'api', body: '{}', known: undefined},
	});
	return {
		app,
		team,
		endCommand() {
			session.stop();
			running.delete(2);
		},
	};
}

test('a deployment that a command left unconfirmed is not offered again in a window', async () => {
	const {app, team, endCommand} = await openBesideCommand();
	endCommand();
	await app.press('t');
	await app.see('Deploy api?');
	await app.readQuestion();
	await app.press('y');
	await app.see('The last change is unconfirmed. Press esc, then u to decide.');
	expect(team.writes()).toHaveLength(1);
	app.close();
});

test('a window shows what a command left unconfirmed when the user returns to it', async () => {
	const {app, endCommand} = await openBesideCommand();
	app.session.store.dispatch({type: 'focus-changed', isFocused: false, at: app.clock.now()});
	endCommand();
	app.session.store.dispatch({type: 'focus-changed', isFocused: true, at: app.clock.now()});
	await app.see("We don't know whether api was deployed.");
	app.close();
});

test('a window leaves the search for an outcome to the command that still looks for it, and deploys only afterwards', async () => {
	const {app, team, endCommand} = await openBesideCommand();
	const said = 'The last deployment is unconfirmed: another running landfall';
	await app.press('t');
	await app.see('Deploy api?');
	await app.see(said);
	await app.readQuestion();
	await app.press('y');
	await app.see(said);
	expect(team.writes()).toHaveLength(1);
	expect(app.session.store.get().writes.unconfirmed.size).toBe(0);
	endCommand();
	app.close();
});
