import type {Answer} from '../services/team.ts';

type Fault = number | Answer;
type Faults = {readonly list?: Fault; readonly deployment?: Fault; readonly project?: Fault};

const answer = (body: unknown): Answer => ({
	status: 200,
	headers: {'content-type': 'application/json'},
	body: JSON.stringify(body),
});

/** What goes wrong for good with the reads of one project, of its list and of its deployments. */
const faults = {
	none: {},
	'lists missing': {list: 404},
	'lists failing': {list: 500},
	'lists forbidden': {list: 403},
	'lists unreadable': {list: answer({deployments: 7})},
	'lists empty': {list: answer({deployments: []})},
	'lists outdated': {},
	'deployments missing': {deployment: 404},
	'deployments failing': {deployment: 500},
	'everything missing': {list: 404, deployment: 404, project: 404},
} as const satisfies Readonly<Record<string, Faults>>;

export type Trouble = keyof typeof faults;

export const troubles = Object.keys(faults) as readonly Trouble[];

/** Returns the `readFault` of a team that has trouble with some of its projects. */
export function readTroubles(troubleOf: (projectId: string) => Trouble) {
	/** The first answers about projects whose lists are outdated. */
	const first = new Map<string, Answer>();

	return (path: string, answered: () => Answer): Fault | undefined => {
		const [, , , projectId = '', collection, deploymentId] = path.split('/');
		const trouble = troubleOf(projectId);
		const {list, deployment, project}: Faults = faults[trouble];
		if (deploymentId !== undefined) return deployment;
		if (collection === undefined) return project;
		if (trouble !== 'lists outdated') return list;
		const outdated = first.get(path) ?? answered();
		first.set(path, outdated);
		return outdated;
	};
}
