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

/** What the reads of a list and of a deployment get. */
const faults: Partial<Readonly<Record<Trouble, {readonly list?: Fault; readonly deployment?: Fault}>>> = {
	'lists missing': {list: 404},
	'lists failing': {list: 500},
	'lists forbidden': {list: 403},
	'lists unreadable': {list: answer({deployments: 7})},
	'lists empty': {list: answer({deployments: []})},
	'deployments missing': {deployment: 404},
	'deployments failing': {deployment: 500},
	'everything missing': {list: 404, deployment: 404},
};

/** Returns the `readFault` of a team that has trouble with some of its projects. */
export function readTroubles(troubleOf: (projectId: string) => Trouble) {
	/** The first answers about projects whose lists are outdated. */
	const first = new Map<string, Answer>();

	return (path: string, answered: () => Answer): Fault | undefined => {
		const [, , , projectId = '', collection, deploymentId] = path.split('/');
		const trouble = troubleOf(projectId);
		if (deploymentId !== undefined) return faults[trouble]?.deployment;
		if (collection === undefined) return trouble === 'everything missing' ? 404 : undefined;
		if (trouble !== 'lists outdated') return faults[trouble]?.list;
		const outdated = first.get(path) ?? answered();
		first.set(path, outdated);
		return outdated;
	};
}
