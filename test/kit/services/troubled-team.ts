import type {Handle} from '../../../src/api/transport/in-process.ts';
import type {Clock} from '../../../src/clock.ts';
import {createTeam, type Team} from './team.ts';

/** What goes wrong with the answers about one project. */
export const troubles = [
	'none',
	'lists missing',
	'lists failing',
	'lists forbidden',
	'lists unreadable',
	'lists empty',
	'lists outdated',
	'deployments missing',
	'deployments failing',
	'everything missing',
] as const;

export type Trouble = (typeof troubles)[number];

type Answer = ReturnType<Handle>;

const answer = (status: number, body: unknown): Answer => ({
	status,
	headers: {'content-type': 'application/json'},
	body: JSON.stringify(body),
});

const refused = (status: number) => answer(status, {error: {message: 'no'}});

const lists: Partial<Readonly<Record<Trouble, Answer>>> = {
	'lists missing': refused(404),
	'lists failing': refused(500),
	'lists forbidden': refused(403),
	'lists unreadable': answer(200, {deployments: 7}),
	'lists empty': answer(200, {deployments: []}),
	'everything missing': refused(404),
};

const deployments: Partial<Readonly<Record<Trouble, Answer>>> = {
	'deployments missing': refused(404),
	'deployments failing': refused(500),
	'everything missing': refused(404),
};

type Options = {
	readonly clock: Pick<Clock, 'now'>;
	readonly projects: readonly string[];
	readonly troubleOf: (projectId: string) => Trouble;
};

/** A team whose service has trouble with some of its projects for ever. */
export function createTroubledTeam({clock, projects, troubleOf}: Options): Team {
	const team = createTeam({clock, projects});
	/** The first answers about projects whose lists are outdated. */
	const first = new Map<string, Answer>();

	/** Returns the troubled answer to a request. Undefined if it works. */
	function troubled(target: string, answered: () => Answer): Answer | undefined {
		const [, , , projectId = '', collection, deploymentId] = new URL(target, 'http://x').pathname.split('/');
		const trouble = troubleOf(projectId);
		if (deploymentId !== undefined) return deployments[trouble];
		if (collection === undefined) return trouble === 'everything missing' ? refused(404) : undefined;
		if (trouble !== 'lists outdated') return lists[trouble];
		const outdated = first.get(target) ?? answered();
		first.set(target, outdated);
		return outdated;
	}

	return {
		...team,
		handle: request => troubled(request.target, () => team.handle(request)) ?? team.handle(request),
	};
}
