import type {Handle} from '../../../src/api/transport/in-process.ts';
// It is loaded when windows are joined, which must not take real time here.
import '../../../src/store/polling/sharing/membership.ts';
import type {Session} from '../../../src/store/session.ts';
import {createGroupIdentity} from '../../../src/windows/group-identity.ts';
import {joinWindowGroup} from '../../../src/windows/window-group.ts';
import type {TestClock} from '../fixtures/clock.ts';
import {createTestMachine} from '../fixtures/meeting-place.ts';
import {startTestSession} from './session.ts';

/** Opens two windows on a service that share what they read. The first one reads. */
export async function openTwoWindows(clock: TestClock, handle: Handle): Promise<readonly [Session, Session]> {
	const machine = createTestMachine(clock);
	const open = async () => {
		const {place, clock: own} = machine.start();
		const identity = createGroupIdentity('https://service.example', 'key');
		const {session} = await startTestSession({
			isInDemo: true,
			handle,
			clock: {...clock, after: own.after},
			joinWindows: async listener =>
				joinWindowGroup({...listener, place, clock: own, identity, newId: () => crypto.randomUUID()}),
		});
		await clock.advance(500);
		return session;
	};

	return [await open(), await open()];
}
