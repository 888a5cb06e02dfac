import type {Answer} from '../services/team.ts';

/** What goes wrong for good with the reads of one project. */
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

const answer = (body: unknown): Answer => ({
	status: 200,
	headers: {'content-type': 'application/json'},
	body: JSON.stringify(body),
});

type Fault = number | Answer;

const lists: Partial<Readonly<Record<Trouble, Fault>>> = {
	'lists missing': 404,
	'lists failing': 500,
	'lists forbidden': 403,
	'lists unreadable': answer({deployments: 7}),
	'lists empty': answer({deployments: []}),
	'everything missing': 404,
};

const deployments: Partial<Readonly<Record<Trouble, Fault>>> = {
	'deployments missing': 404,
	'deployments failing': 500,
	'everything missing': 404,
};

/** Returns the `readFault` of a team that has trouble with some of its projects. */
export function readTroubles(troubleOf: (projectId: string) => Trouble) {
	/** The first answers about projects whose lists are outdated. */
	const first = new Map<string, Answer>();

	return (path: string, answered: () => Answer): Fault | undefined => {
		const [, , , projectId = '', collection, deploymentId] = path.split('/');
		const trouble = troubleOf(projectId);
		if (deploymentId !== undefined) return deployments[trouble];
		if (collection === undefined) return trouble === 'everything missing' ? 404 : undefined;
		if (trouble !== 'lists outdated') return lists[trouble];
		const outdated = first.get(path) ?? answered();
		first.set(path, outdated);
		return outdated;
	};
}
