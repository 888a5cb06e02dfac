import {createSystemClock} from '../../../src/base/clock.ts';
import {reply, startFaulty} from '../faults/faulty-server.ts';
import {hostileNames} from '../faults/hostile-texts.ts';
import {createTeam} from './team.ts';

/** Serves a team over HTTP until the test ends. `env` reaches it. */
export async function serveTeam(projects: readonly string[]) {
	const team = createTeam({clock: createSystemClock(), projects});
	let isMute = false;
	const faulty = await startFaulty(({method, target, headers, body}) => {
		const answer = team.handle({method: method as 'GET', target, headers: new Map(Object.entries(headers)), body});
		return isMute && method !== 'GET' ? undefined : reply(answer.status, answer.body, answer.headers);
	});
	return {
		team,
		env: faulty.env,
		muteWrites() {
			isMute = true;
		},
		reads: (count: number) => faulty.until({requests: faulty.seen.length + count}),
		async written(count: number) {
			for (let requests = 1; team.writes().length < count; requests++) await faulty.until({requests});
		},
	};
}

export async function serveHostileTeam() {
	const served = await serveTeam(hostileNames.map((_, index) => `prj_${index}`));
	for (const [index, name] of hostileNames.entries())
		served.team.changeProject(`prj_${index}`, {name, status: hostileNames.at(-index), upload_mode: name});
	return served;
}
