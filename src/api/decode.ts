/*
Decodes what the service sends. Only this file knows the wire's field names.

Decoding is lenient: a field that is missing or has the wrong type is undefined and recorded as a flaw. Only a record without an id that can be requested is skipped. An envelope without its list is an error, because it must not pass for an empty list.
*/
import type {ServiceTime} from '../base/clock.ts';
import {isJsonObject, type Json} from '../base/json.ts';
import {plain, type SafeText, type ServiceText, safe, serviceText} from '../base/text.ts';
import {pathIdProblem} from './endpoint.ts';
import {ApiError, type ErrorCode} from './errors.ts';
import type {Received} from './request.ts';
import type {Deployment, DeploymentList, FieldFlaw, Project, ProjectChanges, ProjectPage} from './types.ts';

/** Thousands of records are kept for days and share most of their texts, so each text of an answer is stored once. */
type SharedTexts = Map<string, ServiceText>;

type AddFlaw = (problem: FieldFlaw['problem']) => undefined;

const dateTimeFormat =
	/^(\d{4}-\d\d)-(\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(?:(Z)|([+-])(\d\d)(?::?(\d\d))?)?)?$/i;

type ParsedDateTime = {readonly at: ServiceTime | undefined; readonly problem?: FieldFlaw['problem']};

const unreadable: ParsedDateTime = {at: undefined, problem: 'unreadable'};

/** ISO 8601. Reads a time without a zone as UTC and reports a problem. */
function parseDateTime(text: string): ParsedDateTime {
	const parts = dateTimeFormat.exec(text.trim());
	if (!parts) return unreadable;
	const [, month, day, minute = '00:00', second = '00', fraction = '0', utc, sign, hours = 0, minutes = 0] = parts;
	const at = Date.parse(`${month}-${day}T${minute}:${second}.${fraction}Z`);
	// Date.parse takes 31 February and 24:00 for moments of a later day.
	if (new Date(at).getUTCDate() !== Number(day)) return unreadable;
	if (utc) return {at};
	if (!sign) return {at, problem: 'zone assumed'};
	if (Number(hours) > 23 || Number(minutes) > 59) return unreadable;
	const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000;
	return {at: sign === '-' ? at + offsetMs : at - offsetMs};
}

type WireField<Value> = {
	readonly wire: string;
	readonly type: 'string' | 'integer';
	readonly read: (value: unknown, addFlaw: AddFlaw, texts: SharedTexts) => Value | undefined;
	write(value: Value): unknown;
	readonly isOptional?: boolean;
};

type WireFields<Decoded> = {
	readonly [Name in Exclude<keyof Decoded, 'flaws'>]-?: WireField<NonNullable<Decoded[Name]>>;
};

const sentText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const id = (wire: string): WireField<string> => ({
	wire,
	type: 'string',
	read: (value, addFlaw) => (typeof value === 'string' ? value : addFlaw('unreadable')),
	write: value => value,
});

const text = (wire: string, maxLength: number): WireField<ServiceText> => ({
	wire,
	type: 'string',
	read(value, addFlaw, texts) {
		if (typeof value !== 'string') return addFlaw('unreadable');
		// The key includes the field, because fields differ in their maximum length.
		const key = `${wire} ${value}`;
		const shared = texts.get(key) ?? serviceText(value, maxLength);
		texts.set(key, shared);
		return shared;
	},
	write: ({exact}) => exact,
});

/** Keeps a value of another type as it was sent, because the word decides how the record is read. */
const word = (wire: string, maxLength: number): WireField<ServiceText> => {
	const field = text(wire, maxLength);
	return {
		...field,
		read(value, addFlaw, texts) {
			if (typeof value !== 'string') addFlaw('unreadable');
			return field.read(sentText(value), addFlaw, texts);
		},
	};
};

const integer = (wire: string): WireField<number> => ({
	wire,
	type: 'integer',
	// Adding 0 turns -0 into 0.
	read: (value, addFlaw) => (Number.isSafeInteger(value) ? Number(value) + 0 : addFlaw('unreadable')),
	write: value => value,
});

const instant = (wire: string): WireField<ServiceTime> => ({
	wire,
	type: 'string',
	read(value, addFlaw) {
		const {at, problem} = typeof value === 'string' ? parseDateTime(value) : unreadable;
		if (problem) addFlaw(problem);
		return at;
	},
	write: at => new Date(at).toISOString(),
});

const unreadInstant = (wire: string): WireField<ServiceText> => ({
	...text(wire, 64),
	read: value =>
		typeof value === 'string' && parseDateTime(value).at !== undefined ? undefined : serviceText(sentText(value), 64),
});

const optional = <Value>(field: WireField<Value>): WireField<Value> => ({...field, isOptional: true});

const maxIdLength = 128;
const requestIdWire = text('request_id', maxIdLength);

/** Shared, because nearly all of thousands of records have none. */
const noFlaws: readonly FieldFlaw[] = [];

/** V8 keeps the values of a literal, and of its copies, in the object itself. That takes a fifth less memory than adding them one by one. */
export const emptyProject: Project = {
	id: '',
	name: undefined,
	slug: undefined,
	url: undefined,
	uploadMode: undefined,
	status: undefined,
	latestUploadVersion: undefined,
	createdAt: undefined,
	updatedAt: undefined,
	requestId: undefined,
	flaws: noFlaws,
};

const projectWire: WireFields<Project> = {
	id: id('id'),
	name: text('name', 256),
	slug: text('slug', 256),
	url: text('url', 2048),
	uploadMode: text('upload_mode', 64),
	status: word('status', 64),
	latestUploadVersion: integer('latest_upload_version'),
	createdAt: instant('created_at'),
	updatedAt: instant('updated_at'),
	requestId: requestIdWire,
};

const deploymentWire: WireFields<Deployment> = {
	id: id('id'),
	projectId: id('project_id'),
	environmentId: word('environment_id', maxIdLength),
	status: word('status', 64),
	conclusion: optional(word('conclusion', 64)),
	uploadVersion: integer('upload_version'),
	url: text('url', 2048),
	createdAt: instant('created_at'),
	concludedAt: optional(instant('concluded_at')),
	concludedText: optional(unreadInstant('concluded_at')),
	requestId: requestIdWire,
};

function flawOfId(value: unknown): SafeText | undefined {
	if (value === undefined || value === null) return plain`has no id`;
	const flaw = typeof value === 'string' ? pathIdProblem(value) : plain`is not a text`;
	return flaw && plain`has an id that ${flaw}`;
}

/** A result that is a text is the reason for skipping the record, as the end of a sentence about it. */
function readRecord<Decoded extends object>(
	json: unknown,
	fields: WireFields<Decoded>,
	empty: Partial<Decoded>,
	texts: SharedTexts,
): Decoded | SafeText {
	if (!isJsonObject(json)) return plain`is not an object`;
	const flaw = flawOfId(json.id);
	if (flaw) return flaw;
	const flaws: FieldFlaw[] = [];
	const values = Object.entries<WireField<unknown>>(fields).map(([name, {wire, read, isOptional}]) => {
		const value = json[wire] ?? undefined;
		if (isOptional && (value === undefined || value === '')) return [name, undefined];
		const addFlaw: AddFlaw = problem => {
			flaws.push({field: wire, problem});
		};
		return [name, value === undefined ? addFlaw('missing') : read(value, addFlaw, texts)];
	});
	return {...empty, ...Object.fromEntries(values), ...(flaws.length > 0 && {flaws})};
}

function encodeFields<Decoded extends object>(decoded: Partial<Decoded>, fields: WireFields<Decoded>): Json {
	const values = new Map<string, unknown>(Object.entries(decoded));
	const all = Object.entries<WireField<unknown>>(fields);
	const known = all.flatMap(([name, {wire, write}]) => {
		const value = values.get(name);
		return value === undefined ? [] : [[wire, write(value)]];
	});
	return Object.fromEntries([...all.map(([, {wire}]) => [wire, null]), ...known]);
}

export const encodeProject = (project: Project): Json => encodeFields(project, projectWire);
export const encodeDeployment = (deployment: Partial<Deployment>): object => encodeFields(deployment, deploymentWire);

const typesOf = (fields: Readonly<Record<string, Pick<WireField<never>, 'wire' | 'type'>>>) =>
	Object.values(fields).map(({wire, type}) => [wire, type] as const);

export const wireTypes = {project: typesOf(projectWire), deployment: typesOf(deploymentWire)};

export const changeNames: Readonly<Record<keyof ProjectChanges, string>> = {
	name: 'name',
	slug: 'slug',
	url: 'url',
	uploadMode: 'upload_mode',
};

export const encodeChanges = (changes: ProjectChanges): object =>
	Object.fromEntries(
		Object.entries(changes).map(([field, value]) => [changeNames[field as keyof ProjectChanges], value]),
	);

const projectFromJson = (json: unknown, texts: SharedTexts = new Map()) =>
	readRecord(json, projectWire, emptyProject, texts);

function deploymentFromJson(json: unknown, requestedProjectId: string, texts: SharedTexts = new Map()) {
	const deployment = readRecord(json, deploymentWire, {flaws: noFlaws}, texts);
	if (typeof deployment === 'string') return deployment;
	return {...deployment, projectId: deployment.projectId || requestedProjectId};
}

type Decodable = Omit<Received, 'text'>;

export function decodeProjectPage(received: Decodable): ProjectPage {
	const {records, json, ...rest} = decodeList(received, 'projects', projectFromJson);
	const {next_cursor: cursor = null} = json;
	// Without the cursor, the list would seem to end here.
	if (cursor !== null && typeof cursor !== 'string') throw unexpectedForm(received, plain`“next_cursor” is not a text`);
	return {projects: records, nextCursor: cursor || undefined, ...rest};
}

/** Skips and counts deployments of another project: they must not appear under this one. */
export function decodeDeploymentList(received: Decodable, projectId: string): DeploymentList {
	const {
		records,
		json: _,
		...rest
	} = decodeList(received, 'deployments', (record, texts) => {
		const deployment = deploymentFromJson(record, projectId, texts);
		const isForeign = typeof deployment !== 'string' && deployment.projectId !== projectId;
		return isForeign ? plain`belongs to another project` : deployment;
	});
	return {deployments: records, ...rest};
}

function decodeList<Decoded extends object>(
	received: Decodable,
	name: 'projects' | 'deployments',
	read: (record: unknown, texts: SharedTexts) => Decoded | SafeText,
) {
	const {json} = received;
	if (!isJsonObject(json)) throw unexpectedForm(received, plain`it is not a JSON object`);
	const list = json[name];
	if (!Array.isArray(list)) {
		const what = list === undefined ? plain`missing` : plain`not a list`;
		throw unexpectedForm(received, plain`“${safe(name)}” is ${what}`);
	}

	const texts: SharedTexts = new Map();
	const all = list.map(record => read(record, texts));
	const [flaw, ...others] = all.filter(record => typeof record === 'string');
	return {
		records: all.filter(record => typeof record !== 'string'),
		json,
		unreadable: flaw === undefined ? 0 : 1 + others.length,
		...(flaw !== undefined && {flaw}),
	};
}

export function decodeProject(received: Decodable, projectId?: string): Project {
	const project = projectFromJson(received.json);
	if (typeof project === 'string') throw unexpectedForm(received, plain`it is not a project with a usable id`);
	if (projectId !== undefined && project.id !== projectId) throw mismatch(received, plain`project`);
	return project;
}

export function decodeDeployment(received: Decodable, projectId: string, deploymentId?: string): Deployment {
	const deployment = deploymentFromJson(received.json, projectId);
	if (typeof deployment === 'string') throw unexpectedForm(received, plain`it is not a deployment with a usable id`);
	const isRequested = deployment.projectId === projectId && [undefined, deployment.id].includes(deploymentId);
	if (!isRequested) throw mismatch(received, plain`deployment`);
	return deployment;
}

export function updatedAtIn(record: object): ServiceTime | undefined {
	const {updated_at: updatedAt} = record as Json;
	return typeof updatedAt === 'string' ? parseDateTime(updatedAt).at : undefined;
}

/** What a request body asks for, if it names that as a record does. The interface documents no fields of the body. */
export const askedIn = ({environment_id: environment, upload_version: version}: Json) => ({
	environment: typeof environment === 'string' ? serviceText(environment, maxIdLength) : undefined,
	version: Number.isSafeInteger(version) ? Number(version) : undefined,
});

const malformed = (code: ErrorCode, {status, requestId}: Decodable, sentence: SafeText) =>
	new ApiError(code, sentence, {phase: 'maybe-executed', status, requestId});

const unexpectedForm = (received: Decodable, why: SafeText) =>
	malformed('E_SHAPE', received, plain`The answer does not have the expected form: ${why}.`);

const mismatch = (received: Decodable, what: SafeText) =>
	malformed(
		'E_MISMATCH',
		received,
		plain`The service sent a different ${what} than requested, so its answer was ignored.`,
	);
