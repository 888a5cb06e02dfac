import {decodeDeployment, decodeProject} from '../../src/api/decode.ts';
import type {Deployment, Project} from '../../src/api/types.ts';
import {plain, serviceText} from '../../src/base/text.ts';
import type {ObservedStatus, StatusChange} from '../../src/model/deployment-changes.ts';
import {noWordMeanings} from '../../src/model/status-words.ts';
import type {DrawnBoardRow} from '../../src/present/board-columns.ts';
import {bareView, type DeploymentRow} from '../../src/present/deployment.ts';
import type {Line} from '../../src/present/line.ts';
import type {ProjectRow} from '../../src/present/project.ts';
import type {RowContext} from '../../src/present/table.ts';

export const now = Date.UTC(2026, 5, 1, 12);

const received = (id: string) => ({json: {id}, status: 200, requestId: undefined});

/** Nothing but an id. */
export const bareProject: Project = {...decodeProject(received('prj_1')), flaws: []};

export const bareDeployment: Deployment = {...decodeDeployment(received('dep_1'), 'prj_1'), flaws: []};

export const project = (fields: Partial<Project> = {}): Project => ({
	...bareProject,
	name: serviceText('Marketing site'),
	slug: serviceText('marketing-site'),
	url: serviceText('https://www.example.com/shop/'),
	uploadMode: serviceText('archive'),
	status: serviceText('active'),
	latestUploadVersion: 42,
	createdAt: now - 86_400_000,
	updatedAt: now - 720_000,
	requestId: serviceText('req_1'),
	...fields,
});

export const deployment = (fields: Partial<Deployment> = {}): Deployment => ({
	...bareDeployment,
	environmentId: serviceText('production'),
	status: serviceText('completed'),
	conclusion: serviceText('success'),
	uploadVersion: 42,
	url: serviceText('https://42.example.com'),
	createdAt: now - 3_600_000,
	concludedAt: now - 3_600_000 + 72_000,
	requestId: serviceText('req_2'),
	...fields,
});

export const viewOf = (deployment: Deployment, rest: Partial<DeploymentRow> = {}): DeploymentRow => ({
	...bareView(deployment),
	...rest,
});

export const rowOf = (project: Project, rest: Partial<ProjectRow> = {}): ProjectRow => ({
	project,
	isRead: rest.newest !== undefined,
	newest: undefined,
	recent: [],
	...rest,
});

export const boardLineOf = (deployment: Deployment | undefined, rest: Partial<DrawnBoardRow> = {}): DrawnBoardRow => ({
	id: 'dep_1',
	projectId: 'prj_1',
	project: plain`docs`,
	isIncluded: true,
	section: 'running',
	deployment,
	changes: [],
	usualMs: undefined,
	folded: [],
	recent: [],
	failedRead: undefined,
	isWatched: false,
	readAt: now,
	isStale: false,
	...rest,
});

export const unicode: RowContext = {
	now,
	localNow: now,
	isAscii: false,
	isTimeAbsolute: false,
	wordMeanings: noWordMeanings,
};
export const ascii: RowContext = {...unicode, isAscii: true};

export const textOf = (line: Line): string => line.map(({text}) => text).join('');
export const textsOf = (lines: readonly Line[]): readonly string[] => lines.map(textOf);

export const failure: Partial<Deployment> = {conclusion: serviceText('failure')};
export const cancelled: Partial<Deployment> = {conclusion: serviceText('cancelled')};

/** A success, unless `fields` say otherwise. */
export const took = (seconds: number, fields: Partial<Deployment> = {}, agoS = 3600): Deployment =>
	deployment({createdAt: now - agoS * 1000, concludedAt: now - agoS * 1000 + seconds * 1000, ...fields});

export const running = (seconds: number, status = 'building', fields: Partial<Deployment> = {}): Deployment =>
	deployment({
		createdAt: now - seconds * 1000,
		status: serviceText(status),
		conclusion: undefined,
		concludedAt: undefined,
		...fields,
	});

export const look = (status: string, conclusion?: string): ObservedStatus => ({
	status: serviceText(status),
	conclusion: conclusion === undefined ? undefined : serviceText(conclusion),
	concludedAt: undefined,
});

/** Between two times, in seconds from now. */
export const change = (from: ObservedStatus, to: ObservedStatus, after: number, before: number): StatusChange => ({
	projectId: 'prj_1',
	deploymentId: 'dep_1',
	from,
	to,
	after: now + after * 1000,
	before: now + before * 1000,
});
